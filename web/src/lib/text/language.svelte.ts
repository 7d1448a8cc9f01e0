/** The language of the page: English is always there, the others are loaded when chosen. */
import { en } from './en'
import type { Messages } from './text'

export const LANGUAGES: Record<string, { name: string; load: () => Promise<Messages> }> = {
  en: { name: 'English', load: () => Promise.resolve(en) },
  de: { name: 'Deutsch', load: async () => (await import('./de')).de },
  fr: { name: 'Français', load: async () => (await import('./fr')).fr },
  it: { name: 'Italiano', load: async () => (await import('./it')).it },
  el: { name: 'Ελληνικά', load: async () => (await import('./el')).el },
}

class Language {
  code = $state('en')
  messages = $state.raw<Messages>(en)
  plural = $derived(new Intl.PluralRules(this.code))
  whole = $derived(new Intl.NumberFormat(this.code))
  signed = $derived(new Intl.NumberFormat(this.code, { signDisplay: 'exceptZero' }))
  date = $derived(new Intl.DateTimeFormat(this.code, { dateStyle: 'medium', timeStyle: 'short' }))
  clock = $derived(new Intl.DateTimeFormat(this.code, { timeStyle: 'short' }))
  list = $derived(new Intl.ListFormat(this.code, { type: 'conjunction' }))

  /** Speaks the chosen language, or the first of the browser's that is there. */
  async speak(chosen: string): Promise<void> {
    const wanted = [chosen, ...navigator.languages.map((each) => each.slice(0, 2)), 'en'].find((each) => each in LANGUAGES) ?? 'en'
    const messages = await LANGUAGES[wanted]?.load()
    if (!messages) return
    this.messages = messages
    this.code = wanted
    document.documentElement.lang = wanted
  }
}
export const language = new Language()
