import { expect, it } from 'vitest'
import type { Replay, ReplayStep } from '../protocol/types'
import { movesAfter, pathsToResult } from './paths'

it('offers to play on only where one still had a turn', () => {
  const steps = [0, 1, 0, 1].map((by) => ({ by })) as ReplayStep[]
  expect([0, 2, 3, 4].map((turns) => movesAfter({ steps }, turns, 0))).toEqual([true, true, false, false])
  expect([3, 4].map((turns) => movesAfter({ steps }, turns, 1))).toEqual([true, false])
})

it('leads to the result, without what was left over', () => {
  const steps = [{ scores: [4, 0] }, { scores: [4, 2], over: { final: [-26, -23] } }].map((changes) => ({
    changes,
  }))
  const replay = { view: { scores: [0, 0] }, steps } as unknown as Replay
  expect(pathsToResult(replay)).toEqual([
    [0, 4, 4, -26],
    [0, 0, 2, -23],
  ])
  expect(pathsToResult({ ...replay, steps: replay.steps.slice(0, 1) })).toEqual([
    [0, 4],
    [0, 0],
  ])
})
