import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { client } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import { session } from '../../shared/session/session.ts'
import { homeView, useTabs } from './tabs.ts'

/** Ends the session on the server and here, tabs and cached answers with it. It ends here even where the server cannot be reached. */
export const logOut = async (): Promise<void> => {
  try {
    await client.send(sessionCalls.logout, undefined)
  } catch (error) {
    logError(error, 'logout')
  }
  session.reset()
  queryClient.clear()
  useTabs.getState().keep([homeView])
}
