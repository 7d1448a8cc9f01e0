/** Arrow keys on the board: to the nearest chair on that side. */
import { middle } from './geometry'

const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowRight: { x: 1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
}

/** The nearest of these cells in a direction: straight ahead counts for more than near. */
export function nearest(
  from: string,
  way: { x: number; y: number },
  cells: readonly string[],
): string | null {
  const here = middle(from)
  let best: { cell: string; far: number } | null = null
  for (const cell of cells) {
    const there = middle(cell)
    const ahead = (there.x - here.x) * way.x + (there.y - here.y) * way.y
    const aside = Math.abs((there.x - here.x) * way.y) + Math.abs((there.y - here.y) * way.x)
    const far = ahead + 2 * aside
    if (ahead > 0 && (!best || far < best.far)) best = { cell, far }
  }
  return best?.cell ?? null
}

export function steer(event: KeyboardEvent): void {
  const way = ARROWS[event.key]
  const from = (event.target as Element).closest<SVGElement>('[data-cell]')
  if (!way || !from) return
  event.preventDefault()
  const chairs = [...(event.currentTarget as Element).querySelectorAll<SVGElement>('[data-cell]')]
  const cell = nearest(
    from.dataset.cell ?? '',
    way,
    chairs.map((each) => each.dataset.cell ?? ''),
  )
  chairs.find((each) => each.dataset.cell === cell)?.focus()
}
