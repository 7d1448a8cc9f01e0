/** Playing against bots, one's own way: what was chosen last and how it went, kept on this device. */
import { api } from '../connection/api'
import { router } from '../pages/route.svelte'
import type { Level, NewTable, Options, Over, Table } from '../protocol/types'
import { startSoon } from '../shuffle/contributor'
import { me } from './me.svelte'
import { usualLevel } from './seats'

export interface Choice {
  edition: string
  /** A level each. */
  bots: string[]
  variants: string[]
  /** The seat that starts; one's own is 0, the bots' follow. */
  starter: number | 'random'
}
/** Games in a row against one level that all went the same way. */
export interface Streak {
  level: string
  won: boolean
  count: number
}
interface Kept {
  choice: Choice | null
  /** What the choice looks like: the bots' names, and whether tables are dealt as cards. */
  names: string[]
  tableCards: boolean
  streak: Streak | null
}
const KEY = 'cafe.alone'
const NOTHING: Kept = { choice: null, names: [], tableCards: false, streak: null }
/** So many games in a row say something. */
export const MANY = 3

function read(): Kept {
  try {
    const kept = { ...NOTHING, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) }
    const { choice } = kept
    return choice && !(Array.isArray(choice.bots) && Array.isArray(choice.variants)) ? NOTHING : kept
  } catch {
    return NOTHING
  }
}

/** A choice as far as this server has what it is made of; else the board against two who are easy company. */
export function fitted(wanted: Partial<Choice>, { editions, levels }: Options): Choice {
  const edition =
    editions.find(({ name }) => name === wanted.edition) ??
    editions.find(({ traits }) => !traits.table_cards) ??
    editions[0]
  const usual = usualLevel(levels, true)
  const bots = (wanted.bots ?? [usual, usual])
    .map((bot) => (levels.some(({ level }) => level === bot) ? bot : usual))
    .slice(0, (edition?.most_players ?? 2) - 1)
  while (bots.length < (edition?.least_players ?? 2) - 1) bots.push(usual)
  const { starter = 0 } = wanted
  return {
    edition: edition?.name ?? '',
    bots,
    variants: (wanted.variants ?? []).filter((each) => edition?.variants.includes(each)),
    starter: starter === 'random' || starter <= bots.length ? starter : 0,
  }
}

/** What bots of these levels are called in one game, as the server calls them. */
export function houseNames(bots: readonly string[], levels: readonly Level[]): string[] {
  const found: string[] = []
  for (const bot of bots) {
    const names = levels.find(({ level }) => level === bot)?.names ?? []
    found.push(names.find((name) => !found.includes(name)) ?? names[0] ?? '')
  }
  return found
}

/** Whom to try next: somebody stronger after many wins in a row, somebody easier after many defeats. */
export function nextLevel(streak: Streak | null, levels: readonly Level[]): Level | null {
  if (!streak || streak.count < MANY) return null
  const at = levels.findIndex(({ level }) => level === streak.level)
  return at < 0 ? null : (levels[at + (streak.won ? 1 : -1)] ?? null)
}

/** The streak after one more game; one that shows nothing about a level leaves it as it was. */
export function streakAfter(streak: Streak | null, table: Table, over: Over, player: number): Streak | null {
  const bots = table.seats.filter(({ kind }) => kind === 'bot')
  const [level, other] = new Set(bots.map(({ bot }) => bot))
  const own = table.seats.find((seat) => seat.player === player)
  const counts =
    level && !other && bots.length === table.seats.length - 1 && own?.yours && !own.stand_in && !own.resigned
  if (!counts || table.practice || over.reason === 'agreed') return streak
  const won = over.winners.length === 1 && over.winners[0] === player
  if (!won && over.ranks[player] !== Math.max(...over.ranks)) return null
  const goesOn = streak?.level === level && streak.won === won
  return { level, won, count: goesOn ? streak.count + 1 : 1 }
}

class Alone {
  kept = $state.raw<Kept>(read())

  #keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change }
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept))
    } catch {
      // Nothing is kept where the browser keeps nothing.
    }
  }
  /** A choice as it was made last, but for what is given. */
  choice(options: Options, change: Partial<Choice> = {}): Choice {
    return fitted({ ...this.kept.choice, ...change }, options)
  }
  remember(choice: Choice, { editions, levels }: Options): void {
    const tableCards = editions.find(({ name }) => name === choice.edition)?.traits.table_cards ?? false
    this.#keep({ choice, names: houseNames(choice.bots, levels), tableCards })
  }
  count(table: Table, over: Over, player: number): void {
    this.#keep({ streak: streakAfter(this.kept.streak, table, over, player) })
  }
  /** Begins a game as it was chosen last, but for what is given. */
  async play(change: (options: Options) => Partial<Choice> = () => ({})): Promise<void> {
    const [options] = await Promise.all([api.options(), me.comeIn()])
    // Whom one met without having chosen are named from then on, and come again.
    if (!this.kept.choice) this.remember(this.choice(options), options)
    const { bots, ...choice } = this.choice(options, change(options))
    const seats: NewTable['seats'] = [{ kind: 'me' }, ...bots.map((bot) => ({ kind: 'bot' as const, bot }))]
    const table = await api.open({ ...choice, seats })
    startSoon(table.id)
    router.go(`/t/${table.id}`)
  }
}
export const alone = new Alone()
