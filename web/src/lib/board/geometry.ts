/** Where things stand in the room. A cell is 100 units wide; positions are the middle of a cell. */
export const CELL = 100

/** The wall is as thick on the screen whether the room is large or small. */
export const wallOf = (columns: number): number => Math.round((26 * columns) / 16)

export interface Point {
  x: number
  y: number
}
export type Side = 'n' | 'e' | 's' | 'w'

const STEPS: Record<Side, Point> = {
  n: { x: 0, y: -1 },
  e: { x: 1, y: 0 },
  s: { x: 0, y: 1 },
  w: { x: -1, y: 0 },
}
export const SIDES: readonly Side[] = ['n', 'e', 's', 'w']
const OPPOSITE: Record<Side, Side> = { n: 's', e: 'w', s: 'n', w: 'e' }

const column = (cell: string): number => cell.charCodeAt(0) - 97
const row = (cell: string): number => Number(cell.slice(1)) - 1

export const middle = (cell: string): Point => ({
  x: (column(cell) + 0.5) * CELL,
  y: (row(cell) + 0.5) * CELL,
})
const inReadingOrder = (a: string, b: string): number => row(a) - row(b) || column(a) - column(b)

export const neighbour = (cell: string, side: Side): string =>
  `${String.fromCharCode(97 + column(cell) + STEPS[side].x)}${row(cell) + 1 + STEPS[side].y}`

export interface ChairPlace {
  cell: string
  at: Point
  /** The tables it touches, by the side on which they stand. */
  tables: { side: Side; table: string }[]
  /** Sides with a back or an arm: where nobody is to be looked at. */
  backs: Side[]
}

function backsOf(open: Side[]): Side[] {
  const [only] = open
  if (open.length === 1 && only) return [OPPOSITE[only]]
  return SIDES.filter((side) => !open.includes(side))
}

/** All chairs around these tables, in reading order. */
export function chairsAround(tables: readonly string[]): ChairPlace[] {
  const known = new Set(tables)
  const cells = new Set(tables.flatMap((table) => SIDES.map((side) => neighbour(table, side))))
  return [...cells].sort(inReadingOrder).map((cell) => {
    const touching = SIDES.filter((side) => known.has(neighbour(cell, side))).map((side) => ({
      side,
      table: neighbour(cell, side),
    }))
    return { cell, at: middle(cell), tables: touching, backs: backsOf(touching.map(({ side }) => side)) }
  })
}

export const towards = (side: Side, distance: number): Point => ({
  x: STEPS[side].x * distance,
  y: STEPS[side].y * distance,
})

/** The box around cells, in cells: left, top, width, height. */
export function boxAround(cells: readonly string[]): {
  left: number
  top: number
  width: number
  height: number
} {
  const columns = cells.map(column)
  const rows = cells.map(row)
  const left = Math.min(...columns)
  const top = Math.min(...rows)
  return { left, top, width: Math.max(...columns) - left + 1, height: Math.max(...rows) - top + 1 }
}
