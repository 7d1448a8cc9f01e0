import { describe, expect, it } from 'vitest'
import { refusalOf } from './refusal'

describe('a refusal of the server', () => {
  it('says in how many seconds to try again, where the server does', () => {
    expect(refusalOf('full', 30)).toBe('The house is full right now. Please try again in 30 seconds.')
    expect(refusalOf('rate', 1)).toBe('Too many requests. Please try again in 1 second.')
    expect(refusalOf('full', null)).toBe(
      'The house is full right now, and its bots are busy. Please try again soon.',
    )
  })
  it('says when what is withheld opens', () => {
    expect(refusalOf('withheld', 7300)).toContain('open in 2 hours, at midnight UTC')
  })
  it('has no words for a code that is new', () => {
    expect(refusalOf('unheard-of', 3)).toBeNull()
  })
})
