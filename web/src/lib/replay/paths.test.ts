import { expect, it } from 'vitest'
import type { ReplayStep } from '../protocol/types'
import { movesAfter } from './paths'

it('offers to play on only where one still had a turn', () => {
  const steps = [0, 1, 0, 1].map((by) => ({ by })) as ReplayStep[]
  expect([0, 2, 3, 4].map((turns) => movesAfter({ steps }, turns, 0))).toEqual([true, true, false, false])
  expect([3, 4].map((turns) => movesAfter({ steps }, turns, 1))).toEqual([true, false])
})
