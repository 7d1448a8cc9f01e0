/** A step of a turn: what the server offered, which place of the hand it uses, and who stood there: the hand changes as soon as the turn is told. */
import type { AnyAction, Offer, PreviewedMessage } from '../protocol/types'

export interface Step {
  offer: Offer
  index: number | null
  face: number
}
export type Kind = AnyAction['type']
/** A guest on its chair, before the turn is sent. */
export interface Placed {
  guest: string
  as?: string
  face: number
  points: NonNullable<Offer['points']>
}
export interface AtBar {
  guest: string
  face: number
}

export const guestOf = (action: AnyAction): string | null => ('guest' in action ? action.guest : null)
export const chairOf = (action: AnyAction): string | null => ('chair' in action ? action.chair : null)
/** Actions that are a whole turn or its end, and are sent at once. */
export const isPlain = ({ type }: AnyAction): boolean =>
  type === 'done' || type === 'draw' || type === 'pass' || type === 'close'
export const same = (a: AnyAction, b: AnyAction): boolean =>
  a.type === b.type &&
  guestOf(a) === guestOf(b) &&
  chairOf(a) === chairOf(b) &&
  (a.type !== 'seat' || b.type !== 'seat' || (a.as ?? null) === (b.as ?? null)) &&
  (a.type !== 'party' || b.type !== 'party' || (a.table === b.table && a.gender === b.gender))

/** The faces of the guests that the steps play: two equal guests are two people. */
export const facesOf = (steps: Step[]): number[] =>
  steps.flatMap(({ index, face }) => (index === null ? [] : [face]))
/** Who sits where by these steps, with the points that the server told, or else offered. */
export function placedOf(steps: Step[], events: PreviewedMessage['events']): Record<string, Placed> {
  const placed: Record<string, Placed> = {}
  for (const { offer, face } of steps) {
    const { action } = offer
    if (action.type !== 'seat' && action.type !== 'swap') continue
    const as = action.type === 'seat' && action.as ? { as: action.as } : {}
    const told = events.find((event) => event.type === 'seated' && event.chair === action.chair)
    const points = told?.type === 'seated' ? told.points : (offer.points ?? [])
    placed[action.chair] = { guest: action.guest, ...as, face, points }
  }
  return placed
}
export function barOf(steps: Step[]): AtBar | null {
  const step = steps.find(({ offer }) => offer.action.type === 'bar')
  const guest = step && guestOf(step.offer.action)
  return guest ? { guest, face: step.face } : null
}

/** By chair, the best offer for it. */
export function bestOffers(offers: readonly Offer[]): Record<string, Offer> {
  const best: Record<string, Offer> = {}
  for (const offer of offers) {
    const chair = chairOf(offer.action) ?? ''
    if ((offer.total ?? 0) >= (best[chair]?.total ?? -1)) best[chair] = offer
  }
  return best
}
export const byChair = <Told>(
  offers: Record<string, Offer>,
  tell: (offer: Offer) => Told,
): Record<string, Told> =>
  Object.fromEntries(Object.entries(offers).map(([chair, offer]) => [chair, tell(offer)]))
