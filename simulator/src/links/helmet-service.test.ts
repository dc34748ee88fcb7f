import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { helpTypes, reportedTypes, reportWords } from '@vigil/contract/alarms/types.ts'
import type { Report } from '@vigil/contract/positions/report.ts'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { createHelmetLink, type HelmetLink, type HelmetLinkOptions } from './helmet-service.ts'

const imei = '864901040093271'
const first = Date.parse('2026-11-20T08:00:00+08:00')
const state = { charging: false, tempdata: 'mtktsbattery--25000' }
const reportAt = (second: number, sos?: Report['sos']): Report => ({
  deviceType: 'hat',
  deviceId: imei,
  time: new Date(first + second * 1000).toISOString(),
  lng: 118.3621,
  lat: 31.1782,
  accuracy: 2.1,
  speed: 4.3,
  battery: 64,
  ...(sos ? { sos } : {}),
})
const ctimeOf = (second: number): string => String(first / 1000 + second)

interface Message {
  readonly act: string
  readonly device_id?: string
  readonly key?: string
  readonly sos_type?: string
  readonly time?: string
  readonly message_id?: string
  readonly status?: boolean
  readonly location_info?: Readonly<Record<string, unknown>>
}
type Behave = (message: Message, answer: (cmd: string, more?: object) => void, socket: WebSocket) => void

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

const serve = async (behave: Behave) => {
  const heard: Message[] = []
  let changed = (): void => undefined
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/helmet' })
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message
      heard.push(message)
      behave(message, (cmd, more = {}) => socket.send(JSON.stringify({ cmd, status: true, ...more })), socket)
      changed()
    })
  })
  await once(server, 'listening')
  open.push(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  const until = (done: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      changed = () => {
        if (done()) resolve()
      }
      changed()
    })
  return { server, heard, until, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
const link = (origin: string, more: Partial<HelmetLinkOptions> = {}): HelmetLink & { problems: string[] } => {
  const problems: string[] = []
  const made = createHelmetLink({
    origin,
    imei,
    deviceKey: 'device key',
    fwVersion: '3.4.12',
    firstWait: 5,
    onProblem: (problem) => problems.push(problem),
    ...more,
  })
  open.unshift(() => made.close())
  made.open()
  return Object.assign(made, { problems })
}

/** Answers everything the way the service does. */
const polite: Behave = ({ act, location_info, time }, answer) => {
  if (act === 'ca_login') answer('ca_login')
  if (act === 'ca_report_location') answer('ca_report_location', { ctime: location_info?.['ctime'] })
  if (act === 'ca_sos') answer('ca_sos', { time })
}
const locations = (heard: readonly Message[]): unknown[] =>
  heard.filter(({ act }) => act === 'ca_report_location').map(({ location_info }) => location_info?.['ctime'])

test('it signs in with its own number, then tells where it is in strings, latitude as x_point', async () => {
  const service = await serve(polite)
  link(service.origin).report(reportAt(0), state)
  await service.until(() => service.heard.length === 2)
  expect(service.heard[0]).toEqual({ act: 'ca_login', device_id: imei, fw_version: '3.4.12', key: 'device key' })
  const { location_info = {} } = service.heard[1] ?? {}
  expect(location_info).toMatchObject({
    x_point: '31.1782',
    y_point: '118.3621',
    ctime: ctimeOf(0),
    c_accuracy: '2.1',
    c_speed: '4.3',
    bat_l: '64',
    tempdata: 'mtktsbattery--25000',
    is_weared: '1',
  })
  for (const value of Object.values(location_info)) expect(typeof value).toBe('string')
})

test('what was not answered when the link broke is sent again, in order, and nothing is lost', async () => {
  const answered = new Set<unknown>()
  let connections = 0
  const service = await serve((message, answer, socket) => {
    const ctime = message.location_info?.['ctime']
    if (message.act === 'ca_login') {
      connections += 1
      answer('ca_login')
    } else if (connections === 1 && String(ctime) >= ctimeOf(2)) socket.terminate()
    else {
      answered.add(ctime)
      answer('ca_report_location', { ctime })
    }
  })
  const helmet = link(service.origin)
  for (let second = 0; second < 5; second += 1) helmet.report(reportAt(second), state)
  await service.until(() => answered.size === 5)
  expect([...answered]).toEqual([0, 1, 2, 3, 4].map(ctimeOf))
  expect(connections).toBe(2)
  helmet.report(reportAt(5), state)
  await service.until(() => answered.size === 6)
  expect(locations(service.heard).filter((ctime) => ctime === ctimeOf(0))).toHaveLength(1)
})

test('a call for help outlives a broken link too, before any position', async () => {
  let connections = 0
  const service = await serve((message, answer, socket) => {
    if (message.act === 'ca_login') connections += 1
    if (connections === 1 && (message.act === 'ca_sos' || message.location_info?.['ctime'] === ctimeOf(3))) socket.terminate()
    else polite(message, answer, socket)
  })
  const helmet = link(service.origin)
  helmet.report(reportAt(0), state)
  await service.until(() => locations(service.heard).length === 1)
  helmet.report(reportAt(3, 'press'), state)
  const afterLogin = () => service.heard.slice(service.heard.findLastIndex(({ act }) => act === 'ca_login') + 1)
  await service.until(() => connections === 2 && locations(afterLogin()).includes(ctimeOf(3)))
  expect(afterLogin()[0]).toEqual({ act: 'ca_sos', sos_type: '7', time: ctimeOf(3) })
  helmet.report(reportAt(6, 'silent'), state)
  await service.until(() => service.heard.some(({ sos_type }) => sos_type === '6'))
})

test.each(reportWords)('a call for help that reports say as %s is pushed as the type that it is', async (word) => {
  const service = await serve(polite)
  link(service.origin).report(reportAt(0, word), state)
  await service.until(() => service.heard.some(({ act }) => act === 'ca_sos'))
  const { sos_type: pushed } = service.heard.find(({ act }) => act === 'ca_sos') ?? {}
  expect(helpTypes[pushed ?? '']).toBe(reportedTypes[word])
})

test('of what could not be sent the newest hundred positions are kept', async () => {
  const service = await serve(polite)
  const helmet = link(service.origin)
  for (let second = 0; second < 130; second += 1) helmet.report(reportAt(second), state)
  expect(helmet.unanswered).toBe(100)
  await service.until(() => locations(service.heard).length === 100)
  expect(locations(service.heard)[0]).toBe(ctimeOf(30))
})

test('what the service could not store just now is sent again on the same link', async () => {
  let tries = 0
  let connections = 0
  const service = await serve((message, answer, socket) => {
    if (message.act === 'ca_login') connections += 1
    if (message.act !== 'ca_report_location') return polite(message, answer, socket)
    tries += 1
    answer('ca_report_location', {
      ctime: message.location_info?.['ctime'],
      ...(tries < 3 ? { status: false, msg: 'notReady' } : {}),
    })
  })
  const helmet = link(service.origin)
  helmet.report(reportAt(0), state)
  await expect.poll(() => helmet.unanswered).toBe(0)
  expect([tries, connections]).toEqual([3, 1])
})

test('a refused login is told and tried again', async () => {
  let tries = 0
  const service = await serve((message, answer, socket) => {
    if (message.act !== 'ca_login') return polite(message, answer, socket)
    tries += 1
    if (tries === 1) socket.send(JSON.stringify({ cmd: 'ca_login', status: false, msg: 'please login in' }))
    else answer('ca_login')
  })
  const helmet = link(service.origin)
  helmet.report(reportAt(0), state)
  await service.until(() => locations(service.heard).length === 1)
  expect(helmet.problems).toContain('helmet service: login refused: please login in')
})

test('a link that has gone silent is given up and made again', async () => {
  let connections = 0
  const service = await serve((message, answer, socket) => {
    if (message.act === 'ca_login') connections += 1
    if (connections > 1 || message.act === 'ca_login') polite(message, answer, socket)
  })
  const helmet = link(service.origin, { patience: 0 })
  await service.until(() => connections === 1)
  for (let second = 0; connections < 2; second += 1) {
    helmet.report(reportAt(second), state)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(connections).toBe(2)
})

test('a pushed message is answered by its number, and what is not understood is passed over', async () => {
  const service = await serve((message, answer, socket) => {
    polite(message, answer, socket)
    if (message.act !== 'ca_login') return
    socket.send('not JSON')
    answer('server_push_unheard_of')
    answer('server_push_ma_sending_message', { message_id: '4711', message: 'http://127.0.0.1/tts.mp3' })
  })
  link(service.origin)
  await service.until(() => service.heard.length === 2)
  expect(service.heard[1]).toEqual({ act: 'ca_sending_message', message_id: '4711', status: true })
})

test('a closed link stays closed', async () => {
  const service = await serve(polite)
  const helmet = link(service.origin)
  await service.until(() => service.heard.length === 1)
  helmet.close()
  expect(helmet.state).toBe('closed')
  await Promise.all([...service.server.clients].map((client) => once(client, 'close')))
  expect(helmet.state).toBe('closed')
})
