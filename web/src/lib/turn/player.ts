/** What a player sees of the turn: whose it is, and the own hand. */
import type { Seen } from '../connection/follow'
import type { Answer, Ask } from '../connection/socket'

export interface TurnRoom {
  readonly seen: Seen | null
  ask(ask: Ask): Promise<Answer | null>
}

export class PlayerView {
  constructor(readonly room: TurnRoom) {}

  protected get seen(): Seen | null {
    return this.room.seen
  }
  get yours(): boolean {
    const seen = this.seen
    return seen !== null && seen.player !== null && seen.view.turn.player === seen.player && !seen.view.over
  }
  /** A turn of one's own is to come: it can be planned. */
  get waits(): boolean {
    const seen = this.seen
    return (
      seen !== null &&
      seen.player !== null &&
      !this.yours &&
      !seen.view.over &&
      !seen.view.out.includes(seen.player)
    )
  }
  get hand(): string[] {
    const seen = this.seen
    const hand = seen?.player == null ? [] : seen.view.hands[seen.player]
    return Array.isArray(hand) ? hand : []
  }
  get faces(): number[] {
    const seen = this.seen
    return seen?.player == null ? [] : (seen.faces.hands[seen.player] ?? [])
  }
}
