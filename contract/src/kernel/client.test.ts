import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { domains } from '../index.ts'
import { CallFailed, CallRefused, createClient, type ClientOptions } from './client.ts'

const { listUnHandleCount, getZdAlarmById } = domains.alarms
const { getAllRoles } = domains.accounts
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const serving = async (listener: (...given: Parameters<RequestListener>) => unknown): Promise<string> => {
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const answering = (text: string, status = 200, headers: Record<string, string> = {}): Promise<string> =>
  serving((_request, response) => response.writeHead(status, headers).end(text))
const failureOf = async (asked: Promise<unknown>): Promise<CallFailed> => {
  const failure = await asked.then(
    () => expect.fail('it was answered'),
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(CallFailed)
  return failure as CallFailed
}
const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

describe('an answer', () => {
  it('of success is the data', async () => {
    const data = { total: 0, levels: [] }
    const client = createClient({ origin: await answering(JSON.stringify({ code: '200', msg: 'success', data })) })
    expect(await client.ask(listUnHandleCount, undefined)).toEqual(data)
    expect(await client.send(listUnHandleCount, undefined)).toEqual({ code: '200', msg: 'success', data })
  })

  it.each(['10002', 'forbidden', 'conflict', '99999'])('with the code %s comes as it is', async (code) => {
    const envelope = { code, msg: 'why', data: { version: 3 } }
    const onAnswer = vi.fn()
    const onFailure = vi.fn()
    const client = createClient({ origin: await answering(JSON.stringify(envelope)), onAnswer, onFailure })
    expect(await client.send(listUnHandleCount, undefined)).toEqual(envelope)
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith(listUnHandleCount, envelope)
    const refused: unknown = await client.ask(listUnHandleCount, undefined).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CallRefused)
    expect(refused).toMatchObject({ code, message: 'why', data: { version: 3 }, path: '/zd/zdAlarm/listUnHandleCount' })
    expect(onFailure).not.toHaveBeenCalled()
  })

  it('to a body that was not read is an answer like any other', async () => {
    const envelope = { code: '10002', msg: 'why', data: null }
    const onAnswer = vi.fn()
    const client = createClient({ origin: await answering(JSON.stringify(envelope), 403), onAnswer })
    expect(await client.send(listUnHandleCount, undefined)).toEqual(envelope)
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith(listUnHandleCount, envelope)
  })
})

describe('a request', () => {
  const seen = async (options: Omit<ClientOptions, 'origin'>) => {
    const requests: { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers']; text: string }[] =
      []
    const origin = await serving(async (request, response) => {
      requests.push({ method: request.method, url: request.url, headers: request.headers, text: await textOf(request) })
      response.end('{"code":"200","msg":"success","data":null}')
    })
    return { client: createClient({ origin, ...options }), requests }
  }

  it('carries the token raw, the language and the body', async () => {
    const { client, requests } = await seen({ token: () => 'secret', language: () => 'en' })
    await client.ask(getZdAlarmById, { id: '7' })
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/api/zd/zdAlarm/getZdAlarmById', text: '{"id":"7"}' })
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'secret',
      'accept-language': 'en',
      'content-type': 'application/json',
    })
  })

  it('asks in Chinese and without a token unless said, with an empty object for no body', async () => {
    const { client, requests } = await seen({ token: () => null })
    await client.ask(listUnHandleCount, undefined)
    expect(requests[0]?.headers['accept-language']).toBe('zh')
    expect(requests[0]?.headers).not.toHaveProperty('authorization')
    expect(requests[0]?.text).toBe('{}')
  })

  it('reads the token anew each time', async () => {
    const tokens = ['first', 'second']
    const { client, requests } = await seen({ token: () => tokens.shift() ?? null })
    await client.ask(listUnHandleCount, undefined)
    await client.ask(listUnHandleCount, undefined)
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['first', 'second'])
  })

  it('by GET has no body', async () => {
    const { client, requests } = await seen({})
    await client.ask(getAllRoles, undefined)
    expect(requests[0]).toMatchObject({ method: 'GET', text: '' })
    expect(requests[0]?.headers).not.toHaveProperty('content-type')
  })
})

describe('a failure', () => {
  it('of the network is told', async () => {
    const origin = await answering('')
    for (const close of closing.splice(0)) await close()
    const onFailure = vi.fn()
    const failure = await failureOf(createClient({ origin, onFailure }).send(listUnHandleCount, undefined))
    expect(failure).toMatchObject({ name: 'CallFailed', status: null, retryAfter: null })
    expect(failure.path).toBe('/zd/zdAlarm/listUnHandleCount')
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(listUnHandleCount, failure)
  })

  it.each([
    [400, 'malformed', {}, null],
    [413, 'tooLarge', {}, null],
    [429, 'tooManyRequests', { 'retry-after': '7' }, 7],
    [503, 'notReady', { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, null],
  ] as const)('of HTTP %i carries status and sentence', async (status, code, headers, retryAfter) => {
    const origin = await answering(JSON.stringify({ code, msg: 'wait', data: null }), status, headers)
    const onAnswer = vi.fn()
    const failure = await failureOf(createClient({ origin, onAnswer }).send(listUnHandleCount, undefined))
    expect(failure).toMatchObject({ status, retryAfter })
    expect(failure.message).toContain('wait')
    expect(onAnswer).not.toHaveBeenCalled()
  })

  it.each([
    '',
    '<html>',
    'null',
    '[]',
    '"200"',
    '{}',
    '{"code":200,"msg":"success"}',
    '{"code":"200"}',
    '{"code":"200","msg":1}',
    '{"code":',
  ])('is what %j gets', async (text) => {
    const failure = await failureOf(createClient({ origin: await answering(text) }).ask(listUnHandleCount, undefined))
    expect(failure.status).toBe(200)
  })

  it('of a proxy without an envelope carries its status', async () => {
    const failure = await failureOf(createClient({ origin: await answering('<html>', 502) }).ask(listUnHandleCount, undefined))
    expect(failure).toMatchObject({ status: 502, message: expect.stringContaining('HTTP 502') })
  })

  it('is an answer that breaks off', async () => {
    const origin = await serving((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"code":"200"', () => response.destroy())
    })
    const failure = await failureOf(createClient({ origin }).send(listUnHandleCount, undefined))
    expect(failure.message).not.toContain('HTTP 200')
  })

  it('is an answer that does not come in time', async () => {
    const origin = await serving(() => undefined)
    const onFailure = vi.fn()
    const failure = await failureOf(createClient({ origin, timeout: 30, onFailure }).send(listUnHandleCount, undefined))
    expect(failure.status).toBeNull()
    expect(failure.cause).toMatchObject({ name: 'TimeoutError' })
    expect(onFailure).toHaveBeenCalledOnce()
  })

  it('is an answer whose end does not come in time', async () => {
    const origin = await serving((_request, response) => response.writeHead(200).write('{"code":"200",'))
    const failure = await failureOf(createClient({ origin, timeout: 200 }).send(listUnHandleCount, undefined))
    expect(failure.cause).toMatchObject({ name: 'TimeoutError' })
  })

  it('by the caller who gave up is not shown', async () => {
    const giveUp = new AbortController()
    const origin = await serving(() => giveUp.abort())
    const onFailure = vi.fn()
    const failure = await failureOf(createClient({ origin, onFailure }).send(listUnHandleCount, undefined, giveUp.signal))
    expect(failure.cause).toMatchObject({ name: 'AbortError' })
    expect(onFailure).not.toHaveBeenCalled()
  })
})
