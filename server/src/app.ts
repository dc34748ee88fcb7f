import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { domains } from '@vigil/contract/index.ts'
import type { Calls } from '@vigil/contract/kernel/call.ts'
import { livePath } from '@vigil/contract/live/live.ts'
import { documentRoutes } from './http/documents.ts'
import { healthRoutes } from './http/health.ts'
import { createHttpServer } from './http/server.ts'
import { createBus } from './kernel/bus/bus.ts'
import { createInMemoryNetwork } from './kernel/bus/in-memory.ts'
import type { Transport } from './kernel/bus/transport.ts'
import type { Caller } from './kernel/caller.ts'
import type { Config } from './kernel/config.ts'
import { serveConsole } from './kernel/console-files.ts'
import { hurried, unhurried } from './kernel/connections.ts'
import { createDatabase } from './kernel/db.ts'
import { createDiskWatch } from './kernel/disk.ts'
import { serveGateways, startGateway } from './kernel/gateway.ts'
import { createEventLog } from './kernel/events.ts'
import { createHeldCheck } from './kernel/held.ts'
import { createJobStore } from './kernel/jobs/job.store.ts'
import { createQueue, type Queue } from './kernel/jobs/queue.ts'
import { serverName } from './kernel/jobs/server-name.ts'
import { startJobs } from './kernel/jobs/start-jobs.ts'
import { createJournal } from './kernel/journal.ts'
import { transactionsOf, type Kernel } from './kernel/kernel.ts'
import { createLiveHub } from './kernel/live-hub.ts'
import type { Logger } from './kernel/log.ts'
import { createMetrics } from './kernel/metrics.ts'
import { migrate } from './kernel/migrate.ts'
import type { Module } from './kernel/module.ts'
import { hashesMade } from './kernel/passwords.ts'
import { serve, type Served } from './kernel/serve.ts'
import { createSettings } from './kernel/settings.ts'
import { acceptSockets } from './kernel/sockets.ts'
import { claimDatabase } from './kernel/sole-server.ts'
import { createSiteClock } from './kernel/time.ts'
import { noProxies, readTrustedProxies } from './kernel/trusted-proxies.ts'
import { createModules, type Modules } from './modules.ts'

const version = (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version

export interface App {
  readonly fastify: FastifyInstance
  /** Makes the account of the first start if there is none; the caller says with which password. */
  readonly createFirstAdministrator: (password: string) => Promise<boolean>
  /** Compares what is held in memory with what is stored, as is done twice a minute; the names of what was read anew. */
  readonly checkHeld: () => Promise<string[]>
  readonly close: () => Promise<void>
}

/** How a server stands to others of its site. */
interface Company {
  /** What it hears them by; nobody unless said. */
  readonly transport?: Transport
  /** How it holds its database against those that it does not hear. */
  readonly claim?: typeof claimDatabase
  /** Another server took it while it could not be reached from here. */
  readonly onDatabaseLost?: () => void
}

/** What everything stands on, and what is let go of at the end. `authenticate` is asked once the modules stand. */
const createKernel = async (
  config: Config,
  log: Logger,
  { transport = createInMemoryNetwork().connect(), claim: claimIt = claimDatabase, onDatabaseLost }: Company,
  authenticate: (token: string) => Promise<Caller | null>,
): Promise<{ readonly kernel: Kernel; readonly queue: Queue; readonly release: () => Promise<void> }> => {
  const claim = await claimIt(config.databaseUrl, log, onDatabaseLost ?? (() => undefined))
  const db = createDatabase(config.databaseUrl, log)
  const ingest = createDatabase(config.databaseUrl, log, hurried)
  const steps = createDatabase(config.databaseUrl, log, unhurried)
  try {
    await migrate(steps)
  } finally {
    await steps.close()
  }
  const clock = createSiteClock(config.timeZone)
  const bus = createBus(transport, log)
  const disk = await createDiskWatch({ dataDir: config.dataDir, marks: config.diskMarks, db, log })
  const live = createLiveHub({
    authenticate,
    events: createEventLog(db),
    bus,
    disk: () => disk.space().state,
    log,
    now: clock.now,
  })
  const queue = createQueue(db, bus, log)
  return {
    kernel: {
      config,
      version,
      log,
      db,
      ingest,
      clock,
      bus,
      journal: createJournal(db, clock.now),
      live,
      settings: createSettings(db),
      disk,
      transaction: transactionsOf(db, log),
      queue,
      server: serverName(bus.server),
      proxies: readTrustedProxies(config.trustProxy ?? '') ?? noProxies,
    },
    queue,
    release: async () => {
      await bus.close()
      await ingest.close()
      await db.close()
      await claim.release()
    },
  }
}

/** What the modules serve, and the calls of domains that no module serves yet. */
const servedBy = (modules: readonly Module[]): Served[] => {
  const built = modules.flatMap(({ served }) => served ?? [])
  const planned = Object.values<Calls>(domains).filter((calls) => !built.some((one) => one.calls === calls))
  return [...built, ...planned.map((calls) => ({ calls, handlers: {} }))]
}

/** Everything that is answered, below one address. */
const serveAll = async (kernel: Kernel, { doors, order, gateways }: Modules): Promise<FastifyInstance> => {
  const { config, clock, db, disk, journal, live, log, proxies } = kernel
  const { session, devices, positions, files } = doors
  const metrics = createMetrics({
    consoles: live.connections,
    waiting: positions.waiting,
    devices: devices.registry.size,
    hashes: hashesMade,
  })
  positions.onOutcomes(metrics.reports)
  const { fastify, connections } = await createHttpServer(config, proxies, log)
  const { authenticate } = session
  const deps = { authenticate, uploads: files.incoming, requireRoom: disk.requireRoom, journal, log, now: clock.now }
  for (const part of servedBy(order)) serve(fastify, deps, part)
  const sockets = serveGateways(gateways(), fastify)
  healthRoutes(fastify, { version, isReady: db.isReady, disk: () => disk.space().state, metrics, key: config.metricsKey })
  for (const module of order) module.addresses?.(fastify)
  documentRoutes(fastify, version, authenticate)
  await serveConsole(fastify, config.consoleDir)
  acceptSockets(fastify, { [livePath]: live.accept, ...sockets }, { proxies, connections })
  return fastify
}

/** Boots everything in the order in which it needs each other: kernel, modules, HTTP, gateways, jobs. */
export const createApp = async (config: Config, log: Logger, company: Company = {}): Promise<App> => {
  const { kernel, queue, release } = await createKernel(config, log, company, (token) => doors.session.authenticate(token))
  const { bus, db, disk, live, settings } = kernel
  const modules = await createModules(kernel)
  const { doors, order, gateways } = modules
  // From here on it hears what changes while it reads how things stand.
  bus.start()
  await settings.load()
  for (const module of order) await module.start?.()
  await live.start(doors.positions.feed)
  const fastify = await serveAll(kernel, modules)
  for (const gateway of gateways()) await startGateway(gateway, log)

  const checkHeld = createHeldCheck(log, [settings.held, ...order.flatMap(({ held }) => held ?? [])])
  const stopJobs = startJobs(
    [
      { name: 'disk', of: 'server', pattern: '*/5 * * * * *', run: disk.look },
      { name: 'memory', of: 'server', pattern: '11,41 * * * * *', run: async () => void (await checkHeld()) },
      ...order.flatMap((module) => module.jobs ?? []),
    ],
    { store: createJobStore(db), log, server: kernel.server, timeZone: config.timeZone },
  )
  await queue.start(order.flatMap((module) => module.queued ?? []))
  return {
    fastify,
    createFirstAdministrator: async (password) => {
      const id = await doors.accounts.createFirstAdministrator(password)
      if (id !== null && config.seedToken !== null && config.demo) await doors.session.openSeeding(id, config.seedToken)
      return id !== null
    },
    checkHeld,
    close: async () => {
      const jobsEnded = stopJobs()
      live.stop()
      for (const gateway of gateways()) await gateway.stop?.()
      await fastify.close()
      // Both before what they work with: the modules, and the database.
      await Promise.all([jobsEnded, queue.stop()])
      for (const module of order.toReversed()) await module.stop?.()
      await release()
    },
  }
}
