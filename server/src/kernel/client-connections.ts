import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Identity } from './caller.ts'
import { createConnectionRoom, type ConnectionRoom, type Place } from './connection-room.ts'
import { networkOf, type TrustedProxies } from './trusted-proxies.ts'

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
  /** Something came on a connection that speaks no HTTP any more; requests are heard without being told of. */
  readonly heard: (socket: Socket) => void
  /** Somebody of this network showed lately who he is. */
  readonly isKnown: (network: string) => boolean
  /** The same of somebody whose connection comes through a proxy. */
  readonly noteKnown: (network: string) => void
}

/** A connection that is counted: among the strangers, or as somebody's. */
interface Line {
  readonly socket: Socket
  who: Identity | null
  /** Requests on it that are not answered yet. */
  underWay: number
  place: Place
  isOver: boolean
}

/**
 * Bounds the connections of a server, so that whoever opens them by the thousand, with a key or without one, pushes out his own
 * and others keep theirs. Of his own those go that have been silent longest and never the newest, on which a call for help may
 * be: behind one address that a whole site shares, thousands may be dead. Proxies that are trusted speak for many: they have
 * bounds of their own.
 */
export const boundConnections = (server: Server, proxies: TrustedProxies, most: Most = mostConnections): Connections => {
  server.maxConnections = connectionsOf(most) + comingAndGoing
  const [strangers, acquaintances] = [createConnectionRoom(most.strangers), createConnectionRoom(most.strangers)]
  const acknowledged = createConnectionRoom(most.known)
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
  /** What was found by its ends once, until it is over. */
  const found = new WeakMap<Socket, Line>()
  const lineOf = (socket: Socket): Line | undefined => {
    const known = found.get(socket)
    if (known?.isOver === false) return known
    const line = lines.get(endOf(socket))
    if (line) found.set(socket, line)
    return line
  }
  const placeIn = (room: ConnectionRoom, kind: string, { socket, underWay }: Pick<Line, 'socket' | 'underWay'>): Place =>
    room.enter(kind, underWay > 0, () => socket.destroy())
  const heard = (line: Line): void => line.place.heard(line.underWay > 0)
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (proxies.trusts(remoteAddress)) return
    const network = networkOf(remoteAddress)
    const place = placeIn(isKnown(network) ? acquaintances : strangers, network, { socket, underWay: 0 })
    const line: Line = { socket, who: null, underWay: 0, place, isOver: false }
    const end = endOf(socket)
    lines.set(end, line)
    socket.once('close', () => {
      line.isOver = true
      line.place.leave()
      lines.delete(end)
    })
  })
  // Before whoever answers it.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const line = lineOf(socket)
    if (!line) return
    line.underWay += 1
    heard(line)
    response.once('close', () => {
      line.underWay -= 1
      heard(line)
    })
  })
  return {
    known: (socket, who) => {
      const line = lineOf(socket)
      if (!line || line.who === who) return
      line.who = who
      const network = networkOf(socket.remoteAddress ?? '')
      noteKnown(network)
      line.place.leave()
      line.place = placeIn(acknowledged, `${who} ${network}`, line)
    },
    heard: (socket) => {
      const line = lineOf(socket)
      if (line) heard(line)
    },
    isKnown,
    noteKnown,
  }
}
