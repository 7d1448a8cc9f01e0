/** The language of the page: English is always there; every other file of two letters beside it is loaded when chosen. */
import { fontsFor } from '../theme/fonts'
import { en as first } from './en'
import type { Messages } from './text'

/** What is missing in it comes with the pages that need it. */
const en = first as Partial<Messages> as Messages
const files = import.meta.glob<Messages>(['./??.ts', '!./en.ts'], { import: 'default' })

/** Its name in itself, as it would be written in a list. */
function ownName(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}
const loaders: [string, () => Promise<Messages>][] = [
  ['en', () => Promise.resolve(en)],
  ...Object.entries(files).map(([path, load]): [string, () => Promise<Messages>] => [path.slice(2, 4), load]),
]
export const LANGUAGES = Object.fromEntries(
  loaders.map(([code, load]) => [code, { name: ownName(code), load }]),
)

class Language {
  code = $state('en')
  messages = $state.raw<Messages>(en)
  /** As the browser's owner writes days and times, where that is in this language: `en-GB`. */
  locale = $derived(navigator.languages.find((each) => each.split('-')[0] === this.code) ?? this.code)
  plural = $derived(new Intl.PluralRules(this.code))
  whole = $derived(new Intl.NumberFormat(this.code))
  signed = $derived(new Intl.NumberFormat(this.code, { signDisplay: 'exceptZero' }))
  date = $derived(new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium', timeStyle: 'short' }))
  day = $derived(new Intl.DateTimeFormat(this.locale, { dateStyle: 'long' }))
  clock = $derived(new Intl.DateTimeFormat(this.locale, { timeStyle: 'short' }))
  days = $derived(new Intl.NumberFormat(this.code, { style: 'unit', unit: 'day', unitDisplay: 'long' }))
  hours = $derived(new Intl.NumberFormat(this.code, { style: 'unit', unit: 'hour', unitDisplay: 'long' }))
  past = $derived(new Intl.RelativeTimeFormat(this.code, { numeric: 'auto' }))
  list = $derived(new Intl.ListFormat(this.code, { type: 'conjunction' }))
  either = $derived(new Intl.ListFormat(this.code, { type: 'disjunction' }))

  /** Speaks the chosen language, or the first of the browser's that is there. */
  async speak(chosen: string): Promise<void> {
    const wanted =
      [chosen, ...navigator.languages.map((each) => each.slice(0, 2)), 'en'].find(
        (each) => each in LANGUAGES,
      ) ?? 'en'
    const [messages] = await Promise.all([LANGUAGES[wanted]?.load(), fontsFor(wanted)])
    if (!messages) return
    this.messages = messages
    this.code = wanted
    document.documentElement.lang = wanted
  }
}
export const language = new Language()
