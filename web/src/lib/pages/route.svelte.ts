/** Which page the address means. */
import { home } from '../connection/home'

export type Route =
  | { page: 'start' }
  | { page: 'new'; kind: string }
  | { page: 'lobby' }
  | { page: 'today' }
  | { page: 'puzzles' }
  | { page: 'puzzle'; id: string }
  | { page: 'games' }
  | { page: 'me' }
  | { page: 'person'; id: string }
  | { page: 'room'; id: string; invite: string | null }
  | { page: 'replay'; id: string | null }
  | { page: 'review'; id: string }
  | { page: 'sharedReview'; code: string }
  | { page: 'rules'; game: string }
  | { page: 'learn'; game: string }
  | { page: 'transfer'; code: string }
  | { page: 'missing' }

export function routeOf(path: string): Route {
  const [first = '', second = ''] = path.split('/').filter(Boolean).map(decodeURIComponent)
  switch (first) {
    case '':
      return { page: 'start' }
    case 'new':
      return { page: 'new', kind: second || 'friends' }
    case 'lobby':
      return { page: 'lobby' }
    case 'today':
      return { page: 'today' }
    case 'puzzles':
      return second ? { page: 'puzzle', id: second } : { page: 'puzzles' }
    case 'games':
      return { page: 'games' }
    case 'me':
      return { page: 'me' }
    case 'people':
      return second ? { page: 'person', id: second } : { page: 'missing' }
    case 't': {
      const [id = '', invite = null] = second.split('-')
      return id ? { page: 'room', id, invite } : { page: 'missing' }
    }
    case 'replay':
      return { page: 'replay', id: second || null }
    case 'review':
      return second ? { page: 'review', id: second } : { page: 'missing' }
    case 'reviews':
      return { page: 'sharedReview', code: second }
    case 'rules':
      return { page: 'rules', game: second || 'board' }
    case 'learn':
      return { page: 'learn', game: second || 'board' }
    case 'transfer':
      return { page: 'transfer', code: second }
    default:
      return { page: 'missing' }
  }
}

class Router {
  #path = $state(location.pathname)

  constructor() {
    addEventListener('popstate', () => (this.#path = location.pathname))
  }
  get route(): Route {
    return routeOf(this.#path.startsWith(home) ? this.#path.slice(home.length) : this.#path)
  }
  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', home + path)
    this.#path = location.pathname
    scrollTo(0, 0)
  }
}
export const router = new Router()

/** Use on links: stays in the page where an ordinary click would reload it. */
export function inside(link: HTMLAnchorElement): { destroy(): void } {
  const click = (event: MouseEvent) => {
    if (
      event.defaultPrevented ||
      event.button ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    router.go(link.pathname.slice(home.length))
  }
  link.addEventListener('click', click)
  return { destroy: () => link.removeEventListener('click', click) }
}
export const hrefOf = (path: string): string => home + path
