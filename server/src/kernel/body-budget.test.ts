import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { settleAddresses } from './addresses.ts'
import { boundBodies } from './body-budget.ts'
import type { Identity } from './caller.ts'
import { createLog } from './log.ts'
import { answerErrors } from './serve.ts'

const most = { all: 40_000, each: 20_000 } as const
/** As many as one sender has room for. */
const whole = most.each
const half = most.each / 2

/** A server that believes what a request says about who sends it, and answers it at once unless that is to wait. */
const openServer = async () => {
  const fastify = Fastify({ bodyLimit: 2 * whole })
  settleAddresses(fastify)
  const bodies = boundBodies(fastify, most)
  answerErrors(fastify, createLog('silent'))
  fastify.addHook('onRequest', (request, _reply, done) => {
    const who = request.headers['x-who']
    if (who !== undefined) bodies.known(request.raw, who as Identity)
    done()
  })
  fastify.addContentTypeParser('multipart/form-data', (_request, _stream, done) => done(null))
  fastify.post('/at-once', () => 'taken')
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
  const open = (): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    return socket
  }
  /** The status with which a post is answered whose body came, or did not. */
  const post = async (who: Identity | null, bytes: number, body: string, type = 'application/json'): Promise<number> => {
    const socket = open()
    socket.write(head('/at-once', who, bytes, type) + body)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString())?.[1])
  }
  const begin = async (who: Identity | null, bytes: number): Promise<void> => {
    const served = once(fastify.server, 'connection') as Promise<[Socket]>
    const text = head('/at-once', who, bytes)
    open().write(text)
    const [line] = await served
    await expect.poll(() => line.bytesRead).toBe(text.length)
  }
  return { fastify, open, post, begin, waiting: () => waiting }
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

it('counts what comes of strangers by where they are, and nobody else with them', async () => {
  const { begin, post } = await openServer()
  await begin(null, half)
  await begin(null, half)
  expect(await post(null, half, '')).toBe(503)
  expect(await post('user:1', whole, json(whole))).toBe(200)
})

it('has room again when a line breaks on which an answer waited behind another', async () => {
  const { open, post, waiting, fastify } = await openServer()
  const served = once(fastify.server, 'connection') as Promise<[Socket]>
  const socket = open()
  socket.write((head('/never', 'key:1', half) + json(half)).repeat(2))
  await expect.poll(waiting).toBe(2)
  expect(await post('key:1', half, '')).toBe(503)
  const [line] = await served
  const gone = new Promise((resolve) => line.once('close', resolve))
  socket.resetAndDestroy()
  await gone
  expect(await post('key:1', whole, json(whole))).toBe(200)
})

it('counts neither a form, which goes to disk, nor what is injected, which is there, nor what its route refuses', async () => {
  const { fastify, post } = await openServer()
  expect(await post('key:1', 2 * whole, '', 'multipart/form-data; boundary=edge')).toBe(200)
  expect(await post('key:1', 2 * whole + 1, '')).toBe(413)
  const injected = await fastify.inject({
    method: 'POST',
    url: '/at-once',
    headers: { 'content-type': 'application/json', 'x-who': 'key:1' },
    payload: json(2 * whole),
  })
  expect(injected.statusCode).toBe(200)
  expect(await post('key:1', whole, json(whole))).toBe(200)
})
