import type { Draft } from '../turn/draft.svelte'
import { play, pulse } from './sound'

/** Lets a guest who is put down be heard and felt at once. */
export function soundDraft(draft: Draft): void {
  let steps = 0
  $effect(() => {
    const { length } = draft.steps
    const type = draft.steps.at(-1)?.offer.action.type
    if (length > steps && (type === 'seat' || type === 'swap' || type === 'bar')) {
      void play(type === 'bar' ? 'bar' : 'chair')
      pulse(12)
    }
    steps = length
  })
}
