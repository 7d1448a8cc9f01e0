import { nationName, t, type Key } from '../text/text'
import { nameOf } from './people'

export const nationOf = (guest: string): string => guest.slice(0, 2)
export const sexOf = (guest: string): 'f' | 'm' => (guest[2] === 'f' ? 'f' : 'm')
export const isJoker = (guest: string): boolean => guest.startsWith('JK')

export function guestLabel(guest: string, face: number): string {
  const facts = {
    name: nameOf(guest, face),
    sex: t(`sex.${sexOf(guest)}` as Key),
    nation: nationName(nationOf(guest)),
  }
  return t(isJoker(guest) ? 'joker.label' : 'guest.label', facts)
}
