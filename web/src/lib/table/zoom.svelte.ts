/** Panning and pinching one layer by its transform. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A place worth looking at, as shares of the layer. */
export interface Spot {
  x: number
  y: number
  worth: number
}

/** A layer that is larger than its window can be pulled this far out of its edges, from under what lies over them. */
const SPARE = 100
const MOST = 5
const FINGER = 46
const LEGIBLE = 32
const SLOP = 8

export class Zoom {
  /** How many chairs the layer is wide. */
  columns = $state(1)
  /** The window, and the layer's size in it at scale 1, in pixels. */
  width = $state(0)
  height = $state(0)
  x = $state(0)
  y = $state(0)
  scale = $state(1)
  moving = $state(false)
  #pointers = new Map<number, { x: number; y: number }>()
  #travelled = 0

  get size(): number {
    return Math.min(this.width, this.height)
  }
  /** The scale at which a chair is as large as a fingertip; by the screen, before the window is measured. */
  get least(): number {
    return Math.max(1, (FINGER * (this.columns + 0.5)) / (this.size || Math.min(innerWidth, innerHeight)))
  }
  /** All of it at once is too small for fingers. */
  get small(): boolean {
    return this.least > 1.15
  }
  /** Faces would be specks. */
  get far(): boolean {
    return this.size > 0 && (this.size * this.scale) / (this.columns + 0.5) < LEGIBLE
  }
  /** True just after a pan: the click that ends it means nothing. */
  get dragged(): boolean {
    return this.#travelled > SLOP
  }
  /** What the window shows, as shares of the layer. */
  get shown(): Box {
    const side = this.size * this.scale || 1
    return { left: -this.x / side, top: -this.y / side, width: this.width / side, height: this.height / side }
  }

  resize(width: number, height: number): void {
    this.width = width
    this.height = height
    this.#place(this.x, this.y, this.scale)
  }

  #place(x: number, y: number, scale: number, spare = SPARE): void {
    this.scale = Math.min(MOST, Math.max(1, scale))
    const side = this.size * this.scale
    const beyond = this.scale > 1 ? spare : 0
    const within = (at: number, room: number) =>
      side <= room ? (room - side) / 2 : Math.min(beyond, Math.max(room - side - beyond, at))
    this.x = within(x, this.width)
    this.y = within(y, this.height)
  }

  /** Scales by a factor around a point of the window. */
  by(factor: number, px = this.width / 2, py = this.height / 2): void {
    const scale = Math.min(MOST, Math.max(1, this.scale * factor))
    const real = scale / this.scale
    this.#place(px - (px - this.x) * real, py - (py - this.y) * real, scale)
  }

  all(): void {
    this.#place(0, 0, 1)
  }

  /** Shows as many of these spots as fit at a scale of at least `least`: the group that is worth most. */
  show(spots: readonly Spot[], least: number): void {
    const reachX = (this.width / (this.size * least)) * 0.8
    const reachY = (this.height / (this.size * least)) * 0.8
    const near = (a: Spot) =>
      spots.filter((b) => b.x >= a.x && b.x - a.x <= reachX && Math.abs(b.y - a.y) <= reachY / 2)
    const worth = (group: Spot[]) => group.reduce((all, spot) => all + spot.worth, 0)
    const [best] = spots.map(near).sort((a, b) => worth(b) - worth(a))
    if (!best?.length) return
    this.#centre(best, least)
  }

  /** Shows all of these spots, as near as that allows and no nearer than a finger needs. */
  together(spots: readonly Spot[]): void {
    const width = (values: number[]) => Math.max(...values) - Math.min(...values) + 2 / (this.columns + 0.5)
    const across = this.width / (this.size * width(spots.map(({ x }) => x)))
    const down = this.height / (this.size * width(spots.map(({ y }) => y)))
    this.#centre(spots, Math.min(this.least, across, down))
  }

  #centre(spots: readonly Spot[], scale: number): void {
    const middle = (values: number[]) =>
      ((Math.min(...values) + Math.max(...values)) / 2) * this.size * Math.max(1, scale)
    const x = this.width / 2 - middle(spots.map(({ x }) => x))
    this.#place(x, this.height / 2 - middle(spots.map(({ y }) => y)), scale, 0)
  }

  down(event: PointerEvent): void {
    if (this.#pointers.size === 0) this.#travelled = 0
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }

  move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1]
    this.#travelled += Math.hypot(now.x - before.x, now.y - before.y)
    if (this.dragged || other) {
      this.moving = true
      if (other) {
        const bounds = (event.currentTarget as Element).getBoundingClientRect()
        const grown =
          Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y)
        this.by(grown || 1, (now.x + other.x) / 2 - bounds.left, (now.y + other.y) / 2 - bounds.top)
        this.#place(this.x + (now.x - before.x) / 2, this.y + (now.y - before.y) / 2, this.scale)
      } else this.#place(this.x + now.x - before.x, this.y + now.y - before.y, this.scale)
    }
    this.#pointers.set(event.pointerId, now)
  }

  up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId)
    if (this.#pointers.size === 0) this.moving = false
  }
}
