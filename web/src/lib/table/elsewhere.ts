/** Lit chairs beyond the edges of the window, and where a sign for them covers none that is within. */
import type { Spot, Zoom } from './zoom.svelte'

type Side = 'left' | 'right' | 'top' | 'bottom'
export interface Edge {
  side: Side
  /** The sign's upper left corner in the window, in pixels. */
  x: number
  y: number
  spots: Spot[]
  /** The nearest of them, and those seen with it. */
  nearest: Spot[]
  /** What the best of them brings. */
  best: number
}
type Window = Pick<Zoom, 'x' | 'y' | 'scale' | 'size' | 'width' | 'height' | 'columns'>
/** A chair in the window, or where it would be. */
interface Chair {
  spot: Spot
  x: number
  y: number
}

export const WIDTH = 48
export const HEIGHT = 44
/** Between a sign and the edge. */
const GAP = 2
const STEP = 12

export function elsewhere(window: Window, lit: readonly Spot[]): Edge[] {
  const side = window.size * window.scale
  const half = side / (window.columns + 0.5) / 2
  const chairs = lit.map((spot) => ({ spot, x: window.x + spot.x * side, y: window.y + spot.y * side }))
  const seen: Chair[] = []
  const beyond = new Map<Side, Chair[]>()
  for (const chair of chairs) {
    const [edge, by] = furthest(window, chair)
    if (by < -half) seen.push(chair)
    else beyond.set(edge, [...(beyond.get(edge) ?? []), chair])
  }
  const covers = (x: number, y: number) =>
    seen.some(
      (chair) =>
        Math.abs(chair.x - x - WIDTH / 2) < half + WIDTH / 2 &&
        Math.abs(chair.y - y - HEIGHT / 2) < half + HEIGHT / 2,
    )
  return [...beyond].map(([edge, found]) => ({
    side: edge,
    ...cornerOf(window, edge, found, covers),
    spots: found.map(({ spot }) => spot),
    nearest: withNearest(window, found),
    best: Math.max(...found.map(({ spot }) => spot.worth - 1)),
  }))
}

/** The side that a chair is furthest beyond, and by how much; less than nothing within. */
function furthest({ width, height }: Window, { x, y }: Chair): [Side, number] {
  const sides: [Side, number][] = [
    ['left', -x],
    ['right', x - width],
    ['top', -y],
    ['bottom', y - height],
  ]
  return sides.reduce((most, each) => (each[1] > most[1] ? each : most))
}

/** At the edge, as near to where the chairs are as no chair in sight is covered. */
function cornerOf(
  { width, height }: Window,
  side: Side,
  found: readonly Chair[],
  covers: (x: number, y: number) => boolean,
): { x: number; y: number } {
  const isBeside = side === 'left' || side === 'right'
  // The corners belong to those above and below.
  const least = isBeside ? HEIGHT + GAP : GAP
  const most = isBeside ? height - 2 * HEIGHT - GAP : width - WIDTH - GAP
  const wanted = found.reduce((all, { x, y }) => all + (isBeside ? y : x), 0) / found.length
  const at = Math.max(least, Math.min(most, wanted - (isBeside ? HEIGHT : WIDTH) / 2))
  const corner = (along: number) =>
    isBeside
      ? { x: side === 'left' ? GAP : width - WIDTH - GAP, y: along }
      : { x: along, y: side === 'top' ? GAP : height - HEIGHT - GAP }
  for (let step = 0; step <= most; step += STEP)
    for (const along of [at - step, at + step]) {
      const { x, y } = corner(along)
      if (along >= least && along <= most && !covers(x, y)) return { x, y }
    }
  return corner(at)
}

/** From one end of the café to the other nothing is left out: a tap goes to what comes next. */
function withNearest({ width, height }: Window, found: readonly Chair[]): Spot[] {
  const far = ({ x, y }: Chair) => Math.hypot(x - width / 2, y - height / 2)
  const first = found.reduce((best, each) => (far(each) < far(best) ? each : best))
  return found
    .filter(({ x, y }) => Math.abs(x - first.x) < width * 0.35 && Math.abs(y - first.y) < height * 0.35)
    .map(({ spot }) => spot)
}
