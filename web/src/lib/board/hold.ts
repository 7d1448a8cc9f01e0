/** A finger that stays on a chair asks about it: the tap that would end it means nothing. */
const LONG = 450
const SLOP = 10

export function hold(node: SVGElement, call: (cell: string) => void): { destroy(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from: { x: number; y: number } | null = null
  let held = false

  const down = (event: PointerEvent) => {
    end()
    held = false
    const cell = (event.target as Element).closest<SVGElement>('[data-cell]')?.dataset.cell
    if (event.pointerType !== 'touch' || !event.isPrimary || !cell) return
    from = { x: event.clientX, y: event.clientY }
    timer = setTimeout(() => {
      held = true
      call(cell)
    }, LONG)
  }
  const move = (event: PointerEvent) => {
    if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLOP) end()
  }
  const end = () => {
    clearTimeout(timer)
    from = null
  }
  const click = (event: Event) => {
    if (held) event.stopPropagation()
    held = false
  }
  /** Long presses open no menu here. */
  const menu = (event: Event) => {
    if (from) event.preventDefault()
  }
  const heard = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', end],
    ['pointercancel', end],
    ['click', click],
    ['contextmenu', menu],
  ] as const
  for (const [name, call] of heard) node.addEventListener(name, call as EventListener, { capture: true })
  return {
    destroy: () =>
      heard.forEach(([name, call]) =>
        node.removeEventListener(name, call as EventListener, { capture: true }),
      ),
  }
}
