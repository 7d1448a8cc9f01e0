/** The keyboard in a game. */
import { tick } from 'svelte'
import type { Places } from '../board/places'
import { settings } from '../settings/settings.svelte'
import type { Draft } from '../turn/draft.svelte'

const isTyping = (event: KeyboardEvent): boolean =>
  (event.target as Element).closest?.('input, textarea, select, dialog') !== null

/** Whether a key is for the game: nobody is typing, it means nothing to the browser, and letters and digits are wanted. */
export const isForGame = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !isTyping(event) &&
  (event.key.length > 1 || settings.liked.keys)

/** Digits choose from the hand and go to the first lit chair; Escape chooses nobody. */
export async function handKeys(event: KeyboardEvent, draft: Draft, places: Places): Promise<void> {
  if (!isForGame(event)) return
  if (event.key === 'Escape') return draft.choose(null)
  if (!/^[0-9]$/.test(event.key)) return
  const index = (Number(event.key) + 9) % 10
  if (index >= draft.hand.length || draft.away.includes(index)) return
  if (draft.chosen !== index) await draft.choose(index)
  await tick()
  places.offers[0]?.element.focus()
}

/** A key presses the button that carries it. */
export function pressButton(event: KeyboardEvent, box: HTMLElement): void {
  if (!isForGame(event)) return
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const button = [...box.querySelectorAll('button')].find((each) => each.dataset.key === key)
  if (!button || button.disabled) return
  event.preventDefault()
  button.click()
}
