/** What a review is told of the screen it is on, and what it can do there. */
import type { Replay, ReplayStep } from '../protocol/types'

export interface Reviewed {
  replay: Replay
  /** So many turns are played. */
  at: number
  names: string[]
  /** The nations of the tables before the last of them. */
  tables: Record<string, string>
  /** Another turn is shown in its place. */
  isOther: boolean
  go: (turn: number) => void
  showOther: (step: ReplayStep | null) => void
}
