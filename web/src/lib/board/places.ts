/** Where things stand on the screen: whoever draws one marks it, whoever needs its place asks for it by name. */
import { getContext, setContext } from 'svelte'
import type { Attachment } from 'svelte/attachments'

export type Place =
  | `${'chair' | 'table' | 'gap' | 'offer'} ${string}`
  | `${'bar' | 'score'} ${number}`
  | 'board'
  | 'door'
  | 'window'
  | 'pile'

export class Places {
  #elements = new Map<Place, Element>()

  mark =
    (place: Place): Attachment =>
    (element) => {
      this.#elements.set(place, element)
      return () => {
        if (this.#elements.get(place) === element) this.#elements.delete(place)
      }
    }
  boxOf(place: Place): DOMRect | null {
    return this.#elements.get(place)?.getBoundingClientRect() ?? null
  }
  /** The lit chairs by their cells in reading order, the bar after them. */
  get offers(): { cell: string; element: SVGElement }[] {
    const found = [...this.#elements].flatMap(([place, element]) =>
      place.startsWith('offer ') ? [{ cell: place.slice(6), element: element as SVGElement }] : [],
    )
    const follows = (a: Element, b: Element) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING
    return found.sort(
      (a, b) => Number(a.cell === 'bar') - Number(b.cell === 'bar') || follows(a.element, b.element) - 1,
    )
  }
}

const KEY = Symbol('places')
export const sharePlaces = (places: Places): Places => setContext(KEY, places)
/** Those of the screen around; a board that stands alone has its own. */
export const usePlaces = (): Places => getContext<Places | undefined>(KEY) ?? new Places()
