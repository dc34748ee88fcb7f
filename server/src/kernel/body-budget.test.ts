import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { settleAddresses } from './addresses.ts'
import { boundBodies } from './body-budget.ts'
import type { Identity } from './caller.ts'
import { createLog } from './log.ts'
import { answerErrors } from './serve.ts'
import { leaveBodiesUnread } from './unread-bodies.ts'

const most = { all: 40_000, each: 20_000 } as const
/** What does not count of a body. */
const few = 4 * 1024
/** As much as one sender has room for. */
const whole = most.each + few
const half = most.each / 2 + few

/** A server that believes what a request says about who sends it, and answers it at once unless that is to wait. */
const openServer = async () => {
  const fastify = Fastify({ bodyLimit: 4 * whole })
  settleAddresses(fastify)
  const bodies = boundBodies(fastify, most)
  answerErrors(fastify, createLog('silent'))
  leaveBodiesUnread(fastify)
  fastify.addHook('onRequest', (request, _reply, done) => {
    const who = request.headers['x-who']
    if (who !== undefined) bodies.known(request.raw, who as Identity)
    done()
  })
  fastify.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
  fastify.post('/at-once', () => 'taken')
  fastify.post('/to-disk', { config: { writesForms: true } }, () => 'taken')
  let waiting = 0
  fastify.post('/never', () => {
    waiting += 1
    return new Promise(() => undefined)
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const sockets: Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await fastify.close()
  })
  const { port } = fastify.server.address() as AddressInfo
  const open = (localAddress = '127.0.0.1'): Socket => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
    sockets.push(socket)
    return socket
  }
  /** The status with which a post is answered whose body came. */
  const post = async (
    who: Identity | null,
    body: string,
    type = 'application/json',
    from?: string,
    path = '/at-once',
  ): Promise<number> => {
    const socket = open(from)
    socket.write(head(path, who, body.length, type) + body)
    return statusOf(socket)
  }
  /** A post of which all but the last bytes came; `write` sends some of those. */
  const begin = async (who: Identity | null, bytes: number, missing = 1) => {
    const served = once(fastify.server, 'connection') as Promise<[Socket]>
    const socket = open()
    const [line] = await served
    let sent = 0
    const write = async (text: string): Promise<void> => {
      sent += text.length
      socket.write(text)
      await expect.poll(() => line.bytesRead).toBe(sent)
    }
    await write(head('/at-once', who, bytes) + json(bytes).slice(0, -missing))
    return { socket, write }
  }
  return { fastify, open, post, begin, waiting: () => waiting }
}
const statusOf = async (socket: Socket): Promise<number> => {
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString())?.[1])
}
const head = (path: string, who: Identity | null, bytes: number, type = 'application/json'): string =>
  [
    `POST ${path} HTTP/1.1`,
    'host: vigil',
    `content-type: ${type}`,
    `content-length: ${bytes}`,
    ...(who === null ? [] : [`x-who: ${who}`]),
    '\r\n',
  ].join('\r\n')
const json = (bytes: number): string => JSON.stringify('a'.repeat(bytes - 2))

it('counts what has come, and not what is announced', async () => {
  const { open, post } = await openServer()
  for (let line = 0; line < 10; line += 1) open().write(head('/at-once', 'key:1', whole))
  for (let time = 0; time < 3; time += 1) expect(await post('key:1', json(whole))).toBe(200)
})

it('puts out of a sender the one of which nothing came for longest, and nobody else', async () => {
  const { begin, post } = await openServer()
  const other = await begin('key:2', half)
  const first = await begin('key:1', half, 2)
  const silent = await begin('key:1', half)
  await first.write('a')
  const [told, answered] = [statusOf(silent.socket), post('key:1', json(half))]
  expect(await Promise.all([told, answered])).toEqual([503, 200])
  for (const { socket } of [first, other]) {
    socket.write('"')
    expect(await statusOf(socket)).toBe(200)
  }
  // Its line is kept: the rest of what was put out is dropped there.
  silent.socket.write(`"${head('/at-once', 'key:1', few)}${json(few)}`)
  expect(await statusOf(silent.socket)).toBe(200)
})

it('counts strangers by where they are, and puts out whoever holds most when all hold too much', async () => {
  const { begin, post } = await openServer()
  const [silent] = [await begin('key:1', half), await begin('key:1', half)]
  await begin('key:2', half)
  await begin(null, half)
  const told = statusOf(silent.socket)
  expect(await post('user:3', json(half))).toBe(200)
  expect(await told).toBe(503)
})

it('refuses what finds everything in the midst of being answered, however small its share, but lets in what does not count', async () => {
  const { open, post, waiting } = await openServer()
  for (const who of ['key:1', 'key:2'] as const) open().write((head('/never', who, half) + json(half)).repeat(2))
  await expect.poll(waiting).toBe(4)
  expect(await post('key:3', json(few + 1))).toBe(503)
  expect(await post('key:3', json(few))).toBe(200)
})

it('has room again when a line breaks on which an answer waited behind another', async () => {
  const { open, post, waiting, fastify } = await openServer()
  const served = once(fastify.server, 'connection') as Promise<[Socket]>
  const socket = open()
  socket.write((head('/never', 'key:1', half) + json(half)).repeat(2))
  await expect.poll(waiting).toBe(2)
  expect(await post('key:1', json(half))).toBe(503)
  // Whoever uses the same key elsewhere has a share of his own.
  expect(await post('key:1', json(half), 'application/json', '127.0.0.2')).toBe(200)
  const [line] = await served
  const gone = new Promise((resolve) => line.once('close', resolve))
  socket.resetAndDestroy()
  await gone
  expect(await post('key:1', json(whole))).toBe(200)
})

it('leaves nothing on a line that is kept, of what nobody read', async () => {
  const { open } = await openServer()
  const socket = open()
  for (const type of ['text/strange', 'application/json']) {
    const answered = statusOf(socket)
    // Few enough bytes to be dropped, more than the stream between keeps.
    const bytes = type === 'application/json' ? half : 60_000
    socket.write(head('/at-once', 'key:1', bytes, type) + json(bytes))
    expect(await answered).toBe(type === 'application/json' ? 200 : 415)
  }
})

it('counts neither a form that goes to disk, nor what is injected, which is there, nor what its route refuses', async () => {
  const { fastify, post } = await openServer()
  const form = 'multipart/form-data; boundary=edge'
  expect(await post('key:1', json(2 * whole), form, undefined, '/to-disk')).toBe(200)
  // A form that is read as a whole is a body like any other.
  expect(await post('key:1', json(2 * whole), form)).toBe(503)
  expect(await post('key:1', json(4 * whole + 1))).toBe(413)
  const injected = await fastify.inject({
    method: 'POST',
    url: '/at-once',
    headers: { 'content-type': 'application/json', 'x-who': 'key:1' },
    payload: json(2 * whole),
  })
  expect(injected.statusCode).toBe(200)
  expect(await post('key:1', json(whole))).toBe(200)
})
