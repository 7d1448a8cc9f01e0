import { describe, expect, it } from 'vitest'
import { addressOf, filtersIn, requestOf } from './filters'

describe('filters of finished games', () => {
  it('come back from the page’s address', () => {
    const filters = { ...filtersIn(''), name: 'Zoë & Ben', edition: 'card', since: '2026-11-16' }
    expect(filtersIn(addressOf(filters))).toEqual(filters)
    expect(addressOf(filtersIn(''))).toBe('')
  })
  it('leave out what no field can hold', () => {
    expect(filtersIn('?players=9&seats=cats&since=soon&until=2026&name=Lou')).toEqual({
      ...filtersIn(''),
      name: 'Lou',
    })
    expect(filtersIn('?players=5&seats=bots')).toEqual({ ...filtersIn(''), players: '5', seats: 'bots' })
  })
  it('ask for whole days, the last one included', () => {
    const day = { ...filtersIn(''), since: '2026-11-16', until: '2026-11-16' }
    const asked = new URLSearchParams(requestOf(day))
    expect(Number(asked.get('since'))).toBe(new Date(2026, 10, 16).getTime() / 1000)
    expect(Number(asked.get('until'))).toBe(new Date(2026, 10, 17).getTime() / 1000)
    expect([...asked.keys()]).toEqual(['since', 'until'])
  })
  it('go on behind the last answer', () => {
    expect(requestOf({ ...filtersIn(''), name: ' ' })).toBe('')
  })
})
