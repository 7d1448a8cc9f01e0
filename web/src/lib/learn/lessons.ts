/** The lessons: small cafés to try one thing in. The server judges; here are only the positions and what to look for. */
import { people } from '../guests/people'
import type { AnyEvent, Occupant, State } from '../protocol/types'
import { eventPoints, turnPoints, type Taught } from '../table/game'
import '../text/en-lessons'
import type { Key } from '../text/text'

export interface Lesson extends Taught {
  key: string
  /** Chair -> guest; `JKm=ES` is a joker that stands for Spain. */
  seated: Record<string, string>
  hand: string[]
  variants?: string[]
  bar?: string[]
  points?: number
  /** Whether this turn is what the lesson is about. */
  done: (events: readonly AnyEvent[]) => boolean
}

const count = (events: readonly AnyEvent[], type: AnyEvent['type']): number =>
  events.filter((event) => event.type === type).length
type SeatedEvent = AnyEvent & { type: 'seated' }
/** A guest of this kind was seated in such a way. */
const isSeated = (events: readonly AnyEvent[], guest: string, so: (event: SeatedEvent) => boolean): boolean =>
  events.some((event) => event.type === 'seated' && event.guest === guest && so(event))
/** A first guest who brings nothing, and a partner. */
const isPair: Lesson['done'] = (events) =>
  count(events, 'seated') === 2 && events.some((event) => event.type === 'seated' && !eventPoints(event))

const BOARD: Lesson[] = [
  {
    key: 'company',
    seated: { l2: 'USm' },
    hand: ['USf', 'TRm', 'TRf', 'CNm', 'GBf'],
    guests: ['USf'],
    done: (events) => isSeated(events, 'USf', (event) => eventPoints(event) >= 4),
  },
  {
    key: 'between',
    seated: { l2: 'USm', m1: 'USf', m5: 'INf' },
    hand: ['USm', 'CNm', 'CNf', 'RUm', 'DEf'],
    guests: ['USm'],
    done: (events) =>
      isSeated(events, 'USm', (event) => event.points.filter(({ points }) => points).length > 1),
  },
  {
    key: 'mix',
    seated: { l2: 'USm', m1: 'USf', n2: 'USf' },
    hand: ['USm', 'USf', 'TRm', 'TRf', 'GBf'],
    guests: ['USm'],
    done: (events) => isSeated(events, 'USm', (event) => eventPoints(event) >= 8),
  },
  {
    key: 'pair',
    seated: { l2: 'USm' },
    hand: ['DEm', 'DEf', 'CNm', 'CNf', 'TRm'],
    done: isPair,
  },
  {
    key: 'full',
    seated: { b1: 'CFm', a2: 'CFf', c2: 'CFm' },
    hand: ['CFf', 'RUm', 'RUf', 'TRm', 'INf'],
    guests: ['CFf'],
    done: (events) => isSeated(events, 'CFf', (event) => eventPoints(event) >= 8),
  },
  {
    key: 'bar',
    button: 'bar',
    seated: { l2: 'USm', m1: 'USf' },
    hand: ['TRm', 'TRm', 'CNm', 'CNm', 'GBm'],
    done: (events) => count(events, 'barred') === 1,
  },
  {
    key: 'joker',
    seated: { b1: 'CFm', a2: 'CFf' },
    hand: ['JKm', 'CNm', 'CNm', 'TRm', 'TRm'],
    guests: ['JKm'],
    done: (events) => isSeated(events, 'JKm', (event) => event.as === 'CF'),
  },
  {
    key: 'swap',
    seated: { b1: 'JKm=CF', a2: 'CFf' },
    hand: ['CFm', 'CNm', 'CNm', 'TRm', 'TRm'],
    guests: ['CFm'],
    done: (events) => count(events, 'swapped') === 1,
  },
  {
    key: 'party',
    variants: ['parties'],
    seated: { l2: 'USm', m1: 'USf' },
    hand: ['CFf', 'CFf', 'CFf', 'CFf', 'TRm'],
    guests: ['CFf'],
    done: (events) => count(events, 'partied') === 1,
  },
  {
    key: 'last',
    button: 'bar',
    seated: { l2: 'USm', m1: 'USf' },
    hand: ['TRm', 'TRm', 'CNm', 'CNm', 'GBm'],
    bar: [
      'DEm',
      'DEm',
      'DEf',
      'DEf',
      'ESm',
      'ESm',
      'ESf',
      'ESf',
      'FRm',
      'FRm',
      'FRf',
      'FRf',
      'ITm',
      'ITm',
      'ITf',
      'ITf',
      'RUm',
      'RUm',
      'RUf',
    ],
    points: 70,
    done: (events) => count(events, 'over') === 1,
  },
  {
    key: 'late',
    button: 'bar',
    seated: { l2: 'USm', m1: 'USf', n2: 'USm' },
    hand: ['USf', 'TRm', 'TRm', 'CNm', 'GBm'],
    bar: ['DEm', 'DEf', 'ESm', 'ESf'],
    done: (events) => events.some((event) => event.type === 'barred' && event.guest !== 'USf'),
  },
]
const BOARD_TABLES: Record<string, string> = {
  b2: 'CF',
  d2: 'ES',
  f2: 'CN',
  m2: 'US',
  o2: 'CU',
  b4: 'DE',
  d4: 'GB',
  f4: 'FR',
  m4: 'US',
  o4: 'IT',
  m6: 'IN',
  o6: 'RU',
  b11: 'RU',
  d11: 'CU',
  b13: 'DE',
  d13: 'IN',
  k13: 'ES',
  m13: 'TR',
  o13: 'CN',
  b15: 'TR',
  d15: 'IT',
  k15: 'FR',
  m15: 'CF',
  o15: 'GB',
}
const CARD_TABLES: Record<string, string> = { b2: 'RU', d2: 'GB', c3: 'FR', b4: 'ES', d4: 'IT' }
const CARD: Lesson[] = [
  {
    key: 'card.pair',
    seated: {},
    hand: ['RUm', 'RUf', 'CNm', 'TRf', 'DEm', 'INf', 'USm'],
    guests: ['RUm', 'RUf'],
    done: isPair,
  },
  {
    key: 'card.three',
    seated: { b1: 'RUm', b3: 'RUf' },
    hand: ['RUm', 'ITm', 'ITf', 'CNm', 'TRf', 'DEm', 'INf'],
    guests: ['RUm', 'ITm', 'ITf'],
    done: (events) => turnPoints(events) >= 12,
  },
  {
    key: 'card.draw',
    button: 'draw',
    seated: {},
    hand: ['CNm', 'TRm', 'DEm', 'INm', 'USm', 'CUm', 'CFm'],
    done: (events) => count(events, 'drawn') > 0,
  },
  {
    key: 'card.clear',
    seated: { b1: 'RUm', a2: 'RUf', b3: 'RUm' },
    hand: ['RUf', 'ITm', 'TRf', 'DEm', 'INf', 'CNm', 'USm'],
    guests: ['RUf'],
    done: (events) => count(events, 'cleared') > 0,
  },
  {
    key: 'card.hide',
    seated: {},
    hand: ['CNm', 'CNf', 'TRm', 'TRf', 'DEm', 'DEf', 'INm', 'INf', 'USm', 'USf', 'CUm', 'CUf'],
    done: (events) => count(events, 'hidden') > 0,
  },
  {
    key: 'card.close',
    seated: { b1: 'RUm' },
    hand: ['RUf'],
    done: (events) => count(events, 'closed') > 0,
  },
]
/** Lessons about one edition; of the bag, whether it has jokers, and whether tables are dealt from a pile. */
export interface Course {
  edition: string
  jokers: boolean
  pile: boolean
  tables: Record<string, string>
  lessons: Lesson[]
}
export const COURSES: Record<string, Course> = {
  board: { edition: 'board', jokers: true, pile: false, tables: BOARD_TABLES, lessons: BOARD },
  card: { edition: 'card', jokers: false, pile: true, tables: CARD_TABLES, lessons: CARD },
}

export const lessonKey = (lesson: Lesson, part: 'title' | 'words' | 'done'): Key =>
  `learn.${lesson.key}.${part}` as Key

function occupant(text: string): Occupant {
  const [guest = '', as] = text.split('=')
  return as ? { guest, as } : { guest }
}

/** The whole position: what the lesson names, and every other tile in the bag or the other hand. */
export function positionOf(course: Course, lesson: Lesson): State {
  const all = Object.entries(people).flatMap(([kind, faces]) =>
    kind.startsWith('JK') && !course.jokers ? [] : faces.map(() => kind),
  )
  const use = (guest: string) => {
    const at = all.indexOf(guest)
    if (at >= 0) all.splice(at, 1)
  }
  const seated = Object.fromEntries(
    Object.entries(lesson.seated).map(([chair, text]) => [chair, occupant(text)]),
  )
  for (const { guest } of Object.values(seated)) use(guest)
  for (const guest of [...lesson.hand, ...(lesson.bar ?? [])]) use(guest)
  // A fixed stride mixes the rest the same way for everybody.
  const mixed = all.map((_, index) => all[(index * 37) % all.length] ?? '')
  const rest = all.length % 37 ? mixed : all
  const laid = course.tables
  const nations = ['CF', 'CN', 'CU', 'DE', 'ES', 'FR', 'GB', 'IN', 'IT', 'RU', 'TR', 'US']
  const pile = [...nations, ...nations]
  if (course.pile) for (const nation of Object.values(laid)) pile.splice(pile.indexOf(nation), 1)
  const size = lesson.hand.length
  return {
    edition: course.edition,
    variants: lesson.variants ?? [],
    players: 2,
    tables: laid,
    seated,
    bar: lesson.bar ?? [],
    hands: [lesson.hand, rest.slice(0, size)],
    bag: rest.slice(size),
    table_pile: course.pile ? pile : [],
    hidden: [[], []],
    removed: [],
    scores: [lesson.points ?? 10, 10],
    one_nation_tables: [0, 0],
    out: [],
    turn: { player: 0, seated: [], owes_partner: null, party: null, may_close: false, passes: 0 },
    over: null,
  }
}
