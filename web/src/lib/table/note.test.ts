import { describe, expect, it } from 'vitest'
import { besides } from './note'

const FRAME = { width: 400, height: 400 }
const NOTE = { width: 120, height: 40 }
const chairAt = (left: number, top: number) => ({ left, top, width: 40, height: 40 })

describe('words about a chair', () => {
  it('stand above it, or below where the window ends', () => {
    expect(besides(chairAt(200, 200), NOTE, FRAME, [])).toMatchObject({ left: 160, top: 154 })
    expect(besides(chairAt(200, 10), NOTE, FRAME, [])).toMatchObject({ left: 160, top: 56 })
  })
  it('stay inside the window', () => {
    expect(besides(chairAt(0, 200), NOTE, FRAME, [])).toMatchObject({ left: 6, top: 154 })
  })
  it('cover no lit chair', () => {
    const chair = chairAt(200, 200)
    const above = [chairAt(160, 160), chairAt(240, 160)]
    const below = [chairAt(160, 240), chairAt(240, 240)]
    expect(besides(chair, NOTE, FRAME, above)).toMatchObject({ left: 160, top: 246 })
    expect(besides(chair, NOTE, FRAME, [...above, ...below])).toMatchObject({ left: 246, top: 200 })
  })
  it('are left to the line below the café where no place is free', () => {
    const lit = Array.from({ length: 100 }, (_, index) =>
      chairAt((index % 10) * 40, Math.floor(index / 10) * 40),
    )
    expect(besides(chairAt(200, 200), NOTE, FRAME, lit)).toBeNull()
  })
})
