import { home } from '../connection/home'
import set from './set.json'

export const portraitOf = (guest: string, face: number): string =>
  `${home}/assets/guests/${set.guests}/${guest}${face}.svg`
export const flagOf = (nation: string): string => `${home}/assets/flags/${set.flags}/${nation}.svg`

/** Who belongs to the house, with their temperaments: the bots' levels, and who plays the piano. */
const HOUSE: Readonly<Record<string, string>> = set.tempers
export const temperOf = (name: string): string | undefined => HOUSE[name]
/** The face of somebody who belongs to the house; nothing for a name that has none. */
export function houseFaceOf(name: string): string | undefined {
  const index = Object.keys(HOUSE).indexOf(name)
  return index < 0 ? undefined : `${home}/assets/house/${set.house}/${index}.svg`
}
export const PIANIST = Object.keys(HOUSE).find((name) => HOUSE[name] === 'piano') ?? ''
