/** The server's reasons in the page's language. */
import { guestLabel, nationOf } from '../guests/guest'
import { nameOf } from '../guests/people'
import type { Reasons, TablePoints } from '../protocol/types'
import { language } from '../text/language.svelte'
import { refusalOf } from '../text/refusal'
import { list, nationInSentence, nationName, number, signed, t, type Key } from '../text/text'
import type { Refused } from './phase'
import type { Kind } from './steps'

const known = (key: string): Key | null => (key in language.messages ? (key as Key) : null)

/** One sentence that names the rule; the server's own where the rule is new to this page. */
export function refusalWords(refusal: Refused, tables: Record<string, string>, face = 0): string {
  if (!('rule' in refusal)) return refusalOf(refusal.code, refusal.retryAfter) ?? t('error.state')
  const key = known(`rule.${refusal.rule}`)
  if (!key) return refusal.message
  const { guest, chair, table, nations, gentlemen, ladies, hand } = refusal.facts
  return t(key, {
    name: guest ? nameOf(guest, face) : '',
    guest: guest ? guestLabel(guest, face) : '',
    nation: guest ? nationInSentence(nationOf(guest)) : '',
    chair: chair ?? '',
    table: table ? nationInSentence(tables[table] ?? '') : '',
    nations: list((nations ?? []).map(nationInSentence)),
    gentlemen: t('count.m', { count: gentlemen ?? 0 }),
    ladies: t('count.f', { count: ladies ?? 0 }),
    hand: hand ?? 0,
    count: hand ?? 0,
  })
}

/** `+4 Germany, +2 Italy` */
export const pointWords = (points: readonly TablePoints[], tables: Record<string, string>): string =>
  points
    .filter((each) => each.points !== 0)
    .map((each) =>
      t('offer.table', { points: signed(each.points), nation: nationName(tables[each.table] ?? '') }),
    )
    .join(', ') || t('offer.none')

/** What a suggested turn brings, table by table; where no table pays, what it does. */
export function broughtWords(
  { tables, points }: Pick<Reasons, 'tables' | 'points'>,
  kind: Kind | undefined,
): string {
  const paid = (amount: number, where: string) => t('offer.table', { points: signed(amount), nation: where })
  if (tables.length) return list(tables.map((each) => paid(each.points, nationName(each.nation))))
  return kind === 'swap'
    ? t('hint.toJoker')
    : kind === 'hide'
      ? t('hint.toHide')
      : kind === 'bar'
        ? t('hint.toBar', { count: Math.abs(points), points: signed(points) })
        : signed(points)
}

const REASONS = {
  hint: { leaves: 'hint.leaves', nothing: 'hint.nothing', avoids: 'hint.avoids', ends: 'hint.ends' },
  review: {
    leaves: 'review.leaves',
    nothing: 'review.nothing',
    avoids: 'review.avoids',
    ends: 'review.ends',
  },
} as const

/** Why a suggested turn is good, beside its points: what it leaves for whoever comes next, what it avoids, how it ends the game. */
export function reasonWords(
  { points, leaves, avoids, instead, lead, bar, rounds }: Reasons,
  names: readonly string[],
  /** Beside a turn that was played it is said which one the reasons are about. */
  kind: keyof typeof REASONS = 'hint',
): string {
  const keys = REASONS[kind]
  const name = names[leaves?.player ?? -1] ?? ''
  const about = (points: number) => ({ name, count: Math.round(points), points: number(Math.round(points)) })
  return [
    leaves
      ? Math.round(leaves.points) > 0
        ? t(keys.leaves, about(leaves.points))
        : t(keys.nothing, { name })
      : '',
    // A turn that brings no more is no temptation.
    avoids && avoids.points > points
      ? t(keys.avoids, { ...about(avoids.leaves), other: signed(avoids.points) })
      : instead === null
        ? ''
        : t('hint.waits', { points: signed(instead) }),
    lead !== null && lead > 0 ? t(keys.ends, { count: lead, points: number(lead) }) : '',
    bar ? t('hint.bar', { now: signed(bar.now), later: signed(bar.later) }) : '',
    rounds === null ? '' : t('hint.rounds', { count: rounds }),
  ]
    .filter(Boolean)
    .join(' ')
}
