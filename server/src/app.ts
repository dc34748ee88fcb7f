import type { FastifyInstance } from 'fastify'
import { domains } from '@vigil/contract/index.ts'
import type { Calls } from '@vigil/contract/kernel/call.ts'
import { livePath } from '@vigil/contract/live/live.ts'
import { demoRoutes } from './http/demo.ts'
import { documentRoutes } from './http/documents.ts'
import { healthRoutes } from './http/health.ts'
import { createHttpServer } from './http/server.ts'
import type { Config } from './kernel/config.ts'
import { serveConsole } from './kernel/console-files.ts'
import { serveGateways, startGateway } from './kernel/gateway.ts'
import { createHeldCheck } from './kernel/held.ts'
import type { Job } from './kernel/jobs/job.ts'
import { createJobStore } from './kernel/jobs/job.store.ts'
import { startJobs } from './kernel/jobs/start-jobs.ts'
import { createKernel, type Company } from './kernel/create-kernel.ts'
import type { DemoClock } from './kernel/demo-clock.ts'
import type { Kernel } from './kernel/kernel.ts'
import { createOwnLines, heavyRoom } from './kernel/lines.ts'
import type { Logger } from './kernel/log.ts'
import { createMetrics } from './kernel/metrics.ts'
import type { Module } from './kernel/module.ts'
import { hashesMade } from './kernel/passwords.ts'
import { serve, type Served } from './kernel/serve.ts'
import { answerShortPosts } from './kernel/short-posts.ts'
import { acceptSockets } from './kernel/sockets.ts'
import { createModules, type Modules } from './modules.ts'

export interface App {
  readonly fastify: FastifyInstance
  /** Makes the account of the first start if there is none; the caller says with which password. */
  readonly createFirstAdministrator: (password: string) => Promise<boolean>
  /** Compares what is held in memory with what is stored, as is done twice a minute; the names of what was read anew. */
  readonly checkHeld: () => Promise<string[]>
  readonly close: () => Promise<void>
}

/** What the modules serve, and the calls of domains that no module serves yet. */
const servedBy = (modules: readonly Module[]): Served[] => {
  const built = modules.flatMap(({ served }) => served ?? [])
  const planned = Object.values<Calls>(domains).filter((calls) => !built.some((one) => one.calls === calls))
  return [...built, ...planned.map((calls) => ({ calls, handlers: {} }))]
}

/** Everything that is answered, below one address. */
const serveAll = async (
  kernel: Kernel,
  { doors, order, gateways }: Modules,
  demoClock: DemoClock | null,
): Promise<FastifyInstance> => {
  const { config, version, clock, db, disk, journal, live, log, proxies } = kernel
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
  const deps = {
    authenticate: session.authenticateAny,
    uploads: files.incoming,
    requireRoom: disk.requireRoom,
    journal,
    log,
    now: clock.now,
    heavyLine: createOwnLines(heavyRoom),
  }
  for (const part of servedBy(order)) serve(fastify, deps, part)
  const sockets = serveGateways(gateways(), fastify)
  healthRoutes(fastify, { version, isReady: db.isReady, disk: () => disk.space().state, metrics, key: config.metricsKey })
  if (demoClock && config.seedToken !== null) demoRoutes(fastify, { clock: demoClock, seedToken: config.seedToken, authenticate })
  for (const module of order) module.addresses?.(fastify)
  documentRoutes(fastify, version, authenticate)
  await serveConsole(fastify, config.consoleDir)
  answerShortPosts(
    fastify,
    gateways().flatMap(({ shortPosts }) => shortPosts ?? []),
    { proxies, connections, log },
  )
  acceptSockets(fastify, { [livePath]: live.accept, ...sockets }, { proxies, connections })
  return fastify
}

/**
 * Milliseconds for which the end of a server waits for who sends or reads what he asked for, however slowly: what is written down after
 * that has to be done before its supervisor ends it.
 */
const slowOnes = 3_000

/** Boots everything in the order in which it needs each other: kernel, modules, HTTP, gateways, jobs. */
export const createApp = async (config: Config, log: Logger, company: Company = {}): Promise<App> => {
  const { kernel, queue, demoClock, release } = await createKernel(config, log, company, (token) =>
    doors.session.authenticateAny(token),
  )
  const { bus, db, disk, live, settings } = kernel
  const modules = await createModules(kernel)
  const { doors, order, gateways } = modules
  // From here on it hears what changes while it reads how things stand.
  bus.start()
  await settings.load()
  for (const module of order) await module.start?.()
  await live.start(doors.positions.feed)
  const fastify = await serveAll(kernel, modules, demoClock)
  for (const gateway of gateways()) await startGateway(gateway, log)

  const { looksBack = true, jobs = (ofModules) => ofModules } = company
  const checkHeld = createHeldCheck(log, [settings.held, ...order.flatMap(({ held }) => held ?? [])])
  const memory: Job = { name: 'memory', of: 'server', pattern: '11,41 * * * * *', run: async () => void (await checkHeld()) }
  const stopJobs = startJobs(
    [
      { name: 'disk', of: 'server', pattern: '*/5 * * * * *', run: disk.look },
      ...(looksBack ? [memory] : []),
      ...jobs(order.flatMap((module) => module.jobs ?? [])),
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
      const slow = setTimeout(() => fastify.server.closeAllConnections(), slowOnes)
      await fastify.close()
      clearTimeout(slow)
      // Both before what they work with: the modules, and the database.
      await Promise.all([jobsEnded, queue.stop()])
      for (const module of order.toReversed()) await module.stop?.()
      await release()
    },
  }
}
