/** Your turn: a notification where it is allowed and the page is not looked at, and a soft tone where it is wanted. */
import { settings } from '../settings/settings.svelte'
import { play, pulse } from '../sound/sound'

export function notifyOfTurn(words: string): void {
  if (
    settings.liked.notify &&
    document.hidden &&
    'Notification' in window &&
    Notification.permission === 'granted'
  )
    void notify(words)
  void play('yours')
  pulse(15, 70, 15)
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
