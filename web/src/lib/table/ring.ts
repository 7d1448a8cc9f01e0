/** Your turn: a notification where it is allowed and the page is not looked at, and a soft tone where it is wanted. */
import { settings, type Liked } from '../settings/settings.svelte'

const VOLUME: Record<Liked['sound'], number> = { off: 0, soft: 0.05, clear: 0.16 }

export function ring(words: string): void {
  if (
    settings.liked.notify &&
    document.hidden &&
    'Notification' in window &&
    Notification.permission === 'granted'
  )
    void notify(words)
  chime(settings.liked.sound)
}

/** Through the service worker where there is one: phones show no other notifications. */
async function notify(words: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  const options = { tag: 'turn', silent: true, data: location.href }
  if (worker?.active) return worker.showNotification(words, options)
  const note = new Notification(words, options)
  note.onclick = () => {
    focus()
    note.close()
  }
}

/** Two soft notes, as of a spoon on a cup. */
export function chime(sound: Liked['sound']): void {
  const loudest = VOLUME[sound]
  if (!loudest) return
  const audio = new AudioContext()
  for (const [start, pitch] of [
    [0, 988],
    [0.12, 1319],
  ] as const) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0, audio.currentTime + start)
    volume.gain.linearRampToValueAtTime(loudest, audio.currentTime + start + 0.01)
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + start + 0.7)
    tone.connect(volume).connect(audio.destination)
    tone.start(audio.currentTime + start)
    tone.stop(audio.currentTime + start + 0.8)
  }
  setTimeout(() => void audio.close(), 1500)
}
