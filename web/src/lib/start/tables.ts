/** New tables by what people want; the server says what can be chosen. */
import type { NewTable, SeatAsk } from '../protocol/types'

/** The best bot the server offers, of those known to us; otherwise its last one. */
export function goodBot(bots: readonly string[]): string {
  return ['regular', 'greedy'].find((bot) => bots.includes(bot)) ?? bots.at(-1) ?? 'greedy'
}
const bots = (count: number, bot: string): SeatAsk[] => Array.from({ length: count }, () => ({ kind: 'bot', bot }))

export const againstBots = (edition: string, count: number, bot: string): NewTable => ({
  edition,
  seats: [{ kind: 'me' }, ...bots(count, bot)],
  starter: 0,
})
