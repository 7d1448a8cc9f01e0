/** A game told again: what was seen before the first turn and after each, through everybody's eyes or one player's. */
import { closedEvent, follow, NO_OUTLOOK, type Seen } from '../connection/follow'
import type { Replay, ReplayStep } from '../protocol/types'
import { t } from '../text/text'
import type { Game } from '../table/game'

const NOTHING = { player: null, legal: [], clocks: [], patience: 0, outlook: NO_OUTLOOK, at: 0 }

/** The positions of a replay, all cards open. */
export function positionsOf({ view, faces, steps }: Replay): Seen[] {
  let seen: Seen = { ...NOTHING, version: 0, view, faces }
  return [seen, ...steps.map((step) => (seen = positionAfter(seen, step)))]
}

/** The position that a turn leads to. */
export function positionAfter(before: Seen, step: ReplayStep): Seen {
  const { player, version } = before
  const next = follow(before, { ...NOTHING, player, type: 'events', version: version + 1, ...step }, 0)
  if (typeof next === 'string') throw new Error('expected every turn to follow the one before')
  return next
}

/** What a player could see then: of hands that were hidden, the own one. */
export function through(seen: Seen, player: number | null, openHands: boolean): Seen {
  if (player === null || openHands || seen.view.over) return { ...seen, player }
  const closed = (hands: (string[] | number)[]) =>
    hands.map((hand, owner) => (owner === player || typeof hand === 'number' ? hand : hand.length))
  return {
    ...seen,
    player,
    view: { ...seen.view, hands: closed(seen.view.hands), hidden: closed(seen.view.hidden) },
  }
}
/** The screen after so many turns. */
export function gameAt(replay: Replay, seen: Seen, eyes: number | null): Game {
  const events = replay.steps.slice(0, seen.version).flatMap((step) => step.events)
  const hides = eyes !== null && !replay.open_hands
  return {
    ...through(seen, eyes, replay.open_hands),
    plan: replay.plan,
    traits: replay.traits,
    seat: eyes,
    seats: replay.players.map(({ name, seat, bot }) => ({
      name: name ?? t('new.player', { number: seat + 1 }),
      kind: bot ? 'bot' : 'person',
      present: true,
    })),
    log: hides ? events.map((event) => closedEvent(event, eyes)) : events,
    start: replay.view.tables,
    open: true,
  }
}
