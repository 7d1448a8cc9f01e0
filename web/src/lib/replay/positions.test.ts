import { describe, expect, it } from 'vitest'
import type { Replay } from '../protocol/types'
import { gameAt, positionsOf, through } from './positions'

const REPLAY = {
  players: [
    { name: 'Anna', seat: 0 },
    { name: null, seat: 1 },
  ],
  open_hands: false,
  plan: { columns: 5, rows: 5, tables: [], chairs: [], bar: [], bar_points: [] },
  view: {
    tables: { b2: 'DE' },
    seated: { b1: { guest: 'DEm' } },
    hands: [['DEf'], ['ITm', 'ITf']],
    hidden: [[], []],
    scores: [0, 0],
    over: null,
  },
  faces: { seated: { b1: 0 }, bar: [], hands: [[1], [0, 2]] },
  steps: [
    {
      by: 0,
      events: [{ type: 'drawn', player: 0, guest: 'FRm', face: 3 }],
      changes: {
        hands: [
          ['DEf', 'FRm'],
          ['ITm', 'ITf'],
        ],
      },
      faces: {
        hands: [
          [1, 3],
          [0, 2],
        ],
      },
    },
    {
      by: 1,
      events: [{ type: 'dealt', table: 'b2', nation: 'IT' }],
      changes: { tables: { b2: 'IT' }, seated: { b1: null } },
      faces: { seated: { b1: null } },
    },
  ],
  notation: '',
} as unknown as Replay

describe('a replay', () => {
  it('gives every position, from the beginning', () => {
    const all = positionsOf(REPLAY)
    expect(all.map(({ view }) => view.tables['b2'])).toEqual(['DE', 'DE', 'IT'])
    expect(all.map(({ view }) => Object.keys(view.seated).length)).toEqual([1, 1, 0])
    expect(all[1]?.faces.hands[0]).toEqual([1, 3])
  })
  it('shows a player only what that player saw', () => {
    const [, after] = positionsOf(REPLAY)
    if (!after) throw new Error('expected a position')
    expect(through(after, 1, false).view.hands).toEqual([2, ['ITm', 'ITf']])
    expect(gameAt(REPLAY, after, 1).log[0]).toEqual({ type: 'drawn', player: 0 })
    expect(gameAt(REPLAY, after, null).log[0]).toMatchObject({ guest: 'FRm' })
    expect(through(after, 1, true).view.hands).toEqual([
      ['DEf', 'FRm'],
      ['ITm', 'ITf'],
    ])
  })
})
