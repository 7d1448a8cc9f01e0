/** What is heard and felt. Whatever makes a sound is also seen; what makes the sounds is fetched after the first tap. */
import { settings, type Liked } from '../settings/settings.svelte'
import type { Sound } from './synthesiser'

const VOLUME: Record<Liked['sound'], number> = { off: 0, soft: 0.3, clear: 0.9 }

export async function play(name: Sound, strength = 0): Promise<void> {
  const volume = VOLUME[settings.liked.sound]
  // No browser lets a page be heard before it has been touched.
  if (!volume || navigator.userActivation?.hasBeenActive === false) return
  const { sound } = await import('./synthesiser')
  sound(name, volume, strength)
}

/** A short vibration, on phones; none for those who want no motion. */
export function pulse(...times: number[]): void {
  if (settings.liked.haptics && settings.pace) navigator.vibrate?.(times)
}
