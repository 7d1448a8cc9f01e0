/** The server's forms under the names that the page uses; `schema.ts` is written from the Python schema. */
import type { AnyEvent, Occupant, OverOfState, Plan, State, TablePoints, TurnOfState } from './schema'

export type * from './schema'
export type View = State
export type FloorPlan = Pick<Plan, 'columns' | 'rows' | 'bar' | 'bar_points' | 'size'>
export type Seated = Occupant
export type Turn = TurnOfState
export type Over = OverOfState
export type GameEvent = AnyEvent
/** Chair -> points that the chosen guest brings there, table by table. */
export type Offers = Record<string, TablePoints[]>
export type Look = 'portraits' | 'flags' | 'letters'
