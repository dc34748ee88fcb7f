import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Identity } from './caller.ts'
import { networkOf, type TrustedProxies } from './trusted-proxies.ts'
import { createWaitingRoom, type WaitingRoom } from './waiting-room.ts'

interface Most {
  /** Connections on which nobody has shown yet who he is, in all and from one network; as many again from networks that are known. */
  readonly strangers: { readonly all: number; readonly each: number }
  /** Those on which somebody has, in all and of one at one network. */
  readonly known: { readonly all: number; readonly each: number }
}
const mostConnections: Most = { strangers: { all: 2_000, each: 1_000 }, known: { all: 8_000, each: 4_000 } }

/** Connections of one process, as its parts add up. */
export const connectionsOf = ({ strangers, known }: Most): number => 2 * strangers.all + known.all
/**
 * Those that come while all parts are full, before those that go for them are gone, and those of proxies. The server's own bound,
 * which drops whoever comes, a call for help too, lies that far above what the parts let in and so is never what drops somebody.
 */
const comingAndGoing = 1_000

/** For how long the network of somebody who showed who he is counts as known, and how many networks do. */
const knownFor = 24 * 3_600_000
const knownAtMost = 10_000

export interface Connections {
  /** Who it is at the other end: a stranger no more. Told again with each request, which costs nothing while it is the same one. */
  readonly known: (socket: Socket, who: Identity) => void
  /** Somebody of this network showed lately who he is. */
  readonly isKnown: (network: string) => boolean
  /** The same of somebody whose connection comes through a proxy. */
  readonly noteKnown: (network: string) => void
}

/** A connection that is counted: among the strangers, or as somebody's. */
interface Line {
  readonly socket: Socket
  who: Identity | null
  leave: () => void
}

/**
 * Bounds the connections of a server, so that whoever opens them by the thousand, with a key or without one, pushes out his own
 * and others keep theirs. Proxies that are trusted speak for many: they have bounds of their own.
 */
export const boundConnections = (server: Server, proxies: TrustedProxies, most: Most = mostConnections): Connections => {
  server.maxConnections = connectionsOf(most) + comingAndGoing
  const [strangers, acquaintances] = [createWaitingRoom(most.strangers), createWaitingRoom(most.strangers)]
  const acknowledged = createWaitingRoom(most.known)
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
  const lines = new Map<string, Line>()
  const endOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`
  const enter = (line: Line, room: WaitingRoom, kind: string): void => {
    line.leave()
    const leave = room.enter(kind, () => line.socket.destroy())
    if (leave) line.leave = leave
    else line.socket.destroy()
  }
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (proxies.trusts(remoteAddress)) return
    const network = networkOf(remoteAddress)
    const line: Line = { socket, who: null, leave: () => undefined }
    const end = endOf(socket)
    lines.set(end, line)
    socket.once('close', () => {
      line.leave()
      lines.delete(end)
    })
    enter(line, isKnown(network) ? acquaintances : strangers, network)
  })
  return {
    known: (socket, who) => {
      const line = lines.get(endOf(socket))
      if (!line || line.who === who) return
      line.who = who
      const network = networkOf(socket.remoteAddress ?? '')
      noteKnown(network)
      enter(line, acknowledged, `${who} ${network}`)
    },
    isKnown,
    noteKnown,
  }
}
