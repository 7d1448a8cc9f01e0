/** A step of a turn: what the server offered, and which place of the hand it uses. */
import type { AnyAction, Offer } from '../protocol/types'

export interface Step {
  offer: Offer
  index: number | null
}
export type Kind = AnyAction['type']

export const guestOf = (action: AnyAction): string | null => ('guest' in action ? action.guest : null)
export const chairOf = (action: AnyAction): string | null => ('chair' in action ? action.chair : null)
/** Actions that are a whole turn or its end, and are sent at once. */
export const isPlain = ({ type }: AnyAction): boolean => type === 'done' || type === 'draw' || type === 'pass' || type === 'close'
export const same = (a: AnyAction, b: AnyAction): boolean =>
  a.type === b.type &&
  guestOf(a) === guestOf(b) &&
  chairOf(a) === chairOf(b) &&
  (a.type !== 'seat' || b.type !== 'seat' || (a.as ?? null) === (b.as ?? null)) &&
  (a.type !== 'party' || b.type !== 'party' || (a.table === b.table && a.gender === b.gender))
