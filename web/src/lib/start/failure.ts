import { ApiError } from '../connection/api'
import { refusalOf } from '../text/refusal'
import { t } from '../text/text'

/** What went wrong with a request, in words. */
export function failure(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.server')
  return refusalOf(error.code, error.retryAfter) ?? error.message
}
