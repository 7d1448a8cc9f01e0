import type { Replay } from '../protocol/types'

/** Each player's points before the first turn and after each, as the server told them. */
export function pathsByTurn({ view, steps }: Pick<Replay, 'view' | 'steps'>): number[][] {
  let scores = view.scores
  const all = [scores, ...steps.map(({ changes }) => (scores = changes.scores ?? scores))]
  return scores.map((_, player) => all.map((each) => each[player] ?? 0))
}

/** The same with the result as the last step: what is left over in the hands is deducted. */
export function pathsToResult(
  replay: Pick<Replay, 'view' | 'steps'>,
  final: readonly number[] | undefined = replay.steps.at(-1)?.changes.over?.final,
): number[][] {
  return pathsByTurn(replay).map((path, player) => [...path, ...(final?.slice(player, player + 1) ?? [])])
}

/** Whether a player still had a turn after so many: otherwise there is nothing to play on with. */
export const movesAfter = ({ steps }: Pick<Replay, 'steps'>, turns: number, player: number): boolean =>
  steps.slice(turns).some(({ by }) => by === player)
