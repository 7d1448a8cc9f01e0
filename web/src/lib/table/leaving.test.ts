import { describe, expect, it } from 'vitest'
import type { Seen } from '../connection/follow'
import type { GameEvent } from '../protocol/types'
import type { Game } from './game'
import { leavingOf, withLeaving } from './leaving'

const BEFORE = {
  view: {
    tables: { b2: 'RU', d2: 'GB' },
    seated: { b1: { guest: 'RUm' }, b3: { guest: 'RUf' }, e2: { guest: 'GBm' } },
  },
  faces: { seated: { b1: 1, b3: 2, e2: 3 }, bar: [], hands: [] },
} as unknown as Seen
const EVENTS = [
  { type: 'seated', player: 0, guest: 'RUf', chair: 'a2', points: [], face: 3 },
  { type: 'cleared', tables: ['b2'], chairs: ['b1', 'a2', 'b3', 'c2'] },
  { type: 'dealt', table: 'b2', nation: 'IT' },
] as unknown as GameEvent[]

describe('what is carried away', () => {
  it('is the table and its guests, the last one too', () => {
    expect(leavingOf(EVENTS, BEFORE)).toEqual({
      tables: { b2: 'RU' },
      seated: { b1: { guest: 'RUm' }, b3: { guest: 'RUf' }, a2: { guest: 'RUf' } },
      faces: { b1: 1, b3: 2, a2: 3 },
    })
    expect(leavingOf(EVENTS.slice(0, 1), BEFORE)).toBeNull()
  })
  it('is shown over the café as it is now', () => {
    const game = {
      view: { tables: { b2: 'IT', d2: 'GB' }, seated: { e2: { guest: 'GBm' } } },
      faces: { seated: { e2: 3 }, bar: [], hands: [] },
    } as unknown as Game
    const { view, faces } = withLeaving(game, leavingOf(EVENTS, BEFORE))
    expect(view.tables).toEqual({ b2: 'RU', d2: 'GB' })
    expect(Object.keys(view.seated).sort()).toEqual(['a2', 'b1', 'b3', 'e2'])
    expect(faces.seated['a2']).toBe(3)
  })
})
