/** What a turn clears away, as it stood before: it is shown until it is carried out. */
import type { Seen } from '../connection/follow'
import type { GameEvent, Seated } from '../protocol/types'
import type { Game } from './game'

export interface Leaving {
  tables: Record<string, string>
  seated: Record<string, Seated>
  faces: Record<string, number>
}

export function leavingOf(
  events: readonly GameEvent[],
  { view, faces }: Pick<Seen, 'view' | 'faces'>,
): Leaving | null {
  const seated = { ...view.seated }
  const known = { ...faces.seated }
  const found: Leaving = { tables: {}, seated: {}, faces: {} }
  for (const event of events) {
    if (event.type === 'seated') {
      seated[event.chair] = { guest: event.guest, ...(event.as ? { as: event.as } : {}) }
      known[event.chair] = event.face ?? 0
    } else if (event.type === 'cleared') {
      for (const table of event.tables) found.tables[table] = view.tables[table] ?? ''
      for (const chair of event.chairs) {
        const sitting = seated[chair]
        if (!sitting) continue
        found.seated[chair] = sitting
        found.faces[chair] = known[chair] ?? 0
      }
    }
  }
  return Object.keys(found.tables).length ? found : null
}

/** The café with what is still to be carried out. */
export const withLeaving = ({ view, faces }: Game, leaving: Leaving | null): Pick<Game, 'view' | 'faces'> =>
  leaving
    ? {
        view: {
          ...view,
          tables: { ...view.tables, ...leaving.tables },
          seated: { ...view.seated, ...leaving.seated },
        },
        faces: { ...faces, seated: { ...faces.seated, ...leaving.faces } },
      }
    : { view, faces }
