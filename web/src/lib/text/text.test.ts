import { describe, expect, it, vi } from 'vitest'
import { language } from './language.svelte'
import { day, nationInSentence, signed, span, t } from './text'

describe('texts', () => {
  it('put facts in and choose the plural', () => {
    expect(t('turn.chairs', { count: 1, name: 'Elena' })).toBe('One chair is free for Elena.')
    expect(t('turn.chairs', { count: 4, name: 'Elena' })).toBe('4 chairs are free for Elena.')
  })
  it('show every sign', () => {
    expect([signed(5), signed(-6), signed(0)]).toEqual(['+5', '\u22126', '0'])
  })
  it('name a nation as a sentence does', () => {
    expect(['US', 'IN'].map(nationInSentence)).toEqual(['the United States', 'India'])
  })
  it('write days and times as the browser does, in the language of the page', async () => {
    vi.stubGlobal('navigator', { languages: ['de-AT', 'en-GB', 'en-US'] })
    await language.speak('fr')
    expect(language.locale).toBe('fr')
    await language.speak('en')
    expect(language.locale).toBe('en-GB')
    expect(day(1_795_000_000)).toBe('18 November 2026')
    vi.unstubAllGlobals()
  })
  it('elide a French “de” before a vowel', async () => {
    await language.speak('fr')
    expect(['Vera', 'Anselm'].map((name) => t('hand.of', { name }))).toEqual([
      'Main de Vera',
      'Main d’Anselm',
    ])
    await language.speak('en')
  })
  it('say how long something lasts', () => {
    expect([span(9), span(95.4), span(7300), span(86_400)]).toEqual(['0:09', '1:35', '2 hours', '1 day'])
  })
})
