import { render, screen } from '@testing-library/svelte'
import { describe, expect, it, vi } from 'vitest'
import board from '../../fixtures/board.json'
import plans from '../../fixtures/plans.json'
import type { FloorPlan, Offers, View } from '../protocol/types'
import Board from './Board.svelte'

const view = board.view as unknown as View
const base = {
  plan: plans.board as FloorPlan,
  view,
  faces: { seated: board.faces.seated as Record<string, number>, bar: board.faces.bar },
}

describe('the board', () => {
  it('has nothing to click without offers', () => {
    render(Board, base)
    expect(screen.queryAllByRole('button')).toHaveLength(0)
  })
  it('lights the chairs it is told, with points table by table', () => {
    const onchair = vi.fn()
    const offers = (board.offers as unknown as Record<string, Offers>)['ITf'] ?? {}
    render(Board, { ...base, offers, onchair })
    const lit = screen.getAllByRole('button')
    expect(lit).toHaveLength(Object.keys(offers).length)
    const between = lit.find((chair) => chair.getAttribute('aria-label')?.includes(','))
    expect(between?.getAttribute('aria-label')).toMatch(/^Chair \w+: \+\d \w+.*, \+\d \w+/)
    between?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(onchair).toHaveBeenCalledOnce()
  })
  it('draws all tables and everybody who sits', () => {
    const { container } = render(Board, base)
    expect(container.querySelectorAll('.table')).toHaveLength(24)
    expect(container.querySelectorAll('image[href*="guests/"]')).toHaveLength(
      Object.keys(view.seated).length + view.bar.length,
    )
  })
})
