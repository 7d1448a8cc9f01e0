import { describe, expect, it } from 'vitest'
import vectors from '../../fixtures/shuffle.json'
import type { GameRecord } from '../protocol/types'
import { check } from './check'
import type { Kept } from './storage'
import { commitmentOf, hashOf, seedOf, shuffle } from './shuffle'

type Triple = [number, string | null, string | null]
const given = (triples: unknown): { seat: number; hash: string | null; value: string | null }[] =>
  (triples as Triple[]).map(([seat, hash, value]) => ({ seat, hash, value }))
const words = (text: string): string[] => (text ? text.split(' ') : [])

describe('the vectors that the server has too', () => {
  it.each(vectors)('$edition', (vector) => {
    const players = given(vector.contributions)
    expect(hashOf(vector.secret)).toBe(vector.secret_hash)
    expect(commitmentOf(vector.edition, vector.variants, vector.secret_hash, players)).toBe(vector.commitment)
    expect(seedOf(vector.commitment, vector.secret, players)).toBe(vector.seed)
    const bag = words(vector.bag)
    const tables = words(vector.tables)
    expect(shuffle(vector.seed, [...bag].reverse(), [...tables].reverse())).toEqual({ bag, tables })
  })
})

describe('the verdict', () => {
  const vector = vectors[1]!
  const contributions = given(vector.contributions)
  const record = {
    ...vector,
    contributions,
    bag: words(vector.bag),
    tables: words(vector.tables),
  } as unknown as GameRecord
  const mine: Kept = {
    value: contributions[0]!.value,
    promised: true,
    commitment: vector.commitment,
    opened: true,
    again: false,
  }
  const forged = 'f0'.repeat(32)
  const other = contributions.map((one) => ({ ...one, value: one.value && forged }))

  /** As a server makes it that pretends that nobody opened: everything else fits. */
  const nobody = contributions.map((one) => ({ ...one, value: null }))
  const dealt = shuffle(seedOf(vector.commitment, vector.secret, nobody), record.bag, record.tables)
  const unopened = { ...record, contributions: nobody, ...dealt }

  it.each([
    ['fair', record, mine],
    ['fair', record, { ...mine, value: null, promised: false, opened: false }],
    ['uncounted', record, { ...mine, value: forged, opened: false }],
    ['alone', unopened, { ...mine, opened: false }],
    ['alone', unopened, null],
    ['left', unopened, mine],
    ['unseen', record, null],
    ['alone', { ...record, secret: null, contributions: [] }, null],
    ['alone', { ...record, secret: null, contributions: [] }, { ...mine, promised: false }],
    ['left', { ...record, secret: null, contributions: [] }, mine],
    [null, { ...record, secret: null, contributions: [], commitment: null }, null],
    ['commitment', { ...record, secret: forged }, mine],
    ['changed', record, { ...mine, commitment: forged }],
    ['changed', record, { ...mine, again: true }],
    ['value', { ...record, contributions: other }, mine],
    ['bag', { ...record, bag: [...record.bag].sort() }, mine],
    ['bag', { ...record, contributions: contributions.map((one) => ({ ...one, value: null })) }, mine],
    ['left', record, { ...mine, value: forged }],
  ] as [string | null, GameRecord, Kept | null][])('%s', (verdict, of, known) => {
    expect(check(of, known)).toBe(verdict)
  })
})
