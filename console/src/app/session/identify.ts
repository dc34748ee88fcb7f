import { codes } from '@vigil/contract/kernel/codes.ts'
import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { currentLanguage } from '../../shared/i18n/language.ts'
import { notify } from '../../shared/notices/notices.ts'
import { session } from '../../shared/session/session.ts'
import { loadCalls } from './load-calls.ts'

/** An answer without an id is as good as none. */
const isKnown = (user: UserInfo | null): user is UserInfo => Boolean(user?.id)

/**
 * Loads who is signed in. When the server does not know, the user is reset, the token removed and null answered; when it
 * cannot be asked, the session stays and `CallFailed` is thrown.
 */
export const identify = async (): Promise<UserInfo | null> => {
  const { client, sessionCalls } = await loadCalls()
  const answer = await client.send(sessionCalls.getInfo, undefined)
  if (answer.code === codes.success.code && isKnown(answer.data)) {
    session.identify(answer.data)
    return answer.data
  }
  session.reset()
  // The text of an invalid session is shown by the client already.
  const failure = answer.code === codes.success.code ? codes.userInfoFailed[currentLanguage()] : answer.msg
  if (answer.code !== codes.sessionInvalid.code) notify.error(failure)
  return null
}
