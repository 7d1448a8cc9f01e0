/**
 * The turn in hand, before it is sent. Every step is one the server offered; what may follow is asked of it.
 * While others play it is a plan: tried against the present state, kept, and tried again when the state changed.
 */
import type { AnyAction, Offer, Offers, PreviewedMessage, Reasons, Refusal } from '../protocol/types'
import { Refusals } from './refusals'
import { Sight, type TurnRoom } from './sight'
import {
  barOf,
  bestOffers,
  chairOf,
  facesOf,
  guestOf,
  isPlain,
  placedOf,
  same,
  type AtBar,
  type Kind,
  type Placed,
  type Step,
} from './steps'

/** A step of the plan that is no longer possible, and why. */
export interface Fallen {
  guest: string | null
  face: number
  refusal: Refusal | { code: string }
}

export class Draft extends Sight {
  steps = $state.raw<Step[]>([])
  chosen = $state<number | null>(null)
  /** Nations to choose from for a joker on its way to a chair. */
  asking = $state.raw<{ chair: string; options: Offer[] } | null>(null)
  /** Why a chair is not for the chosen guest. */
  reason = $state.raw<{ chair: string; refusal: Refusal } | null>(null)
  sending = $state(false)
  /** The last command was refused, and why. */
  refused = $state.raw<Refusal | { code: string } | null>(null)
  suggested = $state(false)
  /** Why the hint is a good one. */
  reasons = $state.raw<Reasons | null>(null)
  /** A hint that is a button: draw, stop, pass. */
  advice = $state<Kind | null>(null)
  /** What fell out of the plan when others had played. */
  fallen = $state.raw<Fallen | null>(null)
  #previewed = $state.raw<PreviewedMessage | null>(null)
  /** What the draft was made for: another version makes it anew, but for a plan of the same player. */
  #made = { version: -1, player: null as number | null, yours: false }
  #asked = 0
  #refusedAt = -1
  /** The line broke before the server had answered about the steps. */
  #brokenOff = false
  /** Steps that were there before the hint. */
  #ownSteps = 0
  #refusals: Refusals

  constructor(
    room: TurnRoom,
    readonly sendsAtOnce: () => boolean = () => false,
  ) {
    super(room)
    this.#refusals = new Refusals((ask) => room.ask(ask))
  }

  get actions(): AnyAction[] {
    return this.steps.map(({ offer }) => offer.action)
  }
  /** What may come next: the server's word, and nothing while it is asked. */
  get legal(): Offer[] {
    if ((!this.yours && !this.waits) || this.sending) return []
    if (this.yours && !this.steps.length) return this.seen?.legal ?? []
    return this.#previewed?.legal ?? []
  }
  /** The server has answered about the steps so far. */
  get ready(): boolean {
    return this.yours && !this.sending && (!this.steps.length || this.answered)
  }
  get answered(): boolean {
    return this.#previewed !== null
  }
  get last(): Offer | null {
    return this.steps.at(-1)?.offer ?? null
  }
  get complete(): boolean {
    const last = (this.steps.length > 0 && this.#previewed) || this.last
    return Boolean(last?.ends || last?.reveals)
  }
  get canSend(): boolean {
    return (
      this.yours &&
      this.steps.length > 0 &&
      !this.sending &&
      (this.complete || this.offered('done').length > 0)
    )
  }
  /** Something is begun that must go on: a partner is owed, or a party is not complete. */
  get mustGoOn(): boolean {
    return (
      this.steps.length > 0 && !this.complete && this.legal.length > 0 && this.offered('done').length === 0
    )
  }
  get party(): { table: string; gender: 'f' | 'm' } | null {
    const begun = this.actions.find((action) => action.type === 'party')
    return begun ?? this.seen?.view.turn.party ?? null
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
    return placedOf(this.steps, this.faces, this.events)
  }
  get atBar(): AtBar | null {
    return barOf(this.steps, this.faces)
  }
  get guest(): string | null {
    return this.chosen === null ? null : (this.hand[this.chosen] ?? null)
  }
  /** Places in the hand whose guests can do something now. */
  get useful(): number[] {
    const guests = new Set(this.legal.map(({ action }) => guestOf(action)))
    return [...this.hand.keys()].filter(
      (index) => !this.away.includes(index) && guests.has(this.hand[index] ?? ''),
    )
  }

  offered(kind: Kind): Offer[] {
    return this.legal.filter(({ action }) => action.type === kind)
  }
  #forChosen(kind: Kind): Offer[] {
    return this.guest === null
      ? []
      : this.offered(kind).filter(({ action }) => guestOf(action) === this.guest)
  }
  /** Chairs for the chosen guest; for a joker with what its best nation brings. */
  get offers(): Offers {
    return bestOffers(this.#forChosen('seat'))
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

  /** Begins anew when the game went on; a plan is kept and tried again. */
  follow(version: number): void {
    const before = this.#made
    if (version === before.version) return this.#askAgain()
    this.#made = { version, player: this.seen?.player ?? null, yours: this.yours }
    const { steps, chosen } = this
    const keeps = !before.yours && before.player === this.#made.player && (this.yours || this.waits)
    this.#reset()
    if (!keeps) return
    this.steps = steps
    this.chosen = chosen
    if (steps.length || (chosen !== null && !this.yours)) void this.#tryAgain()
  }
  /** What the line broke off is asked again when it is back. */
  #askAgain(): void {
    if (!this.#brokenOff) return
    this.#brokenOff = false
    void this.#preview()
  }
  /** Tries the plan against the new state; what is no longer possible falls out, and is told. */
  async #tryAgain(): Promise<void> {
    while (!(await this.#preview())) {
      const at = this.#refusedAt
      const step = this.steps[at]
      if (!step || !this.refused) return
      this.fallen = {
        guest: guestOf(step.offer.action),
        face: this.faces[step.index ?? -1] ?? 0,
        refusal: this.refused,
      }
      this.refused = null
      this.steps = step.offer.action.type === 'party' ? [] : this.steps.filter((_, index) => index !== at)
      if (!this.steps.length && this.yours) return
    }
  }
  #reset(): void {
    this.steps = []
    this.chosen = null
    this.asking = this.reason = this.refused = this.fallen = this.reasons = this.#previewed = null
    this.sending = this.suggested = false
    this.advice = null
    this.#brokenOff = false
    this.#asked += 1
    this.#refusals.forget()
  }

  /** Chooses a place of the hand, or no longer. */
  async choose(index: number | null): Promise<void> {
    this.asking = this.reason = this.refused = this.fallen = this.advice = this.reasons = null
    const known = index !== null && index in this.hand && !this.away.includes(index)
    this.chosen = known && index !== this.chosen ? index : null
    if (this.chosen === null) return
    if (this.waits && !this.#previewed) await this.#preview()
  }

  /** Seats or swaps the chosen guest; a joker that may stand for several nations asks for one. */
  async seat(chair: string): Promise<void> {
    const options = [...this.#forChosen('seat'), ...this.#forChosen('swap')].filter(
      ({ action }) => chairOf(action) === chair,
    )
    if (options.length > 1) this.asking = { chair, options }
    else if (options[0]) await this.add(options[0])
    else await this.explain(chair)
  }

  /** A guest of this turn is lifted from its chair, the chosen one sits down on any other. */
  tap(chair: string): void {
    void (chair in this.placed ? this.lift(chair) : this.seat(chair))
  }
  goToBar(): void {
    if (this.barOffer) void this.add(this.barOffer)
  }
  async add(offer: Offer): Promise<void> {
    const guest = guestOf(offer.action)
    const index = guest !== null && guest === this.guest ? this.chosen : this.#free(guest)
    this.suggested = false
    this.asking = this.reason = this.refused = this.fallen = this.reasons = null
    this.chosen = null
    this.#previewed = null
    this.steps = [...this.steps, { offer, index }]
    if (this.yours && (isPlain(offer.action) || (this.complete && this.sendsAtOnce()))) return this.send()
    await this.#preview()
  }

  /** Takes the last step back; of a hint all of them. */
  async back(): Promise<void> {
    await this.#keep(this.steps.slice(0, this.suggested ? this.#ownSteps : -1))
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
    if (!(await this.#keep(this.steps.filter((_, index) => index !== at))))
      await this.#keep(this.steps.slice(0, at))
    this.chosen = step.index
  }
  async #keep(steps: Step[]): Promise<boolean> {
    const before = this.steps
    this.steps = steps
    this.asking = this.reason = this.refused = this.fallen = this.reasons = null
    this.suggested = false
    this.advice = null
    this.#previewed = null
    if ((!steps.length && this.yours) || (await this.#preview())) return true
    this.steps = before
    return false
  }

  async #preview(): Promise<boolean> {
    const version = this.seen?.version ?? 0
    const asked = (this.#asked += 1)
    this.#previewed = null
    const answer = await this.room.ask({
      type: 'preview',
      version,
      actions: this.actions,
      faces: facesOf(this.steps, this.faces),
      plan: !this.yours,
    })
    if (asked !== this.#asked) return true
    this.#brokenOff = answer === null
    if (!answer) return true
    if (answer.type === 'previewed') {
      this.#previewed = answer
      return true
    }
    if (answer.type === 'refused') {
      this.refused = answer.refusal ?? { code: answer.code }
      this.#refusedAt = answer.step ?? -1
    } else this.#reset()
    return false
  }

  async send(): Promise<void> {
    const done = this.offered('done')[0]
    const whole = this.complete || (this.last !== null && isPlain(this.last.action))
    const actions = whole || !done ? this.actions : [...this.actions, done.action]
    if (!actions.length || this.sending) return
    this.sending = true
    const answer = await this.room.ask({
      type: 'submit',
      version: this.seen?.version ?? 0,
      actions,
      faces: facesOf(this.steps, this.faces),
    })
    if (answer?.type === 'done') return
    this.#reset()
    if (answer?.type === 'refused') this.refused = answer.refusal ?? { code: answer.code }
  }

  /** Lays out what a bot would do; it is a draft like any other. */
  async hint(): Promise<void> {
    if (this.sending || !this.yours) return
    this.asking = this.reason = this.refused = this.fallen = null
    const answer = await this.room.ask({
      type: 'hint',
      version: this.seen?.version ?? 0,
      actions: this.actions,
    })
    if (answer?.type !== 'hinted') return
    this.#ownSteps = this.steps.length
    for (const action of answer.actions) {
      const offer = this.legal.find((each) => same(each.action, action))
      if (!offer || isPlain(action)) break
      this.steps = [...this.steps, { offer, index: this.#free(guestOf(action)) }]
      this.chosen = null
      if (!(await this.#preview())) break
    }
    this.suggested = this.steps.length > this.#ownSteps
    this.reasons = answer.reasons
    this.advice = this.suggested ? null : (answer.actions[0]?.type ?? null)
  }
  #free(guest: string | null): number | null {
    return (
      [...this.hand.keys()].find((each) => this.hand[each] === guest && !this.away.includes(each)) ?? null
    )
  }

  /** Asks why the chosen guest may not take a chair. */
  async explain(chair: string): Promise<void> {
    const { guest, actions } = this
    const seen = this.seen
    if (!guest || !seen || (!this.yours && !this.waits)) return
    const refusal = (await this.#refusals.of(guest, { version: seen.version, actions, plan: !this.yours }))[
      chair
    ]
    if (guest === this.guest) this.reason = refusal ? { chair, refusal } : null
  }
}
