import { setTimeout as pause } from 'node:timers/promises'
import { Cron } from 'croner'
import type { Logger } from '../log.ts'
import type { Job } from './job.ts'
import type { JobStore } from './job.store.ts'
import { createSiteJobs, lookEvery } from './site-jobs.ts'

/** Milliseconds for which the end of a server waits for what runs. */
const patience = 4_000

interface Surroundings {
  readonly store: JobStore
  readonly log: Logger
  /** As other servers know this one. */
  readonly server: string
  readonly timeZone: string
}

/**
 * The time of a pattern that has come, whenever somebody looks: so servers whose clocks differ, or of which one was busy when it
 * came, mean the same time. A timer may go off a moment early.
 */
export const dueAt = (pattern: Cron, now: number): Date => pattern.previousRuns(1, new Date(now + 500))[0] ?? new Date(now)

/** Runs jobs at their times until it is stopped; resolves then once what runs has ended, or after some seconds. */
export const startJobs = (jobs: readonly Job[], { store, log, server, timeZone }: Surroundings): (() => Promise<void>) => {
  const ofSite = jobs.filter((job) => job.of === 'site')
  const site = createSiteJobs(ofSite, { store, log, server })
  const running = new Set<Promise<void>>()
  const follow = (work: Promise<void>): Promise<void> => {
    running.add(work)
    return work.finally(() => running.delete(work))
  }
  const own = async ({ name, run }: Job): Promise<void> => {
    try {
      await run()
    } catch (error) {
      log.error({ err: error, job: name }, 'a job failed')
    }
  }
  const crons = jobs.map(
    (job) =>
      new Cron(job.pattern, { protect: true, timezone: timeZone }, (self: Cron) =>
        follow(job.of === 'site' ? site.run(job, dueAt(self, Date.now())) : own(job)),
      ),
  )
  const look = setInterval(() => void follow(site.takeOver()), lookEvery).unref()
  return async () => {
    clearInterval(look)
    for (const cron of crons) cron.stop()
    await Promise.race([Promise.all(running), pause(patience, undefined, { ref: false })])
    if (running.size > 0) log.warn({ jobs: running.size }, 'jobs are left running: another server takes over what is the site’s')
  }
}
