import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { Identity } from './caller.ts'
import { boundConnections, connectionsOf } from './client-connections.ts'
import { noProxies } from './trusted-proxies.ts'

const most = { strangers: { all: 4, each: 2 }, known: { all: 6, each: 4 } } as const

/** A server that believes what a request says about who sends it. */
const openServer = async () => {
  const server = createServer((request, response) => {
    connections.known(request.socket, request.headers['x-who'] as Identity)
    response.end('seen')
  })
  const connections = boundConnections(server, noProxies, most)
  const sockets: Socket[] = []
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  /** A connection that is kept, and whether it was answered or closed. */
  const enter = (who: Identity, from = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => undefined)
    sockets.push(socket)
    return { socket, seen: ask(socket, who) }
  }
  return { server, enter }
}
const ask = (socket: Socket, who: Identity): Promise<boolean> =>
  new Promise((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
    socket.write(`GET / HTTP/1.1\r\nhost: vigil\r\nx-who: ${who}\r\n\r\n`)
  })
const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve))

it('a crowd of one who is known pushes itself out, and another gets in', async () => {
  const { enter } = await openServer()
  const other = enter('key:2')
  expect(await other.seen).toBe(true)
  // From two addresses, since from one it has no more than its own.
  const crowd = ['127.0.0.1', '127.0.0.2'].flatMap((from) => Array.from({ length: 3 }, () => [from, 'key:1'] as const))
  const entered: ReturnType<typeof enter>[] = []
  for (const [from, who] of crowd.slice(0, 5)) {
    const one = enter(who, from)
    expect(await one.seen).toBe(true)
    entered.push(one)
  }
  const oldest = entered[0]?.socket as Socket
  // That it goes on speaking makes it no younger.
  expect(await ask(oldest, 'key:1')).toBe(true)
  const gone = closed(oldest)
  expect(await enter('key:3').seen).toBe(true)
  await gone
  expect(entered.slice(1).filter(({ socket }) => socket.destroyed)).toEqual([])
  expect(await ask(other.socket, 'key:2')).toBe(true)
})

it('one has no more than his own from one address, and closing frees', async () => {
  const { server, enter } = await openServer()
  const first = enter('user:1')
  expect(await first.seen).toBe(true)
  for (let more = 1; more < most.known.each; more += 1) expect(await enter('user:1').seen).toBe(true)
  const tooMany = enter('user:1').socket
  await closed(tooMany)
  expect(await enter('user:1', '127.0.0.2').seen).toBe(true)
  expect(await enter('user:2').seen).toBe(true)
  first.socket.destroy()
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(most.known.each + 1)
  expect(await enter('user:1').seen).toBe(true)
})

it('a connection is counted once for all that it says, and for whom it says it last', async () => {
  const { enter } = await openServer()
  const kept = enter('key:1').socket
  for (let more = 0; more < most.known.each; more += 1) expect(await ask(kept, 'key:1')).toBe(true)
  for (let more = 1; more < most.known.each; more += 1) expect(await enter('key:1').seen).toBe(true)
  expect(await ask(kept, 'key:2')).toBe(true)
  expect(await enter('key:1').seen).toBe(true)
  const tooMany = enter('key:1').socket
  await closed(tooMany)
  expect(kept.destroyed).toBe(false)
})

it('the bounds of the parts are reached before that of the server', async () => {
  const { server } = await openServer()
  expect(server.maxConnections).toBeGreaterThan(connectionsOf(most))
  expect(connectionsOf(most)).toBe(14)
})
