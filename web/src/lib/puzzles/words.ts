/** Answers in words. */
import { home } from '../connection/home'
import { dayName } from '../daily/day'
import type { PuzzleAnswer, Solver } from '../protocol/types'
import { number, t, tenths } from '../text/text'

/** Below this many points a turn was nearly as good. */
const NEAR = 2

export const titleOf = ({ result, loss }: PuzzleAnswer): string =>
  result === 'worse' && loss < NEAR ? t('puzzle.result.near') : t(`puzzle.result.${result}`)

/** How the turn compares, kindly. */
export const comparedWords = ({ result, loss, order }: PuzzleAnswer): string =>
  result === 'worse'
    ? [
        t('puzzle.said.worse', { count: loss, loss: tenths(loss) }),
        order ? t('puzzle.order', { count: order }) : '',
      ]
        .filter(Boolean)
        .join(' ')
    : t(`puzzle.said.${result}`)

/** `1240 ± 80` */
export const ratingWords = ({ rating, deviation }: Solver): string =>
  t('puzzle.rating.range', { rating: `${rating}`, deviation: number(deviation) })

/** A few lines that give nothing away. */
export function shareText(id: string, { day, result, loss }: PuzzleAnswer): string {
  const solved = result === 'best' || result === 'equal'
  return [
    `${t('puzzle.today')}, ${dayName(day ?? '')}`,
    solved
      ? t('puzzle.share.solved')
      : result === 'shown'
        ? t('puzzle.share.shown')
        : t('puzzle.share.worse', { count: loss, loss: tenths(loss) }),
    `${location.origin}${home}/puzzles/${id}`,
  ].join('\n')
}
