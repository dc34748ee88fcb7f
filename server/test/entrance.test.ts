import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import WebSocket from 'ws'
import { domains } from '@vigil/contract/index.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { head, large, openLine, readAnswer } from './line.ts'
import { afterFile } from './ends.ts'
import { createTestSite, deviceKey, isType, type TestSite } from './site.ts'

/** What a server may have taken in of a body that it does not read: what one look at the line brings, and its buffer. */
const takenUnread = 512 * 1024

/** Sends a request whose body goes on and on, as fast as it is taken, until the server has closed the line. */
const flood = async (site: TestSite, request: string) => {
  const { socket, served, closed } = openLine(site)
  socket.write(request)
  const chunk = Buffer.alloc(64 * 1024, 'a')
  for (let sent = 0; sent < large && !socket.destroyed; sent += chunk.length) {
    await Promise.race([closed, new Promise((taken) => socket.write(chunk, taken))])
  }
  socket.end()
  return { ...readAnswer(await closed), taken: (await served).bytesRead }
}

// Side by side, since each waits until its line is closed.
describe.concurrent('a body of 8 MB', () => {
  let site: TestSite
  let nobody: string
  beforeAll(async () => {
    site = await createTestSite({}, afterFile)
    nobody = (await site.makeUser({ name: 'nobody', permissions: [] })).token
  })

  it.each([
    ['of a stranger', `/api${siteCalls.saveBasemap.path}`, {}, [403, '10002']],
    ['with a token of nobody', `/api${siteCalls.saveBasemap.path}`, { authorization: 'ff'.repeat(32) }, [403, '10002']],
    ['to sign in with', `/api${sessionCalls.login.path}`, {}, [413, 'tooLarge']],
    [
      'of a stranger with a file',
      '/api/sys/load/uploadFile',
      { 'content-type': 'multipart/form-data; boundary=edge' },
      [403, '10002'],
    ],
    ['to a call that is not there yet', `/api${domains.plans.listPlanAll.path}`, {}, [403, '10002']],
    ['to an address that is none', '/api/nothing/here', {}, [404, 'unknownCall']],
    ['to a page', '/', {}, [404, 'unknownCall']],
    ['of another type', `/api${sessionCalls.login.path}`, { 'content-type': 'application/xml' }, [415, 'malformed']],
    ['with reports but no key', '/ingest/reports', {}, [403, 'deviceKeyInvalid']],
    ['with reports and a wrong key', '/ingest/reports', { 'x-device-key': 'x'.repeat(24) }, [403, 'deviceKeyInvalid']],
  ] as const)('%s is answered without being read', async (_, path, headers, answer) => {
    const told = await flood(site, head(path, headers))
    expect([told.status, told.code]).toEqual(answer)
    expect(told.headers).toContain('connection: close')
    expect(told.taken).toBeLessThan(takenUnread)
  })

  it('of who may not make the call is answered without being read, and stands in the journal', async () => {
    const told = await flood(site, head(`/api${siteCalls.saveBasemap.path}`, { authorization: nobody }))
    expect([told.status, told.code]).toEqual([403, 'forbidden'])
    expect(told.taken).toBeLessThan(takenUnread)
    const { rows } = await site.db.raw(site.db.sql, `SELECT cname, result FROM journal WHERE object = $1`, [
      siteCalls.saveBasemap.path,
    ])
    expect(rows).toEqual([{ cname: 'nobody', result: 'forbidden' }])
  })

  it('that does not say how long it is is not read either', async () => {
    const chunked = head(`/api${siteCalls.saveBasemap.path}`, { 'transfer-encoding': 'chunked' }).replace(
      /content-length: \d+\r\n/,
      '',
    )
    const told = await flood(site, `${chunked}${large.toString(16)}\r\n`)
    expect([told.status, told.code]).toEqual([403, '10002'])
    expect(told.taken).toBeLessThan(takenUnread)
  })

  it('is more than most calls take, and not read by them', async () => {
    const told = await flood(site, head(`/api${domains.accounts.saveDept.path}`, { authorization: site.adminToken }))
    expect([told.status, told.code]).toEqual([413, 'tooLarge'])
    expect(told.taken).toBeLessThan(takenUnread)
  })

  it('reaches who takes it from somebody who may send it', async () => {
    const response = await fetch(`${site.origin}/ingest/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': deviceKey },
      body: JSON.stringify({ reports: [], padding: 'a'.repeat(large - 100) }),
    })
    expect(await response.json()).toMatchObject({ code: '200' })
  })
})

describe('a body', () => {
  const saveDept = `/api${domains.accounts.saveDept.path}`

  it('that is small and refused is dropped, and its line kept', async () => {
    const site = await createTestSite()
    const { socket, until } = openLine(site)
    const body = 'a'.repeat(4_000)
    for (let asked = 1; asked <= 3; asked += 1) {
      socket.write(head(saveDept, { 'content-length': body.length }))
      // As a browser sends it: its head first.
      await until((text) => text.split('"10002"').length === asked + 1)
      socket.write(body)
    }
    // Longer than this call takes, but not than what is dropped.
    socket.write(head(`/api${sessionCalls.login.path}`, { 'content-length': 5_000 }))
    expect(await until((text) => text.includes('tooLarge'))).not.toMatch(/connection: close/i)
    socket.destroy()
  })

  it('is no longer taken from who signed out while it was on its way', async () => {
    const site = await createTestSite()
    const { token, client } = await site.makeUser({ name: 'li', permissions: ['deptMgmt:edit'] })
    const { socket, served, until } = openLine(site)
    const body = JSON.stringify({ name: '煤磨工段' })
    const request = head(saveDept, { 'content-length': Buffer.byteLength(body), authorization: token })
    socket.write(request)
    await expect.poll(async () => (await served).bytesRead).toBe(request.length)
    await client.ask(sessionCalls.logout, undefined)
    socket.write(body)
    expect(readAnswer(await until((text) => text.includes('"data"')))).toMatchObject({ status: 200, code: '10002' })
    socket.destroy()
  })

  describe('that comes slowly', () => {
    /** A site and a request that is let in, whose body does not come; half a minute after the other goes by at a word. */
    const begin = async (path: string, more: Readonly<Record<string, string | number>>) => {
      const site = await createTestSite()
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      const line = openLine(site)
      let sent = 0
      const send = async (text: string): Promise<void> => {
        line.socket.write(text)
        sent += Buffer.byteLength(text)
        await expect.poll(async () => (await line.served).bytesRead).toBe(sent)
      }
      await send(head(path, { authorization: site.adminToken, ...more }))
      return { ...line, site, send, halfAMinute: () => void vi.advanceTimersByTime(30_000) }
    }

    it('is waited for half a minute', async () => {
      const { send, halfAMinute, closed } = await begin(saveDept, { 'content-length': 200 })
      await send('{"name":')
      halfAMinute()
      const told = readAnswer(await closed)
      expect(told).toMatchObject({ status: 408, code: 'tooSlow', msg: '请求发送得太慢，请检查网络后重试' })
    })

    it('does not keep a server that ends', async () => {
      const { send, site, closed } = await begin(saveDept, { 'content-length': 200 })
      await send('{"name":')
      await site.app.close()
      // Not told that it was slow: that would have been half a minute later.
      expect(await closed).toBe('')
    })

    it('has its line closed when it was answered already', async () => {
      const { socket, send, until, halfAMinute, closed } = await begin(saveDept, {
        'content-length': 200,
        authorization: 'nobody',
      })
      await send('{"name":')
      await until((text) => text.includes('"10002"'))
      halfAMinute()
      await closed
      expect(socket.destroyed).toBe(true)
    })

    it('may take longer as long as it goes on', async () => {
      const { send, halfAMinute, until } = await begin('/ingest/reports', {
        'x-device-key': deviceKey,
        'content-length': 300_000,
      })
      for (let part = 0; part < 4; part += 1) {
        await send(' '.repeat(70_000))
        halfAMinute()
      }
      await send(`{"reports":[]}${' '.repeat(300_000 - 4 * 70_000 - 14)}`)
      expect(readAnswer(await until((text) => text.includes('"data"')))).toMatchObject({ status: 200, code: '200' })
    })
  })
})

it.each([
  ['no HTTP', 'HELLO\r\n\r\n', 400, 'malformed'],
  ['a head without end', `GET / HTTP/1.1\r\nhost: vigil\r\nx-long: ${'a'.repeat(20_000)}\r\n`, 431, 'tooLarge'],
])('%s is told what is wrong in an envelope', async (_, request, status, code) => {
  const site = await createTestSite()
  const { socket, closed } = openLine(site)
  socket.write(request)
  expect(readAnswer(await closed)).toMatchObject({ status, code, data: null })
})

it('a head that never ends is cut off', async () => {
  const site = await createTestSite()
  const { server } = site.app.fastify
  expect(server.headersTimeout).toBe(10_000)
  server.headersTimeout = 1
  const { socket, closed } = openLine(site)
  socket.write('GET / HTTP/1.1\r\nhost: vigil\r\n')
  expect(readAnswer(await closed)).toMatchObject({ status: 408, code: 'tooSlow' })
})

describe('a request that offers to go on in another protocol', () => {
  const h2c = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAAB' }
  const imei = '867400000000001'
  const press = (second: number): string =>
    JSON.stringify({
      reports: [{ deviceType: 'hat', deviceId: imei, time: new Date(Date.now() - second * 1_000).toISOString(), sos: 'press' }],
    })

  it.each([
    ['of HTTP', h2c],
    ['of sockets', { connection: 'Upgrade', upgrade: 'websocket' }],
  ])('%s and calls for help is answered in this one', async (_, offer) => {
    const site = await createTestSite()
    await site.makeHat(imei)
    const { socket, until } = openLine(site)
    // Its body with its head, after it, and on a line that has been used.
    for (let asked = 1; asked <= 3; asked += 1) {
      const body = press(asked)
      const request = head('/ingest/reports', { 'content-length': body.length, 'x-device-key': deviceKey, ...offer })
      socket.write(asked === 2 ? request : request + body)
      if (asked === 2) socket.write(body)
      await until((text) => text.split('"accepted":1').length === asked + 1)
    }
    socket.write(`GET /livez HTTP/1.1\r\nhost: vigil\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n`)
    const answers = await until((text) => text.split('HTTP/1.1 ').length === 5)
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(4).fill('HTTP/1.1 200'))
    const { rows } = await site.db.raw(site.db.sql, 'SELECT sum(count)::int AS presses FROM alarm WHERE device_code = $1', [imei])
    expect(rows).toEqual([{ presses: 3 }])
  })

  it('gets a socket where there is one, and is told where there is none', async () => {
    const site = await createTestSite()
    const offer = 'host: vigil\r\nconnection: upgrade\r\nupgrade: WebSocket\r\nsec-websocket-version: 13'
    const answer = async (path: string): Promise<string | undefined> => {
      const { socket, until } = openLine(site)
      socket.write(`GET ${path} HTTP/1.1\r\n${offer}\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`)
      const [told] = (await until((text) => text.includes('\r\n\r\n'))).split('\r\n')
      socket.destroy()
      return told
    }
    expect(await answer('/helmet')).toBe('HTTP/1.1 101 Switching Protocols')
    expect(await answer('/api/live?since=0')).toBe('HTTP/1.1 101 Switching Protocols')
    for (const path of ['/nowhere', '/ingest/reports', '/']) expect(await answer(path)).toBe('HTTP/1.1 404 Not Found')
  })
})

describe('who has not said who he is', () => {
  const opened = (site: TestSite, path: string, from: string): Promise<WebSocket | number> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${site.origin.replace('http', 'ws')}${path}`, { headers: { 'x-forwarded-for': from } })
      socket.once('open', () => resolve(socket))
      socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
      socket.on('error', () => undefined)
    })

  it('has 200 sockets from one address, and others theirs', async () => {
    const site = await createTestSite({ trustProxy: 'loopback' })
    const attacker = '203.0.113.7'
    const waiting = await Promise.all(
      Array.from({ length: 200 }, (_, at) => opened(site, at % 2 === 0 ? '/api/live' : '/helmet', attacker)),
    )
    expect(waiting.filter((socket) => typeof socket === 'number')).toEqual([])
    expect(await opened(site, '/helmet', attacker)).toBe(429)
    expect(await opened(site, '/helmet', `192.0.2.1, ${attacker}`)).toBe(429)
    expect(await opened(site, '/helmet', '203.0.113.8')).toBeInstanceOf(WebSocket)
    // Whoever has said it is counted no more.
    const [console, helmet] = waiting as WebSocket[]
    await site.makeHat('867400000000001')
    console?.send(JSON.stringify({ type: 'hello', token: site.adminToken, topics: [], since: null }))
    helmet?.send(JSON.stringify({ act: 'ca_login', device_id: '867400000000001', key: deviceKey }))
    await Promise.all([console, helmet].map((socket) => new Promise((resolve) => socket?.once('message', resolve))))
    // And their network is one that is known: it has as many again.
    const further = await Promise.all(Array.from({ length: 201 }, () => opened(site, '/api/live', attacker)))
    expect(further.filter((socket) => typeof socket === 'number')).toEqual([429])
  })

  it('keeps nobody else out, from however many addresses: who has waited longest goes', async () => {
    const site = await createTestSite({ trustProxy: 'loopback' })
    const crowd = await Promise.all(Array.from({ length: 1_000 }, (_, at) => opened(site, '/helmet', `203.0.113.${at % 5}`)))
    expect(crowd.filter((socket) => typeof socket === 'number')).toEqual([])
    const gone = Promise.race((crowd as WebSocket[]).map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    expect(await opened(site, '/helmet', '198.51.100.1')).toBeInstanceOf(WebSocket)
    await gone
    for (const socket of crowd as WebSocket[]) socket.terminate()
  })

  it('ends nothing by breaking a line whose socket is refused', async () => {
    const site = await createTestSite()
    const { port } = new URL(site.origin)
    for (const head of ['GET /nowhere HTTP/1.1', 'GET /api/live HTTP/1.1\r\nOrigin: http://elsewhere.example']) {
      for (let time = 0; time < 20; time += 1) {
        const line = connect(Number(port), '127.0.0.1')
        await new Promise((resolve) => line.once('connect', resolve))
        line.write(`${head}\r\nHost: vigil\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
        line.resetAndDestroy()
      }
    }
    expect((await fetch(`${site.origin}/livez`)).status).toBe(200)
  })

  it('has 1,000 connections from one address, while who is signed in keeps his', async () => {
    const site = await createTestSite()
    const { server } = site.app.fastify
    const strangers = new Set<Socket>()
    onTestFinished(() => {
      for (const socket of strangers) socket.destroy()
    })
    const connected = (): Promise<Socket> => {
      const { socket, served } = openLine(site)
      strangers.add(socket)
      return served
    }
    const live = await site.live(site.adminToken)
    await live.until(isType('welcome'))
    const all: Socket[] = []
    for (let opening = 0; opening < 1_050; opening += 50) all.push(...(await Promise.all(Array.from({ length: 50 }, connected))))
    const open = all.filter((one) => !one.destroyed)
    expect(open.length).toBeLessThanOrEqual(1_000)
    expect(open.length).toBeGreaterThan(900)
    // Who comes is heard, so it is those who came first that had to go.
    expect(open).toEqual(all.slice(-open.length))
    expect(server.listening).toBe(true)
    // The connection of the administrator's calls was known before.
    expect((await site.admin.send(deviceCalls.listBsHatAll, {})).code).toBe('200')
    expect(live.socket.readyState).toBe(WebSocket.OPEN)
  })
})
