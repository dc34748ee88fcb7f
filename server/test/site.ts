import { onTestFinished } from 'vitest'
import WebSocket from 'ws'
import { createClient, type Client } from '@vigil/contract/kernel/client.ts'
import { livePath, type FromServer, type Topic } from '@vigil/contract/live/live.ts'
import { readFrame, type PositionColumns } from '@vigil/contract/positions/frame.ts'
import type { ReportsAnswer } from '@vigil/contract/positions/report.ts'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { createApp, type App } from '../src/app.ts'
import { createInMemoryNetwork } from '../src/kernel/bus/in-memory.ts'
import type { Company } from '../src/kernel/create-kernel.ts'
import { readConfig, type Config } from '../src/kernel/config.ts'
import { createDatabase, type Database } from '../src/kernel/db.ts'
import { createLog } from '../src/kernel/log.ts'
import { declaredVariables } from '../src/modules.ts'
import { createTestDatabase } from './database.ts'
import { ownEverySecond, queuePace } from './jobs.ts'
import { square } from './places.ts'

export const deviceKey = 'a-device-key-for-tests'
const firstPassword = 'first-Pass-9182'
export const password = 'later-Pass-7731'
/** A site that somebody began to use: its administrator has his password. */
const begin = async (url: string): Promise<void> => {
  const app = await createApp(configFor(url), createLog('silent'))
  await app.createFirstAdministrator(firstPassword)
  const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const token = await signInFirst(origin, 'admin', password)
  await createClient({ origin, token: () => token }).ask(sessionCalls.logout, undefined)
  await app.close()
}
/** Signs in with the password that was given, and changes it; the token. */
const signInFirst = async (origin: string, userName: string, newPassword: string): Promise<string> => {
  const token = await createClient({ origin }).ask(sessionCalls.login, { userName, password: firstPassword })
  await createClient({ origin, token: () => token }).ask(sessionCalls.updatePassword, { oldPassword: firstPassword, newPassword })
  return token
}

const declared = await declaredVariables()
/** What domains are told: servers run beside each other, so that each listens on any free port. */
const { variables } = readConfig(
  {
    DATABASE_URL: 'postgres://nowhere',
    ...Object.fromEntries(
      Object.values(declared)
        .flatMap(Object.keys)
        .filter((name) => name.endsWith('_PORT'))
        .map((name) => [name, '0']),
    ),
  },
  declared,
)

export const configFor = (databaseUrl: string, more: Partial<Config> = {}): Config => ({
  port: 0,
  host: '127.0.0.1',
  databaseUrl,
  dataDir: '/nowhere',
  adminPassword: null,
  demo: false,
  timeZone: 'Asia/Shanghai',
  tls: null,
  trustProxy: null,
  metricsKey: null,
  deviceKey,
  seedToken: null,
  // Whether somebody built the console here or not, its files are none of what is tested.
  consoleDir: '/nowhere',
  logLevel: 'silent',
  dataLimit: 4_000_000_000,
  diskMarks: { low: 0, full: 0 },
  // The least that argon2 takes: a test signs in dozens of times, and what hashes cost is no matter of theirs.
  hashCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  ...more,
  variables: { ...variables, ...more.variables },
})

/** A second server on a site's database that hears nothing of the first; it is not listening and not closed. */
export const secondServer = (site: Pick<TestSite, 'databaseUrl'>, more: Partial<Config> = {}): Promise<App> =>
  createApp(configFor(site.databaseUrl, more), createLog('silent'), {
    queuePace,
    claim: () => Promise.resolve({ release: () => Promise.resolve() }),
  })

/** Another server of a site, which the first hears; gone with the test, or with `finish`. `company` says what of it is otherwise. */
export const neighbourOf = async (
  site: Pick<TestSite, 'databaseUrl' | 'network'>,
  finish: (work: () => Promise<void>) => void = onTestFinished,
  company: Company = {},
  more: Partial<Config> = {},
): Promise<{ readonly app: App; readonly origin: string; readonly stop: () => Promise<void> }> => {
  const app = await createApp(configFor(site.databaseUrl, more), createLog('silent'), {
    transport: site.network.connect(),
    claim: () => Promise.resolve({ release: () => Promise.resolve() }),
    jobs: ownEverySecond,
    queuePace,
    ...company,
  })
  let stopping: Promise<void> | null = null
  const stop = (): Promise<void> => (stopping ??= app.close())
  finish(stop)
  return { app, origin: await app.fastify.listen({ port: 0, host: '127.0.0.1' }), stop }
}

/** Reports to the server at `origin`; what it says of them. Throws when it refuses them all. */
export const reportTo = async (origin: string, reports: readonly unknown[], key = deviceKey): Promise<ReportsAnswer> => {
  const response = await fetch(`${origin}/ingest/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-key': key },
    body: JSON.stringify({ reports }),
  })
  const answer = (await response.json()) as { code: string; msg: string; data: ReportsAnswer }
  if (answer.code !== '200') throw new Error(`${response.status} ${answer.code} ${answer.msg}`)
  return answer.data
}

export interface TestSite {
  readonly app: App
  readonly origin: string
  readonly databaseUrl: string
  /** By which it hears other servers of the site. */
  readonly network: ReturnType<typeof createInMemoryNetwork>
  readonly db: Database
  readonly admin: Client
  readonly adminToken: string
  readonly clientOf: (token: string | null) => Client
  /** Signs in and changes a first password if it has to; the token. */
  readonly signIn: (userName: string, with_?: string) => Promise<string>
  readonly makeDept: (name: string, pid?: string | null) => Promise<string>
  readonly makeUser: (user: {
    name: string
    permissions?: string[]
    scope?: 'all' | 'own'
    deptId?: string | null
    workNum?: string
    roleIds?: string[]
  }) => Promise<{ id: string; token: string; client: Client; roleId: string | null }>
  readonly makeHat: (imei: string, more?: { deptId?: string | null; userId?: string | null; sipId?: string }) => Promise<string>
  readonly makeFence: (fence?: Record<string, unknown>) => Promise<string>
  readonly report: (reports: readonly unknown[], key?: string) => Promise<ReportsAnswer>
  readonly live: (token: string, since?: number | null, topics?: Topic[]) => Promise<TestConsole>
}

/** A whole server on a database of its own, gone with the test; in a hook `finish` is `afterFile`. */
export const createTestSite = async (
  more: Partial<Config> = {},
  finish: (work: () => Promise<void>) => void = onTestFinished,
  company: Company = {},
): Promise<TestSite> => {
  // Seeding begins with the first administrator.
  const database = await createTestDatabase(more.seedToken === undefined ? begin : undefined)
  const log = createLog(more.logLevel ?? 'silent')
  const network = createInMemoryNetwork()
  const app = await createApp(configFor(database.url, more), log, {
    transport: network.connect(),
    jobs: ownEverySecond,
    queuePace,
    ...company,
  })
  await app.createFirstAdministrator(firstPassword)
  const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const db = createDatabase(database.url, log, { max: 2 })
  const consoles: TestConsole[] = []
  finish(async () => {
    for (const console of consoles) console.socket.terminate()
    await app.close()
    await db.close()
    await database.drop()
  })

  const clientOf = (token: string | null): Client => createClient({ origin, token: () => token })
  const signIn = async (userName: string, with_ = password): Promise<string> => {
    const anybody = clientOf(null)
    const tried = await anybody.send(sessionCalls.login, { userName, password: with_ })
    return tried.code === '200' && tried.data !== null ? tried.data : signInFirst(origin, userName, with_)
  }
  const adminToken = await signIn('admin')
  const admin = clientOf(adminToken)
  let made = 0
  const next = (): number => {
    made += 1
    return made
  }

  /** As a helmet of that number which has reported: it may be registered though it is no IMEI. */
  const calledSo = (imei: string) =>
    db.raw(db.sql, `INSERT INTO unknown_device (kind, code, count) VALUES ('hat', $1, 1) ON CONFLICT DO NOTHING`, [imei])

  return {
    app,
    origin,
    databaseUrl: database.url,
    network,
    db,
    admin,
    adminToken,
    clientOf,
    signIn,
    makeDept: async (name, pid = null) => (await admin.ask(accountCalls.saveDept, { name, pid })).id,
    makeUser: async ({ name, permissions, scope = 'all', deptId = null, workNum = `W${next()}`, roleIds = [] }) => {
      const roleId = permissions
        ? (await admin.ask(accountCalls.saveRole, { name: `role ${next()}`, scope, permissions })).id
        : null
      const user = {
        userName: name,
        cname: name,
        workNum,
        deptId,
        canLogin: true,
        password: firstPassword,
        roleIds: roleId === null ? roleIds : [...roleIds, roleId],
      }
      const { id } = await admin.ask(accountCalls.saveUser, user)
      const token = await signInFirst(origin, name, password)
      return { id, token, client: clientOf(token), roleId }
    },
    makeHat: async (imei, { deptId = null, userId = null, sipId = '' } = {}) => {
      await calledSo(imei)
      return (await admin.ask(deviceCalls.saveBsHat, { hatNo: `H-${imei}`, imei, deptId, userId, sipId })).id
    },
    makeFence: async (fence = {}) =>
      (
        await admin.ask(hazardCalls.saveBsDangArea, {
          name: `fence ${next()}`,
          type: 'noEntry',
          shape: 'polygon',
          points: square(0, 0, 20),
          level: 1,
          ...fence,
        })
      ).id,
    report: (reports, key) => reportTo(origin, reports, key),
    live: async (token, since = null, topics = ['positions', 'alarms', 'devices']) => {
      const console = await openConsole(origin, token, since, topics)
      consoles.push(console)
      return console
    },
  }
}

export interface TestConsole {
  readonly socket: WebSocket
  /** Everything told so far, in order. */
  readonly messages: FromServer[]
  readonly frames: PositionColumns[]
  /** The first message, past or to come, that a test takes. */
  readonly until: <M extends FromServer>(take: (message: FromServer) => message is M) => Promise<M>
  readonly untilFrame: (take: (frame: PositionColumns) => boolean) => Promise<PositionColumns>
  readonly closed: Promise<number>
}

/** A console's socket, greeted. */
export const openConsole = async (
  origin: string,
  token: string,
  since: number | null,
  topics: readonly Topic[],
): Promise<TestConsole> => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${livePath}`)
  socket.binaryType = 'arraybuffer'
  const messages: FromServer[] = []
  const frames: PositionColumns[] = []
  const waiting: (() => void)[] = []
  socket.on('message', (data: ArrayBuffer | Buffer, isBinary: boolean) => {
    if (isBinary) frames.push(readFrame(data as ArrayBuffer))
    else messages.push(...eachOf(JSON.parse(Buffer.from(data as ArrayBuffer).toString()) as FromServer))
    for (const look of waiting) look()
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ type: 'hello', token, topics, since }))
  const wait = <T>(list: readonly T[], take: (item: T) => boolean): Promise<T> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = list.find(take)
        if (found === undefined) return
        waiting.splice(waiting.indexOf(look), 1)
        resolve(found)
      }
      waiting.push(look)
      look()
    })
  return {
    socket,
    messages,
    frames,
    until: <M extends FromServer>(take: (message: FromServer) => message is M) => wait(messages, take) as Promise<M>,
    untilFrame: (take) => wait(frames, take),
    closed,
  }
}

/** What was missed is looked at one by one, like what comes as it happens. */
const eachOf = (message: FromServer): FromServer[] =>
  message.type === 'events' ? message.list.map((missed) => ({ type: 'event', ...missed })) : [message]

type AlarmMessage = Extract<FromServer, { type: 'event' }> & {
  readonly event: { readonly name: 'alarmRaised' | 'alarmChanged' }
}
export const isAlarm =
  (
    name: 'alarmRaised' | 'alarmChanged',
    matches: (alarm: { deviceId: string; alarmType: number; status: number; condition: string; count: number }) => boolean = () =>
      true,
  ) =>
  (message: FromServer): message is AlarmMessage =>
    message.type === 'event' && message.event.name === name && message.event.topic === 'alarms' && matches(message.event.data)
export const isType =
  <T extends FromServer['type']>(type: T) =>
  (message: FromServer): message is Extract<FromServer, { type: T }> =>
    message.type === type
