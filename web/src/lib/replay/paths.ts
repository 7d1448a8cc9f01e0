import type { Entry } from '../connection/api'
import { eventPoints } from '../table/game'

/** Each player's points before the first stored turn and after each. */
export function pathsByTurn(entries: readonly Entry[], players: number): number[][] {
  const paths = Array.from({ length: players }, () => [0])
  for (const { events } of entries)
    paths.forEach((path, player) => {
      const won = events.reduce((sum, event) => ('player' in event && event.player === player ? sum + eventPoints(event) : sum), 0)
      path.push(Math.max(0, (path.at(-1) ?? 0) + won))
    })
  return paths
}
