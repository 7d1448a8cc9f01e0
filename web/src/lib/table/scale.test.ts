import { expect, it } from 'vitest'
import { heights, numbered } from './scale'

it('marks equal distances', () => {
  expect(heights([4, 12])).toEqual([0, 5, 10, 15])
  expect(heights([20, -26])).toEqual([-40, -20, 0, 20])
  expect(heights([0, 100])).toEqual([0, 50, 100])
  expect(heights([])).toEqual([0, 5, 10])
})
it('numbers some of the turns', () => {
  expect(numbered(61)).toEqual([20, 40])
  expect(numbered(28)).toEqual([5, 10, 15, 20])
  expect(numbered(3)).toEqual([])
})
