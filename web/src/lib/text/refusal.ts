import { language } from './language.svelte'
import { span, t, type Key } from './text'

const known = (key: string): Key | null => (key in language.messages ? (key as Key) : null)

/** A refusal's code in words, with the time to wait where the server names them; null where there are none. */
export function refusalOf(code: string, retryAfter: number | null | undefined): string | null {
  const later = retryAfter ? known(`error.${code}.later`) : null
  if (later) return t(later, { count: retryAfter ?? 0, time: span(retryAfter ?? 0) })
  const key = known(`error.${code}`)
  return key && t(key)
}
