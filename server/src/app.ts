import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import { Cron } from 'croner'
import Fastify, { type FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { domains } from '@vigil/contract/index.ts'
import { usualBody } from '@vigil/contract/kernel/call.ts'
import { livePath } from '@vigil/contract/kernel/live.ts'
import { openApiDocument } from '@vigil/contract/kernel/openapi.ts'
import { createHelmetService } from './gateways/helmet-service.ts'
import { ingestRoutes } from './gateways/ingest.ts'
import { createKeyGate, type ReportWith } from './gateways/key-gate.ts'
import { boundBodies } from './kernel/body-budget.ts'
import { may, type Caller, type Identity } from './kernel/caller.ts'
import type { Config } from './kernel/config.ts'
import { settleAddresses } from './kernel/addresses.ts'
import { boundConnections } from './kernel/client-connections.ts'
import { serveConsole } from './kernel/console-files.ts'
import { hurried } from './kernel/connections.ts'
import { createDatabase } from './kernel/db.ts'
import { createDiskWatch, type DiskState } from './kernel/disk.ts'
import { createEventLog } from './kernel/events.ts'
import { createHeldCheck } from './kernel/held.ts'
import { createJournal } from './kernel/journal.ts'
import { transactionsOf, type Kernel } from './kernel/kernel.ts'
import { createLiveHub } from './kernel/live-hub.ts'
import type { Logger } from './kernel/log.ts'
import { mask } from './kernel/mask.ts'
import { createMetrics } from './kernel/metrics.ts'
import { migrate } from './kernel/migrate.ts'
import { hashesMade } from './kernel/passwords.ts'
import { answerBroken, answerErrors, serve, sessionCookie } from './kernel/serve.ts'
import { maySee } from './kernel/scope.ts'
import { createSettings } from './kernel/settings.ts'
import { endSlowBodies } from './kernel/slow-bodies.ts'
import { acceptSockets, isForSockets } from './kernel/sockets.ts'
import { claimDatabase } from './kernel/sole-server.ts'
import { createSiteClock } from './kernel/time.ts'
import { noProxies, readTrustedProxies } from './kernel/trusted-proxies.ts'
import { leaveBodiesUnread } from './kernel/unread-bodies.ts'
import { accountRoutes, createAccountService, createAccountStore, createPersonData } from './modules/accounts/index.ts'
import { alarmRoutes, createAlarmService, createAlarmStore } from './modules/alarms/index.ts'
import { createBroadcasts } from './modules/broadcasts/index.ts'
import { createDeviceService, createDeviceStore, deviceRoutes, standingOf } from './modules/devices/index.ts'
import { createDictionary } from './modules/dictionary/index.ts'
import { createGates } from './modules/gates/index.ts'
import { createFileContents, createFileService, createFileStore, fileDownloads, fileRoutes } from './modules/files/index.ts'
import { createHazardService, createHazardStore, hazardRoutes } from './modules/hazards/index.ts'
import { createIndoor } from './modules/indoor/index.ts'
import { createJournalService, createJournalStore, journalRoutes, journalSheet } from './modules/journal/index.ts'
import { createPositionService, createPositionStore, positionRoutes } from './modules/positions/index.ts'
import { createPush } from './modules/push/index.ts'
import { createSessionService, createSessionStore, sessionRoutes } from './modules/session/index.ts'
import { createSite } from './modules/site/index.ts'
import { createTraffic } from './modules/traffic/index.ts'
import { createTransferService, createTransferStore, transferRoutes } from './modules/transfers/index.ts'
import { createVideo } from './modules/video/index.ts'
import { unbuiltDomains } from './unbuilt-domains.ts'

/** Milliseconds in which a connection says what it wants, and after which one is given up on which nothing moves either way. */
const patience = { headers: 10_000, look: 5_000, silence: 120_000 } as const
const version = (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version

export interface App {
  readonly fastify: FastifyInstance
  /** Makes the account of the first start if there is none; the caller says with which password. */
  readonly createFirstAdministrator: (password: string) => Promise<boolean>
  /** Compares what is held in memory with what is stored, as is done twice a minute; the names of what was read anew. */
  readonly checkHeld: () => Promise<string[]>
  readonly close: () => Promise<void>
}

/** How a server holds its database against others that it does not hear. */
interface Hold {
  readonly claim?: typeof claimDatabase
  /** Another server took it while it could not be reached from here. */
  readonly onDatabaseLost?: () => void
}

/** Boots everything in the order in which it needs each other: kernel, modules, gateways, routes. */
export const createApp = async (
  config: Config,
  log: Logger,
  { claim: claimIt = claimDatabase, onDatabaseLost }: Hold = {},
): Promise<App> => {
  // Kernel
  const claim = await claimIt(config.databaseUrl, log, onDatabaseLost ?? (() => undefined))
  const db = createDatabase(config.databaseUrl, log)
  const ingest = createDatabase(config.databaseUrl, log, hurried)
  await migrate(db)
  const clock = createSiteClock(config.timeZone)
  const journal = createJournal(db, clock.now)
  const transaction = transactionsOf(db, log)
  const settings = createSettings(db)
  const sessions = createSessionService({ clock, journal, settings, transaction }, createSessionStore(db))
  const disk = await createDiskWatch({ dataDir: config.dataDir, marks: config.diskMarks, db, log })
  const live = createLiveHub({
    authenticate: sessions.authenticate,
    events: createEventLog(db),
    disk: () => disk.space().state,
    log,
    now: clock.now,
  })
  sessions.onChange(live.sessionsChanged)
  const kernel: Kernel = { config, log, db, ingest, clock, journal, live, settings, disk, transaction }

  // Modules
  const accounts = createAccountService(kernel, createAccountStore(kernel), sessions)
  const alarms = createAlarmService(kernel, createAlarmStore(kernel))
  const devices = createDeviceService(kernel, createDeviceStore(kernel))
  const contents = createFileContents(config.dataDir)
  const files = createFileService(kernel, createFileStore(kernel), contents)
  const hazards = createHazardService(kernel, createHazardStore(kernel), alarms)
  const journalStore = createJournalStore(kernel)
  const systemLog = createJournalService(kernel, journalStore)
  const positions = createPositionService(kernel, createPositionStore(kernel), { devices, hazards, alarms })
  const personData = createPersonData(kernel, accounts.people, files, positions.walkTrack)
  const keeping = [
    createDictionary(kernel),
    createIndoor(kernel),
    createVideo(kernel),
    createGates(kernel),
    createTraffic(kernel),
    createBroadcasts(kernel),
    createPush(kernel),
    createSite(kernel, version),
  ]
  const transfers = createTransferService(kernel, createTransferStore(kernel), files, [
    ...accounts.sheets,
    ...devices.sheets,
    ...hazards.sheets,
    ...keeping.flatMap(({ sheets }) => sheets),
    journalSheet(journalStore),
  ])
  accounts.onPeopleChanged(devices.registry.reloadSoon)
  accounts.onPeopleChanged(devices.keys.reloadSoon)
  accounts.onPeopleChanged(hazards.reloadSoon)
  devices.registry.onChange(live.directoryChanged)
  await settings.load()
  await sessions.learnAddresses()
  await accounts.start()
  await transfers.start()
  await devices.registry.reload()
  await devices.keys.reload()
  await hazards.load()
  await positions.start()
  live.onToldBeyond(alarms.noteTold)
  await live.start(positions.feed)

  // Gateways
  const metrics = createMetrics({
    consoles: live.connections,
    waiting: positions.waiting,
    devices: devices.registry.size,
    hashes: hashesMade,
  })
  const { keys } = devices
  const gate = createKeyGate({ judge: keys.judge, refuse: keys.refuse, report: positions.report })
  const report: ReportWith = async (...incoming) => {
    const outcomes = await gate(...incoming)
    metrics.reports(outcomes)
    return outcomes
  }
  const proxies = readTrustedProxies(config.trustProxy ?? '') ?? noProxies
  const helmets = createHelmetService({
    findKey: keys.find,
    noteWrongKey: keys.noteWrong,
    holds: (keyId, code) => keys.holds(keyId, 'hat', code),
    isOwn: (keyId, code) => keys.isOwn(keyId, 'hat', code),
    refuseKey: (keyId, ip, code) => keys.refuse(keyId, ip, [{ deviceType: 'hat', deviceId: code, isHelp: false }]),
    addressOf: ({ socket, headers }) => proxies.clientOf(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString()),
    redeemTicket: sessions.redeemTicket,
    authenticate: sessions.authenticate,
    may: (caller, what) =>
      what === 'see' ? may(caller, 'trackRealMgmt') || may(caller, 'hatInterfaceMgmt') : may(caller, 'call:place'),
    sees: (caller, code) => {
      const device = devices.registry.find('hat', code)
      return device !== undefined && maySee(caller.scope, standingOf(device))
    },
    helmet: (code, caller) => {
      const device = devices.registry.find('hat', code)
      return device
        ? {
            userId: device.personId,
            userName: device.personName,
            mobile: caller && may(caller, 'private:view') ? device.mobile : mask(device.mobile),
            sipId: device.sipId,
            deptName: device.deptName,
          }
        : null
    },
    noteUnknown: (code) => devices.noteUnknown('hat', code),
    report,
    hasRoom: positions.hasRoom,
    log,
    now: clock.now,
  })
  positions.onServedDirectly(helmets.serves)
  keys.onChange(helmets.keysChanged)

  // HTTP
  const served = {
    headersTimeout: patience.headers,
    connectionsCheckingInterval: patience.look,
    shouldUpgradeCallback: isForSockets,
  }
  const fastify: FastifyInstance = Fastify({
    logger: false,
    bodyLimit: usualBody,
    connectionTimeout: patience.silence,
    clientErrorHandler: answerBroken,
    trustProxy: proxies.trusts,
    ...(config.tls === null ? { http: served } : { https: { ...config.tls, ...served, handshakeTimeout: patience.headers } }),
  })
  const connections = boundConnections(fastify.server, proxies)
  settleAddresses(fastify)
  const bodies = boundBodies(fastify)
  leaveBodiesUnread(fastify)
  endSlowBodies(fastify)
  await fastify.register(cookie)
  const secured = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        upgradeInsecureRequests: null,
      },
    },
    crossOriginEmbedderPolicy: false,
    hsts: config.tls !== null,
  })
  fastify.addHook('onRequest', (request, reply, next) => {
    secured(request.raw, reply.raw, () => undefined)
    next()
  })
  // An answer is for who asked, and for now; files say themselves for how long they hold.
  fastify.addHook('onSend', (_, reply, payload, next) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    next(null, payload)
  })
  await fastify.register(rateLimit, { global: false })
  answerErrors(fastify, log)
  const known = (request: IncomingMessage, who: Identity): void => {
    connections.known(request.socket, who)
    bodies.known(request, who)
  }
  const ground = {
    authenticate: sessions.authenticate,
    uploads: contents.incoming,
    requireRoom: disk.requireRoom,
    known,
    journal,
    log,
    now: clock.now,
  }
  for (const part of [
    sessionRoutes(sessions),
    accountRoutes(accounts, personData),
    deviceRoutes(devices, positions.mapObjects),
    hazardRoutes(hazards),
    positionRoutes(positions),
    alarmRoutes(alarms),
    ...keeping.map(({ served }) => served),
    fileRoutes(files),
    transferRoutes(transfers),
    journalRoutes(systemLog),
    ...unbuiltDomains(),
  ]) {
    serve(fastify, ground, part)
  }
  ingestRoutes(fastify, { findKey: keys.find, noteWrongKey: (ip) => keys.noteWrong(ip, null), known, report })
  healthRoutes(fastify, { isReady: db.isReady, disk: () => disk.space().state, metrics, key: config.metricsKey })
  fileDownloads(fastify, files, sessions.authenticate)
  documentRoutes(fastify, sessions.authenticate)
  await serveConsole(fastify, config.consoleDir)
  acceptSockets(fastify, { [livePath]: live.accept, '/helmet': helmets.accept }, { proxies, connections })

  // Jobs
  const checkHeld = createHeldCheck(log, [settings.held, ...devices.held, hazards.held])
  const job = (pattern: string, name: string, work: () => Promise<void>): Cron =>
    new Cron(pattern, { protect: true, catch: (error: unknown) => log.error({ err: error, job: name }, 'a job failed') }, work)
  const jobs = [
    job('*/5 * * * * *', 'unknown devices', devices.flushUnknown),
    job('*/5 * * * * *', 'clocks', devices.flushClocks),
    job('*/5 * * * * *', 'device keys', devices.keys.flush),
    job('*/5 * * * * *', 'disk', disk.look),
    job('11,41 * * * * *', 'memory', async () => void (await checkHeld())),
    job('17 */10 * * * *', 'retention', positions.keepHouse),
    job('41 13 * * * *', 'sessions', sessions.sweep),
    job('*/30 * * * * *', 'own addresses', sessions.learnAddresses),
    job('29 37 * * * *', 'files', () => files.keepHouse(settings.chosen().exportDays)),
    job('53 41 * * * *', 'transfers', () => transfers.keepHouse(settings.chosen().exportDays)),
    job('37 47 * * * *', 'alarms', () => alarms.keepHouse(settings.chosen().alarmDays)),
    job('*/5 * * * * *', 'refusals', () => journal.settleCounts()),
    job('7 29 * * * *', 'journal', () => systemLog.keepHouse(settings.chosen().journalDays)),
  ]

  return {
    fastify,
    createFirstAdministrator: async (password) => {
      const id = await accounts.createFirstAdministrator(password)
      if (id !== null && config.seedToken !== null && config.demo) await sessions.openSeeding(id, config.seedToken)
      return id !== null
    },
    checkHeld,
    close: async () => {
      for (const running of jobs) running.stop()
      live.stop()
      helmets.stop()
      await fastify.close()
      await transfers.stop()
      // What stays unwritten of the latest states is read back from the positions at the next start.
      await positions.finish().catch((error: unknown) => log.warn({ err: error }, 'the latest states were not written'))
      await journal.settleCounts('at once').catch((error: unknown) => log.warn({ err: error }, 'refusals were not counted'))
      await ingest.close()
      await db.close()
      await claim.release()
    },
  }
}

/** Headers by which a proxy of any make says for whom it asks. */
const forwarding =
  /^(x-forwarded(-.+)?|forwarded|via|(x-)?(real|client|original|true-client|cluster-client)-?ip|cf-connecting-ip|x-original-forwarded-for)$/

/** Takes as long whatever of them is the same. */
const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

const healthRoutes = (
  fastify: FastifyInstance,
  {
    isReady,
    disk,
    metrics,
    key,
  }: { isReady: () => Promise<boolean>; disk: () => DiskState; metrics: ReturnType<typeof createMetrics>; key: string | null },
): void => {
  fastify.get('/livez', () => ({ status: 'alive', version }))
  fastify.get('/readyz', async (_, reply) => {
    if (await isReady()) return { status: 'ready', version, disk: disk() }
    return reply.code(503).header('retry-after', '2').send({ status: 'not ready' })
  })
  fastify.get('/metrics', async (request, reply) => {
    const loopback = /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '')
    const forwarded = Object.keys(request.headers).some((name) => forwarding.test(name))
    const may = key === null ? loopback : isSame(request.headers.authorization ?? '', `Bearer ${key}`)
    if (forwarded || !may) return reply.code(403).send({ status: 'forbidden' })
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/** The OpenAPI document and its page, for signed-in users; a browser asks with its cookie. */
const documentRoutes = (fastify: FastifyInstance, authenticate: (token: string) => Promise<Caller | null>): void => {
  let text: string | null = null
  const signedIn = async (request: {
    headers: IncomingMessage['headers']
    cookies: Record<string, string | undefined>
  }): Promise<boolean> => {
    const token = request.headers.authorization?.replace(/^Bearer\s+/i, '') ?? request.cookies[sessionCookie] ?? ''
    const caller = token === '' ? null : await authenticate(token)
    return caller !== null && !caller.mustChangePassword
  }
  fastify.get('/api/openapi.json', async (request, reply) => {
    if (!(await signedIn(request))) return reply.code(401).send({ code: '10002', msg: '登录已失效，请重新登录', data: null })
    text ??= JSON.stringify(openApiDocument(version))
    return reply.type('application/json; charset=utf-8').send(text)
  })
  fastify.get('/api/docs', async (request, reply) => {
    if (!(await signedIn(request))) return reply.redirect('/login')
    const escape = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const sections = Object.entries(domains).map(([domain, calls]) => {
      const rows = Object.values(calls).map(
        (call) =>
          `<tr><td>${call.method}</td><td><code>/api${escape(call.path)}</code></td><td>${escape(call.describe.zh)}</td><td>${escape(call.describe.en)}</td></tr>`,
      )
      return `<h2>${domain}</h2><table>${rows.join('')}</table>`
    })
    const style =
      'body{font:14px/1.6 system-ui,sans-serif;margin:24px auto;max-width:1200px;padding:0 16px}table{border-collapse:collapse;width:100%}td{border:1px solid #ddd;padding:4px 8px;vertical-align:top}'
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="zh"><meta charset="utf-8"><title>守望 Vigil API</title><style>${style}</style><h1>守望 Vigil API ${version}</h1><p><a href="/api/openapi.json">OpenAPI 3.1</a></p>${sections.join('')}</html>`,
      )
  })
}
