/** One socket that keeps coming back. Commands wait for their answer; a turn that was sent is sent again after a break. */
import type { AnyCommand, AnyMessage } from '../protocol/types'

export type SocketStatus = 'connecting' | 'open' | 'reconnecting' | 'gone' | 'refused'
export type Answer = Extract<AnyMessage, { id: string | null }>
type WithoutId<Command> = Command extends AnyCommand ? Omit<Command, 'id'> : never
export type Ask = WithoutId<AnyCommand>

/** What a connection needs of a WebSocket. */
export interface WebSocketLike {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}
interface Waiting {
  command: AnyCommand
  answer: (message: Answer | null) => void
}
export interface SocketOptions {
  open: () => WebSocketLike
  onmessage: (message: AnyMessage) => void
  onstatus: (status: SocketStatus, code: number) => void
  /** Calls back later; the answer takes the call away. */
  later?: (call: () => void, ms: number) => () => void
  random?: () => number
}

/** Coming back makes no sense after these. */
const FINAL = new Set([4401, 4403, 4404])
/** From this try on the screen says that the server is gone, and the connection goes on trying. */
const GONE_AFTER = 5

/** Milliseconds in which a living server has said something. */
const SILENCE = 6000

/** An id that nobody has used. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join('')

/** How long to wait before a try: twice as long each time, up to ten seconds, never all at the same moment. */
export const pause = (tries: number, random: number): number =>
  Math.min(10_000, 250 * 2 ** tries) * (0.75 + random / 2)

export class ReconnectingSocket {
  #options: Required<SocketOptions>
  #socket: WebSocketLike | null = null
  #open = false
  #over = false
  #tries = 0
  #heard = false
  #cancel: (() => void) | null = null
  #waiting = new Map<string, Waiting>()

  constructor(options: SocketOptions) {
    const later = (call: () => void, ms: number) => {
      const timer = setTimeout(call, ms)
      return () => clearTimeout(timer)
    }
    this.#options = { later, random: Math.random, ...options }
    this.#connect()
  }

  /** Sends a command; null if the connection broke before its answer came (a turn waits and is sent again). */
  ask(ask: Ask): Promise<Answer | null> {
    const command = { ...ask, id: newId() } as AnyCommand
    return new Promise((answer) => {
      if (!this.#open && command.type !== 'submit') return answer(null)
      this.#waiting.set(command.id, { command, answer })
      if (this.#open) this.#socket?.send(JSON.stringify(command))
    })
  }

  /** Tries at once, as when the machine is online again; a socket that died while it slept says nothing, and is left. */
  hurry(): void {
    if (this.#over) return
    if (this.#open) return this.#probe()
    if (this.#socket) return
    this.#cancel?.()
    this.#connect()
  }
  #probe(): void {
    const socket = this.#socket
    this.#heard = false
    void this.ask({ type: 'resync' })
    this.#options.later(() => {
      if (this.#heard || this.#over || !socket || this.#socket !== socket) return
      socket.onclose = null
      socket.close()
      this.#lost(1006)
    }, SILENCE)
  }

  close(): void {
    this.#over = true
    this.#cancel?.()
    this.#socket?.close()
  }

  #connect(): void {
    const socket = (this.#socket = this.#options.open())
    socket.onopen = () => {
      this.#open = true
      this.#tries = 0
      this.#options.onstatus('open', 0)
      for (const { command } of this.#waiting.values()) socket.send(JSON.stringify(command))
    }
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as AnyMessage)
    socket.onclose = ({ code }) => this.#lost(code)
  }

  #hear(message: AnyMessage): void {
    this.#heard = true
    this.#options.onmessage(message)
    if (!('id' in message) || message.id === null) return
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    waiting?.answer(message)
  }

  #lost(code: number): void {
    this.#socket = null
    this.#open = false
    for (const [id, { command, answer }] of this.#waiting) {
      if (command.type === 'submit' && !FINAL.has(code) && !this.#over) continue
      this.#waiting.delete(id)
      answer(null)
    }
    if (this.#over) return
    if (FINAL.has(code)) return this.#options.onstatus('refused', code)
    this.#options.onstatus(this.#tries >= GONE_AFTER ? 'gone' : 'reconnecting', code)
    this.#cancel = this.#options.later(() => this.#connect(), pause(this.#tries, this.#options.random()))
    this.#tries += 1
  }
}
