/** Seats and who plays in them; the server says what can be chosen. */
import type { Level, Seat } from '../protocol/types'
import { named } from '../text/text'

/** Whether nobody sits there yet. */
export const isFree = ({ kind }: Seat): boolean => kind === 'friend' || kind === 'anybody'

/** Who sits down unasked: of the house's opponents, weakest first, the stronger of the weaker half. */
export const usualLevel = (levels: readonly Level[]): string =>
  levels[Math.floor((levels.length - 1) / 2)]?.level ?? ''
/** What an opponent is like, in the page's language where it has words for that. */
export const characterOf = ({ level, character }: Level): string => named('character', level, character)
