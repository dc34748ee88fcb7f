import { sql } from 'kysely'
import type { Database } from '../db.ts'

/** Of a job of the site that runs: a server that does not show itself for so long is taken for dead. Milliseconds. */
export const lease = 30_000

/** What came of a job of the site, and where. */
export interface JobState {
  readonly name: string
  /** The time that it last ran for. */
  readonly due: Date
  /** Which server has it, or had it last. */
  readonly server: string
  readonly startedAt: Date
  readonly running: boolean
  /** Of the last one that came to its end, null before there was one. */
  readonly endedAt: Date | null
  /** Milliseconds. */
  readonly duration: number | null
  /** `silent`: its server was not heard of any more, and another took over. */
  readonly outcome: 'done' | 'failed' | 'silent' | null
  /** Why it failed, empty otherwise. */
  readonly error: string
}

/** A job that one has until another has it. */
export interface Held {
  readonly name: string
  /** Counts who has had it. */
  readonly run: string
}

export type JobStore = ReturnType<typeof createJobStore>

/** Everything by the database's clock but the time that a job is due at. */
export const createJobStore = ({ sql: on }: Pick<Database, 'sql'>) => {
  const isSilent = (table: 'known' | 'job') => sql`${sql.ref(`${table}.heard_at`)} < now() - ${lease} * interval '1 ms'`
  return {
    /**
     * Takes a job for the time it is due at; null where somebody has it, or it was done for that time. A server whose clock is
     * far ahead keeps the others from nothing: a time that is yet to come is not believed.
     */
    claim: async (name: string, due: Date, server: string): Promise<Held | null> => {
      const { rows } = await sql<Held>`INSERT INTO job AS known (name, due, server, started_at, heard_at)
          VALUES (${name}, ${due}, ${server}, now(), now())
        ON CONFLICT (name) DO UPDATE SET due = excluded.due, server = excluded.server, started_at = now(), heard_at = now(),
          run = known.run + 1, outcome = CASE WHEN known.heard_at IS NULL THEN known.outcome ELSE 'silent' END
        WHERE (known.due < excluded.due OR known.due > now() + interval '1 minute')
          AND (known.heard_at IS NULL OR ${isSilent('known')})
        RETURNING name, run`.execute(on)
      return rows[0] ?? null
    },
    /** Takes those of these whose server fell silent while it had them. */
    takeOver: async (names: readonly string[], server: string): Promise<(Held & { readonly from: string })[]> => {
      const { rows } = await sql<Held & { from: string }>`UPDATE job SET server = ${server}, started_at = now(), heard_at = now(),
          run = job.run + 1, outcome = 'silent', ended_at = job.heard_at, duration = NULL, error = ''
        FROM (SELECT name, server, run FROM job WHERE name = ANY (${[...names]}) AND ${isSilent('job')} FOR UPDATE SKIP LOCKED) AS before
        WHERE job.name = before.name RETURNING job.name, job.run, before.server AS "from"`.execute(on)
      return rows
    },
    /** Shows that it is being worked on; false when another has it. */
    show: async ({ name, run }: Held): Promise<boolean> => {
      const { numAffectedRows = 0n } =
        await sql`UPDATE job SET heard_at = now() WHERE name = ${name} AND run = ${run} AND heard_at IS NOT NULL`.execute(on)
      return numAffectedRows > 0n
    },
    /** Says what came of it, unless another has it. */
    end: async ({ name, run }: Held, outcome: 'done' | 'failed', error: string): Promise<void> => {
      await sql`UPDATE job SET heard_at = NULL, ended_at = now(), outcome = ${outcome}, error = ${error},
          duration = extract(epoch FROM now() - started_at) * 1000
        WHERE name = ${name} AND run = ${run}`.execute(on)
    },
    /** Of every job of the site that was ever begun, by name. */
    list: async (): Promise<JobState[]> => {
      const { rows } = await sql<JobState>`SELECT name, due, server, started_at AS "startedAt", heard_at IS NOT NULL AS running,
          ended_at AS "endedAt", duration, outcome, error FROM job ORDER BY name`.execute(on)
      return rows
    },
  }
}
