import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { boundConnections } from './client-connections.ts'
import { createLog } from './log.ts'
import { NotReady, TooMany } from './refusal.ts'
import { answerErrors } from './serve.ts'
import { answerShortPosts, type ShortPost } from './short-posts.ts'
import { noProxies, readTrustedProxies } from './trusted-proxies.ts'

const log = createLog('silent')
const path = '/short'

/** A server that answers posts to one address before the usual way, which says `usual`. */
const serveShort = async (answer: ShortPost['answer'], proxies = noProxies) => {
  const fastify = Fastify()
  const failures: unknown[] = []
  const connections = boundConnections(fastify.server, proxies)
  answerErrors(fastify, log)
  fastify.post(path, () => 'usual')
  const post: ShortPost = {
    path,
    senderOf: ({ 'x-device-key': key }) => (key === 'right' ? { keyId: '7', identity: 'key:7' } : null),
    answer,
    failed: (error) => failures.push(error),
  }
  answerShortPosts(fastify, [post], { proxies, connections, log })
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => fastify.close())
  const { port } = fastify.server.address() as AddressInfo
  const send = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': 'right', ...headers },
      body,
    })
  return { fastify, port, send, failures, connections }
}
const echo: ShortPost['answer'] = (sender, bytes, from) =>
  Promise.resolve(JSON.stringify({ sender, said: Buffer.from(bytes).toString(), from }))

it('hands on who sends, what came and from where, and makes its sender known', async () => {
  const { send, connections } = await serveShort(echo)
  const response = await send('{"北":1}', { 'accept-language': 'en' })
  expect(await response.json()).toEqual({
    sender: { keyId: '7', identity: 'key:7' },
    said: '{"北":1}',
    from: { address: '127.0.0.1', language: 'en' },
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(connections.isKnown('127.0.0.1')).toBe(true)
})

it('takes the word of a trusted proxy for where it comes from, and of nobody else', async () => {
  const said = { 'x-forwarded-for': '198.51.100.7' }
  const through = await serveShort(echo, readTrustedProxies('loopback') ?? noProxies)
  expect(await (await through.send('{}', said)).json()).toMatchObject({ from: { address: '198.51.100.7' } })
  const direct = await serveShort(echo)
  expect(await (await direct.send('{}', said)).json()).toMatchObject({ from: { address: '127.0.0.1' } })
})

it.each([
  ['of a sender that nobody knows', '{}', { 'x-device-key': 'wrong' }],
  ['with more than a few bytes', JSON.stringify({ long: 'x'.repeat(4_096) }), {}],
])('leaves to the usual way a post %s', async (_what, body, headers) => {
  const { send } = await serveShort(echo)
  expect(await (await send(body, headers)).text()).toBe('usual')
})

const head = (length: number): string =>
  `POST ${path} HTTP/1.1\r\nhost: vigil\r\nx-device-key: right\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
/** All that is said on a connection until it has been answered so often. */
const talk = async (port: number, pieces: readonly string[], answers: number): Promise<string> => {
  const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('utf8')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  let text = ''
  const done = new Promise<void>((resolve) => {
    socket.on('data', (part: string) => {
      text += part
      if (text.split('HTTP/1.1 200').length > answers) resolve()
    })
  })
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve))
    // The server has read it before more comes: it answers another connection afterwards.
    await (await fetch(`http://127.0.0.1:${port}/other`)).text()
  }
  await done
  return text
}

it('leaves one whose body does not come with its head to the usual way, with all of its body', async () => {
  const { port } = await serveShort(echo)
  expect(await talk(port, [head(7), '{"a":', '1}'], 1)).toContain('usual')
})

it('answers several that came at once in their order, however long each takes', async () => {
  const waiting: (() => void)[] = []
  const { port } = await serveShort((_sender, bytes) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    waiting.push(() => resolve(Buffer.from(bytes).toString()))
    // The last is done first.
    if (waiting.length === 3) for (const done of waiting.toReversed()) done()
    return promise
  })
  const text = await talk(port, [`${head(7)}{"a":1}${head(7)}{"a":2}${head(7)}{"a":3}`], 3)
  expect(text.match(/\{"a":\d\}/g)).toEqual(['{"a":1}', '{"a":2}', '{"a":3}'])
})

it.each([
  [new NotReady(new Error('no database')), 503, 'notReady', '2'],
  [new TooMany(30), 429, 'tooManyRequests', '30'],
  [Object.assign(new Error('no JSON'), { statusCode: 400 }), 400, 'malformed', null],
  [new Error('secret of the house'), 500, 'failed', null],
])('answers %s as the usual way does, and tells of it', async (thrown, status, code, retryAfter) => {
  const { send, failures } = await serveShort(() => Promise.reject(thrown))
  const response = await send('{}')
  const text = await response.text()
  expect([response.status, (JSON.parse(text) as { code: string }).code]).toEqual([status, code])
  expect(response.headers.get('retry-after')).toBe(retryAfter)
  expect(text).not.toContain('secret')
  expect(failures).toEqual([thrown])
})

it('answers what is under way when the server closes, and keeps no connection open for it', async () => {
  const begun = Promise.withResolvers<void>()
  const stored = Promise.withResolvers<void>()
  const { fastify, send } = await serveShort(async () => {
    begun.resolve()
    await stored.promise
    return '{"stored":true}'
  })
  const answered = send('{}')
  await begun.promise
  const closed = fastify.close()
  await expect.poll(() => fastify.server.listening).toBe(false)
  stored.resolve()
  const response = await answered
  expect(await response.json()).toEqual({ stored: true })
  expect(response.headers.get('connection')).toBe('close')
  await closed
})
