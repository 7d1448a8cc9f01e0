import { describe, expect, it } from 'vitest'
import { Zoom } from './zoom.svelte'

function phone(): Zoom {
  const zoom = new Zoom()
  zoom.resize(390, 450)
  return zoom
}

describe('the window on a phone', () => {
  it('has its tools in a corner where nobody could sit', () => {
    const zoom = phone()
    const spot = (x: number, y: number) => ({ x, y, worth: 1 })
    const corner = (...spots: { x: number; y: number; worth: number }[]) => zoom.corner(spots, 115, 167)
    expect(corner()).toBe('top right')
    expect(corner(spot(0.9, 0.1))).toBe('top left')
    expect(corner(spot(0.9, 0.1), spot(0.1, 0.1))).toBe('bottom right')
    expect(corner(spot(0.9, 0.1), spot(0.1, 0.1), spot(0.9, 0.9))).toBe('bottom left')
    expect(corner(spot(0.5, 0.5))).toBe('top right')
    const tables = [spot(0.9, 0.1), spot(0.85, 0.15), spot(0.1, 0.1)]
    expect(corner(...tables, { ...spot(0.9, 0.9), worth: 100 }, { ...spot(0.1, 0.9), worth: 100 })).toBe('top left')
  })
  it('moves no further than the walls, and is pulled beyond them by hand when it is close', () => {
    const zoom = phone()
    const pull = (by: number) => {
      zoom.down(at(0))
      zoom.move(at(by))
      zoom.up(at(by))
    }
    pull(500)
    expect([zoom.x, zoom.y]).toEqual([0, 30])
    zoom.show([{ x: 0, y: 0, worth: 1 }], 3)
    expect([zoom.x, zoom.y]).toEqual([0, 0])
    pull(500)
    expect([zoom.x, zoom.y]).toEqual([100, 100])
    zoom.all()
    expect([zoom.x, zoom.y]).toEqual([0, 30])
  })
})

const at = (place: number) => ({ pointerId: 1, clientX: place, clientY: place }) as PointerEvent
