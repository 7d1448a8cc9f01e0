/** What others do, in motion. The game itself is never held up: this only moves pictures over it. */
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
  /** It is carried out, and seen no more. */
  leaves?: boolean
  words?: string
  cost?: boolean
  greeting?: string
}
const WALK = 620
const POINTS = 900
const CARRY = 800

export class Stage {
  flights = $state.raw<Flight[]>([])
  coming = $state.raw<string[]>([])
  pointed = $state.raw<string[]>([])
  /** Tables and guests that are cleared, until they are carried out. */
  leaving = $state.raw<Leaving | null>(null)
  #queue: GameEvent[] = []
  #busy = false
  #skipped = false
  #key = 0

  constructor(
    readonly pace: () => number = () => 0,
    readonly greet: (guest: string) => string = () => '',
  ) {}

  /** Shows a turn that was told; of one's own turn only the points, its guests sit already. */
  show(events: readonly GameEvent[], before: Seen, own: boolean): void {
    if (!this.pace() || document.hidden) return
    const shown = events.filter(({ type }) => ['seated', 'barred', 'swapped', 'cleared', 'dealt', 'partied'].includes(type))
    if (!own) this.coming = [...this.coming, ...shown.flatMap((event) => placesOf(event))]
    this.leaving = leavingOf(events, before) ?? this.leaving
    this.#queue.push(...shown)
    this.#skipped = false
    if (!this.#busy) void this.#run(own)
  }

  /** Everything at its place at once. */
  skip(): void {
    this.#skipped = true
    this.#queue = []
    this.flights = []
    this.coming = []
    this.pointed = []
    this.leaving = null
  }

  async #run(own: boolean): Promise<void> {
    this.#busy = true
    for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
      const walks = placesOf(event).some((place) => this.coming.includes(place))
      await this.#play(event, !own || walks)
      const places = placesOf(event)
      this.coming = this.coming.filter((cell) => !places.includes(cell))
      if (!this.#skipped) this.#pay(event)
    }
    this.coming = []
    this.leaving = null
    this.#busy = false
  }

  async #play(event: GameEvent, walks: boolean): Promise<void> {
    if (event.type === 'cleared') await this.#carry(event.tables)
    else if (event.type === 'dealt') {
      this.coming = this.coming.filter((cell) => cell !== event.table)
      this.pointed = [event.table]
      await this.#wait(450)
      this.pointed = []
    } else if (walks && (event.type === 'seated' || event.type === 'barred' || event.type === 'swapped')) {
      const [place = ''] = placesOf(event)
      const from = spotOf(`[data-player="${event.player}"]`)
      const to = spotOf(place.startsWith('bar') ? `[data-bar="${place.slice(4)}"]` : `[data-cell="${place}"]`)
      if (!from || !to) return
      const as = event.type === 'seated' && event.as ? { as: event.as } : {}
      const greeting = event.type === 'seated' ? this.greet(event.guest) : ''
      await this.#fly({ from: { ...from, size: to.size }, to, ms: WALK, guest: { guest: event.guest, face: event.face ?? 0, ...as }, ...(greeting ? { greeting } : {}) })
    }
  }

  /** Full tables and their guests go out to the side; the places stay empty until new tables come. */
  async #carry(tables: string[]): Promise<void> {
    const { leaving } = this
    const out = document.querySelector('svg.board')?.getBoundingClientRect().right ?? innerWidth
    const flight = (selector: string, what: Pick<Flight, 'guest' | 'table'>): Promise<void>[] => {
      const from = spotOf(selector)
      return from ? [this.#fly({ from, to: { ...from, x: out, y: from.y - 40 }, ms: CARRY, leaves: true, ...what })] : []
    }
    const flights = [
      ...Object.entries(leaving?.tables ?? {}).flatMap(([cell, table]) => flight(`[data-table="${cell}"]`, { table })),
      ...Object.entries(leaving?.seated ?? {}).flatMap(([cell, { guest }]) => flight(`[data-cell="${cell}"]`, { guest: { guest, face: leaving?.faces[cell] ?? 0 } })),
    ]
    this.coming = [...this.coming, ...tables]
    this.leaving = null
    await Promise.all(flights)
  }

  #pay(event: GameEvent): void {
    const points = eventPoints(event)
    if (!points || !('player' in event)) return
    const [place] = placesOf(event)
    const from = spotOf(event.type === 'partied' ? `[data-table="${event.table}"]` : place?.startsWith('bar') ? `[data-bar="${place.slice(4)}"]` : `[data-cell="${place}"]`)
    const to = spotOf(`[data-player="${event.player}"] .score`)
    if (from && to) void this.#fly({ from, to, ms: POINTS, words: signed(points), cost: points < 0 })
  }

  async #fly(flight: Omit<Flight, 'key'>): Promise<void> {
    const key = (this.#key += 1)
    const ms = flight.ms * this.pace()
    this.flights = [...this.flights, { ...flight, key, ms }]
    await this.#wait(flight.ms)
    this.flights = this.flights.filter((each) => each.key !== key)
  }
  #wait(ms: number): Promise<void> {
    return this.#skipped ? Promise.resolve() : new Promise((done) => setTimeout(done, ms * this.pace()))
  }
}

function placesOf(event: GameEvent): string[] {
  if (event.type === 'barred') return [`bar ${event.place}`]
  return event.type === 'seated' || event.type === 'swapped' ? [event.chair] : []
}

function spotOf(selector: string): Spot | null {
  const box = document.querySelector(selector)?.getBoundingClientRect()
  return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2, size: Math.min(box.width, box.height) } : null
}
