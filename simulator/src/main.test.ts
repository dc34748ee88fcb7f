import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { domains } from '@vigil/contract/index.ts'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { videoCalls } from '@vigil/contract/video/calls.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { beacons } from './equipment.ts'
import { cast, chenGuoqiang } from './cast.ts'

const calls: readonly Call[] = Object.values(domains).flatMap((domain): Call[] => Object.values<Call>(domain))
const passwords = { operator: 'operator-pass-1', guard: 'guard-pass-22', qt: 'broadcast-pass-3' }

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = ''
  for await (const part of request) text += String(part)
  return text === '' ? undefined : JSON.parse(text)
}

/** Stands in for the server: checks every body against the contract, is too busy for one of them once, and takes reports. */
const serve = async (departments: readonly unknown[] = []) => {
  const made: { path: string; body: unknown }[] = []
  const wrong: string[] = []
  const tokens = new Set<unknown>()
  const reported = new Set<string>()
  const helmets = new Set<string>()
  let ready = 0
  let lastId = 0
  let busy = false
  let changed = (): void => undefined
  const answer = (response: ServerResponse, code: string, data: unknown, msg = 'success'): void => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code, msg, data }))
  }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '' } = request
    if (url === '/readyz') {
      ready += 1
      response.writeHead(ready === 1 ? 503 : 200).end('{}')
      return
    }
    const body = await bodyOf(request)
    if (url === '/ingest/reports') {
      const { reports } = body as { reports: { deviceId: string }[] }
      for (const { deviceId } of reports) reported.add(deviceId)
      answer(response, '200', { accepted: reports.length, duplicate: 0, rejected: [] })
      changed()
      return
    }
    const call = calls.find(({ path }) => `/api${path}` === url)
    tokens.add(request.headers.authorization)
    if (!call) {
      wrong.push(url)
      answer(response, 'unknownCall', null)
      return
    }
    if (call === accountCalls.saveRole && !busy) {
      busy = true
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
      response.end(JSON.stringify({ code: 'notReady', msg: '服务暂不可用，请稍后再试', data: null }))
      return
    }
    const parsed = call.body.safeParse(body)
    if (!parsed.success) wrong.push(`${url}: ${parsed.error.message}`)
    made.push({ path: call.path, body: parsed.data })
    lastId += 1
    if (call === accountCalls.listDeptNodeAll) answer(response, '200', departments)
    else if (call === siteCalls.getSite) {
      const saved = made.findLast(({ path }) => path === siteCalls.saveSite.path)?.body as object | undefined
      answer(response, '200', { id: '1', version: 3, workFrom: '08:00', workTo: '17:30', ...saved })
    } else answer(response, '200', { id: String(lastId) })
  }
  const server = createServer((request, response) => void serve(request, response))
  const sockets = new WebSocketServer({ server, path: '/helmet' })
  sockets.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as { act: string; device_id?: string; location_info?: { ctime: string } }
      if (message.device_id) helmets.add(message.device_id)
      socket.send(JSON.stringify({ cmd: message.act, status: true, ctime: message.location_info?.ctime }))
      changed()
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => {
    for (const client of sockets.clients) client.terminate()
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const until = (done: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      changed = () => {
        if (done()) resolve()
      }
      changed()
    })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { made, wrong, tokens, reported, helmets, until, origin }
}

const start = (origin: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
  const child: ChildProcess = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname, ...args], {
    env: { PATH: process.env['PATH'], VIGIL_ORIGIN: origin, VIGIL_DEVICE_KEY: 'device key', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  open.unshift(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const events: Record<string, unknown>[] = []
  let errors = ''
  child.stderr?.on('data', (part: Buffer) => (errors += part.toString()))
  let changed = (): void => undefined
  const lines = child.stdout ? createInterface({ input: child.stdout }) : null
  lines?.on('line', (line) => {
    events.push(JSON.parse(line) as Record<string, unknown>)
    changed()
  })
  const told = (wanted: Readonly<Record<string, unknown>>): Promise<void> =>
    new Promise((resolve) => {
      changed = () => {
        if (events.some((event) => Object.entries(wanted).every(([key, value]) => event[key] === value))) resolve()
      }
      changed()
    })
  return { child, events, told, ended, errors: () => errors }
}
const asDemo = { VIGIL_SEED_TOKEN: 'seed-token', VIGIL_DEMO_PASSWORDS: JSON.stringify(passwords) }

test('--seed-only fills an empty site through the contract’s calls, signs out and ends', async () => {
  const server = await serve()
  const simulator = start(server.origin, ['--seed-only'], asDemo)
  expect(await simulator.ended, simulator.errors()).toBe(0)
  expect(simulator.events.at(-1)).toMatchObject({ event: 'seeded', skipped: false })
  expect(server.wrong).toEqual([])
  expect([...server.tokens]).toEqual(['seed-token'])
  const count = (path: string): number => server.made.filter((call) => call.path === path).length
  expect(count(accountCalls.saveDept.path)).toBe(cast.departments.length)
  expect(count(accountCalls.saveRole.path)).toBe(cast.roles.length)
  expect(count(accountCalls.saveUser.path)).toBe(cast.people.length)
  expect(count(deviceCalls.saveBsHat.path)).toBe(212)
  expect(count(deviceCalls.saveBsBadge.path)).toBe(108)
  expect(count(deviceCalls.saveBsCar.path)).toBe(60)
  expect(count(hazardCalls.saveBsHazardArea.path)).toBe(cast.areas.length)
  expect(count(hazardCalls.saveBsDangArea.path)).toBe(cast.fences.length)
  expect(count(videoCalls.saveBsCamera.path)).toBe(40)
  expect(count(deviceCalls.saveBsBeacon.path)).toBe(beacons.length)
  expect(server.made.find(({ path }) => path === siteCalls.saveSite.path)?.body).toMatchObject({ id: '1', version: 3 })
  expect(server.made.findLast(({ path }) => path === siteCalls.saveSite.path)?.body).toMatchObject({
    dutyRoster: [expect.stringMatching(/^\d+$/) as string],
  })
  const accounts = server.made.flatMap(({ body }) => (body as { userName?: string; password?: string })?.password ?? [])
  expect(accounts.toSorted()).toEqual(Object.values(passwords).toSorted())
  expect(server.made.at(-1)?.path).toBe(sessionCalls.logout.path)
  expect(JSON.stringify(simulator.events)).not.toContain('pass')
})

test('a site that has departments is left as it is', async () => {
  const node = { id: '1', version: 1, pid: null, name: '某公司', sort: 0, children: [] }
  const server = await serve([{ ...node, children: [{ ...node, id: '2', pid: '1' }] }])
  const simulator = start(server.origin, ['--seed-only'], asDemo)
  expect(await simulator.ended, simulator.errors()).toBe(0)
  expect(server.made.map(({ path }) => path)).toEqual([accountCalls.listDeptNodeAll.path, sessionCalls.logout.path])
})

test('it runs: helmets over the helmet service, the others over HTTP, scenarios on command, and quits', async () => {
  const server = await serve()
  const simulator = start(server.origin, ['--quiet-director', '--hats', '5', '--badges', '4', '--cars', '3', '--scenario', 'sos'])
  await simulator.told({ event: 'running', helmets: 5, badges: 4, vehicles: 3 })
  await simulator.told({ event: 'problem', message: 'scenario sos is busy' })
  simulator.child.stdin?.write('scenario fence-breach\nscenario nonsense\n')
  await simulator.told({ event: 'scenario', name: 'fence-breach', phase: 'begin' })
  await simulator.told({ event: 'problem', message: 'scenario nonsense is unknown' })
  await server.until(() => server.reported.size >= 5 && server.helmets.size === 5)
  expect(server.helmets.has(chenGuoqiang.imei)).toBe(true)
  simulator.child.stdin?.write('quit\n')
  expect(await simulator.ended, simulator.errors()).toBe(0)
})

test('it ends on SIGTERM, and with its parent where it is told to follow it', async () => {
  const server = await serve()
  const small = ['--hats', '1', '--badges', '1', '--cars', '1']
  const one = start(server.origin, small)
  const two = start(server.origin, ['--follow-parent', ...small])
  await Promise.all([one.told({ event: 'running' }), two.told({ event: 'running' })])
  two.child.stdin?.end()
  expect(await two.ended).toBe(0)
  one.child.stdin?.end()
  one.child.kill('SIGTERM')
  expect(await one.ended).toBe(0)
})

test.each([
  [['--seed-only'], /--seed-only needs VIGIL_SEED_TOKEN/],
  [['--scenario', 'once-sos'], /once-sos needs VIGIL_USER and VIGIL_PASSWORD/],
  [['--scenario', 'once-nonsense'], /there is no scenario once-nonsense/],
  [['--scenario', 'once-sos', '--scenario', 'sos'], /once-sos is played without the plant/],
])('%j: it says what is missing or wrong before it does anything', async (args, says) => {
  const simulator = start('http://127.0.0.1:9', args)
  expect(await simulator.ended).toBe(1)
  expect(simulator.errors()).toMatch(says)
})
