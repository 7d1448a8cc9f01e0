/** Shapes of the server's messages. They will be generated from the Python schema. */
export interface Seated {
  guest: string
  as?: string
}
export interface TablePoints {
  table: string
  points: number
}
export interface Turn {
  player: number
  seated: string[]
  owes_partner: string | null
  party: { table: string; gender: 'm' | 'f' } | null
  may_close: boolean
  passes: number
}
export interface Over {
  reason: string
  penalties: number[]
  final: number[]
  winners: number[]
  ranks: number[]
}
export interface View {
  edition: string
  variants: string[]
  players: number
  tables: Record<string, string>
  seated: Record<string, Seated>
  bar: string[]
  hands: (string[] | number)[]
  bag: number
  table_pile: number
  hidden: (string[] | number)[]
  removed: string[]
  scores: number[]
  one_nation_tables: number[]
  out: number[]
  turn: Turn
  over: Over | null
}
export interface FloorPlan {
  columns: number
  rows: number
  bar: string[]
  bar_points: number[]
}
/** Which of the people of its kind a guest is. */
export interface Faces {
  seated: Record<string, number>
  bar: number[]
  hands: number[][]
}
export interface SeatInfo {
  name: string
  kind: 'person' | 'bot'
  present: boolean
}
export interface GameEvent {
  type: string
  player?: number
  guest?: string
  face?: number
  chair?: string
  as?: string
  place?: number
  points?: number | (TablePoints & { guests: number; one_nation: boolean })[]
}
/** Chair -> points that the chosen guest brings there, table by table. */
export type Offers = Record<string, TablePoints[]>
export type Look = 'portraits' | 'flags' | 'letters'
