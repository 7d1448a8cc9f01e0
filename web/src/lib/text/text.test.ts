import { describe, expect, it } from 'vitest'
import { signed, t } from './text'

describe('texts', () => {
  it('put facts in and choose the plural', () => {
    expect(t('turn.chairs', { count: 1, name: 'Elena' })).toBe('One chair is free for Elena.')
    expect(t('turn.chairs', { count: 4, name: 'Elena' })).toBe('4 chairs are free for Elena.')
  })
  it('show every sign', () => {
    expect([signed(5), signed(-6), signed(0)]).toEqual(['+5', '\u22126', '0'])
  })
})
