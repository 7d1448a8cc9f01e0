/** The keyboard at the table: digits choose from the hand, letters press the buttons that carry them. */
import { tick } from 'svelte'
import type { Draft } from '../turn/draft.svelte'

const isTyping = (event: KeyboardEvent): boolean =>
  (event.target as Element).closest?.('input, textarea, select, dialog') !== null

/** The lit chairs in reading order, the bar after them. */
const lit = (): SVGElement[] =>
  [...document.querySelectorAll<SVGElement>('[data-offer]')].sort(
    (a, b) => Number(a.dataset.offer === 'bar') - Number(b.dataset.offer === 'bar'),
  )

export async function turnKeys(event: KeyboardEvent, draft: Draft): Promise<void> {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
  if (/^[0-9]$/.test(event.key)) {
    const index = (Number(event.key) + 9) % 10
    if (index >= draft.hand.length || draft.away.includes(index)) return
    if (draft.chosen !== index) await draft.choose(index)
    await tick()
    lit()[0]?.focus()
  } else if (event.key === 'Escape') await draft.choose(null)
  else {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const button = document.querySelector<HTMLButtonElement>(`button[data-key="${CSS.escape(key)}"]:enabled`)
    if (!button) return
    event.preventDefault()
    button.click()
  }
}
