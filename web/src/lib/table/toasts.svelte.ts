/** Short news over the page: a sentence, and what one can do about it. They go by themselves, but a question stays. */
import { play } from '../sound/sound'

export interface Toast {
  /** News of the same thing takes the place of older news. */
  about: string
  words: string
  /** A question: it stays until it is answered, closed or taken back. */
  stays?: boolean
  /** Two lines of it are enough: the whole stands elsewhere. */
  cut?: boolean
  action?: { label: string; act: () => void } | undefined
}
/** Milliseconds that a sentence stays; longer where there is something to do. */
const STAYS = 7000
const STAYS_TO_ACT = 20_000
/** More than that, beside questions, hide what they are about. */
const MOST = 2

export class Toasts {
  shown = $state.raw<readonly Toast[]>([])
  #timers = new Map<string, ReturnType<typeof setTimeout>>()

  show(toast: Toast): void {
    this.drop(toast.about)
    const all = [...this.shown, toast]
    this.shown = [...all.filter(({ stays }) => stays), ...all.filter(({ stays }) => !stays).slice(-MOST)]
    void play('cup')
    if (toast.stays) return
    this.#timers.set(
      toast.about,
      setTimeout(() => this.drop(toast.about), toast.action ? STAYS_TO_ACT : STAYS),
    )
  }
  drop(about: string): void {
    clearTimeout(this.#timers.get(about))
    this.#timers.delete(about)
    this.shown = this.shown.filter((each) => each.about !== about)
  }
  /** Takes away what is no question, but for what is about `kept`. */
  pass(kept: string): void {
    for (const { about, stays } of this.shown) if (!stays && about !== kept) this.drop(about)
  }
  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }
}
