/** The way from one puzzle to the next. */
import { api } from '../connection/api'
import { router } from '../pages/route.svelte'
import type { Puzzle } from '../protocol/types'
import { me } from '../start/me.svelte'
import { isKnown } from '../text/text'

/** Of an address: what is practised, so that it goes on after the page was loaded anew. */
const THEME = 'theme'
let handed: Puzzle | null = null

/** Asks for a puzzle that fits, or for one of a theme, and goes there. */
export async function goToNext(edition: string, theme: string | null): Promise<Puzzle> {
  await me.comeIn()
  handed = await api.nextPuzzle(edition, theme)
  router.go(`/puzzles/${handed.id}${theme ? `?${THEME}=${encodeURIComponent(theme)}` : ''}`)
  return handed
}
/** The puzzle of an address: the one that was just asked for, or the server's. */
export async function puzzleAt(id: string): Promise<Puzzle> {
  const found = handed
  handed = null
  if (found?.id === id) return found
  const puzzle = await api.puzzle(id)
  const theme = new URLSearchParams(location.search).get(THEME) ?? ''
  return !puzzle.rated && isKnown(`theme.${theme}`) ? { ...puzzle, theme } : puzzle
}
