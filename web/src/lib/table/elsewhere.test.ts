import { describe, expect, it } from 'vitest'
import { elsewhere, HEIGHT, WIDTH } from './elsewhere'
import { Zoom, type Spot } from './zoom.svelte'

function near(spot: Spot): Zoom {
  const zoom = new Zoom()
  zoom.columns = 16
  zoom.resize(360, 300)
  zoom.show([spot], zoom.least)
  return zoom
}
const spot = (x: number, y: number, worth = 1): Spot => ({ x, y, worth })

describe('lit chairs out of sight', () => {
  it('are told of at the edge where they are, with the best of them', () => {
    const here = spot(0.1, 0.1)
    const right = [spot(0.9, 0.1, 3), spot(0.8, 0.15, 7)]
    const below = spot(0.12, 0.9)
    const zoom = near(here)
    const found = elsewhere(zoom, [here, ...right, below])
    expect(found.map(({ side, spots, best }) => [side, spots.length, best])).toEqual([
      ['right', 2, 6],
      ['bottom', 1, 0],
    ])
    for (const { x, y } of found) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(x + WIDTH).toBeLessThanOrEqual(zoom.width)
      expect(y + HEIGHT).toBeLessThanOrEqual(zoom.height)
    }
    zoom.show(right, zoom.least)
    expect(elsewhere(zoom, right)).toEqual([])
  })
  it('do not hide those in sight', () => {
    const zoom = near(spot(0.5, 0.5))
    const side = zoom.size * zoom.scale
    const edge = spot((zoom.width - 30 - zoom.x) / side, 0.5)
    const [sign] = elsewhere(zoom, [edge, spot(0.95, 0.5)])
    const y = zoom.y + 0.5 * side
    expect(sign?.side).toBe('right')
    expect(sign && (sign.y > y || sign.y + HEIGHT < y)).toBe(true)
  })
})
