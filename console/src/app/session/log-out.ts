import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { client } from '../../shared/api/client.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import { session } from '../../shared/session/session.ts'
import { dropUnsaved } from '../../shared/unsaved/unsaved-guard.ts'
import { loginPath } from '../routes/pages.ts'

/**
 * Ends the session on the server and here, and what this tab of the browser keeps with it; what modules hold goes with the page.
 * Unsaved changes go too: who leaves was asked. It ends here even where the server cannot be reached: then no page can be had from it
 * either, and whoever signs in next has it loaded anew before he is shown anything.
 */
export const logOut = async (navigate: (path: string) => unknown): Promise<void> => {
  const isThere = await client.send(sessionCalls.logout, undefined).then(
    () => true,
    (error: unknown) => {
      logError(error, 'logout')
      return false
    },
  )
  dropUnsaved()
  session.reset()
  if (!isThere) return void navigate(loginPath)
  session.dropHolder()
  window.location.replace(loginPath)
}
