import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Bus } from '../bus/bus.ts'
import { subject } from '../bus/subject.ts'
import type { Database, Sql, Trx } from '../db.ts'
import type { Logger } from '../log.ts'
import type { QueuedWork } from './job.ts'

/** Seconds after which who has something, and is not heard of, is taken for dead; how often he shows himself, in ms. */
const lease = 30
const showEvery = 10_000
/** Milliseconds. */
export interface QueuePace {
  /** Between two looks for what waits or what somebody silent has; what servers hear of is looked for at once. */
  readonly lookEvery: number
  /** Before what failed is tried again. */
  readonly afterFailure: number
}
const usualPace: QueuePace = { lookEvery: 5_000, afterFailure: 1_000 }
/** Milliseconds for which the end of a server waits for what runs to leave off. */
const patience = 4_000
/** Of the database, where pg-boss keeps what is queued: made by a migration, for exactly the version that is installed. */
const schema = 'pgboss'
/** All of `alone` are in one group, of which one runs. */
const aloneGroup = { id: 'alone' } as const

/** As pg-boss keeps it: it goes only when it is done, however often that is tried and however long it takes. */
const settings = {
  heartbeatSeconds: lease,
  expireInSeconds: 86_400,
  retryLimit: 100_000,
  // What was begun keeps its place before what waits.
  retryDelay: 0,
  retentionSeconds: 365 * 86_400,
} as const

/** Something waits for which the server that says so has no room, or which it leaves. */
const waits = subject('queue.waits', z.object({ queue: z.string() }))

export interface Queue {
  /** Queues something for its work, within a transaction: it is there when that is committed. `payload` is what JSON takes. */
  readonly send: (trx: Trx, name: string, payload: object, after: (then: () => void) => void) => Promise<void>
  /** Takes up what waits, from now on. */
  readonly start: (works: readonly QueuedWork[]) => Promise<void>
  /** Has what runs leave off, and waits some seconds for it: another server takes it up, or this one at its next start. */
  readonly stop: () => Promise<void>
}

interface Lane {
  readonly work: QueuedWork
  running: number
  /** Somebody looks already; whether there was a reason to look again meanwhile. */
  looking: boolean
  again: boolean
}
interface Taken {
  readonly id: string
  readonly name: string
  readonly data: unknown
  readonly retryCount: number
}

/** The database as pg-boss asks for it. Some of its texts are whole transactions: one that fails must not stay open. */
const asAsked = (db: Database, on: Sql | Trx) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    if (!/^\s*BEGIN/i.test(text)) return db.raw<object>(on, text, values)
    return db.sql.connection().execute(async (connection) => {
      try {
        return await db.raw<object>(connection, text, values)
      } catch (error) {
        await db.raw(connection, 'ROLLBACK')
        throw error
      }
    })
  },
})

/** What all that a queue does stands on. */
interface Context {
  readonly boss: PgBoss
  readonly db: Database
  readonly bus: Bus
  readonly log: Logger
  readonly pace: QueuePace
  readonly lanes: Map<string, Lane>
  /** What runs here. */
  readonly runs: Set<Promise<void>>
  readonly stopping: AbortController
  /** The database could not be asked: told once, not with every look. */
  inTrouble: boolean
}

/** Lets others take it up, or this server once more. */
const giveBack = async ({ boss, bus, log }: Context, job: Taken): Promise<void> => {
  try {
    await boss.fail(job.name, job)
    bus.tellOthers(waits, { queue: job.name })
  } catch (error) {
    log.warn({ err: error, queue: job.name }, 'queued work was not given back')
  }
}

/** Shows now and then that it is being worked on, and raises `lost` when it is another's by now; until what it returns is called. */
const keepShowing = ({ boss, log }: Context, job: Taken, lost: AbortController): (() => void) => {
  const show = async (): Promise<void> => {
    try {
      // Its types leave out what it answers: how many of the rows are still ours.
      const { affected } = (await boss.touch(job.name, job)) as { readonly affected: number }
      if (affected === 0) lost.abort()
    } catch (error) {
      log.warn({ err: error, queue: job.name }, 'what is worked on could not be shown to be alive')
    }
  }
  const timer = setInterval(() => void show(), showEvery).unref()
  return () => clearInterval(timer)
}

const carryOut = async (context: Context, { work }: Lane, job: Taken): Promise<void> => {
  const { boss, log, pace, stopping } = context
  const lost = new AbortController()
  const stopShowing = keepShowing(context, job, lost)
  const signal = AbortSignal.any([lost.signal, stopping.signal])
  try {
    await work.run({ payload: job.data, attempt: job.retryCount + 1, signal })
    await boss.deleteJob(job.name, job)
  } catch (error) {
    if (!signal.aborted) {
      log.error({ err: error, queue: job.name, job: job.id }, 'queued work failed and is tried again')
      await pause(pace.afterFailure, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
    }
    await giveBack(context, job)
  } finally {
    stopShowing()
  }
}

const begin = (context: Context, lane: Lane, job: Taken): void => {
  const { runs } = context
  lane.running += 1
  const run = carryOut(context, lane, job).finally(() => {
    lane.running -= 1
    runs.delete(run)
    void take(context, lane)
  })
  runs.add(run)
}

/** Begins what waits, as far as there is room. */
const take = async (context: Context, lane: Lane): Promise<void> => {
  const { boss, log, stopping } = context
  const { name, atOnce, alone } = lane.work
  lane.again = true
  if (lane.looking) return
  lane.looking = true
  try {
    while (lane.again) {
      lane.again = false
      while (!stopping.signal.aborted && lane.running < atOnce) {
        const [job] = await boss.fetch<unknown>(name, alone ? { groupConcurrency: 1 } : {})
        if (!job) break
        begin(context, lane, job)
      }
    }
  } catch (error) {
    log.warn({ err: error, queue: name }, 'the queue could not be asked for what waits')
  } finally {
    lane.looking = false
  }
}

/** Which queues have something that waits, or that somebody silent has. */
const whatIsThere = `SELECT name, bool_or(state = 'active') AS silent FROM ${schema}.job
  WHERE state < 'active' AND start_after <= now()
    OR state = 'active' AND heartbeat_on + heartbeat_seconds * interval '1 s' < now()
  GROUP BY name`

/** One question tells of all queues: an idle server asks nothing else. */
const look = async (context: Context): Promise<void> => {
  const { boss, db, log, lanes, stopping } = context
  try {
    const { rows } = await db.raw<{ name: string; silent: boolean }>(db.sql, whatIsThere)
    for (const { name, silent } of rows) {
      const lane = lanes.get(name)
      if (!lane || stopping.signal.aborted) continue
      if (silent) {
        log.warn({ queue: name }, 'queued work is taken from a server that fell silent')
        await boss.supervise(name)
      }
      void take(context, lane)
    }
    context.inTrouble = false
  } catch (error) {
    if (!context.inTrouble) log.warn({ err: error }, 'the queue could not be looked at')
    context.inTrouble = true
  }
}

const start = async ({ boss, lanes }: Context, works: readonly QueuedWork[]): Promise<void> => {
  await boss.start()
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const work of works) {
    const policy = work.alone ? 'singleton' : 'standard'
    if (!known.has(work.name)) await boss.createQueue(work.name, { ...settings, policy })
    lanes.set(work.name, { work, running: 0, looking: false, again: false })
  }
}

export const createQueue = (db: Database, bus: Bus, log: Logger, pace: QueuePace = usualPace): Queue => {
  // Neither its timers nor connections of its own: `look` does what there is to do, on ours.
  const boss = new PgBoss({
    db: asAsked(db, db.sql),
    schema,
    migrate: false,
    schedule: false,
    supervise: false,
    reindex: false,
    monitorVacuum: false,
    monitorIntervalSeconds: 1,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the queue has trouble'))
  const lanes: Context['lanes'] = new Map()
  const runs: Context['runs'] = new Set()
  const stopping = new AbortController()
  const context: Context = { boss, db, bus, log, pace, lanes, runs, stopping, inTrouble: false }
  bus.subscribe(waits, ({ queue }) => {
    const lane = lanes.get(queue)
    if (lane) void take(context, lane)
  })
  let timer: NodeJS.Timeout | null = null
  return {
    send: async (trx, name, payload, after) => {
      const lane = lanes.get(name)
      if (!lane) throw new Error(`nobody works on ${name}`)
      await boss.send(name, payload, { db: asAsked(db, trx), ...(lane.work.alone ? { group: aloneGroup } : {}) })
      after(() => {
        void take(context, lane)
        if (lane.running >= lane.work.atOnce) bus.tellOthers(waits, { queue: name })
      })
    },
    start: async (works) => {
      await start(context, works)
      timer = setInterval(() => void look(context), pace.lookEvery).unref()
      void look(context)
    },
    stop: async () => {
      stopping.abort()
      if (timer) clearInterval(timer)
      await Promise.race([Promise.all(runs), pause(patience, undefined, { ref: false })])
      await boss.stop({ graceful: false, close: false })
    },
  }
}
