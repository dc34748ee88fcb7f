import type { TestSite } from './site.ts'

/** Tables that a refused call may write: what was tried, and what came with it. */
const written = [
  'journal',
  'journal_head',
  'stored_file',
  'transfer',
  'session',
  'login_failure',
  'unknown_device',
  'live_event',
  'live_head',
]

/** What jobs write at their times: that they ran or judged, seals, and sums of alarms, which are watched themselves. */
export const writtenByJobs = [
  'job',
  'journal_seal',
  'alarm_total',
  'alarm_text_total',
  'alarm_hour',
  'alarm_flood',
  'device_fault_judged',
  'fence_judged',
  'vehicle_late_read',
]

/** Everything that may change, in one text for each table. */
export const contents = async (site: TestSite): Promise<Readonly<Record<string, string>>> => {
  const { rows: tables } = await site.db.raw<{ name: string }>(
    site.db.sql,
    // Partitions are read with their table: at any full hour another one is made ready, with nothing in it.
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> ALL($1) ORDER BY 1`,
    [[...written, ...writtenByJobs]],
  )
  const each = tables.map(
    ({ name }) => `SELECT '${name}' AS name, coalesce(string_agg(t::text, '|' ORDER BY t::text), '') AS all FROM "${name}" AS t`,
  )
  const { rows } = await site.db.raw<{ name: string; all: string }>(site.db.sql, each.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, all }) => [name, all]))
}
