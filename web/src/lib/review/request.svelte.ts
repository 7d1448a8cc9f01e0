/** The review of a game: asked for, waited for, shown to others. */
import { api, ApiError } from '../connection/api'
import type { Review } from '../protocol/types'
import { failure } from '../start/failure'
import { me } from '../start/me.svelte'
import { span, t } from '../text/text'

const EVERY = 1500
const HOUR = 3600

export class ReviewRequest {
  told = $state.raw<Review | null>(null)
  problem = $state('')
  /** It is asked for, and there is no answer yet. */
  asks = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false

  /** `wished`: a tap has asked for it already. */
  constructor(
    readonly id: string,
    wished: boolean,
  ) {
    this.asks = wished
    void this.#begin()
  }
  async #begin(): Promise<void> {
    await this.#try(() => api.review(this.id))
    if (this.asks && this.told?.state === 'none') await this.ask()
    this.asks = false
  }
  async ask(): Promise<void> {
    this.asks = true
    await this.#try(async () => {
      await me.comeIn()
      return api.askForReview(this.id)
    })
    this.asks = false
  }
  async share(): Promise<void> {
    await this.#try(async () => {
      await api.shareReview(this.id)
      return api.review(this.id)
    })
  }
  async takeBack(): Promise<void> {
    await this.#try(async () => {
      await api.takeBackReview(this.id)
      return api.review(this.id)
    })
  }
  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }

  /** Takes the answer, and asks again as long as there is something to wait for. */
  async #try(request: () => Promise<Review>): Promise<void> {
    clearTimeout(this.#timer)
    try {
      this.told = await request()
      this.problem = ''
    } catch (error) {
      const later = error instanceof ApiError && error.code === 'rate' ? error.retryAfter : 0
      this.problem = later > HOUR ? t('review.limit', { time: span(later) }) : failure(error)
    }
    const waits = this.told?.state === 'waiting' || this.told?.state === 'running'
    if (waits && !this.#ended)
      this.#timer = setTimeout(() => void this.#try(() => api.review(this.id)), EVERY)
  }
}
