import { CallFailed } from '@vigil/contract/kernel/client.ts'
import { translate } from '../i18n/texts.ts'
import { apiTexts } from './texts.ts'

/** Why something failed, in the operator's language; what a browser says about its network it says in English only. */
export const failureText = (thrown: unknown): string => {
  const t = translate(apiTexts)
  if (thrown instanceof CallFailed && thrown.cause !== undefined) {
    return thrown.cause instanceof Error && thrown.cause.name === 'TimeoutError' ? t('noAnswer') : t('unreachable')
  }
  if (thrown instanceof CallFailed && thrown.message === `HTTP ${thrown.status}`) return t('notServing', { what: thrown.message })
  if (thrown instanceof TypeError && /dynamically imported module|preload CSS/.test(thrown.message)) return t('partMissing')
  return thrown instanceof Error ? thrown.message : String(thrown)
}
