import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Identity } from './caller.ts'
import type { Connections } from './client-connections.ts'
import { networkOf, type TrustedProxies } from './trusted-proxies.ts'
import { createWaitingRoom } from './waiting-room.ts'

/** Sockets of one process whose first message, which says who speaks, has not come yet; in all and from one network, strangers' networks and those of acquaintances each. */
const mostWaiting = { all: 1_000, each: 200 } as const

/** Takes a socket over; `greeted` says who its other end has shown to be. */
export type TakeSocket = (socket: WebSocket, request: IncomingMessage, greeted: (who: Identity) => void) => void

/**
 * Whether a request that offers another protocol is for those who take sockets. Every other is answered in the one that it came
 * in: clients of HTTP/2 offer theirs with whatever they send first, a call for help too.
 */
export const isForSockets = ({ method, headers: { upgrade } }: IncomingMessage): boolean =>
  method === 'GET' && upgrade?.toLowerCase() === 'websocket'

/**
 * Hands WebSockets to who serves their address; another origin's page is not let in, nor more strangers than there is room for.
 * The server has to hand over what `isForSockets` and nothing else.
 */
export const acceptSockets = (
  fastify: FastifyInstance,
  takers: Readonly<Record<string, TakeSocket>>,
  { proxies, connections }: { readonly proxies: TrustedProxies; readonly connections: Connections },
): void => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024, perMessageDeflate: false })
  // Where somebody showed lately who he is, a crowd of strangers from elsewhere stands in nobody's way.
  const [strangers, acquaintances] = [createWaitingRoom(mostWaiting), createWaitingRoom(mostWaiting)]
  const refuse = (socket: Socket, status: string): void => {
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => socket.destroy())
  }
  fastify.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // The server's own listener is off by now: without one, a line that breaks while it is refused would end the process.
    socket.on('error', () => socket.destroy())
    const taker = takers[(request.url ?? '').split('?')[0] ?? '']
    if (!taker) return refuse(socket, '404 Not Found')
    const { origin, host, 'x-forwarded-for': forwardedFor } = request.headers
    if (origin !== undefined && URL.parse(origin)?.host !== host) return refuse(socket, '403 Forbidden')
    const client = proxies.clientOf(socket.remoteAddress ?? '', forwardedFor?.toString())
    const network = networkOf(client)
    const room = connections.isKnown(network) ? acquaintances : strangers
    const waitsNoMore = room.enter(network, () => socket.destroy())
    if (!waitsNoMore) return refuse(socket, '429 Too Many Requests')
    socket.once('close', waitsNoMore)
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      for (const sign of ['message', 'ping', 'pong']) accepted.on(sign, () => connections.heard(socket))
      taker(accepted, request, (who) => {
        waitsNoMore()
        connections.known(socket, who)
        connections.noteKnown(network)
      })
    })
  })
  // Before the server waits for its connections to end.
  fastify.addHook('preClose', (done) => {
    for (const client of sockets.clients) client.terminate()
    sockets.close(() => done())
  })
}
