/** One room as its socket tells it. */
import { Contributor, startsSoon } from '../shuffle/contributor'
import type { AnyMessage, Entry, EventsMessage, SaidMessage, Table } from '../protocol/types'
import { api, socketAddress } from './api'
import { closedEvent, follow, type Seen } from './follow'
import { ReconnectingSocket, type Answer, type Ask, type SocketStatus } from './socket'

export class Room {
  table = $state.raw<Table | null>(null)
  seen = $state.raw<Seen | null>(null)
  log = $state.raw<Entry[]>([])
  /** The tables of the beginning: old turns are about those. */
  start = $state.raw<Record<string, string> | null>(null)
  talk = $state.raw<SaidMessage[]>([])
  /** Numbers of what spectators said whom one has blocked since. */
  hidden = $state.raw<ReadonlySet<number>>(new Set())
  status = $state<SocketStatus>('connecting')
  /** Why the server lets us in no more: the code of the socket's end. */
  refusal = $state(0)
  /** The server has another build than the one this page began with. */
  newer = $state(false)
  /** The game begins by itself, because nobody is waited for. */
  starting = $state(false)
  #socket: ReconnectingSocket
  #contributor: Contributor
  /** Just come in: a bot that played meanwhile gives the seat back. */
  #returns = false
  #build: string | null = null
  #listeners = new Set<(message: EventsMessage, before: Seen) => void>()

  constructor(readonly id: string) {
    this.#socket = new ReconnectingSocket({
      open: () => new WebSocket(socketAddress(id)) as never,
      onmessage: (message) => this.#hear(message),
      onstatus: (status, code) => {
        this.status = status
        this.refusal = status === 'refused' ? code : 0
      },
    })
    this.starting = startsSoon(id)
    this.#contributor = new Contributor(
      id,
      (ask) => this.ask(ask),
      () => (this.starting = false),
    )
    addEventListener('online', this.#hurry)
    document.addEventListener('visibilitychange', this.#hurry)
  }

  #hurry = () => document.visibilityState === 'visible' && this.#socket.hurry()

  ask(ask: Ask): Promise<Answer | null> {
    return this.#socket.ask(ask)
  }

  /** Calls back with each turn as it is told, and what was known before it. */
  listen(listener: (message: EventsMessage, before: Seen) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Hides what somebody said here, or shows it again. */
  hide(said: number[], blocked: boolean): void {
    const hidden = new Set(this.hidden)
    for (const number of said) {
      if (blocked) hidden.add(number)
      else hidden.delete(number)
    }
    this.hidden = hidden
  }

  close(): void {
    removeEventListener('online', this.#hurry)
    document.removeEventListener('visibilitychange', this.#hurry)
    this.#socket.close()
  }

  #hear(message: AnyMessage): void {
    switch (message.type) {
      case 'hello':
        this.#returns = true
        this.newer = this.#build !== null && this.#build !== message.build
        this.#build ??= message.build
        return
      case 'table':
        this.table = message.table
        this.#return(message.table)
        return void this.#contributor.follow(message.table)
      case 'view':
      case 'events':
        return this.#see(message)
      case 'said':
        if (!this.talk.some(({ number }) => number === message.number))
          this.talk = [...this.talk, message].sort((a, b) => a.number - b.number)
    }
  }

  #return({ seats, status }: Table): void {
    const away = seats.some(({ yours, stand_in, resigned }) => yours && stand_in !== null && !resigned)
    if (this.#returns && away && status === 'running') void api.comeBack(this.id).catch(() => {})
    this.#returns = false
  }

  #see(message: Extract<AnyMessage, { type: 'view' | 'events' }>): void {
    const before = this.seen
    const seen = follow(before, message, performance.now())
    if (seen === 'old') return
    if (seen === 'gap') return void this.ask({ type: 'resync' })
    this.seen = seen
    if (message.type === 'view') return this.#seeView(message, seen, before)
    const { version, at, by, events } = message
    this.log = [...this.log, { version, at, by, events, stand_in: this.#hasStandIn(by) }]
    if (before) for (const listener of this.#listeners) listener(message, before)
  }

  #hasStandIn(player: number): boolean {
    return this.table?.seats.some((seat) => seat.player === player && seat.stand_in !== null) ?? false
  }

  /** A whole view; on a shared screen it tells the turn that led to it, too, as its player knows it: the log, which the next one reads, leaves that out. */
  #seeView(message: Extract<AnyMessage, { type: 'view' }>, seen: Seen, before: Seen | null): void {
    const { version, events, player, ...rest } = message
    if (!events.length || !before || version !== before.version + 1) return void this.#readLog(seen)
    const by = before.view.turn.player
    const told = seen.view.over ? events : events.map((event) => closedEvent(event, player))
    this.log = [
      ...this.log,
      { version, at: Date.now() / 1000, by, events: told, stand_in: this.#hasStandIn(by) },
    ]
    for (const listener of this.#listeners)
      listener(
        { ...rest, type: 'events', version, player, at: 0, by, events, changes: {}, faces: {} },
        before,
      )
  }

  /** The turns so far; what comes in the meantime is kept. */
  async #readLog(seen: Seen): Promise<void> {
    if (!seen.version) this.start = seen.view.tables
    const last = this.log.at(-1)?.version ?? 0
    if (last === seen.version && this.log.length === last) return
    const read = await api.log(this.id).catch(() => null)
    if (!read) return
    this.start = read.tables
    const known = new Set(read.entries.map(({ version }) => version))
    this.log = [...read.entries, ...this.log.filter(({ version }) => !known.has(version))].sort(
      (a, b) => a.version - b.version,
    )
  }
}
