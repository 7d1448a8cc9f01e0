import { describe, expect, it } from 'vitest'
import house from '../../../portraits/house.json'
import { houseFaceOf, PIANIST, temperOf } from './assets'

const all = Object.values(house).flatMap((people) => Object.entries(people))

describe('the people of the house', () => {
  it('have each a face of their own', () => {
    expect(new Set(all.map(([, look]) => JSON.stringify({ ...look, flip: null }))).size).toBe(all.length)
    expect(new Set(all.map(([name]) => houseFaceOf(name))).size).toBe(all.length)
    expect(houseFaceOf('Anna')).toBeUndefined()
  })
  it('are known by their temperaments', () => {
    expect(temperOf('Madame Rosa')).toBe('master')
    expect(temperOf(PIANIST)).toBe('piano')
  })
})
