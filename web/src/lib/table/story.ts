/** The story of a finished game as the server tells it, in words. */
import type { Sentence } from '../protocol/types'
import { t, type Key } from '../text/text'

/** Sentences about how the game was won, by points alone. */
const WON: readonly Sentence['kind'][] = ['never_behind', 'took_the_lead', 'counted_out', 'shared']

/** Among two players a sentence about several is about both. */
const BOTH = {
  best_turn_shared: 'story.best_turn_both',
  left_over_shared: 'story.left_over_both',
} as const
const keyOf = (kind: Sentence['kind'], players: number): Key =>
  players === 2 && (kind === 'best_turn_shared' || kind === 'left_over_shared')
    ? BOTH[kind]
    : (`story.${kind}` satisfies Key)

/** Where the points did not decide, as somebody gave up, nothing is told of how they did. */
export const storyOf = (
  story: readonly Sentence[],
  names: readonly string[],
  sameWinners: boolean,
): string[] =>
  story
    .filter(({ kind }) => sameWinners || !WON.includes(kind))
    .map(({ kind, player, other, turn, points, guests }) =>
      t(keyOf(kind, names.length), {
        name: names[player] ?? '',
        other: names[other ?? player] ?? '',
        turn,
        points,
        guests,
        count: kind === 'paid_at_the_bar' ? guests : points,
      }),
    )
