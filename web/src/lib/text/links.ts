/** The texts that the server needs too, for what a messenger shows of a shared link: the build writes them into a file for it. */
import type { Key } from './text'

export const LINK_KEYS = [
  'app.name',
  'start.words',
  'player.bot',
  'edition.board',
  'edition.board-classic',
  'edition.card',
  'preview.play',
  'preview.free',
  'preview.running',
  'preview.look',
  'preview.over',
  'preview.turns',
] as const satisfies Key[]
