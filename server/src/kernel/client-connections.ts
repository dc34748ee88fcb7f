import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createQuota } from './quota.ts'
import { networkOf, type TrustedProxies } from './trusted-proxies.ts'

const most = {
  /** Connections of one process. */
  connections: 10_000,
  /** Of them those on which nobody has shown yet who he is, in all and from one network. */
  strangers: { all: 4_000, each: 1_000 },
} as const

export interface Connections {
  /** At the other end is somebody with a session or a key: a stranger no more. */
  readonly known: (socket: Socket) => void
}

/**
 * Bounds the connections of a server, so that whoever opens them by the thousand has none left while those who are signed in
 * keep theirs. Proxies that are trusted speak for many: they have bounds of their own.
 */
export const boundConnections = (server: Server, proxies: TrustedProxies): Connections => {
  server.maxConnections = most.connections
  const strangers = createQuota(most.strangers)
  /** By the two ends of a connection, since TLS wraps it in another object. */
  const known = new Map<string, () => void>()
  const endOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (proxies.trusts(remoteAddress)) return
    const strangerNoMore = strangers.take(networkOf(remoteAddress))
    if (!strangerNoMore) {
      socket.destroy()
      return
    }
    const end = endOf(socket)
    known.set(end, strangerNoMore)
    socket.once('close', () => {
      strangerNoMore()
      known.delete(end)
    })
  })
  return { known: (socket) => known.get(endOf(socket))?.() }
}
