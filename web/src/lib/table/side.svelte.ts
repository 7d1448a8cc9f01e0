/** What is beside the café, or over it on a phone: the log or the talk, and how much of the talk has not been seen. */
import { flat, portrait } from '../theme/layout'
import type { SideTab } from './game'

export class Side {
  tab = $state<SideTab>('log')
  /** It is there, on a phone. */
  open = $state(false)
  unread = $state(0)

  /** Call it where a component is made: what is seen is read. */
  constructor() {
    $effect(() => {
      if (this.talkSeen) this.unread = 0
    })
  }
  /** With little height the talk is further down. */
  get talkSeen(): boolean {
    return this.tab === 'talk' && (portrait.current ? this.open : !flat.current)
  }
  showTalk(): void {
    this.tab = 'talk'
    this.open = true
    this.unread = 0
  }
}
