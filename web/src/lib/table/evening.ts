/** What an evening in the café shows by itself: candles on tables that are full of one nation, and dusk as the bag empties. */
import type { GameEvent } from '../protocol/types'
import type { Game } from './game'

const FULL = 4

/** The tables where somebody completed a one-nation table, as the server told, and that still stand. */
export function candlesOf(log: readonly GameEvent[]): string[] {
  const found = new Set<string>()
  for (const event of log) {
    if (event.type === 'seated')
      for (const { table, guests, one_nation } of event.points)
        if (one_nation && guests === FULL) found.add(table)
    if (event.type === 'cleared') for (const table of event.tables) found.delete(table)
  }
  return [...found]
}

/** How far the evening has come, in eighths: a step is hardly seen, and between two of them nothing is painted. */
export function duskOf({ log, view }: Pick<Game, 'log' | 'view'>): number {
  if (view.over) return 1
  const drawn = log.filter(({ type }) => type === 'drawn').length
  const left = typeof view.bag === 'number' ? view.bag : view.bag.length
  return drawn ? Math.round((8 * drawn) / (drawn + left)) / 8 : 0
}
