/** The one place that decides how a message changes what is known of the game. */
import type {
  Changes,
  EventsMessage,
  Faces,
  FacesChanges,
  GameEvent,
  Offer,
  Outlook,
  View,
  ViewMessage,
} from '../protocol/types'

/** A game as the server last told it. */
export interface Seen {
  version: number
  player: number | null
  view: View
  faces: Faces
  legal: Offer[]
  clocks: number[]
  /** Seconds, from when it came, until the others may let a bot play for a mover who is away. */
  patience: number
  /** What ends the game, and how near that is. */
  outlook: Outlook
  /** When it came, by this machine's clock. */
  at: number
}

/** Nothing ends, as in a replay: what is known of a game that nobody plays. */
export const NO_OUTLOOK: Outlook = { limits: [], last: false, bar: [], empty_hand: false }

/** Cells that changed; null takes one away. */
function patched<Value>(
  old: Record<string, Value>,
  changes: Record<string, Value | null> | undefined,
): Record<string, Value> {
  if (!changes) return old
  const next = { ...old }
  for (const [cell, value] of Object.entries(changes)) {
    if (value === null) delete next[cell]
    else next[cell] = value
  }
  return next
}

function changedView(view: View, changes: Changes): View {
  const { tables, seated, ...rest } = changes
  return {
    ...view,
    ...(rest as Partial<View>),
    tables: patched(view.tables, tables),
    seated: patched(view.seated, seated),
  }
}

function changedFaces(faces: Faces, changes: FacesChanges): Faces {
  const { seated, ...rest } = changes
  return { ...faces, ...rest, seated: patched(faces.seated, seated) }
}

/** An event without the card that only its own player may know. */
export const closedEvent = (event: GameEvent, player: number | null): GameEvent =>
  (event.type === 'drawn' || event.type === 'hidden') && event.player !== player
    ? { type: event.type, player: event.player }
    : event

/** What is known after a message: `gap` asks for the whole view, `old` changes nothing. */
export function follow(
  seen: Seen | null,
  message: ViewMessage | EventsMessage,
  at: number,
): Seen | 'gap' | 'old' {
  if (message.type === 'view') {
    const { version, player, view, faces, legal, clocks, patience, outlook } = message
    return { version, player, view, faces, legal, clocks, patience, outlook, at }
  }
  if (seen && message.version <= seen.version) return 'old'
  if (!seen || message.version !== seen.version + 1 || message.player !== seen.player) return 'gap'
  return {
    version: message.version,
    player: message.player,
    view: changedView(seen.view, message.changes),
    faces: changedFaces(seen.faces, message.faces),
    legal: message.legal,
    clocks: message.clocks,
    patience: message.patience,
    outlook: message.outlook,
    at,
  }
}
