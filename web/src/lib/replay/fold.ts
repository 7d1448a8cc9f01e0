/** A finished game turn by turn: the events told once more, from the beginning. */
import type { Entry } from '../connection/api'
import type { Seen } from '../connection/follow'
import type { Faces, GameEvent, Table, View } from '../protocol/types'

export interface GameRecord {
  edition: string
  variants: string[]
  players: string[]
  bag: string[]
  tables: string[]
  notation: string
}
interface Position {
  view: View
  faces: Faces
}

const events = (entries: readonly Entry[]): GameEvent[] => entries.flatMap((entry) => entry.events)
const without = (list: readonly string[], guest: string): string[] => {
  const at = list.indexOf(guest)
  return at < 0 ? [...list] : list.toSpliced(at, 1)
}

/** How it began. The bag lists first hands and draws in order, so what was not drawn and is not left was dealt. */
function beginning(table: Table, last: View, record: GameRecord, entries: readonly Entry[]): Position {
  const draws = events(entries).filter(({ type }) => type === 'drawn').length
  const left = typeof last.bag === 'number' ? last.bag : last.bag.length
  const dealt = Math.max(0, record.bag.length - draws - left)
  const each = Math.floor(dealt / last.players)
  const none = () => Array.from({ length: last.players }, () => 0)
  return {
    view: {
      ...last,
      tables: record.tables.length ? Object.fromEntries(table.plan.tables.map((cell, index) => [cell, record.tables[index] ?? ''])) : last.tables,
      seated: {},
      bar: [],
      hands: none().map((_, player) => record.bag.slice(player * each, (player + 1) * each)),
      bag: record.bag.length - dealt,
      table_pile: Math.max(0, record.tables.length - table.plan.tables.length),
      hidden: none().map(() => []),
      removed: [],
      scores: none(),
      one_nation_tables: none(),
      out: [],
      turn: { player: 0, seated: [], owes_partner: null, party: null, may_close: false, passes: 0 },
      over: null,
    },
    faces: { seated: {}, bar: [], hands: none().map(() => []) },
  }
}

/** One event more. */
function after({ view, faces }: Position, event: GameEvent, bag: readonly string[]): Position {
  const hands = view.hands.map((hand) => (Array.isArray(hand) ? hand : []))
  const give = (player: number, guest: string) => hands.map((hand, each) => (each === player ? without(hand, guest) : hand))
  const take = (player: number, guest: string) => hands.map((hand, each) => (each === player ? [...hand, guest] : hand))
  const pay = (player: number, points: number) => view.scores.map((score, each) => (each === player ? Math.max(0, score + points) : score))
  switch (event.type) {
    case 'seated': {
      const as = event.as ? { as: event.as } : {}
      return {
        view: {
          ...view,
          hands: give(event.player, event.guest),
          seated: { ...view.seated, [event.chair]: { guest: event.guest, ...as } },
          scores: pay(event.player, event.points.reduce((sum, { points }) => sum + points, 0)),
        },
        faces: { ...faces, seated: { ...faces.seated, [event.chair]: event.face ?? 0 } },
      }
    }
    case 'swapped': {
      const given = give(event.player, event.guest)
      return {
        view: {
          ...view,
          hands: given.map((hand, each) => (each === event.player ? [...hand, event.joker] : hand)),
          seated: { ...view.seated, [event.chair]: { guest: event.guest } },
        },
        faces: { ...faces, seated: { ...faces.seated, [event.chair]: event.face ?? 0 } },
      }
    }
    case 'barred':
      return {
        view: { ...view, hands: give(event.player, event.guest), bar: [...view.bar, event.guest], scores: pay(event.player, event.points) },
        faces: { ...faces, bar: [...faces.bar, event.face ?? 0] },
      }
    case 'left':
      return { view: { ...view, hands: give(event.player, event.guest) }, faces }
    case 'drawn': {
      const left = Number(view.bag)
      return { view: { ...view, hands: take(event.player, event.guest ?? bag[bag.length - left] ?? ''), bag: left - 1 }, faces }
    }
    case 'hidden':
      return { view: event.guest ? { ...view, hands: give(event.player, event.guest) } : view, faces }
    case 'cleared': {
      const seated = Object.fromEntries(Object.entries(view.seated).filter(([chair]) => !event.chairs.includes(chair)))
      return { view: { ...view, seated }, faces }
    }
    case 'dealt':
      return { view: { ...view, tables: { ...view.tables, [event.table]: event.nation }, table_pile: Number(view.table_pile) - 1 }, faces }
    case 'partied':
      return { view: { ...view, scores: pay(event.player, event.points) }, faces }
    case 'out':
      return { view: { ...view, out: [...view.out, event.player] }, faces }
    case 'turn':
      return { view: { ...view, turn: { ...view.turn, player: event.player } }, faces }
    default:
      return { view, faces }
  }
}

/** The game before the first turn and after each; the last one is the server's own. */
export function fold(table: Table, last: Pick<Seen, 'view' | 'faces' | 'version'>, record: GameRecord, entries: readonly Entry[]): Seen[] {
  let position = beginning(table, last.view, record, entries)
  const seen = (version: number): Seen => ({ version, player: null, ...position, legal: [], clocks: [], at: 0 })
  const all = [seen(0)]
  for (const entry of entries) {
    for (const event of entry.events) position = after(position, event, record.bag)
    all.push(seen(entry.version))
  }
  all[all.length - 1] = { ...seen(last.version), view: last.view, faces: last.faces }
  return all
}
