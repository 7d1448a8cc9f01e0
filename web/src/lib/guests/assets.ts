import { home } from '../connection/home'
import set from './set.json'

export const portraitOf = (guest: string, face: number): string =>
  `${home}/assets/guests/${set.guests}/${guest}${face}.svg`
export const flagOf = (nation: string): string => `${home}/assets/flags/${set.flags}/${nation}.svg`
