/** The story of a finished game as the server tells it, in words. */
import type { Sentence } from '../protocol/types'
import { t, type Key } from '../text/text'

export const storyOf = (story: readonly Sentence[], names: readonly string[]): string[] =>
  story.map(({ kind, player, other, turn, points, guests }) =>
    t(`story.${kind}` satisfies Key, {
      name: names[player] ?? '',
      other: names[other ?? player] ?? '',
      turn,
      points,
      guests,
      count: kind === 'paid_at_the_bar' ? guests : points,
    }),
  )
