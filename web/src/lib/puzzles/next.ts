/** The way from one puzzle to the next. */
import { api } from '../connection/api'
import { router } from '../pages/route.svelte'
import type { Puzzle } from '../protocol/types'
import { me } from '../start/me.svelte'

let handed: Puzzle | null = null

/** Asks for a puzzle that fits, or for one of a theme, and goes there. */
export async function goToNext(edition: string, theme: string | null): Promise<Puzzle> {
  await me.comeIn()
  handed = await api.nextPuzzle(edition, theme)
  router.go(`/puzzles/${handed.id}`)
  return handed
}
/** The puzzle of an address: the one that was just asked for, or the server's. */
export function puzzleAt(id: string): Promise<Puzzle> {
  const found = handed
  handed = null
  return found?.id === id ? Promise.resolve(found) : api.puzzle(id)
}
