/** Which guests have not been seen yet: what anybody who looks on could count. */
import { people } from '../guests/people'
import type { Traits, View } from '../protocol/types'

export function unseen(view: View, { copies, jokers, table_cards }: Traits): Record<string, number> {
  const known = [
    ...Object.values(view.seated).map(({ guest }) => guest),
    ...view.bar,
    ...view.removed,
    ...[...view.hands, ...view.hidden].flatMap((each) => (Array.isArray(each) ? each : [])),
  ]
  const left: Record<string, number> = {}
  // Where tables are dealt, those of any nation may come.
  const nations = new Set(Object.values(view.tables))
  for (const kind of Object.keys(people)) {
    const isJoker = kind.startsWith('JK')
    const count = isJoker ? jokers : copies
    if (count && (isJoker || table_cards || nations.has(kind.slice(0, 2)))) left[kind] = count
  }
  for (const guest of known) left[guest] = (left[guest] ?? 0) - 1
  return left
}
