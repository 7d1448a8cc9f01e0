/** What happened in a room between two tellings of it, beside the game itself: who came, went, proposed something. */
import type { Entry, Seat, Table } from '../protocol/types'

export interface News {
  kind: 'rematch' | 'declined' | 'away' | 'back' | 'standIn' | 'plays' | 'resigned' | 'asks'
  /** Who did it; nobody in particular for a rematch. */
  name: string
  seat: number
}

const AT_TABLE: Seat['kind'][] = ['person']

/** News of others: what one does oneself is no news. `version` is the game's. */
export function newsOf(before: Table, after: Table, version: number): News[] {
  const found: News[] = []
  for (const seat of after.seats) {
    const old = before.seats[seat.seat]
    if (!old || seat.yours || !AT_TABLE.includes(seat.kind) || old.name === null) continue
    const tell = (kind: News['kind']) => found.push({ kind, name: seat.name ?? '', seat: seat.seat })
    if (seat.resigned && !old.resigned) tell('resigned')
    else if (seat.stand_in !== null && old.stand_in === null) tell('standIn')
    else if (seat.stand_in === null && old.stand_in !== null) tell('plays')
    else if (!seat.present && old.present) tell('away')
    else if (seat.present && !old.present) tell('back')
    if (after.status === 'running' && seat.asks_stand_in === version && old.asks_stand_in !== version)
      tell('asks')
    if (after.declined === seat.seat && before.declined !== seat.seat) tell('declined')
  }
  if (after.rematch !== null && before.rematch !== after.rematch)
    found.push({ kind: 'rematch', name: '', seat: -1 })
  return found
}

/** The player who is the reader's own again, after a bot has played. */
export function returnedOf(before: Table, after: Table): number | null {
  const seat = after.seats.find(({ yours, stand_in, resigned }) => yours && stand_in === null && !resigned)
  return seat && before.seats[seat.seat]?.stand_in ? seat.player : null
}

/** How many turns a bot has played for a player since that player's own last one. */
export function playedMeanwhile(log: readonly Entry[], player: number): number {
  const own = log.filter(({ by }) => by === player)
  const since = own.slice(own.findLastIndex(({ stand_in }) => !stand_in) + 1)
  return since.filter(({ events }) => events.some(({ type }) => type === 'turn' || type === 'over')).length
}

/** Of the others whom an end by agreement needs, the names of those who have agreed and those who have not; bots are not asked. */
export function agreementOf(table: Table): { agreed: string[]; missing: string[] } {
  const asked = table.seats.filter(
    ({ kind, yours, author, stand_in }) =>
      (kind === 'person' || kind === 'local') && !yours && author === null && stand_in === null,
  )
  const names = (agrees: boolean) =>
    asked.filter((seat) => seat.agrees === agrees).map(({ name }) => name ?? '')
  return { agreed: names(true), missing: names(false) }
}

/** The seat of a mover who is away, if the reader may do something about it. */
export function absentMover(table: Table, mover: number): Seat | null {
  const seat = table.seats.find(({ player }) => player === mover)
  const plays = table.host || table.seats.some(({ yours }) => yours)
  if (!seat || !plays || table.status !== 'running') return null
  const away = seat.kind !== 'bot' && !seat.yours && !seat.present && seat.stand_in === null
  return away ? seat : null
}
