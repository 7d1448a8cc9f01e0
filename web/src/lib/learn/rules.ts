/** What the rules page of each edition is made of, and the small cafés that illustrate it. */
import type { Offers, Seated } from '../protocol/types'
import '../text/en-lessons'

const BOARD = [
  'aim',
  'turn',
  'nation',
  'mix',
  'alone',
  'opening',
  'points',
  'between',
  'pair',
  'bar',
  'joker',
  'draw',
  'end',
  'party',
  'house',
]
const IN_CLASSIC = ['nation', 'opening', 'points', 'between', 'pair', 'bar', 'joker', 'end']

/** Edition -> its parts in order; a part of an edition alone has that edition's name before it. */
export const PARTS: Record<string, string[]> = {
  board: BOARD,
  'board-classic': BOARD.map((part) => (IN_CLASSIC.includes(part) ? `classic.${part}` : part)),
  card: [
    'aim',
    'card.turn',
    'nation',
    'mix',
    'alone',
    'points',
    'card.between',
    'pair',
    'card.clear',
    'card.end',
    'party',
  ],
}
export const HOUSE: Record<string, string[]> = {
  board: ['bar-stepped', 'exact-swap'],
  'board-classic': ['bar-stepped'],
}

/** Edition -> the lessons about it. */
export const LESSONS_OF: Record<string, string> = { board: 'board', 'board-classic': 'board', card: 'card' }

export interface Picture {
  tables: Record<string, string>
  seated: Record<string, Seated>
  offers?: Offers
  /** A guest who has sat down in this turn. */
  draft?: Record<string, Seated & { face: number }>
  refused?: string
  swaps?: string[]
}
const place = (table: string, points: number) => ({ table, guests: 2, one_nation: false, points })
const FOUR = { b2: 'IN', d2: 'US', b4: 'TR', d4: 'CN' }
const X = { b2: 'RU', d2: 'GB', c3: 'FR', b4: 'ES', d4: 'IT' }

const SHOWN: Record<string, Picture> = {
  nation: {
    tables: { b2: 'DE', d2: 'IT', b4: 'TR', d4: 'CN' },
    seated: { b1: { guest: 'DEf' }, d1: { guest: 'ITf' } },
    offers: { a2: [place('b2', 4)], b3: [place('b2', 4)], c2: [place('b2', 4), place('d2', 2)] },
    refused: 'e2',
  },
  mix: {
    tables: FOUR,
    seated: { b1: { guest: 'INm' }, a2: { guest: 'INf' }, c2: { guest: 'USf' } },
    refused: 'b3',
  },
  alone: { tables: FOUR, seated: { b1: { guest: 'INm' } }, refused: 'a4' },
  points: {
    tables: FOUR,
    seated: { b1: { guest: 'INm' }, a2: { guest: 'INf' } },
    offers: { b3: [place('b2', 6)] },
  },
  'classic.points': {
    tables: FOUR,
    seated: { b1: { guest: 'INm' }, a2: { guest: 'INf' } },
    offers: { b3: [place('b2', 3)] },
  },
  between: {
    tables: FOUR,
    seated: { b1: { guest: 'INm' }, d1: { guest: 'USf' } },
    offers: { c2: [place('b2', 4), place('d2', 2)] },
  },
  'classic.between': {
    tables: FOUR,
    seated: { b1: { guest: 'INm' }, d1: { guest: 'USf' } },
    offers: { c2: [place('b2', 2), place('d2', 2)] },
  },
  'card.between': {
    tables: X,
    seated: { b1: { guest: 'RUm' }, b3: { guest: 'RUf' } },
    offers: { c2: [place('b2', 6), place('c3', 2)] },
  },
  pair: {
    tables: FOUR,
    seated: {},
    draft: { a2: { guest: 'INm', face: 0 } },
    offers: { b1: [place('b2', 4)], b3: [place('b2', 4)], c2: [place('b2', 4)] },
  },
  joker: { tables: FOUR, seated: { b1: { guest: 'JKm', as: 'IN' }, a2: { guest: 'INf' } }, swaps: ['b1'] },
  'card.clear': {
    tables: X,
    seated: { c2: { guest: 'FRm' }, b3: { guest: 'RUf' }, d3: { guest: 'GBf' }, c4: { guest: 'ITm' } },
  },
  party: {
    tables: FOUR,
    seated: { b1: { guest: 'INf' }, a2: { guest: 'INf' }, c2: { guest: 'INf' }, b3: { guest: 'INf' } },
  },
}
/** Where pairs of one nation count like any other. */
function plain(picture: Picture): Picture {
  const offers = Object.entries(picture.offers ?? {}).map(([chair, points]) => [
    chair,
    points.map((each) => ({ ...each, points: 2 })),
  ])
  return { ...picture, offers: Object.fromEntries(offers) as Offers }
}
/** The picture of a part; where the classic edition has none of its own, pairs count less in it. */
export function pictureOf(part: string): Picture | undefined {
  const shared = SHOWN[part.replace('classic.', '')]
  return SHOWN[part] ?? (shared && part.startsWith('classic.') ? plain(shared) : shared)
}
