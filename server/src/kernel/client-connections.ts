import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, type TrustedProxies } from './trusted-proxies.ts'
import { createWaitingRoom } from './waiting-room.ts'

const most = {
  /** Connections of one process. */
  connections: 12_000,
  /** Of them those on which nobody has shown yet who he is, in all and from one network; as many again from networks that are known. */
  strangers: { all: 4_000, each: 1_000 },
} as const

/** For how long the network of somebody who showed who he is counts as known, and how many networks do. */
const knownFor = 24 * 3_600_000
const knownAtMost = 10_000

export interface Connections {
  /** At the other end is somebody with a session or a key: a stranger no more. */
  readonly known: (socket: Socket) => void
  /** Somebody of this network showed lately who he is. */
  readonly isKnown: (network: string) => boolean
  /** The same of somebody whose connection comes through a proxy. */
  readonly noteKnown: (network: string) => void
}

/**
 * Bounds the connections of a server, so that whoever opens them by the thousand has none left while those who are signed in
 * keep theirs. Proxies that are trusted speak for many: they have bounds of their own.
 */
export const boundConnections = (server: Server, proxies: TrustedProxies): Connections => {
  server.maxConnections = most.connections
  const [strangers, acquaintances] = [createWaitingRoom(most.strangers), createWaitingRoom(most.strangers)]
  /** When somebody of a network last showed who he is, the latest last. */
  const lately = new Map<string, number>()
  const noteKnown = (network: string): void => {
    lately.delete(network)
    lately.set(network, Date.now())
    const [oldest] = lately.keys()
    if (oldest !== undefined && lately.size > knownAtMost) lately.delete(oldest)
  }
  const isKnown = (network: string): boolean => (lately.get(network) ?? 0) > Date.now() - knownFor
  /** By the two ends of a connection, since TLS wraps it in another object. */
  const known = new Map<string, () => void>()
  const endOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (proxies.trusts(remoteAddress)) return
    const network = networkOf(remoteAddress)
    const strangerNoMore = (isKnown(network) ? acquaintances : strangers).enter(network, () => socket.destroy())
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
  return {
    known: (socket) => {
      const strangerNoMore = known.get(endOf(socket))
      if (!strangerNoMore) return
      strangerNoMore()
      known.delete(endOf(socket))
      noteKnown(networkOf(socket.remoteAddress ?? ''))
    },
    isKnown,
    noteKnown,
  }
}
