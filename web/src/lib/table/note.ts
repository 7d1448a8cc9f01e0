/** Where words about a chair find room. */
import type { Box } from './zoom.svelte'

const GAP = 6

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height

/** Beside the chair, inside the window and over no lit chair; null where there is no such place. */
export function besides(
  chair: Box,
  note: { width: number; height: number },
  frame: { width: number; height: number },
  lit: readonly Box[],
): Box | null {
  const within = (at: number, size: number, room: number) => Math.min(room - size - GAP, Math.max(GAP, at))
  /** Along one side of the chair: in the middle, then towards either end. */
  const along = (from: number, size: number, own: number) => [
    from + (size - own) / 2,
    from + size - own,
    from,
    from - own,
    from + size,
  ]
  const columns = along(chair.left, chair.width, note.width).map((left) =>
    within(left, note.width, frame.width),
  )
  const rows = along(chair.top, chair.height, note.height).map((top) =>
    within(top, note.height, frame.height),
  )
  const [above, below] = [chair.top - GAP - note.height, chair.top + chair.height + GAP]
  const [before, after] = [chair.left - GAP - note.width, chair.left + chair.width + GAP]
  const places = [
    ...columns.flatMap((left) => [above, below].map((top) => ({ left, top }))),
    ...rows.flatMap((top) => [after, before].map((left) => ({ left, top }))),
  ]
  const found = places
    .map((place) => ({ ...place, ...note }))
    .find(
      (box) =>
        box.left >= 0 &&
        box.top >= 0 &&
        box.left + box.width <= frame.width &&
        box.top + box.height <= frame.height &&
        !lit.some((each) => overlap(box, each)),
    )
  return found ?? null
}
