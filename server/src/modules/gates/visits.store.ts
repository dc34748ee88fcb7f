import { sql } from 'kysely'
import { uniqueViolation } from '../../kernel/db.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { scoped } from '../../kernel/listing.ts'
import type { Scope } from '../../kernel/scope.ts'

/** What a step writes. */
export interface StepColumns {
  readonly status?: string
  readonly approver?: string
  readonly refused_for?: string
  readonly training_ack?: Date
  readonly tag_id?: string | null
  readonly tag_no?: string
  readonly tag_back?: boolean
  readonly in_time?: Date
  readonly out_time?: Date
  readonly gate_in?: string
  readonly gate_out?: string
}

export interface Tag {
  readonly id: string
  readonly label: string
  readonly personId: string | null
  readonly deptId: string | null
}

/** A visitor inside with where his tag and his escort's devices were last, as far as that is of now. */
export interface Followed {
  readonly id: string
  readonly visitorName: string
  readonly hostName: string
  readonly deptId: string | null
  readonly deptName: string | null
  readonly allowedAreaIds: readonly string[]
  readonly escortName: string | null
  readonly strayedArea: string | null
  readonly isUnescorted: boolean
  readonly lng: number | null
  readonly lat: number | null
  readonly floor: number | null
  readonly escortLng: number | null
  readonly escortLat: number | null
  /** When his escort was last located since he came, else when he came. */
  readonly escortAt: Date
}

/** Seconds after which a position says nothing of where somebody is now. */
const fresh = 120

export type VisitStore = ReturnType<typeof createVisitStore>

export const createVisitStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => ({
  write: async (trx: Trx, id: string, columns: StepColumns): Promise<void> => {
    const set = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`UPDATE visit SET ${sql.join([...set, sql`version = version + 1`])} WHERE id = ${id}::bigint`.execute(trx)
  },
  gateName: async (trx: Trx, gateId: string, scope: Scope): Promise<string | null> => {
    const { rows } = await sql<{ name: string }>`SELECT name FROM barrier_gate
      WHERE id = ${gateId}::bigint AND ${scoped(scope, sql`dept_id`)}`.execute(trx)
    return rows[0]?.name ?? null
  },
  /** A helmet or badge by its number or by what people call it. */
  tag: async (trx: Trx, number: string): Promise<Tag | null> => {
    const { rows } =
      await sql<Tag>`SELECT id::text, label, person_id::text AS "personId", dept_id::text AS "deptId" FROM devices_watched
      WHERE kind <> 'car' AND enabled AND (code = ${number} OR label = ${number}) ORDER BY code = ${number} DESC, id LIMIT 1`.execute(
        trx,
      )
    return rows[0] ?? null
  },
  /** Another visitor was given the tag at the same moment. */
  isTagTaken: (error: unknown): boolean => uniqueViolation(error) === 'visit_tag',
  /** Why the site lets a visitor in no more; null where it does. */
  banOf: async (trx: Trx, id: string): Promise<string | null> => {
    const { rows } = await sql<{ reason: string }>`SELECT ban.reason FROM visit JOIN visitor_ban AS ban ON ban.deleted_at IS NULL
        AND (ban.id_key <> '' AND ban.id_key = visit.id_key OR ban.phone_key <> '' AND ban.phone_key = visit.phone_key)
      WHERE visit.id = ${id}::bigint ORDER BY ban.id LIMIT 1`.execute(trx)
    return rows[0]?.reason ?? null
  },
  counts: async (scope: Scope) => {
    const now = new Date(clock.now())
    const today = clock.startOfDay(now.getTime())
    const tomorrow = clock.startOfDay(today.getTime() + 36 * 3_600_000)
    const { rows } = await sql<Record<'expected' | 'inside' | 'left' | 'overstayed' | 'pending', number>>`SELECT
        count(*) FILTER (WHERE status = 'approved' AND plan_in >= ${today} AND plan_in < ${tomorrow})::int AS expected,
        count(*) FILTER (WHERE status IN ('inside', 'overstayed'))::int AS inside,
        count(*) FILTER (WHERE status = 'left' AND out_time >= ${today})::int AS left,
        count(*) FILTER (WHERE status = 'overstayed')::int AS overstayed,
        count(*) FILTER (WHERE status = 'pending' AND plan_out >= ${now})::int AS pending
      FROM visit WHERE deleted_at IS NULL AND (status <> 'left' OR out_time >= ${today}) AND ${scoped(scope, sql`dept_id`)}`.execute(
      db.sql,
    )
    return rows[0] ?? { expected: 0, inside: 0, left: 0, overstayed: 0, pending: 0 }
  },
  /** Who is inside beyond his time and not told of as such. */
  late: async (at: Date): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`SELECT id::text FROM visit
      WHERE status = 'inside' AND deleted_at IS NULL AND plan_out < ${at} ORDER BY plan_out LIMIT 200`.execute(db.sql)
    return rows.map(({ id }) => id)
  },
  followed: async (at: Date): Promise<Followed[]> => {
    const isFresh = (name: string) => sql`${sql.ref(`${name}.fix_time`)} > ${at}::timestamptz - ${fresh} * interval '1 s'`
    const { rows } = await sql<Followed>`SELECT visit.id::text, visitor_name AS "visitorName", host_name AS "hostName",
        visit.dept_id::text AS "deptId", dept.name AS "deptName", allowed_area_ids::text[] AS "allowedAreaIds",
        escort.cname AS "escortName", strayed_area::text AS "strayedArea", is_unescorted AS "isUnescorted",
        tag.lng, tag.lat, tag.floor, beside.lng AS "escortLng", beside.lat AS "escortLat",
        greatest(visit.in_time, (
          SELECT max(heard.fix_time) FROM devices_watched AS device JOIN positions_heard AS heard ON heard.device_id = device.id
          WHERE device.person_id = visit.escort_id AND device.kind <> 'car' AND heard.lng IS NOT NULL
        )) AS "escortAt"
      FROM visit
      LEFT JOIN accounts_dept AS dept ON dept.id = visit.dept_id
      LEFT JOIN accounts_person AS escort ON escort.id = visit.escort_id
      LEFT JOIN positions_heard AS tag ON tag.device_id = visit.tag_id AND ${isFresh('tag')} AND tag.fix_time > visit.in_time
      LEFT JOIN LATERAL (
        SELECT heard.lng, heard.lat FROM devices_watched AS device JOIN positions_heard AS heard ON heard.device_id = device.id
        WHERE device.person_id = visit.escort_id AND device.kind <> 'car' AND heard.lng IS NOT NULL AND ${isFresh('heard')}
        ORDER BY heard.fix_time DESC LIMIT 1
      ) AS beside ON true
      WHERE visit.status IN ('inside', 'overstayed') AND visit.deleted_at IS NULL AND visit.tag_id IS NOT NULL
        AND (tag.lng IS NOT NULL OR strayed_area IS NOT NULL OR is_unescorted)`.execute(db.sql)
    return rows
  },
  /** Of who leaves: none of his alarms stands any more. The area of that which did. */
  endAlarms: async (trx: Trx, id: string): Promise<string | null> => {
    const { rows } = await sql<{ area: string | null }>`UPDATE visit SET strayed_area = NULL, is_unescorted = false
      FROM (SELECT id, strayed_area FROM visit WHERE id = ${id}::bigint FOR UPDATE) AS stood
      WHERE visit.id = stood.id RETURNING stood.strayed_area::text AS area`.execute(trx)
    return rows[0]?.area ?? null
  },
  /** What stands of a visitor from now on; false where he left meanwhile, or another server wrote something else of him. */
  noteAlarms: async (
    trx: Trx,
    { id, strayedArea, isUnescorted }: Followed,
    now: Pick<Followed, 'strayedArea' | 'isUnescorted'>,
  ): Promise<boolean> => {
    const { numAffectedRows = 0n } = await sql`UPDATE visit
      SET strayed_area = ${now.strayedArea}::bigint, is_unescorted = ${now.isUnescorted}
      WHERE id = ${id}::bigint AND status IN ('inside', 'overstayed') AND deleted_at IS NULL
        AND strayed_area IS NOT DISTINCT FROM ${strayedArea}::bigint AND is_unescorted = ${isUnescorted}`.execute(trx)
    return numAffectedRows > 0n
  },
})
