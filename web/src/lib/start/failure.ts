import { ApiError } from '../connection/api'
import { refusalOf } from '../text/refusal'
import { t } from '../text/text'

/** What went wrong with a request, in words. */
export function failure(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.server')
  if (error.code === 'network' && !navigator.onLine) return t('error.offline')
  return refusalOf(error.code, error.retryAfter) ?? error.message
}
