import type { ReplayStep } from '../protocol/types'
import { eventPoints } from '../table/game'

/** Each player's points before the first turn and after each. */
export function pathsByTurn(steps: readonly ReplayStep[], players: number): number[][] {
  const paths = Array.from({ length: players }, () => [0])
  for (const { events } of steps)
    paths.forEach((path, player) => {
      const won = events.reduce(
        (sum, event) => ('player' in event && event.player === player ? sum + eventPoints(event) : sum),
        0,
      )
      path.push(Math.max(0, (path.at(-1) ?? 0) + won))
    })
  return paths
}
