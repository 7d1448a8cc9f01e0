/** The turn in hand, before it is sent. Every step is one the server offered; what may follow is asked of it. */
import type { Seen } from '../connection/follow'
import type { Answer, Ask } from '../connection/line'
import type { AnyAction, Offer, Offers, PreviewedMessage, Refusal } from '../protocol/types'

export interface TurnRoom {
  readonly seen: Seen | null
  ask(ask: Ask): Promise<Answer | null>
}
/** A step of the draft: what the server offered, and which place of the hand it uses. */
export interface Step {
  offer: Offer
  index: number | null
}
export interface Placed {
  guest: string
  as?: string
  face: number
  points: NonNullable<Offer['points']>
}
type Kind = AnyAction['type']

const guestOf = (action: AnyAction): string | null => ('guest' in action ? action.guest : null)
const chairOf = (action: AnyAction): string | null => ('chair' in action ? action.chair : null)
const same = (a: AnyAction, b: AnyAction): boolean =>
  a.type === b.type &&
  guestOf(a) === guestOf(b) &&
  chairOf(a) === chairOf(b) &&
  (a.type !== 'seat' || b.type !== 'seat' || (a.as ?? null) === (b.as ?? null)) &&
  (a.type !== 'party' || b.type !== 'party' || (a.table === b.table && a.gender === b.gender))

export class Draft {
  steps = $state.raw<Step[]>([])
  chosen = $state<number | null>(null)
  /** Nations to choose from for a joker on its way to a chair. */
  asking = $state.raw<{ chair: string; options: Offer[] } | null>(null)
  /** Why a chair is not for the chosen guest. */
  reason = $state.raw<{ chair: string; refusal: Refusal } | null>(null)
  sending = $state(false)
  /** The last command was refused, and why. */
  refused = $state.raw<Refusal | { message: string } | null>(null)
  suggested = $state(false)
  /** A hint that is a button: draw, stop, pass. */
  advice = $state<Kind | null>(null)
  #previewed = $state.raw<PreviewedMessage | null>(null)
  #version = -1
  #asked = 0
  #reasons = new Map<string, Promise<Record<string, Refusal | null>>>()

  constructor(
    readonly room: TurnRoom,
    readonly sendsAtOnce: () => boolean = () => false,
  ) {}

  get #seen(): Seen | null {
    return this.room.seen
  }
  get yours(): boolean {
    const seen = this.#seen
    return seen !== null && seen.player !== null && seen.view.turn.player === seen.player && !seen.view.over
  }
  get hand(): string[] {
    const seen = this.#seen
    const hand = seen?.player == null ? [] : seen.view.hands[seen.player]
    return Array.isArray(hand) ? hand : []
  }
  get faces(): number[] {
    const seen = this.#seen
    return seen?.player == null ? [] : (seen.faces.hands[seen.player] ?? [])
  }
  get actions(): AnyAction[] {
    return this.steps.map(({ offer }) => offer.action)
  }
  /** What may come next: the server's word, and nothing while it is asked. */
  get legal(): Offer[] {
    if (!this.yours || this.sending) return []
    if (!this.steps.length) return this.#seen?.legal ?? []
    return this.#previewed?.legal ?? []
  }
  /** The server has answered about the steps so far. */
  get ready(): boolean {
    return this.yours && !this.sending && (!this.steps.length || this.#previewed !== null)
  }
  get last(): Offer | null {
    return this.steps.at(-1)?.offer ?? null
  }
  get complete(): boolean {
    return Boolean(this.last?.ends || this.last?.reveals)
  }
  get canSend(): boolean {
    return this.steps.length > 0 && !this.sending && (this.complete || this.offered('done').length > 0)
  }
  /** Something is begun that must go on: a partner is owed, or a party is not complete. */
  get mustGoOn(): boolean {
    return this.steps.length > 0 && !this.complete && this.legal.length > 0 && this.offered('done').length === 0
  }
  get party(): { table: string; gender: 'f' | 'm' } | null {
    const begun = this.actions.find((action) => action.type === 'party')
    return begun ?? this.#seen?.view.turn.party ?? null
  }
  get total(): number {
    return this.#previewed?.total ?? this.steps.reduce((all, { offer }) => all + (offer.total ?? 0), 0)
  }
  /** What the steps so far would do, as far as the server tells before they are sent. */
  get events(): PreviewedMessage['events'] {
    return this.#previewed?.events ?? []
  }
  get away(): number[] {
    return this.steps.flatMap(({ index }) => (index === null ? [] : [index]))
  }
  get placed(): Record<string, Placed> {
    const placed: Record<string, Placed> = {}
    for (const { offer, index } of this.steps) {
      const { action } = offer
      if (action.type !== 'seat' && action.type !== 'swap') continue
      const as = action.type === 'seat' && action.as ? { as: action.as } : {}
      placed[action.chair] = { guest: action.guest, ...as, face: this.faces[index ?? -1] ?? 0, points: offer.points ?? [] }
    }
    return placed
  }
  get atBar(): { guest: string; face: number } | null {
    const step = this.steps.find(({ offer }) => offer.action.type === 'bar')
    const guest = step && guestOf(step.offer.action)
    return guest ? { guest, face: this.faces[step.index ?? -1] ?? 0 } : null
  }
  get guest(): string | null {
    return this.chosen === null ? null : (this.hand[this.chosen] ?? null)
  }
  /** Places in the hand whose guests can do something now. */
  get useful(): number[] {
    const guests = new Set(this.legal.map(({ action }) => guestOf(action)))
    return [...this.hand.keys()].filter((index) => !this.away.includes(index) && guests.has(this.hand[index] ?? ''))
  }

  offered(kind: Kind): Offer[] {
    return this.legal.filter(({ action }) => action.type === kind)
  }
  #forChosen(kind: Kind): Offer[] {
    return this.guest === null ? [] : this.offered(kind).filter(({ action }) => guestOf(action) === this.guest)
  }
  /** Chairs for the chosen guest; for a joker with what its best nation brings. */
  get offers(): Offers {
    const best: Record<string, Offer> = {}
    for (const offer of this.#forChosen('seat')) {
      const chair = chairOf(offer.action) ?? ''
      if ((offer.total ?? 0) >= (best[chair]?.total ?? -1)) best[chair] = offer
    }
    return Object.fromEntries(Object.entries(best).map(([chair, { points }]) => [chair, points ?? []]))
  }
  get swaps(): string[] {
    return this.#forChosen('swap').map(({ action }) => chairOf(action) ?? '')
  }
  get barOffer(): Offer | null {
    return this.#forChosen('bar')[0] ?? null
  }
  get hideOffer(): Offer | null {
    return this.#forChosen('hide')[0] ?? null
  }

  /** Begins anew when the game went on. */
  follow(version: number): void {
    if (version === this.#version) return
    this.#version = version
    this.#reset()
  }
  #reset(): void {
    this.steps = []
    this.chosen = null
    this.asking = this.reason = this.refused = this.#previewed = null
    this.sending = this.suggested = false
    this.advice = null
    this.#asked += 1
    this.#reasons.clear()
  }

  /** Chooses a place of the hand, or no longer; of equal guests the first one goes first. */
  choose(index: number | null): void {
    this.asking = this.reason = this.refused = this.advice = null
    const guest = index === null ? undefined : this.hand[index]
    if (guest === undefined || index === this.chosen) return void (this.chosen = null)
    const first = [...this.hand.keys()].find((each) => this.hand[each] === guest && !this.away.includes(each))
    this.chosen = first === this.chosen ? null : (first ?? null)
  }

  /** Seats or swaps the chosen guest; a joker that may stand for several nations asks for one. */
  async seat(chair: string): Promise<void> {
    const options = [...this.#forChosen('seat'), ...this.#forChosen('swap')].filter(({ action }) => chairOf(action) === chair)
    if (options.length > 1) this.asking = { chair, options }
    else if (options[0]) await this.add(options[0])
    else await this.explain(chair)
  }

  async add(offer: Offer): Promise<void> {
    const guest = guestOf(offer.action)
    const index = guest === null ? null : ([...this.hand.keys()].find((each) => this.hand[each] === guest && !this.away.includes(each)) ?? null)
    this.asking = this.reason = this.refused = null
    this.chosen = null
    const plain = ['done', 'draw', 'pass', 'close'].includes(offer.action.type)
    this.steps = [...this.steps, { offer, index }]
    if (plain || (this.complete && this.sendsAtOnce())) return this.send()
    await this.#preview()
  }

  /** Takes the last step back. */
  async back(): Promise<void> {
    await this.#keep(this.steps.slice(0, -1))
    this.chosen = null
  }
  async clear(): Promise<void> {
    this.chosen = null
    await this.#keep([])
  }
  /** Lifts a guest of this turn from its chair: it is chosen again, and what cannot stay without it comes back too. */
  async lift(chair: string): Promise<void> {
    const at = this.steps.findIndex(({ offer }) => chairOf(offer.action) === chair)
    const step = this.steps[at]
    if (!step) return
    if (!(await this.#keep(this.steps.filter((_, index) => index !== at)))) await this.#keep(this.steps.slice(0, at))
    this.chosen = step.index
  }
  async #keep(steps: Step[]): Promise<boolean> {
    const before = this.steps
    this.steps = steps
    this.asking = this.reason = this.refused = null
    this.suggested = false
    this.advice = null
    this.#previewed = null
    if (!steps.length || (await this.#preview())) return true
    this.steps = before
    return false
  }

  async #preview(): Promise<boolean> {
    const version = this.#seen?.version ?? 0
    const asked = (this.#asked += 1)
    this.#previewed = null
    const answer = await this.room.ask({ type: 'preview', version, actions: this.actions })
    if (asked !== this.#asked) return true
    if (answer?.type === 'previewed') {
      this.#previewed = answer
      return true
    }
    if (answer?.type === 'refused') this.refused = answer.refusal ?? { message: answer.message }
    if (!answer) this.#reset()
    return false
  }

  async send(): Promise<void> {
    const done = this.offered('done')[0]
    const whole = this.complete || ['done', 'draw', 'pass', 'close'].includes(this.last?.action.type ?? '')
    const actions = whole || !done ? this.actions : [...this.actions, done.action]
    if (!actions.length || this.sending) return
    this.sending = true
    const answer = await this.room.ask({ type: 'submit', version: this.#seen?.version ?? 0, actions })
    if (answer?.type === 'done') return
    this.#reset()
    if (answer?.type === 'refused') this.refused = answer.refusal ?? { message: answer.message }
  }

  /** Lays out what a bot would do; it is a draft like any other. */
  async hint(): Promise<void> {
    if (this.sending || !this.yours) return
    const answer = await this.room.ask({ type: 'hint', version: this.#seen?.version ?? 0, actions: this.actions })
    if (answer?.type !== 'hinted') return
    const before = this.steps.length
    for (const action of answer.actions) {
      const offer = this.legal.find((each) => same(each.action, action))
      if (!offer || ['done', 'draw', 'pass', 'close'].includes(action.type)) break
      this.steps = [...this.steps, { offer, index: this.#free(guestOf(action)) }]
      this.chosen = null
      if (!(await this.#preview())) break
    }
    this.suggested = this.steps.length > before
    this.advice = this.suggested ? null : (answer.actions[0]?.type ?? null)
  }
  #free(guest: string | null): number | null {
    return [...this.hand.keys()].find((each) => this.hand[each] === guest && !this.away.includes(each)) ?? null
  }

  /** Asks why the chosen guest may not take a chair. */
  async explain(chair: string): Promise<void> {
    const { guest } = this
    const seen = this.#seen
    if (!guest || !seen || !this.yours) return
    const refusal = (await this.#reasonsFor(guest, seen.version))[chair]
    if (guest === this.guest) this.reason = refusal ? { chair, refusal } : null
  }
  #reasonsFor(guest: string, version: number): Promise<Record<string, Refusal | null>> {
    const key = `${guest} ${JSON.stringify(this.actions)}`
    const known = this.#reasons.get(key) ?? this.#ask(guest, version)
    this.#reasons.set(key, known)
    return known
  }
  async #ask(guest: string, version: number): Promise<Record<string, Refusal | null>> {
    const answer = await this.room.ask({ type: 'explain', version, guest, actions: this.actions })
    return answer?.type === 'explained' ? answer.chairs : {}
  }
}
