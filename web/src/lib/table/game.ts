import { CELL, middle } from '../board/geometry'
import type { Faces, FloorPlan, GameEvent, Offers, Seated, SeatInfo, TablePoints, View } from '../protocol/types'
import type { Spot } from './zoom.svelte'

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

/** Where the lit chairs stand, as shares of the room, each with what it brings. */
export const litSpots = (offers: Offers, plan: FloorPlan): Spot[] =>
  Object.entries(offers).map(([cell, points]) => {
    const { x, y } = middle(cell)
    return { x: x / (plan.columns * CELL), y: y / (plan.rows * CELL), worth: 1 + sum(points) }
  })

export interface LogTurn {
  player: number
  points: number
  events: GameEvent[]
}

/** The log in turns, newest first; what only moves tiles about is left out. */
export function turnsOf(log: readonly GameEvent[]): LogTurn[] {
  const turns: LogTurn[] = []
  let open: LogTurn | null = null
  for (const event of log) {
    if (event.type === 'turn') open = null
    if (!['seated', 'barred', 'swapped'].includes(event.type)) continue
    if (!open) turns.unshift((open = { player: event.player ?? 0, points: 0, events: [] }))
    open.events.push(event)
    open.points += eventPoints(event)
  }
  return turns
}
