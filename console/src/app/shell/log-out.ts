import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { client } from '../../shared/api/client.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import { session } from '../../shared/session/session.ts'
import { dropUnsaved } from '../../shared/unsaved/unsaved-guard.ts'
import { loginPath } from '../routes/pages.ts'

/**
 * Ends the session on the server and here, and what this tab of the browser keeps with it; what modules hold goes with the page.
 * Unsaved changes go too: who leaves was asked. It ends here even where the server cannot be reached.
 */
export const logOut = async (): Promise<void> => {
  try {
    await client.send(sessionCalls.logout, undefined)
  } catch (error) {
    logError(error, 'logout')
  }
  dropUnsaved()
  session.reset()
  session.dropHolder()
  window.location.replace(loginPath)
}
