import { describe, expect, it } from 'vitest'
import type { Sentence } from '../protocol/types'
import { storyOf } from './story'

const sentence = (kind: Sentence['kind']): Sentence => ({
  kind,
  player: 0,
  other: 1,
  turn: 2,
  points: 3,
  guests: 1,
})

describe('the story of a game', () => {
  const story = [sentence('best_turn'), sentence('took_the_lead'), sentence('paid_at_the_bar')]
  const tookTheLead = 'Luca overtook Marta for good in turn 2.'

  it('tells how the winner went ahead', () => {
    expect(storyOf(story, ['Luca', 'Marta'], true)).toContain(tookTheLead)
  })
  it('does not call somebody ahead for good who gave up', () => {
    const told = storyOf(story, ['Luca', 'Marta'], false)
    expect(told).toHaveLength(2)
    expect(told).not.toContain(tookTheLead)
  })
})
