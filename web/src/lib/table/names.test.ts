import { describe, expect, it } from 'vitest'
import { suggestedName } from './names'

describe('a suggested name', () => {
  it('is nobody else’s', () => {
    const taken: string[] = []
    for (let guest = 0; guest < 12; guest++) {
      const name = suggestedName(taken)
      expect(taken).not.toContain(name)
      taken.push(name)
    }
  })
})
