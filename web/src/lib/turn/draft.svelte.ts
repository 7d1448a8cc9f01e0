/**
 * The turn in hand, before it is sent. Every step is one the server offered; what may follow is asked of it.
 * While others play it is a plan: tried against the present state, kept, and tried again when the state changed.
 */
import { untrack } from 'svelte'
import type { AnyAction, Offer, Offers, PreviewedMessage } from '../protocol/types'
import { choosing, unasked, type Note, type Phase, type Preview, type Refused } from './phase'
import { Refusals } from './refusals'
import { PlayerView, type TurnRoom } from './player'
import {
  barOf,
  bestOffers,
  byChair,
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

export class Draft extends PlayerView {
  steps = $state.raw<Step[]>([])
  phase = $state.raw<Phase>(choosing())
  #preview = $state.raw<Preview>(unasked())
  /** What the draft was made for: another version makes it anew, but for a plan of the same player. */
  #made = { version: -1, player: null as number | null, yours: false }
  #refusals: Refusals

  constructor(
    room: TurnRoom,
    readonly sendsAtOnce: () => boolean = () => false,
  ) {
    super(room)
    this.#refusals = new Refusals((ask) => room.ask(ask))
  }

  get chosen(): number | null {
    return this.phase.kind === 'choosing' || this.phase.kind === 'asking' ? this.phase.index : null
  }
  get note(): Note | null {
    return this.phase.kind === 'choosing' ? this.phase.note : null
  }
  get asking(): (Phase & { kind: 'asking' }) | null {
    return this.phase.kind === 'asking' ? this.phase : null
  }
  get hinted(): (Phase & { kind: 'hinted' }) | null {
    return this.phase.kind === 'hinted' ? this.phase : null
  }
  get sending(): boolean {
    return this.phase.kind === 'sending'
  }
  /** The chair that the chosen guest may not take. */
  get refusedChair(): string | undefined {
    return this.note?.kind === 'reason' ? this.note.chair : undefined
  }
  get #told(): PreviewedMessage | null {
    return this.#preview.kind === 'told' ? this.#preview.message : null
  }
  get actions(): AnyAction[] {
    return this.steps.map(({ offer }) => offer.action)
  }
  /** What may come next: the server's word, and nothing while it is asked. */
  get legal(): Offer[] {
    if ((!this.yours && !this.waits) || this.sending) return []
    if (this.yours && !this.steps.length) return this.seen?.legal ?? []
    return this.#told?.legal ?? []
  }
  /** The server has answered about the steps so far. */
  get ready(): boolean {
    return this.yours && !this.sending && (!this.steps.length || this.answered)
  }
  get answered(): boolean {
    return this.#told !== null
  }
  get last(): Offer | null {
    return this.steps.at(-1)?.offer ?? null
  }
  get complete(): boolean {
    const last = (this.steps.length > 0 && this.#told) || this.last
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
  /** Nobody in the hand finds a chair: what remains is the bar, a new card, or one laid face down. */
  get nobodyFits(): boolean {
    return (
      this.yours &&
      !this.steps.length &&
      this.legal.length > 0 &&
      this.legal.every(({ action: { type } }) => type === 'bar' || type === 'draw' || type === 'hide')
    )
  }
  /** Nothing is left but to end the turn. */
  get #isOver(): boolean {
    return this.yours && this.legal.length === 1 && this.offered('done').length === 1
  }
  get party(): { table: string; gender: 'f' | 'm' } | null {
    const begun = this.actions.find((action) => action.type === 'party')
    return begun ?? this.seen?.view.turn.party ?? null
  }
  /** What the steps bring, as the server told it last. */
  get total(): number {
    return this.#preview.totals?.total ?? 0
  }
  /** What the turn brings with the steps; null before the server has told. */
  get turnTotal(): number | null {
    return this.#preview.totals?.turn_total ?? null
  }
  /** What the steps so far would do, as far as the server tells before they are sent. */
  get events(): PreviewedMessage['events'] {
    return this.#told?.events ?? []
  }
  get away(): number[] {
    return this.steps.flatMap(({ index }) => (index === null ? [] : [index]))
  }
  get placed(): Record<string, Placed> {
    return placedOf(this.steps, this.events)
  }
  get atBar(): AtBar | null {
    return barOf(this.steps)
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
    return byChair(this.#best, ({ points }) => points ?? [])
  }
  /** The same chairs, with all that the guest brings there. */
  get totals(): Record<string, number> {
    return byChair(this.#best, ({ total }) => total ?? 0)
  }
  get #best(): Record<string, Offer> {
    return bestOffers(this.#forChosen('seat'))
  }
  get swaps(): string[] {
    return this.#forChosen('swap').map(({ action }) => chairOf(action) ?? '')
  }
  /** Tables where a party may be held, with the sexes it may be for; while a guest is chosen it is about that guest. */
  get parties(): Record<string, ('f' | 'm')[]> {
    const found: Record<string, ('f' | 'm')[]> = {}
    if (this.chosen === null)
      for (const { action } of this.offered('party'))
        if (action.type === 'party') (found[action.table] ??= []).push(action.gender)
    return found
  }
  get barOffer(): Offer | null {
    return this.#forChosen('bar')[0] ?? null
  }
  get hideOffer(): Offer | null {
    return this.#forChosen('hide')[0] ?? null
  }

  /** Begins anew when the game went on; a plan is kept and tried again. */
  follow(version: number): void {
    untrack(() => this.#follow(version))
  }
  #follow(version: number): void {
    const before = this.#made
    const player = this.seen?.player ?? null
    if (version === before.version && player === before.player) {
      void this.#askAgain()
      return this.#endWhatIsOver()
    }
    this.#made = { version, player, yours: this.yours }
    const { steps, chosen } = this
    const keeps = !before.yours && before.player === this.#made.player && (this.yours || this.waits)
    this.#reset()
    if (!keeps) return this.#endWhatIsOver()
    this.steps = steps
    this.phase = choosing(chosen)
    if (steps.length || (chosen !== null && !this.yours)) void this.#tryAgain()
  }
  /** What was sent cannot be taken back: where only its end is left, nobody is asked for that. */
  #endWhatIsOver(): void {
    const [done] = this.offered('done')
    if (done && this.#isOver && !this.steps.length) void this.add(done)
  }
  /** What the broken line left unanswered is asked again when it is back. */
  async #askAgain(): Promise<void> {
    if (this.#preview.kind === 'broken') this.#heed(await this.#ask())
  }
  /** Tries the plan against the new state; what is no longer possible falls out, and is told. */
  async #tryAgain(): Promise<void> {
    for (let refused = await this.#ask(); refused; refused = await this.#ask()) {
      const at = refused.step
      const step = this.steps[at]
      if (!step) return this.#heed(refused)
      this.phase = choosing(this.chosen, {
        kind: 'fallen',
        guest: guestOf(step.offer.action),
        face: step.face,
        refusal: refused.refusal,
      })
      this.steps = step.offer.action.type === 'party' ? [] : this.steps.filter((_, index) => index !== at)
      if (!this.steps.length && this.yours) return
    }
  }
  #reset(note: Note | null = null): void {
    this.#lay([])
    this.phase = choosing(null, note)
    this.#refusals.forget()
  }
  /** Other steps: nobody is chosen, and the server has not been asked about them. */
  #lay(steps: Step[]): void {
    this.steps = steps
    this.phase = choosing()
    this.#preview = unasked(steps.length ? this.#preview.totals : null)
  }
  #heed(refused: { refusal: Refused } | null): void {
    if (refused) this.phase = choosing(this.chosen, { kind: 'refused', refusal: refused.refusal })
  }

  /** Chooses a place of the hand, or no longer. */
  async choose(index: number | null): Promise<void> {
    if (this.sending) return
    const known = index !== null && index in this.hand && !this.away.includes(index)
    const chosen = known && index !== this.chosen ? index : null
    this.phase = choosing(chosen)
    if (chosen !== null && this.waits && !this.#told) this.#heed(await this.#ask())
  }

  /** Seats or swaps the chosen guest; a joker that may stand for several nations asks for one. */
  async seat(chair: string): Promise<void> {
    const options = [...this.#forChosen('seat'), ...this.#forChosen('swap')].filter(
      ({ action }) => chairOf(action) === chair,
    )
    if (options.length > 1 && this.chosen !== null)
      this.phase = { kind: 'asking', index: this.chosen, chair, options }
    else if (options[0]) await this.add(options[0])
    else await this.explain(chair)
  }
  /** The joker goes nowhere after all, and stays chosen. */
  stopAsking(): void {
    if (this.asking) this.phase = choosing(this.asking.index)
  }

  /** A guest of this turn is lifted from its chair, the chosen one sits down on any other. */
  tap(chair: string): void {
    void (chair in this.placed ? this.lift(chair) : this.seat(chair))
  }
  /** Somebody may go to the bar: the chosen guest, or whoever is chosen next. */
  get mayGoToBar(): boolean {
    return this.barOffer !== null || (this.yours && this.chosen === null && this.offered('bar').length > 0)
  }
  goToBar(): void {
    if (this.barOffer) void this.add(this.barOffer)
    else if (this.mayGoToBar) this.phase = choosing(null, { kind: 'nobody' })
  }
  /** Lays the chosen guest face down; where nobody is chosen, it says so. */
  hide(): void {
    if (this.hideOffer) void this.add(this.hideOffer)
    else if (this.chosen === null) this.phase = choosing(null, { kind: 'nobody' })
  }
  async add(offer: Offer): Promise<void> {
    const guest = guestOf(offer.action)
    const index = guest !== null && guest === this.guest ? this.chosen : this.#free(guest)
    const isPlainTurn = isPlain(offer.action) && !this.#waitsForSending(offer)
    this.#lay([...this.steps, this.#step(offer, index)])
    if (this.yours && (isPlainTurn || (this.complete && this.sendsAtOnce()))) return this.send()
    this.#heed(await this.#ask())
    if (this.#isOver && this.sendsAtOnce()) await this.send()
  }

  /** A card drawn cannot be put back: where something else could be done, that waits for "Send" like any turn. */
  #waitsForSending({ action }: Offer): boolean {
    return action.type === 'draw' && this.legal.length > 1 && !this.sendsAtOnce()
  }

  /** Takes the last step back; of a hint all of them. */
  async back(): Promise<void> {
    await this.#keep(this.steps.slice(0, this.hinted?.from ?? -1))
  }
  /** Lifts a guest of this turn from its chair: it is chosen again, and what cannot stay without it comes back too. */
  async lift(chair: string): Promise<void> {
    const at = this.steps.findIndex(({ offer }) => chairOf(offer.action) === chair)
    const step = this.steps[at]
    if (!step) return
    if (!(await this.#keep(this.steps.filter((_, index) => index !== at))))
      await this.#keep(this.steps.slice(0, at))
    this.phase = choosing(step.index, this.note)
  }
  async #keep(steps: Step[]): Promise<boolean> {
    const before = this.steps
    this.#lay(steps)
    const refused = !steps.length && this.yours ? null : await this.#ask()
    if (!refused) return true
    this.steps = before
    this.#heed(refused)
    return false
  }

  /** Asks about the steps so far; null unless one of them was refused. */
  async #ask(): Promise<{ step: number; refusal: Refused } | null> {
    const asked: Preview = { kind: 'asked', totals: this.#preview.totals }
    this.#preview = asked
    const answer = await this.room.ask({
      type: 'preview',
      version: this.seen?.version ?? 0,
      actions: this.actions,
      faces: facesOf(this.steps),
      plan: !this.yours,
    })
    if (this.#preview !== asked) return null
    if (answer?.type === 'previewed') this.#preview = { kind: 'told', totals: answer, message: answer }
    else this.#preview = { kind: answer ? 'unasked' : 'broken', totals: asked.totals }
    if (answer?.type !== 'refused') return null
    return {
      step: answer.step ?? -1,
      refusal: answer.refusal ?? { code: answer.code, retryAfter: answer.retry_after },
    }
  }

  async send(): Promise<void> {
    const done = this.offered('done')[0]
    const whole = this.complete || (this.last !== null && isPlain(this.last.action))
    const actions = whole || !done ? this.actions : [...this.actions, done.action]
    if (!actions.length || this.sending) return
    this.phase = { kind: 'sending' }
    const answer = await this.room.ask({
      type: 'submit',
      version: this.seen?.version ?? 0,
      actions,
      faces: facesOf(this.steps),
    })
    if (answer?.type === 'done') return
    const refusal =
      answer?.type === 'refused'
        ? (answer.refusal ?? { code: answer.code, retryAfter: answer.retry_after })
        : null
    this.#reset(refusal && { kind: 'refused', refusal })
  }

  /** Lays out what a bot would do; it is a draft like any other. */
  async hint(): Promise<void> {
    if (this.sending || !this.yours) return
    this.phase = choosing(this.chosen)
    const answer = await this.room.ask({
      type: 'hint',
      version: this.seen?.version ?? 0,
      actions: this.actions,
    })
    if (answer?.type === 'refused') {
      const refusal = answer.refusal ?? { code: answer.code, retryAfter: answer.retry_after }
      return void (this.phase = choosing(this.chosen, { kind: 'refused', refusal }))
    }
    if (answer?.type !== 'hinted') return
    const from = this.steps.length
    for (const action of answer.actions) {
      const offer = this.legal.find((each) => same(each.action, action))
      if (!offer || (isPlain(action) && !this.#waitsForSending(offer))) break
      this.#lay([...this.steps, this.#step(offer, this.#free(guestOf(action)))])
      if (await this.#ask()) break
    }
    const isLaid = this.steps.slice(from).some(({ offer }) => !isPlain(offer.action))
    const advice = isLaid ? null : (answer.actions[0]?.type ?? null)
    this.phase = { kind: 'hinted', from, advice, reasons: answer.reasons }
  }
  #step(offer: Offer, index: number | null): Step {
    return { offer, index, face: this.faces[index ?? -1] ?? 0 }
  }
  #free(guest: string | null): number | null {
    return (
      [...this.hand.keys()].find((each) => this.hand[each] === guest && !this.away.includes(each)) ?? null
    )
  }

  /** A free chair was tapped, and nobody is chosen who could take it. */
  missGuest(): void {
    const { phase } = this
    const isIdle = phase.kind === 'choosing' && phase.index === null && !phase.note
    if (isIdle && !this.mustGoOn && this.offered('seat').length)
      this.phase = choosing(null, { kind: 'nobody' })
  }
  /** Asks why the chosen guest may not take a chair. */
  async explain(chair: string): Promise<void> {
    const { guest, actions } = this
    const seen = this.seen
    if (!guest || !seen || (!this.yours && !this.waits)) return
    const refusal = (await this.#refusals.of(guest, { version: seen.version, actions, plan: !this.yours }))[
      chair
    ]
    if (guest !== this.guest || this.asking) return
    if (!refusal) this.forgetReason()
    else if (!this.note || this.note.kind === 'reason')
      this.phase = choosing(this.chosen, { kind: 'reason', chair, refusal })
  }
  forgetReason(): void {
    if (this.note?.kind === 'reason') this.phase = choosing(this.chosen)
  }
}
