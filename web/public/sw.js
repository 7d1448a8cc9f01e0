// The shell works without a line: hashed files from the cache, the page from the network first.
const CACHE = 'cafe-1'
const PAGE = new URL('./', self.registration.scope).href

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

async function fromCache(request) {
  const cache = await caches.open(CACHE)
  const found = await cache.match(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) cache.put(request, answer.clone())
  return answer
}
async function page(request) {
  const cache = await caches.open(CACHE)
  try {
    const answer = await fetch(request)
    if (answer.ok) cache.put(PAGE, answer.clone())
    return answer
  } catch (error) {
    const found = await cache.match(PAGE)
    if (found) return found
    throw error
  }
}
// A tap on "your turn" goes to the table: to its page where it is open, else to a new one.
async function goTo(href) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((each) => each.url === href)
  return there ? there.focus() : self.clients.openWindow(href)
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(goTo(event.notification.data))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.includes('/api/')) return
  if (pathname.includes('/assets/')) event.respondWith(fromCache(request))
  else if (request.mode === 'navigate') event.respondWith(page(request))
})
