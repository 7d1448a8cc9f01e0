/** Which guests have not been seen yet: what anybody at the table could count. */
import { people } from '../guests/people'
import type { View } from '../protocol/types'

export function unseen(view: View): Record<string, number> {
  const known = [
    ...Object.values(view.seated).map(({ guest }) => guest),
    ...view.bar,
    ...view.removed,
    ...[...view.hands, ...view.hidden].flatMap((each) => (Array.isArray(each) ? each : [])),
  ]
  const left: Record<string, number> = {}
  for (const [kind, faces] of Object.entries(people)) left[kind] = faces.length
  for (const guest of known) left[guest] = (left[guest] ?? 0) - 1
  return left
}
