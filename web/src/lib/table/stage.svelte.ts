/**
 * What others do, in motion, one turn after the other. Until a turn has been shown, the screen holds what was before it:
 * scores, whose turn it is, the log. Whoever touches the screen or a key goes on at once.
 */
import { neighbour } from '../board/geometry'
import { Places, type Place } from '../board/places'
import type { Seen } from '../connection/follow'
import type { GameEvent } from '../protocol/types'
import { signed } from '../text/text'
import { eventPoints } from './game'
import { leavingOf, type Leaving } from './leaving'

export interface Spot {
  x: number
  y: number
  size: number
}
export interface Flight {
  key: number
  from: Spot
  to: Spot
  ms: number
  guest?: { guest: string; face: number; as?: string }
  /** The nation of a table. */
  table?: string
  /** It is gathered here on its way out, and seen no more. */
  via?: Spot
  words?: string
  cost?: boolean
  greeting?: string
}
interface Turn {
  events: readonly GameEvent[]
  before: Seen
  after: Seen
  /** One's own: its guests sit already, only the points are on their way. */
  own: boolean
}
const WALK = 480
const POINTS = 850
const CARRY = 1000
const DEAL = 550
const PAUSE = 250
/** What changes at once is painted before the next thing moves: a slow phone does one after the other without a halt. */
const BREATH = 40
/** The last turn of a game is looked at before its result. */
const LAST = 1200
/** What is shown on the board before the game goes on. */
const SHOWN: Record<GameEvent['type'], boolean> = {
  seated: true,
  barred: true,
  swapped: true,
  partied: true,
  left: false,
  hidden: false,
  cleared: true,
  dealt: true,
  passed: false,
  closed: false,
  out: false,
  drawn: false,
  turn: false,
  over: false,
}

export class Stage {
  readonly places = new Places()
  flights = $state.raw<Flight[]>([])
  coming = $state.raw<string[]>([])
  /** Tables and guests that are cleared, until they are carried out. */
  leaving = $state.raw<Leaving | null>(null)
  /** What the screen shows meanwhile; null when it is up to date. */
  held = $state.raw<Seen | null>(null)
  #turns: Turn[] = []
  /** Which showing is on; another number, and the older one stops. */
  #showing = 0
  #busy = false
  #key = 0

  constructor(
    readonly pace: () => number = () => 0,
    readonly greet: (guest: string) => string = () => '',
    /** Told of every event when it is shown. */
    readonly tell: (event: GameEvent, own: boolean) => void = () => {},
  ) {}

  show(turn: Turn): void {
    if (document.hidden) return
    if (!this.pace()) return turn.events.forEach((event) => this.tell(event, turn.own))
    this.#turns.push(turn)
    if (!this.#busy) void this.#run()
  }

  /** Everything at its place at once. */
  skip(): void {
    this.#showing += 1
    this.#busy = false
    this.#turns = []
    this.flights = []
    this.#rest()
  }
  #rest(): void {
    this.coming = []
    this.leaving = null
    this.held = null
  }

  async #run(): Promise<void> {
    this.#busy = true
    const showing = this.#showing
    const isOn = () => showing === this.#showing
    for (let turn = this.#turns.shift(); turn; turn = this.#turns.shift()) {
      await this.#show(turn, isOn)
      if (!isOn()) return
    }
    this.#rest()
    this.#busy = false
  }

  async #show({ events, before, after, own }: Turn, isOn: () => boolean): Promise<void> {
    const hold = ({ view: { scores } }: Seen) =>
      void (this.held = own
        ? { ...after, legal: [], view: { ...after.view, scores, over: null } }
        : heldBack(before, after, scores))
    hold(before)
    this.coming = own ? [] : events.flatMap(placesOf)
    this.leaving = leavingOf(events, before)
    await this.#wait(BREATH)
    if (!isOn()) return
    const paid: Promise<void>[] = []
    for (const event of events.filter(({ type }) => SHOWN[type])) {
      await this.#act(event, own)
      if (!isOn()) return
      this.tell(event, own)
      const places = placesOf(event)
      this.coming = this.coming.filter((cell) => !places.includes(cell))
      paid.push(this.#wait(BREATH).then(() => (isOn() ? this.#pay(event) : undefined)))
      await this.#wait(PAUSE)
      if (!isOn()) return
    }
    await Promise.all(paid)
    if (!isOn()) return
    hold(after)
    await this.#wait(after.view.over ? LAST : own ? 0 : PAUSE)
  }

  async #act(event: GameEvent, own: boolean): Promise<void> {
    if (event.type === 'cleared') await this.#carry(event.tables)
    else if (event.type === 'dealt') {
      const from = this.#spotOf('pile')
      const to = this.#spotOf(`gap ${event.table}`)
      if (from && to) await this.#fly({ from, to, ms: DEAL, table: event.nation })
      this.coming = this.coming.filter((cell) => cell !== event.table)
    } else if (!own && (event.type === 'seated' || event.type === 'barred' || event.type === 'swapped')) {
      const to = this.#spotOf(placeOf(event))
      const from = entrance(this.places)
      if (!from || !to) return
      const as = event.type === 'seated' && event.as ? { as: event.as } : {}
      const greeting = event.type === 'seated' ? this.greet(event.guest) : ''
      await this.#fly({
        from: { ...from, size: to.size },
        to,
        ms: WALK,
        guest: { guest: event.guest, face: event.face ?? 0, ...as },
        ...(greeting ? { greeting } : {}),
      })
    }
  }

  /** The guests of a full table are gathered on it and leave with it; its place stays empty until a new table comes. */
  async #carry(tables: string[]): Promise<void> {
    const { leaving } = this
    const flights = tables.flatMap((cell) => {
      const table = this.#spotOf(`table ${cell}`)
      if (!table) return []
      const out = wayOut(table, this.places.boxOf('window'))
      const leave = (from: Spot, what: Pick<Flight, 'guest' | 'table'>) => {
        const [x, y] = [(from.x - table.x) / 3, (from.y - table.y) / 3]
        return this.#fly({
          from,
          via: { ...table, x: table.x + x, y: table.y + y },
          to: { ...from, x: out.x + x, y: out.y + y },
          ms: CARRY,
          ...what,
        })
      }
      const chairs = (['n', 'e', 's', 'w'] as const).map((side) => neighbour(cell, side))
      return [
        leave(table, { table: leaving?.tables[cell] ?? '' }),
        ...chairs.flatMap((chair) => {
          const [from, sitting] = [this.#spotOf(`chair ${chair}`), leaving?.seated[chair]]
          return from && sitting
            ? [leave(from, { guest: { guest: sitting.guest, face: leaving?.faces[chair] ?? 0 } })]
            : []
        }),
      ]
    })
    this.coming = [...this.coming, ...tables]
    this.leaving = null
    await Promise.all(flights)
  }

  async #pay(event: GameEvent): Promise<void> {
    const points = eventPoints(event)
    if (!points || !('player' in event)) return
    const from = this.#spotOf(placeOf(event))
    const to = this.#spotOf(`score ${event.player}`)
    if (from && to) await this.#fly({ from, to, ms: POINTS, words: signed(points), cost: points < 0 })
  }

  async #fly(flight: Omit<Flight, 'key'>): Promise<void> {
    const key = (this.#key += 1)
    const ms = flight.ms * this.pace()
    this.flights = [...this.flights, { ...flight, key, ms }]
    await this.#wait(flight.ms)
    this.flights = this.flights.filter((each) => each.key !== key)
  }
  #spotOf(place: Place | null): Spot | null {
    const box = place && this.places.boxOf(place)
    return box ? spotIn(box) : null
  }
  #wait(ms: number): Promise<void> {
    return new Promise((done) => setTimeout(done, ms * this.pace()))
  }
}

/** The café after a turn, with the players as they were before it: nobody's points, hand or turn runs ahead of the picture. */
function heldBack(before: Seen, after: Seen, scores: number[]): Seen {
  const { turn, hands, hidden, one_nation_tables } = before.view
  return {
    ...after,
    version: before.version,
    legal: [],
    clocks: before.clocks,
    patience: before.patience,
    outlook: before.outlook,
    at: before.at,
    view: { ...after.view, turn, hands, hidden, one_nation_tables, scores, over: null },
    faces: { ...after.faces, hands: before.faces.hands },
  }
}

/** Where on the screen an event happens. */
function placeOf(event: GameEvent): Place | null {
  if (event.type === 'barred') return `bar ${event.place}`
  if (event.type === 'partied') return `table ${event.table}`
  return event.type === 'seated' || event.type === 'swapped' ? `chair ${event.chair}` : null
}
/** The cells that are empty until an event has been shown. */
function placesOf(event: GameEvent): string[] {
  if (event.type === 'barred') return [`bar ${event.place}`]
  return event.type === 'seated' || event.type === 'swapped' ? [event.chair] : []
}

const spotIn = (box: DOMRect): Spot => ({
  x: box.left + box.width / 2,
  y: box.top + box.height / 2,
  size: Math.min(box.width, box.height),
})

/** Out to the nearer side, or up from the middle: over no other table, and not over what stands beside the café. */
function wayOut(table: Spot, window: DOMRect | null): { x: number; y: number } {
  if (!window) return table
  const aside = table.x - (window.left + window.width / 2)
  if (Math.abs(aside) < table.size / 2) return { x: table.x, y: window.top + table.size / 2 }
  return { x: aside < 0 ? window.left + table.size / 2 : window.right - table.size / 2, y: table.y }
}

/** Guests come through the door, or over the edge of what is seen of the café. */
function entrance(places: Places): Spot | null {
  const window = places.boxOf('window')
  const door = places.boxOf('door') ?? places.boxOf('board')
  if (!window || !door) return null
  const within = (at: number, low: number, high: number) => Math.min(high, Math.max(low, at))
  return {
    size: 0,
    x: within(door.left, window.left, window.right),
    y: within(door.top + door.height / 2, window.top, window.bottom),
  }
}
