/** A puzzle in hand: drafted like any turn, answered, then looked at beside the best turn. */
import { api, ApiError } from '../connection/api'
import { follow, type Seen } from '../connection/follow'
import { newId, pause, type Answer, type Ask } from '../connection/socket'
import type { AnswerPuzzle, Puzzle, PuzzleAnswer, ReplayStep } from '../protocol/types'
import { positionAfter } from '../replay/positions'
import { failure } from '../start/failure'
import { me } from '../start/me.svelte'
import type { TurnRoom } from '../turn/player'

export class Solving implements TurnRoom {
  answer = $state.raw<PuzzleAnswer | null>(null)
  /** The best turn is on the board, in the place of what was played. */
  isBetter = $state(false)
  problem = $state('')
  /** How often it was tried anew on this page. */
  tries = $state(0)
  readonly begin: Seen
  #command = newId()
  #ended = false

  constructor(readonly puzzle: Puzzle) {
    const begin = follow(null, puzzle.view, performance.now())
    if (typeof begin === 'string') throw new Error('expected a whole view')
    this.begin = begin
    this.#take(puzzle.tried)
  }
  get step(): ReplayStep | null {
    return this.answer && (this.isBetter ? this.answer.better : this.answer.played)
  }
  /** What the board shows. */
  get position(): Seen {
    return this.step ? positionAfter(this.begin, this.step) : this.begin
  }
  /** What can be drafted on: nothing, once it is answered. */
  get seen(): Seen {
    return this.answer ? { ...this.position, player: null, legal: [] } : this.begin
  }
  get version(): number {
    return 2 * this.tries + (this.answer ? 1 : 0)
  }

  async ask(ask: Ask): Promise<Answer | null> {
    try {
      if (ask.type === 'submit') return await this.#send(ask.actions, ask.faces ?? [])
      if (ask.type !== 'preview' && ask.type !== 'explain') return null
      return await api.draftPuzzle(this.puzzle.id, { ...ask, version: 0, id: 'draft' })
    } catch (error) {
      if (!(error instanceof ApiError) || !error.status) return null
      const { code, message, retryAfter } = error
      return {
        type: 'refused',
        id: 'draft',
        code,
        message,
        refusal: null,
        step: null,
        retry_after: retryAfter,
      }
    }
  }
  async showSolution(): Promise<void> {
    this.problem = ''
    await this.#send([], []).catch((error: unknown) => (this.problem = failure(error)))
  }
  again(): void {
    this.#take(null)
    this.#command = newId()
    this.tries += 1
  }
  end(): void {
    this.#ended = true
  }

  /** Sends an answer until it is told how it went: with one id it counts once. */
  async #send(actions: AnswerPuzzle['actions'], faces: number[]): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      try {
        await me.comeIn()
        this.#take(await api.answerPuzzle(this.puzzle.id, { id: this.#command, actions, faces }))
        this.problem = ''
        return { type: 'done', id: 'answer', version: 1 }
      } catch (error) {
        if (this.#ended || !(error instanceof ApiError) || error.status) throw error
        this.problem = failure(error)
        await new Promise((later) => setTimeout(later, pause(tries, Math.random())))
      }
    }
  }
  #take(answer: PuzzleAnswer | null): void {
    this.isBetter = answer?.result === 'shown'
    this.answer = answer
  }
}
