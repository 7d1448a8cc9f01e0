/** The focus of the board, when what had it is drawn as something else. */
import type { Attachment } from 'svelte/attachments'

/** Keeps the focus at the chair, or another place of the board, that the keyboard is at; `drawn` names what changes the drawing. */
export const keepFocus =
  (drawn: () => unknown): Attachment<SVGSVGElement> =>
  (board) => {
    let focused: string | null = null
    const enter = (event: FocusEvent) => {
      focused = (event.target as Element).closest<SVGElement>('[data-cell]')?.dataset.cell ?? ''
    }
    /** A dialog about the chair leaves it there. */
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element && !relatedTarget.closest('dialog')) focused = null
    }
    board.addEventListener('focusin', enter)
    board.addEventListener('focusout', leave)
    $effect(() => {
      void drawn()
      if (focused === null || document.activeElement !== document.body) return
      const there = board.querySelector<SVGElement>(`[data-cell='${focused}']`)
      ;(there ?? board).focus({ preventScroll: true })
    })
    return () => {
      board.removeEventListener('focusin', enter)
      board.removeEventListener('focusout', leave)
    }
  }
