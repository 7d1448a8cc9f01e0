/** Turns of a review in words. */
import type { GameEvent } from '../protocol/types'
import { language } from '../text/language.svelte'
import { list, t } from '../text/text'
import { eventDetail, eventWords } from '../table/sentences'

/** What a player does; the rest follows from it. */
const DONE: Record<GameEvent['type'], boolean> = {
  seated: true,
  barred: true,
  swapped: true,
  partied: true,
  left: true,
  hidden: true,
  cleared: false,
  dealt: false,
  passed: true,
  closed: true,
  out: false,
  drawn: false,
  turn: false,
  over: false,
}

/** What was done in a turn, with its points by table; a turn without any of that drew a card. */
export function turnWords(events: readonly GameEvent[], tables: Record<string, string>): string {
  const words = events
    .filter(({ type }) => DONE[type])
    .map((event) => {
      const detail = eventDetail(event, tables)
      return detail ? `${eventWords(event, tables)} (${detail})` : eventWords(event, tables)
    })
  return words.join(', ') || t('log.drawn')
}

const percent = (share: number): string =>
  new Intl.NumberFormat(language.code, { style: 'percent' }).format(share)

/** `Anna 54 % and Ben 46 %` */
export const chanceWords = (win: readonly number[], names: readonly string[]): string =>
  list(win.map((share, player) => `${names[player] ?? ''} ${percent(share)}`))
