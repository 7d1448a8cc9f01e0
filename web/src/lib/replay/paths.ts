import type { Replay } from '../protocol/types'

/** Each player's points before the first turn and after each, as the server told them. */
export function pathsByTurn({ view, steps }: Pick<Replay, 'view' | 'steps'>): number[][] {
  let scores = view.scores
  const all = [scores, ...steps.map(({ changes }) => (scores = changes.scores ?? scores))]
  return scores.map((_, player) => all.map((each) => each[player] ?? 0))
}

/** Whether a player still had a turn after so many: otherwise there is nothing to play on with. */
export const movesAfter = ({ steps }: Pick<Replay, 'steps'>, turns: number, player: number): boolean =>
  steps.slice(turns).some(({ by }) => by === player)
