/** What this device knows of the shuffles of its last games: what it gave, and the commitment it was shown. */
export interface Kept {
  /** What this device contributed; null for who only looked on. */
  value: string | null
  /** The server has the hash of the value. */
  promised: boolean
  /** What was shown before the first turn. */
  commitment: string | null
  /** The server took the value in time. */
  opened: boolean
  /** There was another commitment for the same game before. */
  again: boolean
}
const KEY = 'cafe.shuffles'
const MOST = 50

/** Where the browser keeps nothing, the page does as long as it is open. */
let shuffles: [string, Kept][] = []

function read(): [string, Kept][] {
  try {
    shuffles = JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string, Kept][]
  } catch {
    // The page's own list is as good.
  }
  return shuffles
}

export const kept = (room: string): Kept | null => read().find(([id]) => id === room)?.[1] ?? null

export function keep(room: string, found: Kept): void {
  shuffles = [...read().filter(([id]) => id !== room), [room, found] as [string, Kept]].slice(-MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(shuffles))
  } catch {
    // See above.
  }
}
