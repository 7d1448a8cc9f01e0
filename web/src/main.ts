import { mount } from 'svelte'
import './lib/theme/theme.css'
import App from './App.svelte'
import { home } from './lib/connection/home'
import { settings, wearTheme } from './lib/settings/settings.svelte'
import { language } from './lib/text/language.svelte'
import { t } from './lib/text/text'
import { lettersOf } from './lib/theme/fonts'
import { followLayout } from './lib/theme/layout'

const target = document.getElementById('app')!
wearTheme()()
followLayout()
// The page appears in its language and its letters; nothing moves afterwards. English stands in for a file that does not come.
await language.speak(settings.liked.language).catch(() => {})
// Over a line so slow that the script alone took this long, playing comes before the letters.
await lettersOf(t('app.name') + t('start.words'), 2500 - performance.now())
target.replaceChildren()
mount(App, { target })

/** On a first visit the page was there before its worker: what it loaded is kept now, out of the browser's own cache. */
async function keepShell(): Promise<void> {
  await navigator.serviceWorker.ready
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.includes('/assets/'))
  const cache = await caches.open('cafe-1')
  await cache.addAll([`${location.origin}${home}/`, ...new Set(loaded)])
}

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const kept = navigator.serviceWorker.controller !== null
  const register = () =>
    void navigator.serviceWorker
      .register(`${home}/sw.js`)
      .then(() => (kept ? undefined : keepShell()))
      .catch(() => {})
  if (document.readyState === 'complete') register()
  else addEventListener('load', register)
}
