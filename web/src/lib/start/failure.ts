import { ApiError } from '../connection/api'
import { language } from '../text/language.svelte'
import { t, type Key } from '../text/text'

/** What went wrong with a request, in words. */
export function failure(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.server')
  const key = `error.${error.code}` as Key
  return key in language.messages ? t(key) : error.message
}
