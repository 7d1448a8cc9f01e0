import { en } from './en'

export type Key = keyof typeof en
type Message = string | { one: string; other: string }
type Facts = Record<string, string | number>

const locale = 'en'
const messages: Record<Key, Message> = en
const plural = new Intl.PluralRules(locale)
const whole = new Intl.NumberFormat(locale)
const withSign = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' })

/** A number with its sign; minus is the long one, as wide as plus. */
export const signed = (value: number): string => withSign.format(value).replace('-', '\u2212')
export const number = (value: number): string => whole.format(value).replace('-', '\u2212')

/** The text of a key in the chosen language, with {facts} put in. */
export function t(key: Key, facts: Facts = {}): string {
  const message = messages[key]
  const form =
    typeof message === 'string'
      ? message
      : plural.select(Number(facts.count)) === 'one'
        ? message.one
        : message.other
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name]
    return typeof fact === 'number' ? number(fact) : (fact ?? `{${name}}`)
  })
}

export const nationName = (nation: string): string => t(`nation.${nation}` as Key)
