import { describe, expect, it } from 'vitest'
import type { Daily, DailyGame } from '../protocol/types'
import { secondsLeft, shareText } from './day'

const game = (edition: string, margin: number | null): DailyGame => ({
  edition,
  levels: ['medium', 'hard'],
  names: ['Vera', 'Carlo'],
  version: 1,
  commitment: 'aa',
  tomorrow: 'bb',
  secret: null,
  table: 'k3v9q2m7xa',
  status: margin === null ? 'running' : 'finished',
  margin,
  place: margin === null ? null : 4,
  finished: 31,
  bars: [],
})
const daily: Daily = {
  day: '2026-11-16',
  now: 1000,
  ends: 1060,
  streak: 3,
  games: [game('board', -12), game('card', null)],
  days: ['2026-11-15'],
}

describe('the café of the day', () => {
  it('tells a result without the game, its guests or its hash', () => {
    const lines = shareText(daily).split('\n')
    expect(lines.slice(0, -1)).toEqual([
      'The café of the day, November 16, 2026',
      'Board game: −12, place 4 of 31',
      '3 days in a row',
    ])
    expect(lines.at(-1)).toMatch(/\/today$/)
    expect(shareText(daily)).not.toMatch(/k3v9q2m7xa|aa|bb/)
  })
  it('counts down by the server’s clock and stops at the end', () => {
    expect(secondsLeft(daily, performance.now())).toBeCloseTo(60, 0)
    expect(secondsLeft({ ...daily, now: 2000 }, performance.now())).toBe(0)
  })
})
