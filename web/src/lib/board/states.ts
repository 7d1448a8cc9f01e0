/**
 * What each chair and each table shows, as plain records. A record stays the same object while nothing of it changes: a
 * turn changes a few, and the rest of the café is then not even looked at.
 */
import type { Offers, Seated, TablePoints, View } from '../protocol/types'
import { neighbour, SIDES, type ChairPlace, type Side } from './geometry'

export interface ChairState {
  cell: string
  place: ChairPlace
  /** The nations of its tables, as `DE FR`. */
  nations: string
  guest: string | undefined
  /** What a joker stands for. */
  as: string | undefined
  face: number
  /** The guest is still on the way here. */
  coming: boolean
  /** The guest is not sent yet. */
  draft: boolean
  lit: boolean
  /** Who seated this guest, lately. */
  by: number | undefined
  /** Somebody wanted to sit here and may not. */
  refused: boolean
  /** The chosen guest may sit here, for these points. */
  offer: TablePoints[] | undefined
  /** The chosen guest may take the place of the joker here. */
  swap: boolean
}
export interface TableState {
  cell: string
  nation: string
  /** It is not there yet. */
  coming: boolean
  /** Sides on which somebody sits, as `nw`. */
  taken: string
  /** Who sits there, each with the face: `DEm2,FRf0`. */
  guests: string
  lit: boolean
  candle: boolean
  /** Sexes for which a party may be held here, as `fm`. */
  parties: string
}
/** What a café shows beside its furniture; see the props of the board. */
export interface Shown {
  view: Pick<View, 'tables' | 'seated'>
  faces: Record<string, number>
  draft: Record<string, Seated & { face: number }>
  coming: readonly string[]
  pointed: readonly string[]
}

const sitting = ({ view, draft }: Shown, cell: string): Seated | undefined => draft[cell] ?? view.seated[cell]
const faceAt = ({ faces, draft }: Shown, cell: string): number => draft[cell]?.face ?? faces[cell] ?? 0

export function chairStates(
  places: readonly ChairPlace[],
  shown: Shown,
  marks: {
    recent: Record<string, number>
    refused: string | undefined
    offers: Offers
    swaps: readonly string[]
  },
): ChairState[] {
  return places.map((place) => {
    const { cell } = place
    const seated = sitting(shown, cell)
    return {
      cell,
      place,
      nations: place.tables.map(({ table }) => shown.view.tables[table] ?? '').join(' '),
      guest: seated?.guest,
      as: seated?.as ?? undefined,
      face: faceAt(shown, cell),
      coming: shown.coming.includes(cell),
      draft: cell in shown.draft,
      lit: shown.pointed.includes(cell),
      by: marks.recent[cell],
      refused: marks.refused === cell,
      offer: marks.offers[cell],
      swap: marks.swaps.includes(cell),
    }
  })
}

export function tableStates(
  shown: Shown,
  marks: { candles: readonly string[]; parties: Record<string, ('f' | 'm')[]> },
): TableState[] {
  return Object.entries(shown.view.tables).map(([cell, nation]) => {
    const sides = SIDES.filter((side: Side) => sitting(shown, neighbour(cell, side)))
    const chairs = sides.map((side) => neighbour(cell, side))
    return {
      cell,
      nation,
      coming: shown.coming.includes(cell),
      taken: sides.join(''),
      guests: chairs.map((chair) => `${sitting(shown, chair)?.guest}${faceAt(shown, chair)}`).join(),
      lit: shown.pointed.includes(cell),
      candle: marks.candles.includes(cell),
      parties: (marks.parties[cell] ?? []).join(''),
    }
  })
}

/** Gives the record of before wherever the new one says the same. */
export function keeper<State extends { cell: string }>(): (now: State[]) => State[] {
  let before = new Map<string, State>()
  return (now) => {
    const kept = now.map((state) => {
      const old = before.get(state.cell)
      return old && isSame(old, state) ? old : state
    })
    before = new Map(kept.map((state) => [state.cell, state]))
    return kept
  }
}
const isSame = <State extends object>(a: State, b: State): boolean =>
  (Object.keys(a) as (keyof State)[]).every((key) => a[key] === b[key])
