import type { Server } from 'node:net'

/** Tells the bench where a listening server is to be found. */
export const tellPort = (server: Server): void => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  process.send?.({ port: address.port })
}
