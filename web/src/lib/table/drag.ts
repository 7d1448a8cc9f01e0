import type { Places } from '../board/places'

/** Dragging a guest from the hand to a chair: one floating picture moved by its transform; the board is not touched. */
const SLOP = 10

export interface HandDrag {
  /** `picture` is what floats, `into` where it is put meanwhile. */
  down(event: PointerEvent, index: number, picture: HTMLElement, into: HTMLElement): void
}
export interface DragOptions {
  places: Places
  /** Lights the chairs for this place of the hand. */
  take: (index: number) => void
  drop: (cell: string) => void
  /** Nothing was under it. */
  miss: () => void
}

/** The chair (or the bar) offered at a point of the screen, or the nearest within a fingertip. */
function offerAt({ offers }: Places, x: number, y: number, reach = 34): string | null {
  const under = document.elementFromPoint(x, y)
  const direct = offers.find(({ element }) => element.contains(under))
  if (direct) return direct.cell
  let best: { cell: string; far: number } | null = null
  for (const { cell, element } of offers) {
    const box = element.getBoundingClientRect()
    const far = Math.hypot(x - (box.left + box.width / 2), y - (box.top + box.height / 2))
    if (far < reach + box.width / 2 && (!best || far < best.far)) best = { cell, far }
  }
  return best?.cell ?? null
}

export function handDrag({ places, take, drop, miss }: DragOptions): HandDrag {
  return {
    down(event, index, picture, into) {
      if (event.button) return
      const from = { x: event.clientX, y: event.clientY }
      let floating: HTMLElement | null = null

      const move = (now: PointerEvent) => {
        const [x, y] = [now.clientX - from.x, now.clientY - from.y]
        if (!floating) {
          if (Math.hypot(x, y) < SLOP) return
          take(index)
          floating = lift(picture, into)
          document.body.classList.add('dragging')
        }
        floating.style.transform = `translate3d(${x}px, ${y}px, 0)`
      }
      const end = (now: PointerEvent) => {
        removeEventListener('pointermove', move)
        removeEventListener('pointerup', end)
        removeEventListener('pointercancel', end)
        if (!floating) return
        floating.remove()
        document.body.classList.remove('dragging')
        // The click that ends a drag means nothing.
        const swallow = (click: Event) => click.stopPropagation()
        addEventListener('click', swallow, { capture: true })
        setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0)
        const cell = now.type === 'pointerup' ? offerAt(places, now.clientX, now.clientY) : null
        if (cell) drop(cell)
        else miss()
      }
      addEventListener('pointermove', move)
      addEventListener('pointerup', end)
      addEventListener('pointercancel', end)
    },
  }
}

/** A copy of the guest's picture that floats over everything. */
function lift(picture: HTMLElement, into: HTMLElement): HTMLElement {
  const box = picture.getBoundingClientRect()
  const copy = picture.cloneNode(true) as HTMLElement
  copy.style.cssText = `position:fixed;left:${box.left}px;top:${box.top}px;width:${box.width}px;height:${box.height}px;z-index:20;pointer-events:none;will-change:transform;filter:drop-shadow(0 6px 10px rgb(0 0 0 / .3))`
  into.append(copy)
  return copy
}
