import { describe, expect, it } from 'vitest'
import type { GameEvent } from '../protocol/types'
import { candlesOf, duskOf } from './evening'
import type { Game } from './game'

const seated = (table: string, guests: number, one_nation: boolean): GameEvent =>
  ({
    type: 'seated',
    player: 0,
    guest: 'DEm',
    chair: 'b1',
    points: [{ table, guests, one_nation, points: 1 }],
  }) as GameEvent
const drawn = { type: 'drawn', player: 0 } as GameEvent
const at = (log: GameEvent[], bag: number, over = false) =>
  duskOf({ log, view: { bag, over: over ? {} : null } } as unknown as Game)

describe('an evening', () => {
  it('has a candle on a full table of one nation, until the table is carried out', () => {
    const log = [seated('b2', 3, true), seated('d2', 4, false), seated('b4', 4, true), seated('d4', 4, true)]
    expect(candlesOf(log)).toEqual(['b4', 'd4'])
    expect(candlesOf([...log, { type: 'cleared', tables: ['b4'], chairs: [] }])).toEqual(['d4'])
  })
  it('grows dark as the bag empties', () => {
    expect(at([], 80)).toBe(0)
    expect(at(Array<GameEvent>(40).fill(drawn), 40)).toBe(0.5)
    expect(at(Array<GameEvent>(80).fill(drawn), 0)).toBe(1)
    expect(at([drawn], 79, true)).toBe(1)
  })
})
