import { describe, expect, it } from 'vitest'
import type { Entry, Seat, Table } from '../protocol/types'
import { absentMover, agreementOf, newsOf, playedMeanwhile, returnedOf } from './news'

const seat = (place: number, change: Partial<Seat> = {}): Seat =>
  ({
    seat: place,
    kind: 'person',
    name: ['Anna', 'Ben'][place],
    player: place,
    author: null,
    stand_in: null,
    resigned: false,
    agrees: false,
    asks_stand_in: null,
    present: true,
    yours: place === 0,
    ...change,
  }) as Seat
const table = (change: Partial<Seat> = {}, more: Partial<Table> = {}): Table =>
  ({ status: 'running', host: true, rematch: null, seats: [seat(0), seat(1, change)], ...more }) as Table
const kinds = (before: Table, after: Table) => newsOf(before, after, 7).map(({ kind }) => kind)

describe('what happened in the room', () => {
  it('is told of others', () => {
    expect(newsOf(table(), table({ present: false }), 7)).toEqual([{ kind: 'away', name: 'Ben', seat: 1 }])
    expect(kinds(table({ present: false }), table())).toEqual(['back'])
    expect(kinds(table({ present: false }), table({ present: false, stand_in: 'greedy' }))).toEqual([
      'standIn',
    ])
    expect(kinds(table({ stand_in: 'greedy' }), table())).toEqual(['plays'])
    expect(kinds(table(), table({ resigned: true, stand_in: 'greedy' }))).toEqual(['resigned'])
    expect(kinds(table(), table({}, { rematch: 'abc' }))).toEqual(['rematch'])
  })
  it('counts what a bot has played for whoever returns', () => {
    const away = { ...table(), seats: [seat(0, { stand_in: 'greedy' }), seat(1)] }
    expect(returnedOf(away, table())).toBe(0)
    expect(returnedOf(table(), table())).toBe(null)
    expect(returnedOf(table({ stand_in: 'greedy' }), table())).toBe(null)
    const turn = (version: number, by: number, stand_in: boolean, ends = true) =>
      ({ version, by, stand_in, at: 0, events: ends ? [{ type: 'turn', player: 1 - by }] : [] }) as Entry
    const log = [turn(1, 0, true), turn(2, 1, false), turn(3, 0, false), turn(4, 1, true)]
    expect(playedMeanwhile(log, 0)).toBe(0)
    const more = [turn(5, 0, true, false), turn(6, 0, true), turn(7, 1, false), turn(8, 0, true)]
    expect(playedMeanwhile([...log, ...more], 0)).toBe(2)
  })
  it('says who would rather play on', () => {
    expect(kinds(table({}, { declined: null }), table({}, { declined: 1 }))).toEqual(['declined'])
    expect(kinds(table({}, { declined: null }), table({}, { declined: 0 }))).toEqual([])
    expect(kinds(table({}, { declined: 1 }), table({}, { declined: 1 }))).toEqual([])
  })
  it('counts a vote at the version that it was for', () => {
    expect(kinds(table(), table({ asks_stand_in: 7 }))).toEqual(['asks'])
    expect(kinds(table(), table({ asks_stand_in: 6 }))).toEqual([])
  })
  it('is nothing where nothing changed, or only oneself', () => {
    expect(kinds(table(), table())).toEqual([])
    const own = { ...table(), seats: [seat(0, { agrees: true }), seat(1)] }
    expect(kinds(table(), own)).toEqual([])
  })
})

describe('an end by agreement', () => {
  it('needs the others who play themselves', () => {
    expect(agreementOf(table())).toEqual({ agreed: [], missing: ['Ben'] })
    expect(agreementOf(table({ agrees: true }))).toEqual({ agreed: ['Ben'], missing: [] })
    expect(agreementOf(table({ stand_in: 'greedy' }))).toEqual({ agreed: [], missing: [] })
    expect(agreementOf(table({ kind: 'bot' }))).toEqual({ agreed: [], missing: [] })
  })
})

describe('a mover who is away', () => {
  it('is somebody else without a bot, for those who have a say', () => {
    expect(absentMover(table({ present: false }), 1)?.name).toBe('Ben')
    expect(absentMover(table({ present: false }), 0)).toBeNull()
    expect(absentMover(table(), 1)).toBeNull()
    expect(absentMover(table({ present: false, stand_in: 'greedy' }), 1)).toBeNull()
    const spectator = { ...table({ present: false }), host: false }
    spectator.seats = spectator.seats.map((each) => ({ ...each, yours: false }))
    expect(absentMover(spectator, 1)).toBeNull()
  })
})
