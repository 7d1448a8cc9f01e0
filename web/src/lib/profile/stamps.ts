/** The coffee card: a picture for each stamp, and the word to the server about what only the page knows. */
import { api } from '../connection/api'
import { hasSecret } from '../start/me.svelte'

/** Stamps that are earned where the server cannot see it. */
type Told = 'lesson' | 'replay'

/** Tells the server, who keeps the first time. A stamp that does not arrive is earned again another day. */
export function tellStamp(stamp: Told): void {
  if (hasSecret()) void api.tellStamp(stamp).catch(() => {})
}

const CUP = 'M5 9h11v5a5 5 0 0 1-5 5h-1a5 5 0 0 1-5-5ZM16 10h1.5a2 2 0 0 1 0 4.5H16'
const FACE = 'M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16ZM9 10v.5M15 10v.5'
/** Lines in a square of 24; a stamp that is new to the page gets a cup. */
const PICTURES: Record<string, string> = {
  lesson: 'M3 8l9-4 9 4-9 4ZM7 10.5v5c3 2.5 7 2.5 10 0v-5M21 8v6',
  replay: 'M5 12a7 7 0 1 0 2.2-5.100M5 4v4h4M12 8.5V12l3 2',
  review: 'M11 5a6 6 0 1 1 0 12a6 6 0 0 1 0-12ZM15.5 15.5L20 20M8.5 12l2-2.5 1.5 1.5 2-2.5',
  puzzles:
    'M9 18h6M10 21h4M12 3a6 6 0 0 1 3.600 10.800c-.6.5-.9 1.200-.9 1.700H9.300c0-.5-.3-1.200-.9-1.700A6 6 0 0 1 12 3Z',
  'two-tables': 'M4 9h6v6H4ZM14 9h6v6h-6ZM12 4v16',
  'one-nation': 'M6 21V4M6 5c4-2 8 2 12 0v8c-4 2-8-2-12 0',
  joker: 'M4 18l1-10 4.5 4L12 5l2.5 7L19 8l1 10ZM4 18h16',
  party: 'M8 4h8l-1.5 7a2.6 2.6 0 0 1-5 0ZM12 13.5V20M8.5 20h7M4 5l1 1M20 5l-1 1',
  cleared: 'M4 12l5 5L20 6',
  'big-turn': 'M12 3l2.6 6 6.4.5-4.9 4.2 1.6 6.300L12 16.6 6.3 20l1.6-6.300L3 9.5 9.4 9Z',
  lou: `${FACE}M9 14.5c2 1.5 4 1.5 6 0`,
  vera: `${FACE}M9 15h6`,
  carlo: `${FACE}M7 14c2-1.5 3.5 0 5 0s3-1.5 5 0`,
  rosa: `${FACE}M9 15c2 1 4 1 6 0M6 7c2-4 10-4 12 0`,
  card: 'M5 6l8-2 4 14-8 2ZM17 8l3 .5-2.5 11',
  classic: 'M5 4h11l3 3v13H5ZM9 10h6M9 14h6',
  four: 'M12 8.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7ZM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21',
  friends:
    'M8.5 12a3 3 0 1 1 .1 0M15.5 12a3 3 0 1 1 .1 0M3.5 20c0-4 3-5.5 5-5.5s4 1 4.5 2.5c.5-1.5 2-2.5 3.5-2.5 2 0 4 1.5 4 5.5',
  'one-screen': 'M4 5h16v11H4ZM9 20h6M12 16v4M9 10.5h.1M15 10.5h.1',
  dry: 'M7 4h10l-1 16H8ZM4 4l16 16',
  comeback: 'M4 8l6 7 3-3 7-7M20 10V5h-5',
  daily: 'M5 6h14v14H5ZM5 10h14M9 3.5v4M15 3.5v4M10 14.5l1.5 1.5 3-3',
  'daily-win':
    'M8 4h8v5a4 4 0 0 1-8 0ZM8 5H4.5c0 3 1.5 5 3.7 5M16 5h3.5c0 3-1.5 5-3.7 5M12 13v4M8.5 20h7M10 17h4',
  week: 'M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16ZM9.5 9h5L11 16',
}
export const pictureOf = (stamp: string): string => PICTURES[stamp] ?? CUP
