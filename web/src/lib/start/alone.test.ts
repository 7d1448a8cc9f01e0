import { describe, expect, it } from 'vitest'
import type { Level, Options, Over, Table } from '../protocol/types'
import { fitted, houseNames, nextLevel, streakAfter, type Streak } from './alone.svelte'

const level = (name: string, ...names: string[]): Level => ({
  level: name,
  name: names[0] ?? '',
  character: '',
  names,
})
const levels = [level('easy', 'Lou', 'Basil'), level('medium', 'Vera', 'Anselm'), level('hard', 'Carlo')]
const options = {
  levels,
  editions: [
    { name: 'cards', variants: [], least_players: 2, most_players: 5, traits: { table_cards: true } },
    {
      name: 'board',
      variants: ['parties'],
      least_players: 2,
      most_players: 4,
      traits: { table_cards: false },
    },
  ],
} as unknown as Options

describe('a choice', () => {
  it('is the board against two who are easy company where nothing was chosen', () => {
    expect(fitted({}, options)).toEqual({
      edition: 'board',
      bots: ['easy', 'easy'],
      variants: [],
      starter: 0,
    })
  })
  it('keeps what this server has', () => {
    const wanted = {
      edition: 'cards',
      bots: ['hard', 'gone', 'easy', 'easy', 'easy'],
      variants: ['parties'],
      starter: 4,
    }
    expect(fitted(wanted, options)).toEqual({
      edition: 'cards',
      bots: ['hard', 'easy', 'easy', 'easy'],
      variants: [],
      starter: 4,
    })
    expect(fitted({ ...wanted, edition: 'gone' }, options)).toMatchObject({
      edition: 'board',
      bots: ['hard', 'easy', 'easy'],
      variants: ['parties'],
      starter: 0,
    })
    expect(fitted({ bots: [], starter: 'random' }, options)).toMatchObject({
      bots: ['easy'],
      starter: 'random',
    })
  })
  it('calls bots as the server does', () => {
    expect(houseNames(['easy', 'medium', 'easy', 'medium'], levels)).toEqual([
      'Lou',
      'Vera',
      'Basil',
      'Anselm',
    ])
  })
})

describe('games in a row', () => {
  const seat = (player: number, bot: string | null) => ({
    kind: bot ? 'bot' : 'person',
    bot,
    player,
    yours: !bot,
    stand_in: null,
    resigned: false,
  })
  const table = (...bots: string[]) =>
    ({
      practice: false,
      seats: [seat(0, null), ...bots.map((bot, at) => seat(at + 1, bot))],
    }) as unknown as Table
  const over = (...ranks: number[]) =>
    ({
      reason: 'bag',
      ranks,
      winners: ranks.flatMap((rank, player) => (rank === 1 ? [player] : [])),
    }) as unknown as Over
  const many: Streak = { level: 'medium', won: true, count: 2 }

  it('are counted against one level', () => {
    const three = table('medium', 'medium')
    expect(streakAfter(many, three, over(1, 2, 3), 0)).toEqual({ ...many, count: 3 })
    expect(streakAfter(many, three, over(3, 1, 2), 0)).toEqual({ level: 'medium', won: false, count: 1 })
    expect(streakAfter(many, three, over(2, 1, 3), 0)).toBe(null)
    expect(streakAfter(many, table('easy'), over(1, 2), 0)).toEqual({ level: 'easy', won: true, count: 1 })
  })
  it('leave out what shows nothing', () => {
    const away = table('medium')
    Object.assign(away.seats[0] ?? {}, { resigned: true })
    for (const other of [table('easy', 'medium'), away, { ...table('easy'), practice: true }])
      expect(streakAfter(many, other, over(2, 1), 0)).toBe(many)
    expect(streakAfter(many, table('easy'), { ...over(2, 1), reason: 'agreed' }, 0)).toBe(many)
  })
  it('suggest the next level, and none beyond the last', () => {
    const after = (level: string, won: boolean, count = 3) => nextLevel({ level, won, count }, levels)?.level
    expect([after('medium', true), after('medium', false), after('medium', true, 2)]).toEqual([
      'hard',
      'easy',
      undefined,
    ])
    expect([after('hard', true), after('easy', false), after('gone', false)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
