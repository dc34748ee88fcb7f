import { CallFailed } from '@vigil/contract/kernel/client.ts'
import { translate } from '../i18n/texts.ts'
import { apiTexts } from './texts.ts'

/** A piece of the console that did not come: what is thrown for a module is a TypeError, for its styles (by Vite) an Error. */
const isPartMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && /dynamically imported module|module script failed|preload CSS/.test(thrown.message)

/** Why something failed, in the operator's language; what a browser says about its network it says in English only. */
export const failureText = (thrown: unknown): string => {
  const t = translate(apiTexts)
  if (thrown instanceof CallFailed && thrown.cause !== undefined) {
    return thrown.cause instanceof Error && thrown.cause.name === 'TimeoutError' ? t('noAnswer') : t('unreachable')
  }
  if (thrown instanceof CallFailed && thrown.message === `HTTP ${thrown.status}`) return t('notServing', { what: thrown.message })
  if (isPartMissing(thrown)) return t('partMissing')
  return thrown instanceof Error ? thrown.message : String(thrown)
}
