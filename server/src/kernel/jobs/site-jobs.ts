import type { Logger } from '../log.ts'
import type { Job } from './job.ts'
import type { Held, JobStore } from './job.store.ts'

/** Milliseconds between two signs of life of who has a job, and between two looks for those whose server gives none. */
export const showEvery = 10_000
export const lookEvery = 15_000
/** Milliseconds after which a job counts as hanging. */
const longest = 3_600_000
/** No more of an error's text is kept. */
const errorAtMost = 2_000

export interface SiteJobs {
  /** Runs a job for the time it is due at, unless another server has or had it for that time. Never rejects. */
  readonly run: (job: Job, due: Date) => Promise<void>
  /** Takes over what servers that fell silent had. Never rejects. */
  readonly takeOver: () => Promise<void>
}

/** The jobs of the site, as one of its servers does them. */
export const createSiteJobs = (
  jobs: readonly Job[],
  { store, log, server }: { readonly store: JobStore; readonly log: Logger; readonly server: string },
): SiteJobs => {
  /** While it works on it, but no longer than it may take: what hangs shows nothing any more, and its lease runs out. */
  const showing = (job: Job, held: Held): (() => void) => {
    const until = Date.now() + (job.longest ?? longest)
    const timer = setInterval(() => {
      if (Date.now() > until) {
        log.error({ job: job.name }, 'a job hangs and is left to whoever takes it over')
        clearInterval(timer)
        return
      }
      store.show(held).then(
        (isOurs) => {
          if (isOurs) return
          log.warn({ job: job.name }, 'a job was taken over by another server')
          clearInterval(timer)
        },
        (error: unknown) => log.warn({ err: error, job: job.name }, 'a job could not show that it is alive'),
      )
    }, showEvery).unref()
    return () => clearInterval(timer)
  }

  const carryOut = async (job: Job, held: Held): Promise<void> => {
    const stopShowing = showing(job, held)
    let failure = ''
    try {
      await job.run()
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a job failed')
      failure = (error instanceof Error ? error.message : String(error)).slice(0, errorAtMost) || 'failed'
    } finally {
      stopShowing()
    }
    await store.end(held, failure === '' ? 'done' : 'failed', failure)
  }

  return {
    run: async (job, due) => {
      try {
        const held = await store.claim(job.name, due, server)
        if (held) await carryOut(job, held)
      } catch (error) {
        log.error({ err: error, job: job.name }, 'a job could not be taken or its end not be written')
      }
    },
    takeOver: async () => {
      try {
        const byName = new Map(jobs.map((job) => [job.name, job]))
        for (const { from, ...held } of await store.takeOver([...byName.keys()], server)) {
          log.warn({ job: held.name, from }, 'a job is taken over from a server that fell silent')
          const job = byName.get(held.name)
          if (job) await carryOut(job, held)
        }
      } catch (error) {
        log.warn({ err: error }, 'jobs of silent servers could not be looked for')
      }
    },
  }
}
