import { onTestFinished } from 'vitest'
import { createClient, type Client } from '@vigil/contract/kernel/client.ts'
import type { Config } from '../src/kernel/config.ts'
import { createApp } from '../src/app.ts'
import { createLog } from '../src/kernel/log.ts'
import { queuePace } from './jobs.ts'
import { configFor, type TestSite } from './site.ts'
import { beginToHold } from './hold.ts'

/** Another server of a site, which the first hears, and its administrator; `close` may come twice. */
export const listeningServer = async (
  site: Pick<TestSite, 'databaseUrl' | 'adminToken' | 'network'>,
  more: Partial<Config>,
): Promise<{ readonly admin: Client; readonly close: () => Promise<void> }> => {
  const app = await createApp(configFor(site.databaseUrl, more), createLog('silent'), {
    transport: site.network.connect(),
    queuePace,
    claim: () => Promise.resolve({ release: () => Promise.resolve() }),
  })
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => (closing ??= app.close())
  onTestFinished(close)
  const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  return { admin: createClient({ origin, token: () => site.adminToken }), close }
}

/** Whoever writes a device with a code waits for `release`. */
export const holdDevice = async ({ db }: Pick<TestSite, 'db'>, code: string): Promise<{ release: () => Promise<void> }> => {
  await db.raw(
    db.sql,
    `CREATE OR REPLACE FUNCTION wait_at_device() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END $$`,
  )
  await db.raw(
    db.sql,
    `CREATE OR REPLACE TRIGGER held BEFORE INSERT ON device FOR EACH ROW WHEN (NEW.code = '${code}') EXECUTE FUNCTION wait_at_device()`,
  )
  const held = await beginToHold(db)
  await db.raw(held, 'SELECT pg_advisory_xact_lock(1)')
  let released: Promise<void> | null = null
  const release = (): Promise<void> => (released ??= held.commit().execute())
  onTestFinished(release)
  return { release }
}

/** How many wait there. */
export const waitingAtDevice = async ({ db }: Pick<TestSite, 'db'>): Promise<number> =>
  (
    await db.raw<{ n: number }>(
      db.sql,
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
    )
  ).rows[0]?.n ?? 0
