/** New tables by what people want; the server says what can be chosen. */
import type { NewTable, Seat, SeatAsk } from '../protocol/types'

/** The house's opponents for people, weakest first; a server without them offers what it has. */
const LEVELS = ['easy', 'medium', 'hard', 'master']

export const opponents = (bots: readonly string[]): readonly string[] => {
  const levels = LEVELS.filter((level) => bots.includes(level))
  return levels.length ? levels : bots
}
/** Whether nobody sits there yet. */
export const isFree = ({ kind }: Seat): boolean => kind === 'friend' || kind === 'anybody'

/** Who sits down unasked. */
export const goodBot = (bots: readonly string[]): string =>
  ['medium', 'greedy'].find((bot) => bots.includes(bot)) ?? bots.at(-1) ?? 'greedy'
const bots = (count: number, bot: string): SeatAsk[] =>
  Array.from({ length: count }, () => ({ kind: 'bot', bot }))

export const againstBots = (edition: string, count: number, bot: string): NewTable => ({
  edition,
  seats: [{ kind: 'me' }, ...bots(count, bot)],
  starter: 0,
})
