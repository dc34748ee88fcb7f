import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { prepared, type Sql } from '../../kernel/db.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { Condition } from './area-rules.ts'
import type { Heard, Near } from './near-rules.ts'
import type { JudgedDepts } from './rules.ts'
import type { Stood } from './silent-rules.ts'

interface ConditionRow {
  readonly fence: string
  readonly alarm_type: number
  readonly subject: string
  readonly raised: boolean
  readonly since: string
  readonly gone: string | null
  readonly lng: number | null
  readonly lat: number | null
}
const readConditions = prepared(
  'fence_conditions',
  `SELECT fence_id::text AS fence, alarm_type, subject, raised, since, gone, lng, lat FROM fence_condition
   WHERE (fence_id, alarm_type, subject) > ($1::bigint, $2::int, $3) ORDER BY fence_id, alarm_type, subject LIMIT $4`,
)
const takeTurn = prepared(
  'take_turn_at_fences',
  `UPDATE fence_judged SET judged_at = now() WHERE ctid = (SELECT ctid FROM fence_judged
     WHERE judged_at < now() - $1 * interval '1 ms' FOR UPDATE SKIP LOCKED)`,
)
const keepConditions = prepared(
  'keep_fence_conditions',
  `INSERT INTO fence_condition (fence_id, alarm_type, subject, raised, since, gone, lng, lat)
   SELECT fence, "alarmType", subject, raised, since, gone, lng, lat FROM jsonb_to_recordset($1::jsonb)
     AS kept (fence bigint, "alarmType" int, subject text, raised boolean, since bigint, gone bigint, lng float8, lat float8)
   ON CONFLICT (fence_id, alarm_type, subject) DO UPDATE SET raised = excluded.raised, since = excluded.since, gone = excluded.gone,
     lng = excluded.lng, lat = excluded.lat`,
)
const dropConditions = prepared(
  'drop_fence_conditions',
  `DELETE FROM fence_condition AS known USING jsonb_to_recordset($1::jsonb) AS ended (fence bigint, "alarmType" int, subject text)
   WHERE known.fence_id = ended.fence AND known.alarm_type = ended."alarmType" AND known.subject = ended.subject`,
)
interface NearRow {
  readonly point: string
  readonly subject: string
  readonly gone: string | null
}
const readNear = prepared(
  'hazard_near',
  `SELECT point_id::text AS point, subject, gone FROM hazard_near WHERE (point_id, subject) > ($1::bigint, $2)
   ORDER BY point_id, subject LIMIT $3`,
)
/** Rows that are read or written before others may have their turn. */
const pageSize = 2_000
/** All of it, page by page; `read` answers what comes after a row, from the beginning for none. */
const inPages = async <Row>(read: (last: Row | undefined) => Promise<Row[]>): Promise<Row[]> => {
  const all: Row[] = []
  for (;;) {
    const page = await read(all.at(-1))
    for (const row of page) all.push(row)
    if (page.length < pageSize) return all
    await setImmediate()
  }
}
const byPage = async <Row>(rows: readonly Row[], write: (json: string) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < rows.length; from += pageSize) await write(JSON.stringify(rows.slice(from, from + pageSize)))
}
const keepNear = prepared(
  'keep_hazard_near',
  `INSERT INTO hazard_near (point_id, subject, gone)
   SELECT point, subject, gone FROM jsonb_to_recordset($1::jsonb) AS kept (point bigint, subject text, gone bigint)
   ON CONFLICT (point_id, subject) DO UPDATE SET gone = excluded.gone`,
)
const dropNear = prepared(
  'drop_hazard_near',
  `DELETE FROM hazard_near AS known USING jsonb_to_recordset($1::jsonb) AS ended (point bigint, subject text)
   WHERE known.point_id = ended.point AND known.subject = ended.subject`,
)
/** In one order, whoever else writes some of the same. */
const keepHeard = prepared(
  'keep_hazard_heard',
  `INSERT INTO hazard_heard AS known (point_id, subject, device_id, heard_at)
   SELECT DISTINCT ON (point, subject) point, subject, device, at FROM jsonb_to_recordset($1::jsonb)
     AS heard (point bigint, subject text, device int, at bigint) ORDER BY point, subject, at DESC
   ON CONFLICT (point_id, subject) DO UPDATE SET device_id = excluded.device_id, heard_at = excluded.heard_at
   WHERE excluded.heard_at > known.heard_at`,
)
const readHeard = prepared(
  'hazard_heard',
  `SELECT point_id::text AS point, subject, device_id AS device, heard_at::float8 AS at FROM hazard_heard
   WHERE (point_id, subject) > ($1::bigint, $2) AND heard_at > $4 ORDER BY point_id, subject LIMIT $3`,
)
/** Whatever is being heard again is left to who writes it. */
const dropHeard = prepared(
  'drop_hazard_heard',
  `DELETE FROM hazard_heard WHERE (point_id, subject) IN (
     SELECT point_id, subject FROM hazard_heard WHERE heard_at <= $1 FOR UPDATE SKIP LOCKED)`,
)
interface StoodRow extends Omit<Stood, 'since' | 'gone'> {
  readonly since: string
  readonly gone: string | null
}
const readStood = prepared(
  'stood_still',
  `SELECT device_id AS device, who, raised, since, gone, lng, lat FROM stood_still WHERE device_id > $1 ORDER BY device_id LIMIT $2`,
)
const keepStood = prepared(
  'keep_stood_still',
  `INSERT INTO stood_still (device_id, who, raised, since, gone, lng, lat)
   SELECT device, who, raised, since, gone, lng, lat FROM jsonb_to_recordset($1::jsonb)
     AS kept (device int, who text, raised boolean, since bigint, gone bigint, lng float8, lat float8)
   ON CONFLICT (device_id) DO UPDATE SET who = excluded.who, raised = excluded.raised, since = excluded.since, gone = excluded.gone,
     lng = excluded.lng, lat = excluded.lat`,
)
const dropStood = prepared('drop_stood_still', 'DELETE FROM stood_still WHERE device_id = ANY ($1::int[])')

export const createHazardStore = ({ db }: Kernel) => ({
  /** What tells one state of all fences, areas and hazard sources from another: how many, their versions, their numbers. */
  digest: async (): Promise<string> => {
    const { rows } = await sql<{ digest: string }>`SELECT concat_ws(' ',
        (SELECT concat_ws(':', count(*), sum(version), sum(id)) FROM fence), (SELECT concat_ws(':', count(*), sum(version), sum(id)) FROM hazard_area),
        (SELECT concat_ws(':', count(*), sum(version), sum(id)) FROM hazard_point),
        (SELECT concat_ws(':', count(*), sum(version)) FROM accounts_dept)) AS digest`.execute(db.sql)
    return rows[0]?.digest ?? ''
  },
  /** Whom fences and hazard sources of a department judge, by that department: itself and all below it. */
  judgedDepts: async (on: Sql | Trx = db.sql): Promise<JudgedDepts> => {
    const { rows } = await sql<{ id: string; depts: string[] }>`WITH RECURSIVE below AS (
        SELECT dept_id AS top, dept_id AS id FROM fence WHERE dept_id IS NOT NULL
        UNION SELECT dept_id, dept_id FROM hazard_point WHERE dept_id IS NOT NULL
        UNION SELECT below.top, dept.id FROM accounts_dept AS dept JOIN below ON dept.pid = below.id
      ) SELECT top::text AS id, array_agg(id::text) AS depts FROM below GROUP BY top`.execute(on)
    return new Map(rows.map(({ id, depts }) => [id, new Set(depts)]))
  },
  usesOfArea: async (trx: Trx, id: string): Promise<{ fences: number; points: number }> => {
    const { rows } = await sql<{ fences: number; points: number }>`SELECT
        (SELECT count(*)::int FROM fence WHERE area_id = ${id}::bigint) AS fences,
        (SELECT count(*)::int FROM hazard_point WHERE area_id = ${id}::bigint) AS points`.execute(trx)
    return rows[0] ?? { fences: 0, points: 0 }
  },
  /** Whether it is on whoever asks to judge: nobody of the site has for so many milliseconds, or does now. */
  takeTurn: async (trx: Trx, since: number): Promise<boolean> => (await db.raw(trx, takeTurn, [since])).affected === 1,
  conditions: (trx: Trx): Promise<Condition[]> =>
    inPages<Condition>(async (last) => {
      const after = last ? [last.fence, last.alarmType, last.subject] : [0, 0, '']
      const { rows } = await db.raw<ConditionRow>(trx, readConditions, [...after, pageSize])
      return rows.map(({ fence, alarm_type, subject, raised, since, gone, lng, lat }) => ({
        fence,
        alarmType: alarm_type,
        subject,
        raised,
        since: Number(since),
        gone: gone === null ? null : Number(gone),
        lng,
        lat,
      }))
    }),
  /** Which of these are still what they are held for; nobody changes them before the transaction ends. */
  stillSo: async (
    trx: Trx,
    table: 'fence' | 'hazard_point',
    held: readonly { readonly id: string; readonly version: number }[],
  ): Promise<Set<string>> => {
    if (held.length === 0) return new Set()
    const ids = held.map(({ id }) => id)
    const { rows: stored } = await sql<{ id: string; version: number }>`SELECT id::text, version FROM ${sql.table(table)}
      WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR SHARE`.execute(trx)
    const versions = new Map(stored.map(({ id, version }) => [id, version]))
    return new Set(held.filter(({ id, version }) => versions.get(id) === version).map(({ id }) => id))
  },
  keepConditions: (trx: Trx, kept: readonly Condition[]): Promise<void> =>
    byPage(kept, (json) => db.raw(trx, keepConditions, [json])),
  dropConditions: (trx: Trx, ended: readonly Condition[]): Promise<void> =>
    byPage(ended, (json) => db.raw(trx, dropConditions, [json])),
  forgetConditions: async (trx: Trx, fence: string): Promise<void> =>
    void (await trx.deleteFrom('fence_condition').where('fence_id', '=', fence).execute()),
  keepHeard: async (trx: Trx, heard: readonly Heard[]): Promise<void> => {
    await db.raw(trx, keepHeard, [JSON.stringify(heard)])
  },
  /** What was heard after a time, ms since 1970. */
  heard: (trx: Trx, after: number): Promise<Heard[]> =>
    inPages<Heard>(
      async (last) =>
        (await db.raw<Heard>(trx, readHeard, [...(last ? [last.point, last.subject] : [0, '']), pageSize, after])).rows,
    ),
  /** Drops what was heard before: by itself, since who hears it again waits until this is committed, and whole batches of reports with him. */
  forgetHeard: async (until: number): Promise<void> => {
    await db.raw(db.sql, dropHeard, [until])
  },
  stood: (trx: Trx): Promise<Stood[]> =>
    inPages<Stood>(async (last) => {
      const { rows } = await db.raw<StoodRow>(trx, readStood, [last?.device ?? 0, pageSize])
      return rows.map((row) => ({ ...row, since: Number(row.since), gone: row.gone === null ? null : Number(row.gone) }))
    }),
  keepStood: (trx: Trx, kept: readonly Stood[]): Promise<void> => byPage(kept, (json) => db.raw(trx, keepStood, [json])),
  dropStood: async (trx: Trx, ended: readonly Stood[]): Promise<void> => {
    if (ended.length > 0) await db.raw(trx, dropStood, [ended.map(({ device }) => device)])
  },
  near: (trx: Trx): Promise<Near[]> =>
    inPages<Near>(async (last) => {
      const after = last ? [last.point, last.subject] : [0, '']
      const { rows } = await db.raw<NearRow>(trx, readNear, [...after, pageSize])
      return rows.map(({ point, subject, gone }) => ({ point, subject, gone: gone === null ? null : Number(gone) }))
    }),
  keepNear: (trx: Trx, kept: readonly Near[]): Promise<void> => byPage(kept, (json) => db.raw(trx, keepNear, [json])),
  dropNear: (trx: Trx, ended: readonly Near[]): Promise<void> => byPage(ended, (json) => db.raw(trx, dropNear, [json])),
  forgetNear: async (trx: Trx, point: string): Promise<void> =>
    void (await trx.deleteFrom('hazard_near').where('point_id', '=', point).execute()),
})
export type HazardStore = ReturnType<typeof createHazardStore>
