import { describe, expect, it } from 'vitest'
import { Zoom } from './zoom.svelte'

function phone(): Zoom {
  const zoom = new Zoom()
  zoom.resize(390, 450)
  return zoom
}

describe('the window on a phone', () => {
  it('is too small for fingers as a whole, and says how near is near enough', () => {
    const zoom = phone()
    zoom.columns = 16
    expect(zoom.small).toBe(true)
    expect((zoom.size * zoom.least) / 16.5).toBe(46)
    zoom.columns = 5
    expect(zoom.small).toBe(false)
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
  it('shows a whole turn: near where its guests sit side by side, from far where they are apart', () => {
    const zoom = phone()
    zoom.columns = 16
    const isSeen = ({ x, y }: { x: number; y: number }) => {
      const { left, top, width, height } = zoom.shown
      return x > left && x < left + width && y > top && y < top + height
    }
    const corner = { x: 0.1, y: 0.1, worth: 1 }
    const besides = { x: 0.2, y: 0.1, worth: 1 }
    const apart = { x: 0.7, y: 0.4, worth: 1 }
    const across = { x: 0.9, y: 0.95, worth: 1 }
    zoom.together([corner, besides])
    expect(zoom.scale).toBe(zoom.least)
    expect([corner, besides].every(isSeen)).toBe(true)
    zoom.together([corner, apart])
    expect(zoom.scale).toBeLessThan(zoom.least)
    expect(zoom.scale).toBeGreaterThan(1)
    expect([corner, apart].every(isSeen)).toBe(true)
    zoom.together([corner, across])
    expect([corner, across].every(isSeen)).toBe(true)
  })
})

const at = (place: number) => ({ pointerId: 1, clientX: place, clientY: place }) as PointerEvent
