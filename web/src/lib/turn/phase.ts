/** Where a turn in hand stands. Each phase carries what it needs, so that leaving it forgets that too. */
import type { Offer, PreviewedMessage, Reasons, Refusal } from '../protocol/types'
import type { Kind } from './steps'

export type Refused = Refusal | { code: string; retryAfter: number | null }

/** What is said beside the choice of a guest. */
export type Note =
  /** Why a chair is not for the chosen guest. */
  | { kind: 'reason'; chair: string; refusal: Refusal }
  /** A chair or the bar was tapped before anybody was chosen. */
  | { kind: 'nobody' }
  /** The last command was refused. */
  | { kind: 'refused'; refusal: Refused }
  /** What fell out of the plan when others had played. */
  | { kind: 'fallen'; guest: string | null; face: number; refusal: Refused }

export type Phase =
  | { kind: 'choosing'; index: number | null; note: Note | null }
  /** The nations to choose from for a joker on its way to a chair. */
  | { kind: 'asking'; index: number; chair: string; options: Offer[] }
  /** Steps from `from` on are a hint's; `advice` is a hint that is a button: draw, stop, pass. */
  | { kind: 'hinted'; from: number; advice: Kind | null; reasons: Reasons | null }
  | { kind: 'sending' }

export const choosing = (index: number | null = null, note: Note | null = null): Phase => ({
  kind: 'choosing',
  index,
  note,
})

/** The points of the steps, and of the whole turn with them. */
export type Totals = Pick<PreviewedMessage, 'total' | 'turn_total'>
/** What the server has said about the steps so far; `totals` are those that it told last. */
export type Preview =
  | { kind: 'unasked' | 'asked' | 'broken'; totals: Totals | null }
  | { kind: 'told'; totals: Totals; message: PreviewedMessage }

export const unasked = (totals: Totals | null = null): Preview => ({ kind: 'unasked', totals })
