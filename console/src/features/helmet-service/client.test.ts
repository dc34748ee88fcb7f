import type { AddressInfo } from 'node:net'
import type { FromHelmetService } from '@vigil/contract/telephony/helmet-service.ts'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws'
import { createHelmetClient } from './client.ts'
import { answerWithin, off, openWithin, step, type Link, type Signal } from './link.ts'

interface Visitor {
  readonly socket: ServerSocket
  readonly heard: Readonly<Record<string, unknown>>[]
}

/** A helmet service on this machine, which greets whoever logs in unless it is told to do otherwise, and a client of it on a clock of its own. */
const serviceAndClient = async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const visitors: Visitor[] = []
  const service = { visitors, greets: true as boolean | 'never', most: 0, open: () => server.clients.size }
  server.on('connection', (socket) => {
    const visitor: Visitor = { socket, heard: [] }
    visitors.push(visitor)
    service.most = Math.max(service.most, server.clients.size)
    socket.on('message', (data: Buffer) => {
      const said = JSON.parse(data.toString()) as Visitor['heard'][number]
      visitor.heard.push(said)
      if (said['act'] === 'ma_login' && service.greets !== 'never')
        socket.send(JSON.stringify({ cmd: 'ma_login', status: service.greets, admin_info: { admin_id: '7' } }))
    })
  })
  const clock = { now: 0 }
  const links: Link['kind'][] = []
  const heard: FromHelmetService[] = []
  const tickets: { give: (ticket: string) => void; fail: (error: Error) => void }[] = []
  let held = false
  const client = createHelmetClient({
    open: () => new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    ticket: () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      tickets.push({ give: resolve, fail: reject })
      if (!held) resolve(`ticket ${tickets.length}`)
      return promise
    },
    udid: 'u',
    onLink: ({ kind }) => links.push(kind),
    onHeard: (message) => heard.push(message),
    onFault: () => undefined,
    now: () => clock.now,
    random: () => 0,
  })
  onTestFinished(() => {
    client.stop()
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  const isReady = () => expect.poll(() => client.link().kind).toBe('ready')
  return {
    service,
    client,
    clock,
    links,
    heard,
    tickets,
    isReady,
    holdTickets: (is: boolean) => {
      held = is
    },
    push: (message: unknown) => visitors.at(-1)?.socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
  }
}

it('goes from state to state as drawn, and from nowhere else', () => {
  const after = (...signals: readonly (readonly [Signal, number])[]): Link =>
    signals.reduce<Link>((link, [signal, now]) => step(link, signal, now, 0), off)
  expect(after(['start', 0]).kind).toBe('connecting')
  expect(after(['start', 0], ['welcome', 1]).kind).toBe('connecting')
  expect(after(['start', 0], ['clock', openWithin])).toEqual({ kind: 'waiting', attempt: 1, until: openWithin + 1_000 })
  expect(after(['start', 0], ['opened', 1], ['clock', answerWithin]).kind).toBe('loggingIn')
  expect(after(['start', 0], ['opened', 1], ['clock', answerWithin + 1]).kind).toBe('waiting')
  expect(after(['start', 0], ['opened', 1], ['refused', 2])).toEqual({ kind: 'waiting', attempt: 1, until: 15_002 })
  expect(after(['start', 0], ['opened', 1], ['welcome', 2], ['closed', 3])).toEqual({
    kind: 'waiting',
    attempt: 1,
    until: 1_003,
  })
  expect(after(['start', 0], ['opened', 1], ['welcome', 2], ['closed', 6_000])).toMatchObject({ attempt: 1 })
  for (const signal of ['opened', 'welcome', 'refused', 'closed', 'shaken', 'clock'] as const)
    expect(step(off, signal, 0, 0)).toBe(off)
})

it('waits longer each time, up to 15 s, and less by up to a quarter so that consoles do not come in one crowd', () => {
  const waits: number[] = []
  let link: Link = step(off, 'start', 0, 0)
  for (let attempt = 0; attempt < 6; attempt += 1) {
    link = step(link, 'closed', 0, 0)
    if (link.kind === 'waiting') waits.push(link.until)
    link = step(link, 'shaken', 0, 0)
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  expect(step({ kind: 'connecting', attempt: 0, since: 0 }, 'closed', 0, 1)).toMatchObject({ until: 750 })
})

it('logs in with a ticket for each connection, and is the only line however often the service closes', async () => {
  const { service, client, clock, links, isReady } = await serviceAndClient()
  client.start()
  client.start()
  for (let lines = 1; lines <= 4; lines += 1) {
    await isReady()
    expect(service.visitors).toHaveLength(lines)
    expect(service.visitors.at(-1)?.heard[0]).toEqual({ act: 'ma_login', access_token: `ticket ${lines}`, udid: 'u' })
    if (lines === 4) break
    service.visitors.at(-1)?.socket.close()
    await expect.poll(() => client.link().kind).toBe('waiting')
    clock.now += 60_000
  }
  expect(service.most).toBe(1)
  expect(links.filter((kind) => kind === 'connecting')).toHaveLength(4)
})

it('gives up a service that opens and says nothing, and one that refuses, and comes back', async () => {
  const { service, client, clock, isReady } = await serviceAndClient()
  service.greets = 'never'
  client.start()
  await expect.poll(() => client.link().kind).toBe('loggingIn')
  clock.now += answerWithin
  await expect.poll(() => client.link().kind).toBe('waiting')
  await expect.poll(() => service.open()).toBe(0)
  service.greets = false
  clock.now += 1_000
  await expect.poll(() => service.visitors.length).toBe(2)
  await expect.poll(() => client.link().kind).toBe('waiting')
  service.greets = true
  clock.now += 15_000
  await isReady()
  expect([service.visitors.length, service.most]).toEqual([3, 1])
})

it('hears what is good between nonsense and half a message, and what comes before it is let in not at all', async () => {
  const { service, client, heard, isReady, push } = await serviceAndClient()
  client.start()
  await isReady()
  for (const word of ['nonsense', '{"cmd":"server_push_sos","sos', '[]', 'null', { cmd: 7 }, { cmd: 'unknown' }]) push(word)
  push({ cmd: 'server_push_sos', sos_type: 7, data: { user_info: { device_id: 100 }, location_info: 'none' } })
  push({ cmd: 'server_push_ca_sip_sos', room_id: 5, ca_info: 'unreadable' })
  push({ cmd: 'ma_get_active_devices', status: true, data: [{ location_info: {} }, { user_info: { device_id: '1' } }, 7] })
  await expect.poll(() => heard.length).toBe(4)
  expect(heard.slice(1)).toMatchObject([
    { cmd: 'server_push_sos', sos_type: '7', data: { user_info: { device_id: '100' }, location_info: null } },
    { cmd: 'server_push_ca_sip_sos', room_id: '5', ca_info: null },
    { cmd: 'ma_get_active_devices', data: [{ user_info: { device_id: '1' } }] },
  ])
  expect([client.link().kind, service.visitors.length]).toEqual(['ready', 1])
})

it('says nothing once it is stopped or given up, whether the ticket comes later, fails or never comes', async () => {
  const { service, client, clock, tickets, links, holdTickets, isReady } = await serviceAndClient()
  holdTickets(true)
  // Signed out while it connects: the socket that opens meanwhile is let go of.
  client.start()
  client.stop()
  client.start()
  await expect.poll(() => tickets.length).toBe(1)
  client.stop()
  tickets[0]?.give('late')
  client.start()
  await expect.poll(() => tickets.length).toBe(2)
  client.stop()
  tickets[1]?.fail(new Error('signed out'))
  // Given up for another try: the ticket that comes then is for nobody.
  client.start()
  await expect.poll(() => tickets.length).toBe(3)
  clock.now += answerWithin
  await expect.poll(() => client.link().kind).toBe('waiting')
  holdTickets(false)
  clock.now += 1_000
  await isReady()
  tickets[2]?.give('late')
  await new Promise((resolve) => setImmediate(resolve))
  client.say({ act: 'exit_call_room', device_id: '1' })
  // What is said now comes after all that was said before.
  await expect.poll(() => service.visitors.at(-1)?.heard.at(-1)?.['act']).toBe('exit_call_room')
  expect(service.visitors.flatMap(({ heard }) => heard.map((said) => said['access_token'] ?? said['act']))).toEqual([
    'ticket 4',
    'exit_call_room',
  ])
  expect(service.open()).toBe(1)
  client.stop()
  await expect.poll(() => service.open()).toBe(0)
  expect(links.at(-1)).toBe('off')
})

it('comes back where no ticket is to be had, and asks for none while nobody is there', async () => {
  const { service, client, clock, tickets, holdTickets, isReady } = await serviceAndClient()
  holdTickets(true)
  client.start()
  await expect.poll(() => tickets.length).toBe(1)
  tickets[0]?.fail(new Error('not now'))
  await expect.poll(() => client.link().kind).toBe('waiting')
  holdTickets(false)
  clock.now += 1_000
  await isReady()
  expect([service.visitors.length, tickets.length]).toEqual([2, 2])
})

it('makes another line at once when the network came back, and tells what became of words on the way', async () => {
  const { service, client, isReady, push } = await serviceAndClient()
  expect(await client.sendWords({ userId: '1', deviceId: '' }, 'before')).toBe('lost')
  client.start()
  await isReady()
  const words = ['one', 'two', 'three'].map((word) => client.sendWords({ userId: '1', deviceId: '100' }, word))
  await expect.poll(() => service.visitors[0]?.heard.length).toBe(4)
  push({ cmd: 'ma_sending_message', status: true })
  push({ cmd: 'ma_sending_message', status: 'false', msg: 'busy' })
  expect(await Promise.all(words.slice(0, 2))).toEqual(['sent', 'refused'])
  client.shake()
  expect(await words[2]).toBe('lost')
  await isReady()
  await expect.poll(() => service.open()).toBe(1)
  expect(service.visitors).toHaveLength(2)
})
