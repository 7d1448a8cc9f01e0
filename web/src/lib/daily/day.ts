/** Days of UTC, as the server names them, and what is told of one's results. */
import { home } from '../connection/home'
import type { Daily, DailyGame } from '../protocol/types'
import { language } from '../text/language.svelte'
import { named, signed, span, t } from '../text/text'

/** `2026-11-16` as people write it. */
export const dayName = (day: string): string =>
  new Intl.DateTimeFormat(language.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00Z`),
  )

/** Seconds until the day changes, by the server's clock: `asked` is when its answer came, by the page's. */
export const secondsLeft = ({ now, ends }: Daily, asked: number): number =>
  Math.max(0, ends - now - (performance.now() - asked) / 1000)

/** When the replay of a game that is withheld opens. */
export const opensWords = (seconds: number): string => t('error.withheld.later', { time: span(seconds) })

export const resultOf = ({ edition, margin, place, finished }: DailyGame): string =>
  t('daily.result', {
    game: named('edition', edition),
    points: signed(margin ?? 0),
    place: place ?? 0,
    people: finished,
  })

/** A few lines that give nothing away. */
export function shareText({ day, games, streak }: Daily): string {
  return [
    `${t('daily.title')}, ${dayName(day)}`,
    ...games.filter(({ status }) => status === 'finished').map(resultOf),
    ...(streak > 1 ? [t('daily.streak', { count: streak })] : []),
    `${location.origin}${home}/today`,
  ].join('\n')
}
