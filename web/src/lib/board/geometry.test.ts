import { describe, expect, it } from 'vitest'
import board from '../../fixtures/board.json'
import { chairsAround } from './geometry'

describe('chairs around tables', () => {
  it('are 68 on the board: 28 between two tables, 40 at one', () => {
    const chairs = chairsAround(Object.keys(board.view.tables))
    expect(chairs.map(({ tables }) => tables.length).filter((count) => count === 2)).toHaveLength(28)
    expect(chairs.map(({ tables }) => tables.length).filter((count) => count === 1)).toHaveLength(40)
  })
  it('are twelve in the card game, the inner four at three tables', () => {
    const chairs = chairsAround(['b2', 'd2', 'c3', 'b4', 'd4'])
    expect(chairs.map(({ cell }) => cell)).toEqual([
      'b1',
      'd1',
      'a2',
      'c2',
      'e2',
      'b3',
      'd3',
      'a4',
      'c4',
      'e4',
      'b5',
      'd5',
    ])
    expect(chairs.filter(({ tables }) => tables.length === 3).map(({ cell }) => cell)).toEqual([
      'c2',
      'b3',
      'd3',
      'c4',
    ])
  })
  it('turn their backs away from their tables', () => {
    const [top] = chairsAround(['b2'])
    expect(top?.backs).toEqual(['n'])
    const between = chairsAround(['b2', 'd2']).find(({ cell }) => cell === 'c2')
    expect(between?.backs).toEqual(['n', 's'])
  })
})
