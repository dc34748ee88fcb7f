import type { Company } from '../src/kernel/create-kernel.ts'
import type { Database } from '../src/kernel/db.ts'
import type { Job } from '../src/kernel/jobs/job.ts'
import type { QueuePace } from '../src/kernel/jobs/queue.ts'

const inSeconds = ({ pattern }: Job): boolean => pattern.endsWith(' * * * * *') && pattern.includes('/')
const eachSecond = (job: Job): Job => ({ ...job, pattern: '* * * * * *' })

/** What is done every few seconds is done every second: what is tested is that it is done, not how long that may take. */
export const everySecond = (jobs: readonly Job[]): readonly Job[] => jobs.map((job) => (inSeconds(job) ? eachSecond(job) : job))

/**
 * The same of what each server does. What one of them does for the site keeps its time: every second, it would take a test's
 * server most of the work of all its jobs, and few tests wait for it; those say `everySecond`.
 */
export const ownEverySecond = (jobs: readonly Job[]): readonly Job[] =>
  jobs.map((job) => (inSeconds(job) && job.of === 'server' ? eachSecond(job) : job))

/** What is looked for every few seconds in what is queued is looked for at once, for the same reason. */
export const queuePace: QueuePace = { lookEvery: 250, afterFailure: 50 }

/** A job of one server that is done when a test says so and at no other time, and no other at all. */
export const byHand = (name: string): { readonly company: Company; readonly run: () => Promise<void> } => {
  let held: Job | undefined
  return {
    company: {
      jobs: (all) => {
        held = all.find((job) => job.name === name)
        return []
      },
    },
    run: async () => {
      if (held === undefined) throw new Error(`no server that was started has a job “${name}”`)
      await held.run()
    },
  }
}

/** Who is inside of what, judged by hand: one server's `company` of it, and a round. */
export const judgedByHand = () => {
  const { company, run } = byHand('who is inside')
  return {
    company,
    /** A round of its own, whenever the last was: whose turn it is goes by the database's clock. */
    judge: async ({ db }: { readonly db: Database }): Promise<void> => {
      await db.raw(db.sql, `UPDATE fence_judged SET judged_at = 'epoch'`)
      await run()
    },
  }
}
