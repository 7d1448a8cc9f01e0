import type { en } from './en'
import type { lessons } from './en-lessons'
import { language } from './language.svelte'

export type Key = keyof typeof en | keyof typeof lessons
/** A sentence, or its forms by the plural rules of the language; `other` is always there. */
export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)
export type Messages = Record<Key, Message>
type Facts = Record<string, string | number>

/** A number with its sign; minus is the long one, as wide as plus. */
export const signed = (value: number): string => language.signed.format(value).replace('-', '\u2212')
export const number = (value: number): string => language.whole.format(value).replace('-', '\u2212')
/** An average, to a tenth. */
export const tenths = (value: number): string => number(Math.round(value * 10) / 10)
export const time = (seconds: number): string => language.date.format(seconds * 1000)
/** The day of a moment. */
export const day = (seconds: number): string => language.day.format(seconds * 1000)
/** How long ago something was, in the largest unit that fits: `3 hours ago`. */
export function ago(seconds: number, now = Date.now() / 1000): string {
  const past = Math.max(0, now - seconds)
  const [unit, size] =
    past >= 86_400
      ? (['day', 86_400] as const)
      : past >= 3600
        ? (['hour', 3600] as const)
        : (['minute', 60] as const)
  return language.past.format(-Math.floor(past / size), unit)
}
/** The hour and minute of a moment. */
export const clock = (seconds: number): string => language.clock.format(seconds * 1000)
/** How long something lasts: whole days or hours, below that minutes and seconds. */
export function span(seconds: number): string {
  if (seconds >= 86_400) return language.days.format(Math.floor(seconds / 86_400))
  if (seconds >= 3600) return language.hours.format(Math.floor(seconds / 3600))
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}
/** `Anna or Ben` */
export const either = (words: string[]): string => language.either.format(words)
export const list = (words: string[]): string => language.list.format(words)

/** French: `la main de Vera`, but `d’Anselm`. */
const isElided = (words: string): boolean => language.code === 'fr' && /^[aeiouàâäéèêëîïôöûüœæ]/i.test(words)

/** The text of a key in the chosen language, with {facts} put in. */
export function t(key: Key, facts: Facts = {}): string {
  const message: Message = language.messages[key] ?? key
  const form =
    typeof message === 'string'
      ? message
      : (message[language.plural.select(Number(facts.count))] ?? message.other)
  return form.replace(/(\bde )?\{(\w+)\}/g, (_, of: string | undefined, name: string) => {
    const fact = facts[name]
    const words = typeof fact === 'number' ? number(fact) : (fact ?? `{${name}}`)
    return of ? (isElided(words) ? `d’${words}` : of + words) : words
  })
}

export const nationName = (nation: string): string => t(`nation.${nation}` as Key)
/** A nation inside a sentence: `the table of the United States`. */
export const nationInSentence = (nation: string): string => named('nation.the', nation, nationName(nation))
/** Whether the page has words for something that the server named. */
export const isKnown = (key: string): key is Key => key in language.messages
/** A text whose key is put together from the server's words; `otherwise` where it is new to the page. */
export const named = (group: string, name: string, otherwise = inWords(name)): string => {
  const key = `${group}.${name}`
  return isKnown(key) ? t(key) : otherwise
}
/** `board-classic` as people write it: Board classic. */
export function inWords(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
