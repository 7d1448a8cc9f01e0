/** How the people of the house take what a turn brings, each temperament in its own way; a second or less, then still. */
type Mood = 'glad' | 'sorry'
interface Gesture {
  ms: number
  moves: string[]
}

const GESTURES: Record<string, Record<Mood, Gesture>> = {
  // Toni's kind bounces, and tilts the head.
  beginner: {
    glad: { ms: 600, moves: ['translateY(-14%)', 'none', 'translateY(-14%)', 'none', 'translateY(-7%)'] },
    sorry: { ms: 600, moves: ['rotate(10deg)', 'rotate(10deg)'] },
  },
  // Lou's kind hops, and shrugs.
  easy: {
    glad: { ms: 700, moves: ['translateY(-18%) rotate(-5deg)', 'none', 'translateY(-12%) rotate(5deg)'] },
    sorry: { ms: 600, moves: ['rotate(-9deg)', 'rotate(7deg)', 'rotate(-4deg)'] },
  },
  // Vera's kind nods once, and shakes the head.
  medium: {
    glad: { ms: 450, moves: ['translateY(10%)'] },
    sorry: { ms: 500, moves: ['translateX(-6%)', 'translateX(6%)', 'translateX(-3%)'] },
  },
  // Carlo's kind leans back, or away.
  hard: {
    glad: { ms: 1000, moves: ['rotate(9deg) translateY(-4%)', 'rotate(9deg) translateY(-4%)'] },
    sorry: { ms: 1000, moves: ['rotate(-9deg) translateY(6%)', 'rotate(-9deg) translateY(6%)'] },
  },
  // Madame Rosa's kind lifts the chin, or lowers it.
  master: {
    glad: { ms: 900, moves: ['translateY(-8%) scale(1.06)', 'translateY(-8%) scale(1.06)'] },
    sorry: { ms: 900, moves: ['translateY(7%) scale(.96)', 'translateY(7%) scale(.96)'] },
  },
}

export function gesture(face: Element, temper: string | undefined, mood: Mood, pace: number): void {
  const found = temper ? GESTURES[temper]?.[mood] : undefined
  if (!found || !pace) return
  const moves = ['none', ...found.moves, 'none'].map((transform) => ({ transform }))
  face.animate(moves, { duration: found.ms * pace, easing: 'ease-in-out' })
}
