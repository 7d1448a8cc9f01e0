/** Whether a finished game's bag is the one that was committed to, and what that proves on this device. */
import type { GameRecord } from '../protocol/types'
import type { Kept } from './storage'
import { commitmentOf, hashOf, seedOf, shuffle } from './shuffle'

export type Verdict =
  /** Everything fits, and the commitment is the one that this device was shown before the first turn. */
  | 'fair'
  /** Everything fits; this device did not see the commitment before. */
  | 'unseen'
  /** No contribution went into it. */
  | 'alone'
  /** It fits, but what this device promised is not in it: too late, replaced by another device, or left out. */
  | 'uncounted'
  /** The commitment does not follow from what the record says. */
  | 'commitment'
  /** It is not the commitment that was shown before the first turn. */
  | 'changed'
  /** A value does not have the hash that was committed to. */
  | 'value'
  /** The bag does not follow. */
  | 'bag'
  /** The server took this device's contribution, and left it out. */
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
  const counts = contributions.some(({ value }) => value !== null && value === known?.value)
  if (known?.opened && !counts) return 'left'
  if (contributions.every(({ value }) => value === null)) return 'alone'
  if (known?.promised && !counts) return 'uncounted'
  return known?.commitment ? 'fair' : 'unseen'
}
