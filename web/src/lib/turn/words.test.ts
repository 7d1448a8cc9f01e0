import { describe, expect, it } from 'vitest'
import type { Game } from '../table/game'
import type { Draft } from './draft.svelte'
import { instructionOf } from './instruction'
import { broughtWords, reasonWords } from './words'

const REASONS = {
  turn: [],
  points: 6,
  tables: [
    { table: 'b2', nation: 'DE', points: 4 },
    { table: 'd2', nation: 'IT', points: 2 },
  ],
  leaves: { player: 1, points: 6.6 },
  avoids: null,
  instead: null,
  lead: null,
  bar: null,
  rounds: null,
  text: '',
}

describe('a hint', () => {
  it('says what each table pays and what is left to the next one', () => {
    expect(broughtWords(REASONS, 'seat')).toBe('+4 Germany and +2 Italy')
    expect(reasonWords(REASONS, ['Anna', 'Otto'])).toBe('After it, Otto could score about 7 points at best.')
  })
  it('says what a turn without tables does', () => {
    expect(broughtWords({ tables: [], points: -4 }, 'bar')).toBe('to the bar, −4 points')
    expect(broughtWords({ tables: [], points: 0 }, 'swap')).toBe('a guest takes the joker’s place')
  })
  it('says what drawing does without, and what the end brings', () => {
    expect(reasonWords({ ...REASONS, leaves: null, instead: 4 }, [])).toBe(
      'Seating guests now would bring +4 at most; waiting promises more.',
    )
    expect(reasonWords({ ...REASONS, leaves: null, lead: 3 }, [])).toBe(
      'It ends the game with you 3 points ahead.',
    )
    expect(reasonWords({ ...REASONS, leaves: null, lead: 3 }, [], 'review')).toBe(
      'The best turn ends the game with you 3 points ahead.',
    )
    expect(reasonWords({ ...REASONS, leaves: null, lead: -3 }, [])).toBe('')
    expect(reasonWords({ ...REASONS, leaves: null, bar: { now: -4, later: -8 }, rounds: 2 }, [])).toBe(
      'The bar brings −4 now; on your next turn it may be −8. The game can end within 2 rounds.',
    )
    expect(broughtWords({ tables: [], points: 0 }, 'hide')).toBe('lay a card face down')
  })
  it('says when there is nothing else to do', () => {
    const draft = {
      yours: true,
      events: [],
      offers: {},
      chosen: null,
      hinted: { kind: 'hinted', from: 0, advice: 'draw', reasons: null },
      steps: [],
      legal: [{ action: { type: 'draw' } }],
    } as unknown as Draft
    expect(instructionOf(draft, { view: {}, seats: [] } as unknown as Game, null).words).toBe(
      'A good turn: “Draw a card”. Nobody in your hand can take a chair right now.',
    )
  })
  it('says what it avoids', () => {
    const words = reasonWords(
      {
        ...REASONS,
        tables: [],
        leaves: { player: 1, points: 0.2 },
        avoids: { turn: [], points: 8, leaves: 12 },
      },
      ['Anna', 'Otto'],
    )
    expect(words).toBe(
      'After it, Otto could score hardly anything. Another turn would bring you +8, but then Otto could score about 12.',
    )
  })
  it('tempts with nothing that brings no more', () => {
    const avoids = { turn: [], points: REASONS.points, leaves: 12 }
    expect(reasonWords({ ...REASONS, avoids }, ['Anna', 'Otto'])).toBe(reasonWords(REASONS, ['Anna', 'Otto']))
  })
})
