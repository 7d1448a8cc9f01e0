/** Up to when finished games were cleared from the start page, on this device. */
import type { TableLine } from '../protocol/types'

const KEY = 'cafe.cleared'
type Line = Pick<TableLine, 'changed'>

function read(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0
  } catch {
    return 0
  }
}

export class Cleared {
  #until = $state(read())
  #before = $state<number | null>(null)

  /** It can still be taken back. */
  get justNow(): boolean {
    return this.#before !== null
  }
  keeps({ changed }: Line): boolean {
    return changed > this.#until
  }
  clear(lines: readonly Line[]): void {
    this.#before = this.#until
    this.#set(Math.max(...lines.map(({ changed }) => changed)))
  }
  undo(): void {
    this.#set(this.#before ?? 0)
    this.#before = null
  }
  #set(until: number): void {
    this.#until = until
    try {
      localStorage.setItem(KEY, `${until}`)
    } catch {
      // Nothing is kept where the browser keeps nothing.
    }
  }
}
