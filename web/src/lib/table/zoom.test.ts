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
})

const at = (place: number) => ({ pointerId: 1, clientX: place, clientY: place }) as PointerEvent
