/** Seats and who plays in them; the server says what can be chosen. */
import type { Bot, Level, Seat, SeatAsk } from '../protocol/types'
import { named, t } from '../text/text'

/** Whether nobody sits there yet. */
export const isFree = ({ kind }: Seat): boolean => kind === 'friend' || kind === 'anybody'

/** Who sits down unasked: of the house's opponents, weakest first, the stronger of the weaker half; for a novice the next weaker one. */
export const usualLevel = (levels: readonly Level[], novice = false): string =>
  levels[Math.max(0, Math.floor((levels.length - 1) / 2) - Number(novice))]?.level ?? ''
/** What an opponent is like, in the page's language where it has words for that. */
export const characterOf = ({ level, character }: Level): string => named('character', level, character)
/** What stands before the id of somebody's program where one of all opponents is chosen. */
const ACCOUNT = '@'
/** Somebody's program among the opponents: how it is chosen, and what is said of it. */
export const visitor = ({ id, name, author }: Bot): [string, string] => [
  ACCOUNT + id,
  `${name} · ${t('player.botBy', { author })}`,
]
/** A seat for the opponent that was chosen: one of the house sits down, somebody's program is asked. */
export const seatFor = (chosen: string) =>
  chosen.startsWith(ACCOUNT)
    ? ({ kind: 'asked', account: chosen.slice(ACCOUNT.length) } as const)
    : ({ kind: 'bot', bot: chosen } as const)
/** So many seats for that opponent; a program plays one of them, and the house the others. */
export const seatsFor = (count: number, chosen: string, levels: readonly Level[]): SeatAsk[] =>
  Array.from({ length: count }, (_, index) =>
    seatFor(index && chosen.startsWith(ACCOUNT) ? usualLevel(levels) : chosen),
  )
