import { describe, expect, it } from 'vitest'
import board from '../../fixtures/board.json'
import type { EventsMessage, View, ViewMessage } from '../protocol/types'
import { follow, NO_OUTLOOK, type Seen } from './follow'

const view = board.view as unknown as View
const whole: ViewMessage = {
  type: 'view',
  version: 7,
  player: 0,
  view,
  faces: board.faces as never,
  legal: [],
  clocks: [],
  patience: 120,
  outlook: NO_OUTLOOK,
  events: [],
}
const seen = follow(null, whole, 0) as Seen
const turn = (change: Partial<EventsMessage>): EventsMessage => ({
  type: 'events',
  version: 8,
  player: 0,
  at: 0,
  by: 1,
  events: [],
  changes: {},
  faces: {},
  legal: [],
  clocks: [],
  patience: 120,
  outlook: NO_OUTLOOK,
  ...change,
})

describe('what is known of the game', () => {
  it('begins with a whole view', () => {
    expect(seen.version).toBe(7)
    expect(follow(null, turn({}), 0)).toBe('gap')
  })
  it('takes the next turn in, cell by cell', () => {
    const [chair = ''] = Object.keys(view.seated)
    const next = follow(
      seen,
      turn({ changes: { seated: { [chair]: null, z9: { guest: 'DEm' } }, scores: [1, 2, 3] } }),
      0,
    ) as Seen
    expect(next.view.seated[chair]).toBeUndefined()
    expect(next.view.seated['z9']).toEqual({ guest: 'DEm' })
    expect(next.view.scores).toEqual([1, 2, 3])
    expect(seen.view.seated[chair]).toBeDefined()
  })
  it('asks for the whole view after a gap, or when the eyes change', () => {
    expect(follow(seen, turn({ version: 9 }), 0)).toBe('gap')
    expect(follow(seen, turn({ player: 1 }), 0)).toBe('gap')
  })
  it('ignores what it knows', () => {
    expect(follow(seen, turn({ version: 7 }), 0)).toBe('old')
  })
})
