/** A turn drawn in the café before it is played: where its guests would sit. */
import type { GameEvent, Seated } from '../protocol/types'
import type { AtBar } from '../turn/steps'

export const chairsOf = (events: readonly GameEvent[]): string[] =>
  events.flatMap((event) => ('chair' in event ? [event.chair] : []))

export function placedBy(events: readonly GameEvent[]): Record<string, Seated & { face: number }> {
  const placed: Record<string, Seated & { face: number }> = {}
  for (const event of events)
    if (event.type === 'seated' || event.type === 'swapped') {
      const as = event.type === 'seated' && event.as ? { as: event.as } : {}
      placed[event.chair] = { guest: event.guest, ...as, face: event.face ?? 0 }
    }
  return placed
}

export function atBarOf(events: readonly GameEvent[]): AtBar | null {
  const event = events.find(({ type }) => type === 'barred')
  return event?.type === 'barred' ? { guest: event.guest, face: event.face ?? 0 } : null
}
