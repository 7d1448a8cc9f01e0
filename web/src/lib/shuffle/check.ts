/** Whether a finished game's bag is the one that was committed to, and what that proves on this device. */
import type { GameRecord } from '../protocol/types'
import type { Kept } from './kept'
import { commitmentOf, hashOf, seedOf, shuffle } from './shuffle'

export type Verdict =
  /** Everything fits, and the commitment is the one that this device was shown before the first turn. */
  | 'fair'
  /** Everything fits; this device did not see the commitment before. */
  | 'unseen'
  /** Nobody contributed. */
  | 'alone'
  /** The commitment does not follow from what the record says. */
  | 'commitment'
  /** It is not the commitment that was shown before the first turn. */
  | 'changed'
  /** A value does not have the hash that was committed to. */
  | 'value'
  /** The bag does not follow. */
  | 'bag'
  /** This device opened in time, or contributed, and was left out. */
  | 'left'

const same = (a: readonly string[], b: readonly string[]): boolean => a.join(' ') === b.join(' ')

/** The verdict on a game; null if it began at a position that somebody set up. */
export function check(record: GameRecord, known: Kept | null): Verdict | null {
  const { secret, contributions, commitment, edition, variants } = record
  if (commitment === null) return null
  if (secret === null) return known?.promised ? 'left' : 'alone'
  if (commitmentOf(edition, variants, hashOf(secret), contributions) !== commitment) return 'commitment'
  if (known?.again || (known?.commitment && known.commitment !== commitment)) return 'changed'
  if (contributions.some(({ hash, value }) => value !== null && hashOf(value) !== hash)) return 'value'
  const dealt = shuffle(seedOf(commitment, secret, contributions), record.bag, record.tables)
  if (!same(dealt.bag, record.bag) || !same(dealt.tables, record.tables)) return 'bag'
  if (known?.opened && !contributions.some(({ value }) => value === known.value)) return 'left'
  return known?.commitment ? 'fair' : 'unseen'
}
