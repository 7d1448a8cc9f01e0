import { CELL, middle, wallOf } from '../board/geometry'
import type { Seen } from '../connection/follow'
import type { Entry, Faces, FloorPlan, GameEvent, Outlook, Table, Traits, View } from '../protocol/types'
import { named, t } from '../text/text'
import type { Spot } from './zoom.svelte'

/** What a lesson leaves on the screen: the guests it is about, and the one button beside sending that it teaches. */
export interface Taught {
  guests?: readonly string[]
  button?: 'bar' | 'draw'
}
/** What is shown beside the café. */
export type SideTab = 'log' | 'talk'
/** Somebody else in the room, whom one can block and report. */
export interface Other {
  room: string
  /** The seat, or the number of something said by somebody without a seat. */
  who: { seat: number } | { said: number }
  blocked: boolean
}
export interface SeatInfo {
  name: string
  kind: 'person' | 'bot'
  /** Whose program a bot is that is none of the house's. */
  author?: string | null
  present: boolean
  /** The name can be taken for that of somebody else in the game. */
  alike?: boolean
  /** A bot plays for a person who is away. */
  away?: boolean
  /** That person gave up. */
  resigned?: boolean
  other?: Other | undefined
}
/** Everything about a game that its screen shows. */
export interface Game {
  view: View
  plan: FloorPlan
  /** What the edition is like. */
  traits: Traits
  /** The player whose eyes these are; null for a spectator. */
  seat: number | null
  seats: SeatInfo[]
  /** Several people play on this screen: each is called by name. */
  shared?: boolean
  faces: Faces
  log: GameEvent[]
  /** Of the log, what a bot did for somebody who was away. */
  standIns?: ReadonlySet<GameEvent>
  /** The tables of the beginning, where they are known. */
  start?: Record<string, string> | null
  /** All hands are shown beside their players, as in a replay. */
  open?: boolean
  /** How many turns are stored. */
  version?: number
  clocks?: number[]
  /** What ends the game, and how near that is. */
  outlook?: Outlook
  at?: number
  /** The server's commitment to the shuffle. */
  commitment?: string | null
  /** The one try of a day: nobody helps. */
  counted?: boolean
  /** The café of a day: which, and whether this try counts. */
  daily?: Pick<NonNullable<Table['daily']>, 'day' | 'counted'> | null
  /** Nobody is to move any more: a puzzle has been answered. */
  answered?: boolean
}

/** Whether it is this player's turn. */
export const isMoving = ({ view, answered }: Game, player: number): boolean =>
  view.turn.player === player && !view.over && !answered

export const isShared = ({ seats }: Pick<Table, 'seats'>): boolean =>
  seats.filter(({ yours }) => yours).length > 1

export function gameOf(
  table: Table,
  seen: Seen,
  { log, start }: { log: readonly Entry[]; start: Record<string, string> | null },
): Game {
  const seats = [...table.seats].sort((a, b) => (a.player ?? 0) - (b.player ?? 0))
  return {
    view: seen.view,
    plan: table.plan,
    traits: table.traits,
    seat: seen.player,
    seats: seats.map((seat) => ({
      name:
        seat.kind === 'local' && table.practice
          ? t('new.player', { number: seat.seat + 1 })
          : (seat.name ?? ''),
      kind: seat.kind === 'bot' || seat.author ? 'bot' : 'person',
      author: seat.author,
      present: seat.present || seat.kind === 'local',
      alike: seat.alike,
      away: seat.stand_in !== null,
      resigned: seat.resigned,
      other:
        seat.kind === 'person' && !seat.yours
          ? { room: table.id, who: { seat: seat.seat }, blocked: seat.blocked }
          : undefined,
    })),
    shared: isShared(table),
    faces: seen.faces,
    log: log.flatMap(({ events }) => events),
    standIns: new Set(log.flatMap(({ events, stand_in }) => (stand_in ? events : []))),
    start,
    version: seen.version,
    clocks: seen.clocks,
    outlook: seen.outlook,
    at: seen.at,
    commitment: table.commitment,
    counted: table.daily?.counted ?? false,
    daily: table.daily,
  }
}

/** What is played here: the edition and its house rules. */
export const rulesOf = ({ view, traits }: Pick<Game, 'view' | 'traits'>): string =>
  [
    named('edition', view.edition, traits.title),
    ...view.variants.map((variant) => named('variant', variant)),
  ].join(' · ')

/** What the next place at the bar pays; none where there is no bar, or no place. */
export const nextAtBar = ({ plan, view }: Pick<Game, 'plan' | 'view'>): number | undefined =>
  plan.bar_points[view.bar.length]

/** What an event brought, as the server told. */
export const eventPoints = (event: GameEvent): number =>
  event.type === 'seated' ? (event.total ?? 0) : 'points' in event ? event.points : 0

/** What a turn has brought up to the last of its events, as the server told. */
export const turnPoints = (events: readonly GameEvent[]): number =>
  events.flatMap((event) => ('turn_total' in event ? (event.turn_total ?? []) : [])).at(-1) ?? 0

/** What the turn under way has brought so far: a new table was dealt in the middle of it. */
export const scoredOf = (log: readonly GameEvent[]): number =>
  turnPoints(log.slice(log.findLastIndex(({ type }) => type === 'turn') + 1))

/** The tables and the chair that an event is about. */
export const cellsOf = (event: GameEvent): string[] => [
  ...(event.type === 'seated'
    ? event.points.map(({ table }) => table)
    : event.type === 'partied'
      ? [event.table]
      : []),
  ...('chair' in event ? [event.chair] : []),
]

/** Where a cell is, as shares of the room with its walls. */
export function spotOf(cell: string, plan: FloorPlan): { x: number; y: number } {
  const { x, y } = middle(cell)
  const wall = wallOf(plan.columns)
  return { x: (x + wall) / (plan.columns * CELL + 2 * wall), y: (y + wall) / (plan.rows * CELL + 2 * wall) }
}

/** Where the lit chairs stand, as shares of the room, each with what it brings. */
export const litSpots = (totals: Record<string, number>, swaps: readonly string[], plan: FloorPlan): Spot[] =>
  [...Object.entries(totals), ...swaps.map((cell): [string, number] => [cell, 0])].map(([cell, total]) => ({
    ...spotOf(cell, plan),
    worth: 1 + total,
  }))

/** Where the others' guests have sat down since one's own last turn, and whose they are; for spectators, in the last turn. */
export function recentOf({ log, seat }: Pick<Game, 'log' | 'seat'>): Record<string, number> {
  const found: Record<string, number> = {}
  let last: number | null = null
  for (const event of [...log].reverse()) {
    if (event.type === 'turn' || !('player' in event)) continue
    last ??= event.player
    if (seat === null ? event.player !== last : event.player === seat) break
    if (event.type === 'seated' || event.type === 'swapped') found[event.chair] ??= event.player
    if (event.type === 'barred') found[`bar ${event.place}`] ??= event.player
  }
  return found
}

/** Who came to one's hand after one's last turn, as `DEm 2`: guest and face. */
export function drawnOf({ log, seat }: Pick<Game, 'log' | 'seat'>): string[] {
  const found: string[] = []
  for (const event of [...log].reverse()) {
    if (event.type === 'turn' || !('player' in event) || event.player !== seat) continue
    if (event.type !== 'drawn') break
    found.push(`${event.guest} ${event.face ?? 0}`)
  }
  return found
}

/** The guests of a hand that lies open; none where it is hidden or one's own. */
export function openHand(
  { view, faces, seat }: Pick<Game, 'view' | 'faces' | 'seat'>,
  player: number,
): { guest: string; face: number }[] {
  const hand = view.hands[player]
  if (player === seat || !Array.isArray(hand)) return []
  return hand.map((guest, index) => ({ guest, face: faces.hands[player]?.[index] ?? 0 }))
}

/** What a player's sheet is called: by the hand, where it lies open. */
export const sheetTitle = (game: Game, player: number): string =>
  t(openHand(game, player).length ? 'hand.of' : 'player.about', { name: game.seats[player]?.name ?? '' })

/** An event, and the tables as they stood then. */
export interface LogLine {
  event: GameEvent
  tables: Record<string, string>
}
export interface LogTurn {
  player: number
  points: number
  /** A bot played it for somebody who was away. */
  standIn: boolean
  lines: LogLine[]
}
/** Which events have a line of their own in the log. */
const TOLD: Record<GameEvent['type'], boolean> = {
  seated: true,
  barred: true,
  swapped: true,
  partied: true,
  left: true,
  hidden: true,
  cleared: true,
  dealt: false,
  passed: true,
  closed: true,
  out: true,
  drawn: true,
  turn: false,
  over: false,
}

/** The log in turns, newest first; cards drawn after a turn are left out, a draw that is the turn is not. */
export function turnsOf({
  log,
  standIns,
  start,
  view,
}: Pick<Game, 'log' | 'standIns' | 'start' | 'view'>): LogTurn[] {
  const turns: LogTurn[] = []
  let tables = start ?? view.tables
  let open: LogTurn | null = null
  for (const event of log) {
    if (event.type === 'turn') open = null
    if (event.type === 'dealt') tables = { ...tables, [event.table]: event.nation }
    if (!TOLD[event.type]) continue
    if (!open) {
      if (!('player' in event)) continue
      const standIn = standIns?.has(event) ?? false
      turns.unshift((open = { player: event.player, points: 0, standIn, lines: [] }))
    } else if (event.type === 'drawn') continue
    open.lines.push({ event, tables })
    if ('turn_total' in event) open.points = event.turn_total ?? 0
  }
  return turns
}
