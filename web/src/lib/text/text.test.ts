import { describe, expect, it } from 'vitest'
import { signed, span, t } from './text'

describe('texts', () => {
  it('put facts in and choose the plural', () => {
    expect(t('turn.chairs', { count: 1, name: 'Elena' })).toBe('One chair is free for Elena.')
    expect(t('turn.chairs', { count: 4, name: 'Elena' })).toBe('4 chairs are free for Elena.')
  })
  it('show every sign', () => {
    expect([signed(5), signed(-6), signed(0)]).toEqual(['+5', '\u22126', '0'])
  })
  it('say how long something lasts', () => {
    expect([span(9), span(95.4), span(7300), span(86_400)]).toEqual(['0:09', '1:35', '2 hr', '1 day'])
  })
})
