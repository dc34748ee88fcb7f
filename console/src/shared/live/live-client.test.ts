import type { AddressInfo } from 'node:net'
import { blankAlarm } from '@vigil/contract/alarms/blank-alarm.ts'
import { createFrame } from '@vigil/contract/positions/frame.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws'
import { createLiveClient, type LiveClient, type LiveHandlers } from './live-client.ts'
import { graceAfter, suspectAfter, type Link } from './link.ts'

interface Visitor {
  readonly socket: ServerSocket
  readonly hello: { readonly token: string; readonly since: number | null }
}

let server: WebSocketServer
let visitors: Visitor[]
let client: LiveClient
let links: Link['kind'][]
const events: number[] = []
const seen = {
  heard: 0,
  frames: 0,
  welcomes: [] as boolean[],
  ended: 0,
  disks: [] as string[],
  faults: [] as unknown[],
  directories: 0,
  changed: [] as string[],
}

const say = (socket: ServerSocket, message: FromServer): void => socket.send(JSON.stringify(message))
const welcome = (socket: ServerSocket, seq: number, resumed: boolean): void =>
  say(socket, { type: 'welcome', serverTime: 0, seq, resumed, topics: ['positions', 'alarms'] })
const event = (socket: ServerSocket, seq: number): void =>
  say(socket, { type: 'event', seq, event: { name: 'alarmRaised', topic: 'alarms', data: { ...blankAlarm, id: String(seq) } } })

const handlers: LiveHandlers = {
  onLink: ({ kind }) => links.push(kind),
  onHeard: () => {
    seen.heard += 1
  },
  onServerTime: () => undefined,
  onDisk: (disk) => seen.disks.push(disk),
  onWelcome: ({ resumed }) => seen.welcomes.push(resumed),
  onDirectory: () => {
    seen.directories += 1
  },
  onChanged: ({ records }) => seen.changed.push(...Object.keys(records)),
  onPositions: () => {
    seen.frames += 1
  },
  onEvent: (_event, seq) => events.push(seq),
  onEnded: () => {
    seen.ended += 1
  },
  onFault: (error) => seen.faults.push(error),
}

const visitor = async (number: number): Promise<Visitor> => {
  await expect.poll(() => visitors.length).toBeGreaterThanOrEqual(number)
  const found = visitors[number - 1]
  if (!found) throw new Error('no such visitor')
  return found
}

/** Milliseconds pass on the client's clock, which stands still otherwise: the network takes as long as it takes. */
const pass = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds)
/** The link was lost, and what is waited before the next try is over. */
const untilNextTry = async (): Promise<void> => {
  await expect.poll(() => client.link().kind).toBe('waiting')
  while (client.link().kind === 'waiting') pass(500)
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  visitors = []
  links = []
  events.length = 0
  Object.assign(seen, { heard: 0, frames: 0, welcomes: [], ended: 0, faults: [], directories: 0 })
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((ready) => server.once('listening', ready))
  server.on('connection', (socket) => {
    socket.once('message', (data: Buffer) => visitors.push({ socket, hello: JSON.parse(data.toString()) }))
  })
  const { port } = server.address() as AddressInfo
  client = createLiveClient({
    open: () => new WebSocket(`ws://127.0.0.1:${port}`),
    token: () => 'secret',
    topics: ['positions', 'alarms'],
    handlers,
    random: () => 0,
  })
})
afterEach(async () => {
  client.stop()
  for (const socket of server.clients) socket.terminate()
  await new Promise((closed) => server.close(closed))
  vi.useRealTimers()
})

test('says hello with token and nothing seen, and hands on what comes', async () => {
  client.start()
  const { socket, hello } = await visitor(1)
  expect(hello).toMatchObject({ type: 'hello', token: 'secret', since: null, topics: ['positions', 'alarms'] })
  welcome(socket, 7, false)
  say(socket, { type: 'directory', whole: true, objects: [], removed: [] })
  say(socket, { type: 'changed', records: { hat: ['4'], dept: null } })
  socket.send(createFrame(0, 5, true).bytes)
  event(socket, 8)
  await expect.poll(() => events).toEqual([8])
  expect(seen).toMatchObject({ frames: 1, directories: 1, changed: ['hat', 'dept'], welcomes: [false], faults: [] })
  expect(client.link().kind).toBe('live')
})

test('a server that stops sending without closing is left for a new link', async () => {
  client.start()
  const first = await visitor(1)
  welcome(first.socket, 1, false)
  await expect.poll(() => client.link().kind).toBe('live')
  const closed = new Promise((gone) => first.socket.once('close', gone))
  pass(suspectAfter + 500)
  pass(graceAfter + 500)
  await closed
  await untilNextTry()
  const second = await visitor(2)
  expect(links).toEqual(['connecting', 'live', 'stale', 'waiting', 'connecting'])
  expect(second.hello.since).toBe(1)
})

test('ticks keep a link alive', async () => {
  client.start()
  const { socket } = await visitor(1)
  welcome(socket, 1, false)
  await expect.poll(() => client.link().kind).toBe('live')
  for (let tick = 1; tick <= 10; tick += 1) {
    pass(suspectAfter - 500)
    say(socket, { type: 'tick', serverTime: 0, disk: 'fine' })
    await expect.poll(() => seen.heard).toBe(1 + tick)
  }
  expect(links).toEqual(['connecting', 'live'])
  expect(visitors).toHaveLength(1)
})

test('after a loss it asks for what came since, and tells nothing twice', async () => {
  client.start()
  const first = await visitor(1)
  welcome(first.socket, 3, false)
  event(first.socket, 4)
  event(first.socket, 6)
  event(first.socket, 6)
  await expect.poll(() => events).toEqual([4, 6])
  first.socket.close()
  await untilNextTry()
  const second = await visitor(2)
  expect(second.hello.since).toBe(6)
  welcome(second.socket, 9, true)
  for (const seq of [5, 6, 8, 9]) event(second.socket, seq)
  await expect.poll(() => events).toEqual([4, 6, 8, 9])
  expect(seen.welcomes).toEqual([false, true])
})

test('what is told late is handed on whatever came since, and moves nothing', async () => {
  client.start()
  const { socket } = await visitor(1)
  welcome(socket, 7, false)
  event(socket, 8)
  const alarm = { name: 'alarmRaised', topic: 'alarms', data: { ...blankAlarm, id: '5' } } as const
  say(socket, { type: 'event', seq: 5, event: alarm, late: true })
  event(socket, 8)
  event(socket, 9)
  await expect.poll(() => events).toEqual([8, 5, 9])
  socket.close()
  await untilNextTry()
  expect((await visitor(2)).hello.since).toBe(9)
})

test('a loss in the middle of catching up loses no event', async () => {
  client.start()
  const first = await visitor(1)
  welcome(first.socket, 3, false)
  first.socket.close()
  await untilNextTry()
  const second = await visitor(2)
  welcome(second.socket, 9, true)
  event(second.socket, 5)
  await expect.poll(() => events).toEqual([5])
  second.socket.close()
  await untilNextTry()
  expect((await visitor(3)).hello.since).toBe(5)
})

test('everything missed has come once the server goes on with other things', async () => {
  client.start()
  const first = await visitor(1)
  welcome(first.socket, 3, false)
  first.socket.close()
  await untilNextTry()
  const second = await visitor(2)
  welcome(second.socket, 40, true)
  say(second.socket, { type: 'tick', serverTime: 0, disk: 'fine' })
  await expect.poll(() => seen.heard).toBe(3)
  second.socket.close()
  await untilNextTry()
  expect((await visitor(3)).hello.since).toBe(40)
})

test('what cannot be read costs nothing but itself', async () => {
  client.start()
  const { socket } = await visitor(1)
  welcome(socket, 1, false)
  socket.send('{')
  socket.send(new Uint8Array([1, 2, 3]))
  event(socket, 2)
  await expect.poll(() => events).toEqual([2])
  expect(seen.faults).toHaveLength(2)
  expect(client.link().kind).toBe('live')
})

test('an ended session closes the link and is told', async () => {
  client.start()
  const { socket } = await visitor(1)
  welcome(socket, 1, false)
  say(socket, { type: 'ended', code: '10002', msg: '登录已失效，请重新登录' })
  await expect.poll(() => seen.ended).toBe(1)
  expect(client.link().kind).toBe('waiting')
})

test('a stopped client leaves nothing open and forgets what it saw', async () => {
  client.start()
  const { socket } = await visitor(1)
  welcome(socket, 5, false)
  await expect.poll(() => client.link().kind).toBe('live')
  client.stop()
  await new Promise((gone) => (socket.readyState === socket.CLOSED ? gone(null) : socket.once('close', gone)))
  client.start()
  expect((await visitor(2)).hello.since).toBeNull()
})
