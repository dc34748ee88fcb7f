import { CallFailed } from '@vigil/contract/kernel/client.ts'
import { apiTexts } from '../../shared/api/texts.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { session } from '../../shared/session/session.ts'

const files = (document.documentElement.dataset['calls'] ?? '').split(' ').filter((file) => file !== '')
const askForFile = async (file: string): Promise<void> => {
  const answer = await fetch(file)
  if (!answer.ok) throw new Error(`${answer.status} ${file}`)
  await answer.arrayBuffer()
}
/**
 * A module that did not come once is a module that failed for as long as the page is open: Chromium asks for it no second time. So
 * where nobody is signed in yet, and somebody may try again, its files are asked for first, and come from the cache then.
 */
const fetchCalls = async () => {
  if (session.token() === null) await Promise.all(files.map(askForFile))
  return import('./first-calls.ts')
}

/** Has them on their way where they are needed at once. What does not come is told by `loadCalls`. */
export const fetchCallsAhead = (): void => void fetchCalls().catch(() => undefined)

/**
 * The client and the first calls, in a chunk that the sign-in form does not wait for: it is drawn without them, and whatever asks the
 * server waits for them here. A chunk that does not come is told and thrown as a call that failed, and fetched anew by the next.
 */
export const loadCalls = async (): Promise<typeof import('./first-calls.ts')> => {
  try {
    return await fetchCalls()
  } catch (error) {
    logError(error, 'calls')
    const t = translate(apiTexts)
    notify.error(t('failed', { reason: t('partMissing') }))
    throw new CallFailed('/', t('partMissing'), null, null)
  }
}
