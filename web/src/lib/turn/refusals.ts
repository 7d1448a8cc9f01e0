/** Why a guest may not take a chair, asked of the server once for all chairs. */
import type { Answer, Ask } from '../connection/socket'
import type { AnyAction, Refusal } from '../protocol/types'

type Chairs = Record<string, Refusal | null>

export class Refusals {
  #known = new Map<string, Promise<Chairs>>()

  constructor(readonly ask: (ask: Ask) => Promise<Answer | null>) {}

  forget(): void {
    this.#known.clear()
  }
  /** For each chair why not, or null; `draft` is the turn so far. */
  of(guest: string, draft: { version: number; actions: AnyAction[]; plan: boolean }): Promise<Chairs> {
    const key = `${guest} ${JSON.stringify(draft)}`
    const known = this.#known.get(key) ?? this.#read(guest, draft, key)
    this.#known.set(key, known)
    return known
  }
  async #read(
    guest: string,
    draft: { version: number; actions: AnyAction[]; plan: boolean },
    key: string,
  ): Promise<Chairs> {
    const answer = await this.ask({ type: 'explain', guest, ...draft })
    if (answer?.type === 'explained') return answer.chairs
    this.#known.delete(key)
    return {}
  }
}
