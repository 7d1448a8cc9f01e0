/** The numbers along the axes of a graph. */
const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000]

/** Round numbers at equal distances around all values and nothing, from the lowest; at most five of them. */
export function heights(values: readonly number[]): number[] {
  const [least, most] = [Math.min(0, ...values), Math.max(10, ...values)]
  const step = STEPS.find((each) => Math.ceil(most / each) - Math.floor(least / each) <= 4) ?? most - least
  const first = Math.floor(least / step)
  return Array.from({ length: Math.ceil(most / step) - first + 1 }, (_, index) => (first + index) * step)
}

/** The turns to number: round ones, at most five, none where the word for them stands at the end. */
export function numbered(turns: number): number[] {
  const step = STEPS.find((each) => turns / each <= 6) ?? turns
  return Array.from({ length: Math.floor((turns * 0.8) / step) }, (_, index) => (index + 1) * step)
}
