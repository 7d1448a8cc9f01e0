import { describe, expect, it } from 'vitest'
import type { Seen } from '../connection/follow'
import type { Answer, Ask } from '../connection/line'
import type { AnyAction, Offer, PreviewedMessage } from '../protocol/types'
import { Draft } from './draft.svelte'

const seat = (guest: string, chair: string, total = 0, more: Partial<Offer> = {}, as?: string): Offer => ({
  action: { type: 'seat', guest, chair, ...(as ? { as } : {}) }, total, points: total ? [{ table: 'b2', guests: 2, one_nation: false, points: total }] : [], ...more,
})
const LEGAL = [seat('DEm', 'a2'), seat('DEm', 'b1', 4), seat('JKf', 'c2', 4, {}, 'DE'), seat('JKf', 'c2', 2, {}, 'ES'), { action: { type: 'bar', guest: 'DEm' } as const, total: 1, ends: true }]

function setUp(answer: (ask: Ask) => Partial<PreviewedMessage> | null) {
  const asked: Ask[] = []
  const seen = {
    version: 3, player: 0, legal: LEGAL, clocks: [], at: 0,
    view: { turn: { player: 0, party: null }, over: null, hands: [['DEm', 'DEm', 'DEf', 'JKf'], 5] },
    faces: { seated: {}, bar: [], hands: [[2, 1, 0, 0], []] },
  } as unknown as Seen
  const draft = new Draft({
    seen,
    ask: (ask) => {
      asked.push(ask)
      const told = answer(ask)
      return Promise.resolve(told ? ({ type: 'previewed', id: '', version: 3, events: [], total: 4, legal: [], ends: false, reveals: false, ...told } as Answer) : null)
    },
  })
  return { draft, asked }
}
const actionsOf = (ask: Ask | undefined): AnyAction[] => (ask && 'actions' in ask ? (ask.actions ?? []) : [])

describe('a draft', () => {
  it('lights what was offered to the chosen guest, and nothing else', () => {
    const { draft } = setUp(() => ({}))
    expect(draft.offers).toEqual({})
    draft.choose(0)
    expect(Object.keys(draft.offers)).toEqual(['a2', 'b1'])
    draft.choose(2)
    expect(draft.offers).toEqual({})
  })
  it('plays the first of equal guests', () => {
    const { draft } = setUp(() => ({}))
    draft.choose(1)
    expect(draft.chosen).toBe(0)
  })
  it('owes a partner while the server offers no end', async () => {
    const { draft } = setUp(() => ({ legal: [seat('DEf', 'b1', 4, { ends: true })], total: 0 }))
    draft.choose(0)
    await draft.seat('a2')
    expect(draft.placed['a2']).toMatchObject({ guest: 'DEm', face: 2 })
    expect([draft.mustGoOn, draft.canSend]).toEqual([true, false])
    draft.choose(2)
    await draft.seat('b1')
    expect([draft.complete, draft.canSend]).toEqual([true, true])
  })
  it('asks for which nation a joker stands', async () => {
    const { draft, asked } = setUp(() => ({}))
    draft.choose(3)
    await draft.seat('c2')
    expect(draft.asking?.options).toHaveLength(2)
    await draft.add(draft.asking?.options[1] as Offer)
    expect(actionsOf(asked[0])).toEqual([{ type: 'seat', guest: 'JKf', chair: 'c2', as: 'ES' }])
  })
  it('lifts a guest again and can be taken back', async () => {
    const { draft } = setUp(() => ({ legal: [{ action: { type: 'done' } }] }))
    draft.choose(0)
    await draft.seat('b1')
    expect(draft.canSend).toBe(true)
    await draft.lift('b1')
    expect([draft.steps.length, draft.chosen]).toEqual([0, 0])
    await draft.seat('a2')
    await draft.back()
    expect(draft.placed).toEqual({})
  })
  it('sends what was drafted, with the end of the turn where it must be said', async () => {
    const { draft, asked } = setUp((ask) => (ask.type === 'preview' ? { legal: [{ action: { type: 'done' } }] } : null))
    draft.choose(0)
    await draft.seat('b1')
    await draft.send()
    expect(actionsOf(asked.at(-1)).map(({ type }) => type)).toEqual(['seat', 'done'])
  })
  it('begins anew when the game went on', async () => {
    const { draft } = setUp(() => ({}))
    draft.follow(3)
    draft.choose(0)
    await draft.seat('b1')
    draft.follow(3)
    expect(draft.steps).toHaveLength(1)
    draft.follow(4)
    expect(draft.steps).toHaveLength(0)
  })
})
