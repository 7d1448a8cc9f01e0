import set from './set.json'

const base = import.meta.env.BASE_URL

export const portraitOf = (guest: string, face: number): string => `${base}guests/${set.guests}/${guest}${face}.svg`
export const flagOf = (nation: string): string => `${base}flags/${set.flags}/${nation}.svg`
