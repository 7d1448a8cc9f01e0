import { describe, expect, it } from 'vitest'
import { turnWords } from './words'

describe('a turn of a review', () => {
  it('tells of a guest who leaves because the bar cannot be paid', () => {
    const told = turnWords(
      [
        { type: 'left', player: 0, guest: 'DEm' },
        { type: 'drawn', player: 0 },
      ],
      {},
    )
    expect(told).toMatch(/leaves: the bar cannot be paid$/)
  })
  it('is a draw if nothing else was done', () => {
    expect(turnWords([{ type: 'drawn', player: 0 }], {})).toBe('Draws a card')
  })
})
