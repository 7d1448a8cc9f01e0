/** This device's part in a shuffle: contribute when seated, open what the commitment holds, keep both for the end. */
import { api } from '../connection/api'
import type { Answer, Ask } from '../connection/socket'
import type { Table } from '../protocol/types'
import { keep, kept, type Kept } from './storage'

const NOTHING: Kept = { value: null, promised: false, commitment: null, opened: false, again: false }
const BYTES = 32

/** Games that begin as soon as this device has contributed: nobody else is waited for. */
const soon = new Set<string>()

export const startSoon = (room: string): void => void soon.add(room)
export const startsSoon = (room: string): boolean => soon.has(room)

const draw = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

export class Contributor {
  #promised = false
  #last: Promise<void> = Promise.resolve()

  constructor(
    readonly id: string,
    readonly ask: (ask: Ask) => Promise<Answer | null>,
    /** The game that was to begin did not. */
    readonly onfailure: () => void,
  ) {}

  /** Does what is to be done in a room that is as told; one after the other. */
  follow(table: Table): Promise<void> {
    return (this.#last = this.#last.then(() => this.#act(table)).catch(() => {}))
  }

  async #act(table: Table): Promise<void> {
    if (table.status !== 'open') return
    if (table.shuffle) return this.#open(table, table.shuffle)
    if (!table.seats.some(({ yours }) => yours)) return this.#stand()
    if (!this.#promised) await this.#contribute()
    if (soon.delete(this.id)) await api.start(this.id).catch(() => this.onfailure())
  }

  /** Whoever stands up promises nothing any more. */
  #stand(): void {
    this.#promised = false
    const before = kept(this.id)
    if (before?.promised) keep(this.id, { ...before, promised: false })
  }

  async #contribute(): Promise<void> {
    const { hashOf } = await import('./shuffle')
    const before = kept(this.id)
    // What may have been opened for another commitment is worth nothing any more.
    const value = before?.commitment ? draw() : (before?.value ?? draw())
    const given = { ...NOTHING, value, again: before?.again || Boolean(before?.commitment) }
    keep(this.id, given)
    const answer = await this.ask({ type: 'contribute', hash: hashOf(value) })
    this.#promised = answer?.type === 'done'
    if (this.#promised) keep(this.id, { ...given, promised: true })
  }

  async #open(table: Table, { secret_hash, players }: NonNullable<Table['shuffle']>): Promise<void> {
    const { commitmentOf, hashOf } = await import('./shuffle')
    const known = kept(this.id) ?? NOTHING
    const { commitment } = table
    if (known.commitment && known.commitment !== commitment) return keep(this.id, { ...known, again: true })
    keep(this.id, { ...known, commitment })
    const { value } = known
    if (!value || commitment !== commitmentOf(table.edition, table.variants, secret_hash, players)) return
    const hash = hashOf(value)
    if (!players.some((player) => player.hash === hash && table.seats[player.seat]?.yours)) return
    const answer = await this.ask({ type: 'open_contribution', value })
    if (answer?.type === 'done') keep(this.id, { ...known, commitment, opened: true })
  }
}
