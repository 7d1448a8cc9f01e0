/** What a person likes, kept on this device. */
import type { Look } from '../protocol/types'

export interface Liked {
  look: Look
  theme: 'auto' | 'light' | 'dark'
  motion: 'full' | 'fast' | 'off'
  /** A turn waits for "Send". */
  confirm: boolean
  greetings: boolean
  /** Against bots alone one may ask what one missed. */
  coach: boolean
  talk: boolean
  notify: boolean
  /** Single letters and digits are shortcuts. */
  keys: boolean
  sound: 'off' | 'soft' | 'clear'
  /** A phone answers a touch with one. */
  haptics: boolean
  language: string
}
const DEFAULTS: Liked = {
  look: 'portraits',
  theme: 'auto',
  motion: 'full',
  confirm: true,
  greetings: true,
  coach: false,
  talk: true,
  notify: false,
  keys: true,
  sound: 'soft',
  haptics: true,
  language: '',
}
const KEY = 'cafe.settings'

function read(): Liked {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Liked>) }
  } catch {
    return DEFAULTS
  }
}

class Settings {
  liked = $state.raw<Liked>(read())

  set<Name extends keyof Liked>(name: Name, value: Liked[Name]): void {
    this.liked = { ...this.liked, [name]: value }
    try {
      localStorage.setItem(KEY, JSON.stringify(this.liked))
    } catch {
      // Nothing is kept where the browser keeps nothing.
    }
  }
  /** How fast things move: 0 is not at all. */
  get pace(): number {
    if (this.asksForCalm) return 0
    return { full: 1, fast: 0.4, off: 0 }[this.liked.motion]
  }
  /** The system asks for reduced motion. */
  get asksForCalm(): boolean {
    return matchMedia('(prefers-reduced-motion: reduce)').matches
  }
  /** How what was out of sight comes into view. */
  get scrolling(): ScrollBehavior {
    return this.pace ? 'smooth' : 'instant'
  }
}
export const settings = new Settings()

/** Puts the chosen theme on the page; call it in an effect. */
export function wearTheme(): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const { theme } = settings.liked
  const wear = () => {
    document.documentElement.dataset.theme = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme
  }
  wear()
  dark.addEventListener('change', wear)
  return () => dark.removeEventListener('change', wear)
}
