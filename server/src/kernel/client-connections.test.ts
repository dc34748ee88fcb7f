import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { Identity } from './caller.ts'
import { boundConnections, connectionsOf } from './client-connections.ts'
import { acceptSockets, isForSockets, type TakeSocket } from './sockets.ts'
import { noProxies } from './trusted-proxies.ts'

const most = { strangers: { all: 4, each: 2 }, known: { all: 6, each: 4 } } as const

/** A server that believes what a request says about who sends it, and answers what is asked of /held when it is told to. */
const openServer = async () => {
  const held = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    connections.known(request.socket, request.headers['x-who'] as Identity)
    if (request.url !== '/held') return response.end('seen')
    held.add(response.once('close', () => held.delete(response)))
  })
  const connections = boundConnections(server, noProxies, most)
  const sockets: Socket[] = []
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const open = (from: string): Socket => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => undefined)
    sockets.push(socket)
    return socket
  }
  /** A connection that is kept, and whether it was answered or closed. */
  const enter = (who: Identity, from = '127.0.0.1', path = '/') => {
    const socket = open(from)
    return { socket, seen: ask(socket, who, path) }
  }
  const enterSilently = async () => {
    const arrived = new Promise((resolve) => server.once('connection', resolve))
    const socket = open('127.0.0.1')
    await arrived
    return { socket }
  }
  const answerHeld = {
    waiting: () => held.size,
    now: () => {
      for (const response of held) response.end('seen')
    },
  }
  return { server, enter, enterSilently, answerHeld }
}
/** A server that takes whoever says something on a socket for one and the same, and answers him. */
const openSocketServer = async () => {
  const fastify = Fastify({ http: { shouldUpgradeCallback: isForSockets } })
  const connections = boundConnections(fastify.server, noProxies, most)
  const take: TakeSocket = (socket, _request, greeted) => {
    socket.on('message', (said: Buffer) => {
      greeted('key:1')
      socket.send(said)
    })
  }
  acceptSockets(fastify, { '/': take }, { proxies: noProxies, connections })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => fastify.close())
  return { origin: `ws://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/` }
}
const ask = (socket: Socket, who: Identity, path = '/'): Promise<boolean> =>
  new Promise((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
    socket.write(`GET ${path} HTTP/1.1\r\nhost: vigil\r\nx-who: ${who}\r\n\r\n`)
  })
const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve))

/** Those of them that are open, by their places. */
const staying = (entered: readonly { readonly socket: Socket }[]): number[] =>
  [...entered.keys()].filter((place) => !entered[place]?.socket.destroyed)

it('a crowd of one who is known pushes itself out, the silent first, and another gets in', async () => {
  const { enter } = await openServer()
  const other = enter('key:2')
  expect(await other.seen).toBe(true)
  const entered: ReturnType<typeof enter>[] = []
  // From two addresses, since from one it has no more than its own.
  for (const from of ['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.2', '127.0.0.2']) {
    const one = enter('key:1', from)
    expect(await one.seen).toBe(true)
    entered.push(one)
  }
  // Who goes on speaking is not who has been silent longest.
  expect(await ask(entered[0]?.socket as Socket, 'key:1')).toBe(true)
  const gone = closed(entered[1]?.socket as Socket)
  expect(await enter('key:3').seen).toBe(true)
  await gone
  expect(staying(entered)).toEqual([0, 2, 3, 4])
  expect(await ask(other.socket, 'key:2')).toBe(true)
})

it('one who has all his own from one address is heard on a further one: that which was silent longest goes', async () => {
  const { server, enter } = await openServer()
  const elsewhere = [enter('user:1', '127.0.0.2'), enter('user:2')]
  for (const { seen } of elsewhere) expect(await seen).toBe(true)
  const entered: ReturnType<typeof enter>[] = []
  for (let more = 0; more < most.known.each; more += 1) {
    entered.push(enter('user:1'))
    expect(await entered.at(-1)?.seen).toBe(true)
  }
  for (let time = 0; time < 2; time += 1) {
    const gone = closed(entered[time]?.socket as Socket)
    entered.push(enter('user:1'))
    expect(await entered.at(-1)?.seen).toBe(true)
    await gone
  }
  expect(staying(entered)).toEqual([2, 3, 4, 5])
  expect(staying(elsewhere)).toEqual([0, 1])
  const open = (): Promise<number> => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
  expect(await open()).toBe(most.known.all)
  // What is closed frees its place.
  entered[2]?.socket.destroy()
  await expect.poll(open).toBe(most.known.all - 1)
  expect(await enter('user:1').seen).toBe(true)
  expect(staying(entered)).toEqual([3, 4, 5])
})

it('nobody who waits for his answer is put out while another of his kind is silent', async () => {
  const { enter, answerHeld } = await openServer()
  const held = [enter('key:1', '127.0.0.1', '/held'), enter('key:1', '127.0.0.1', '/held')]
  await expect.poll(() => answerHeld.waiting()).toBe(2)
  const silent = [enter('key:1'), enter('key:1')]
  for (const { seen } of silent) expect(await seen).toBe(true)
  const gone = silent.map(({ socket }) => closed(socket))
  const later = [enter('key:1', '127.0.0.1', '/held'), enter('key:1', '127.0.0.1', '/held')]
  await Promise.all(gone)
  await expect.poll(() => answerHeld.waiting()).toBe(4)
  // All of them wait: the one that has waited longest goes, and the new one is answered.
  const longest = closed(held[0]?.socket as Socket)
  const newest = enter('key:1')
  expect(await newest.seen).toBe(true)
  await longest
  expect(staying([...held, ...later])).toEqual([1, 2, 3])
  // Answered, they are silent again, and the newest has been so for longer.
  answerHeld.now()
  for (const { seen } of [held[1], ...later].flatMap((one) => one ?? [])) expect(await seen).toBe(true)
  const out = closed(newest.socket)
  expect(await enter('key:1').seen).toBe(true)
  await out
  expect(staying([...held, ...later])).toEqual([1, 2, 3])
})

it('a connection is counted once for all that it says, and for whom it says it last', async () => {
  const { enter } = await openServer()
  const kept = enter('key:1')
  for (let more = 0; more < most.known.each; more += 1) expect(await ask(kept.socket, 'key:1')).toBe(true)
  const entered: ReturnType<typeof enter>[] = []
  const enterOne = async (): Promise<void> => {
    entered.push(enter('key:1'))
    expect(await entered.at(-1)?.seen).toBe(true)
  }
  for (let more = 1; more < most.known.each; more += 1) await enterOne()
  expect(await ask(kept.socket, 'key:2')).toBe(true)
  await enterOne()
  expect(staying(entered)).toEqual([0, 1, 2, 3])
  const gone = closed(entered[0]?.socket as Socket)
  await enterOne()
  await gone
  expect(staying([kept, ...entered])).toEqual([0, 2, 3, 4, 5])
})

it('strangers who have all that their address may have keep nobody out who says who he is', async () => {
  const { enter, enterSilently } = await openServer()
  const strangers = [await enterSilently(), await enterSilently()]
  const gone = closed(strangers[0]?.socket as Socket)
  expect(await enter('key:1').seen).toBe(true)
  await gone
  expect(staying(strangers)).toEqual([1])
})

it('a socket that was heard lately stays, one that says nothing goes', async () => {
  const { origin } = await openSocketServer()
  const sockets: WebSocket[] = []
  const enter = async (): Promise<WebSocket> => {
    const socket = new WebSocket(origin)
    sockets.push(socket)
    onTestFinished(() => socket.terminate())
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    await say(socket)
    return socket
  }
  const say = (socket: WebSocket): Promise<unknown> => {
    const heard = new Promise((resolve, reject) => {
      socket.once('message', resolve).once('close', () => reject(new Error('closed unheard')))
    })
    socket.send('here')
    return heard
  }
  for (let more = 0; more < most.known.each; more += 1) await enter()
  await say(sockets[0] as WebSocket)
  const gone = new Promise((resolve) => sockets[1]?.once('close', resolve))
  await say(await enter())
  await gone
  expect([...sockets.keys()].filter((place) => sockets[place]?.readyState === WebSocket.OPEN)).toEqual([0, 2, 3, 4])
})

it('the bounds of the parts are reached before that of the server', async () => {
  const { server } = await openServer()
  expect(server.maxConnections).toBeGreaterThan(connectionsOf(most))
  expect(connectionsOf(most)).toBe(14)
})
