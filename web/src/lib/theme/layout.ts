import { MediaQuery } from 'svelte/reactivity'

/**
 * The layouts of the page, decided here and nowhere else. Those that hold stand on the root element, and a component's
 * styles ask for them: `:global(:where([data-layout~='phone'])) { … }`, which weighs no more than a media query.
 */
const LAYOUTS = {
  /** Taller than wide: players, café and turn in one column. */
  portrait: '(orientation: portrait)',
  phone: '(orientation: portrait) and (max-width: 600px)',
  'tall-phone': '(orientation: portrait) and (max-width: 600px) and (min-height: 800px)',
  /** Wider than tall: the café, and a column beside it. */
  tablet: '(orientation: landscape) and (max-width: 1240px)',
  desktop: '(orientation: landscape) and (min-width: 1241px)',
  /** So much room that what is read grows with it, as the café does. */
  large: '(min-width: 2200px) and (min-height: 1100px)',
  /** Little height for the column. */
  low: '(orientation: landscape) and (max-height: 800px)',
  /** So little, as on a phone in landscape or a screen zoomed to 200 %, that the column scrolls. */
  flat: '(orientation: landscape) and (max-height: 620px)',
  /** By width alone, for pages without a café. */
  tiny: '(max-width: 300px)',
  narrow: '(max-width: 600px)',
  wide: '(min-width: 740px)',
  roomy: '(min-width: 900px)',
} as const

/** For what depends on whether it is seen. */
export const portrait = new MediaQuery(LAYOUTS.portrait)
export const flat = new MediaQuery(LAYOUTS.flat)

/** Keeps the root element's layouts up to date from now on. */
export function followLayout(): void {
  const queries = Object.entries(LAYOUTS).map(([name, query]) => ({ name, media: matchMedia(query) }))
  const wear = () => {
    const holding = queries.filter(({ media }) => media.matches).map(({ name }) => name)
    document.documentElement.dataset.layout = holding.join(' ')
  }
  wear()
  for (const { media } of queries) media.addEventListener('change', wear)
}
