import { readFileSync } from 'node:fs'
import { createBus } from './bus/bus.ts'
import { createInMemoryNetwork } from './bus/in-memory.ts'
import type { Transport } from './bus/transport.ts'
import type { Caller } from './caller.ts'
import type { Config } from './config.ts'
import { hurried, unhurried } from './connections.ts'
import { createDatabase } from './db.ts'
import { createDemoClock, type DemoClock } from './demo-clock.ts'
import { createDiskWatch } from './disk.ts'
import { createEventLog } from './events.ts'
import type { Job } from './jobs/job.ts'
import { createQueue, type Queue, type QueuePace } from './jobs/queue.ts'
import { serverName } from './jobs/server-name.ts'
import { createJournal } from './journal.ts'
import { transactionsOf, type Kernel } from './kernel.ts'
import { createLiveHub } from './live-hub.ts'
import type { Logger } from './log.ts'
import { migrate } from './migrate.ts'
import { createPasswords } from './passwords.ts'
import { createSettings } from './settings.ts'
import { dropLeases } from './lease.store.ts'
import { claimDatabase } from './sole-server.ts'
import { createSiteClock } from './time.ts'
import { noProxies, readTrustedProxies } from './trusted-proxies.ts'

const version = (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version

/** How a server stands to others of its site. */
export interface Company {
  /** What it hears them by; nobody unless said. */
  readonly transport?: Transport
  /** How it holds its database against those that it does not hear. */
  readonly claim?: typeof claimDatabase
  /** Another server took it while it could not be reached from here. */
  readonly onDatabaseLost?: () => void
  /** Whether it looks again and again for what the others failed to tell it; it does unless said. */
  readonly looksBack?: boolean
  /** Milliseconds between two ticks to its consoles, at each of which it looks back; as consoles expect them unless said. */
  readonly tick?: number
  /** What it does again and again, given what its modules would have it do; that unless said. */
  readonly jobs?: (ofModules: readonly Job[]) => readonly Job[]
  /** How often it looks for what is queued and waits, or has fallen silent; a few times a minute unless said. */
  readonly queuePace?: QueuePace
}

/** What everything stands on, and what is let go of at the end. `authenticate` is asked once the modules stand. */
export const createKernel = async (
  config: Config,
  log: Logger,
  {
    transport = createInMemoryNetwork().connect(),
    claim: claimIt = claimDatabase,
    onDatabaseLost,
    looksBack = true,
    tick,
    queuePace,
  }: Company,
  authenticate: (token: string) => Promise<Caller | null>,
): Promise<{
  readonly kernel: Kernel
  readonly queue: Queue
  /** Null unless a demo is seeded. */
  readonly demoClock: DemoClock | null
  readonly release: () => Promise<void>
}> => {
  const claim = await claimIt(config.databaseUrl, log, onDatabaseLost ?? (() => undefined))
  const db = createDatabase(config.databaseUrl, log)
  const ingest = createDatabase(config.databaseUrl, log, hurried)
  const steps = createDatabase(config.databaseUrl, log, unhurried)
  try {
    await migrate(steps)
  } finally {
    await steps.close()
  }
  if (claim.isAlone) await dropLeases(db)
  const demoClock = config.demo && config.seedToken !== null ? createDemoClock() : null
  const clock = createSiteClock(config.timeZone, demoClock?.now)
  const bus = createBus(transport, log)
  const disk = await createDiskWatch({ dataDir: config.dataDir, marks: config.diskMarks, db, log })
  const live = createLiveHub({
    authenticate,
    events: createEventLog(db),
    bus,
    disk: () => disk.space().state,
    log,
    now: clock.now,
    looksBack,
    ...(tick === undefined ? {} : { tick }),
  })
  const queue = createQueue(db, bus, log, queuePace)
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
      passwords: createPasswords(config.hashCost),
      disk,
      transaction: transactionsOf(db, log),
      queue,
      server: serverName(bus.server),
      proxies: readTrustedProxies(config.trustProxy ?? '') ?? noProxies,
    },
    queue,
    demoClock,
    release: async () => {
      await bus.close()
      await ingest.close()
      await db.close()
      await claim.release()
    },
  }
}
