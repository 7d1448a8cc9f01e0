import type { GameEvent } from '../protocol/types'
import { candlesOf } from '../table/evening'
import { eventPoints } from '../table/game'
import { play } from './sound'

/** What an event of a turn sounds like; one's own guests were heard when they sat down. */
export function playEvent(event: GameEvent, own: boolean): void {
  const points = eventPoints(event)
  if (event.type === 'barred' && !own) void play('bar')
  else if ((event.type === 'seated' || event.type === 'swapped') && !own) void play('chair')
  else if (event.type === 'cleared') void play('cup')
  if (points) void play(points > 0 ? 'points' : 'cost', points)
  if (candlesOf([event]).length) void play('candle')
}
