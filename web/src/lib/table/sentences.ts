/** Events in words, for the log and for who listens. */
import { neighbour } from '../board/geometry'
import { nameOf } from '../guests/people'
import type { GameEvent } from '../protocol/types'
import { list, nationInSentence, nationName, signed, t } from '../text/text'
import { pointWords } from '../turn/words'
import { eventPoints } from './game'

/** What happened, without who did it. */
export function eventWords(event: GameEvent, tables: Record<string, string>): string {
  switch (event.type) {
    case 'seated':
      return t('log.seated', { guest: nameOf(event.guest, event.face ?? 0) })
    case 'barred':
      return t('log.barred', { guest: nameOf(event.guest, event.face ?? 0) })
    case 'left':
      return t('log.left', { guest: nameOf(event.guest, event.face ?? 0) })
    case 'swapped':
      return t('log.swapped', { guest: nameOf(event.guest, event.face ?? 0) })
    case 'partied':
      return t('log.partied', { nation: nationInSentence(tables[event.table] ?? '') })
    case 'cleared':
      return t('log.cleared', { count: event.tables.length })
    case 'dealt':
      return t('log.dealt', { nation: nationName(event.nation) })
    case 'drawn':
      return event.guest ? t('log.drew', { guest: nameOf(event.guest, event.face ?? 0) }) : t('log.drawn')
    case 'hidden':
      return t('log.hidden')
    case 'passed':
      return t('log.passed')
    case 'closed':
      return t('log.closed')
    case 'out':
      return t('log.out')
    case 'over':
      return t('log.over')
    case 'turn':
      return ''
  }
}

/** The nations of the tables that a chair belongs to. */
const tablesAt = (chair: string, tables: Record<string, string>): string[] =>
  (['n', 'e', 's', 'w'] as const).flatMap((side) => tables[neighbour(chair, side)] ?? []).map(nationName)

/** Where its points come from, or where it is that none come. */
export function eventDetail(event: GameEvent, tables: Record<string, string>): string {
  if (event.type === 'seated')
    return eventPoints(event)
      ? pointWords(event.points, tables)
      : `${list(tablesAt(event.chair, tables))}: ${t('offer.none')}`
  if (event.type === 'barred') return t('log.place', { place: event.place })
  if (event.type === 'swapped') return t('log.jokerTo')
  if (event.type === 'cleared') return list(event.tables.map((table) => nationName(tables[table] ?? '')))
  return ''
}

/** A told turn as sentences for the live region. */
export function sentencesOf(
  events: readonly GameEvent[],
  names: readonly string[],
  tables: Record<string, string>,
  own: number | null,
): string {
  const words = events.flatMap((event) => {
    if (event.type === 'turn')
      return [event.player === own ? t('say.yours') : t('say.turn', { name: names[event.player] ?? '' })]
    if (event.type === 'drawn' && event.player !== own) return []
    const who = 'player' in event ? `${names[event.player] ?? ''}: ` : ''
    const detail = eventDetail(event, tables)
    const points = eventPoints(event)
    return [
      `${who}${eventWords(event, tables)}${detail ? ` (${detail})` : points ? ` (${signed(points)})` : ''}`,
    ]
  })
  return words.join('. ')
}

export const namesOf = (names: readonly string[]): string => list([...names])
