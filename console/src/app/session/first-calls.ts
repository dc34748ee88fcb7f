/** What the pages without the shell ask the server with: the client, and with the calls all that describes them. */
export { client } from '../../shared/api/client.ts'
export { sessionCalls } from '@vigil/contract/session/calls.ts'
export { siteCalls } from '@vigil/contract/site/calls.ts'
