import { boxAround } from '../board/geometry'
import type { Faces, FloorPlan, GameEvent, Offers, Seated, SeatInfo, TablePoints, View } from '../protocol/types'
import type { Box } from './zoom.svelte'

/** Everything about a game that its screen shows. */
export interface Game {
  view: View
  plan: FloorPlan
  /** The seat whose eyes these are; null for a spectator. */
  seat: number | null
  seats: SeatInfo[]
  faces: Faces
  log: GameEvent[]
}
/** A guest of this turn that is not sent yet. */
export interface Placed extends Seated {
  face: number
  points: TablePoints[]
}
export type Draft = Record<string, Placed>

export const sum = (points: readonly TablePoints[]): number => points.reduce((all, each) => all + each.points, 0)
export const total = (draft: Draft): number => Object.values(draft).reduce((all, each) => all + sum(each.points), 0)

export const eventPoints = (event: GameEvent): number =>
  typeof event.points === 'number' ? event.points : event.points ? sum(event.points) : 0

/** The part of the room where lit chairs stand, as shares of the whole, with a cell's margin. */
export function boxOf(offers: Offers, plan: FloorPlan): Box | null {
  const cells = Object.keys(offers)
  if (!cells.length) return null
  const box = boxAround(cells)
  return {
    left: (box.left - 1) / plan.columns,
    top: (box.top - 1) / plan.rows,
    width: (box.width + 2) / plan.columns,
    height: (box.height + 2) / plan.rows,
  }
}
