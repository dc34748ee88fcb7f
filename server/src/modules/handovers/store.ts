import { sql, type RawBuilder } from 'kysely'
import { handoverCalls } from '@vigil/contract/handovers/calls.ts'
import type { ShiftHandover, WholeShiftFacts } from '@vigil/contract/handovers/entities.ts'
import type { Page, Paging } from '@vigil/contract/kernel/shapes.ts'
import { mayAsk, type Asked, type Caller } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { listRows, toldOf } from '../../kernel/listing.ts'
import { shownTo } from './shown.ts'

interface Row {
  readonly id: string
  readonly version: number
  readonly given_by: string
  readonly given_name: string
  readonly given_at: Date
  readonly to_name: string
  readonly note: string
  readonly facts: WholeShiftFacts
  readonly taken_name: string
  readonly taken_at: Date | null
  readonly withdrawn_at: Date | null
  readonly dept_id: string | null
  readonly dept_name: string | null
}

const columns = sql`shift_handover.id::text AS id, shift_handover.version, given_by::text, given_name, given_at, to_name, note, facts,
  taken_name, taken_at, withdrawn_at, dept_id::text, dept.name AS dept_name`
const from = sql`shift_handover LEFT JOIN accounts_dept AS dept ON dept.id = dept_id`

/** What a caller reads: of people in his scope, what he gave, and what was to be his. */
const readable = ({ caller }: Asked): RawBuilder<unknown> =>
  sql`(${toldOf(caller, sql`given_by`, sql`dept_id`)} OR to_id = ${caller.userId}::bigint)`

/** As the index of what somebody has that waits. */
const waiting = sql`taken_at IS NULL AND withdrawn_at IS NULL`

interface Somebody {
  readonly id: string
  readonly name: string
}
interface Given {
  readonly by: Caller
  readonly at: Date
  readonly to: Somebody | null
  readonly note: string
  readonly facts: WholeShiftFacts
}

/** What one person hands over in so long (ms), withdrawn or not: a shift has one, and a few that he thought better of. Each keeps how the site stood. */
export const givenRule = { most: 12, within: 3_600_000 } as const

export const createHandoverStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => {
  const handoverOf =
    (asked: Asked) =>
    ({
      id,
      version,
      given_by,
      given_name,
      given_at,
      to_name,
      note,
      facts,
      taken_name,
      taken_at,
      withdrawn_at,
      dept_id,
      dept_name,
    }: Row): ShiftHandover => ({
      id,
      version,
      givenBy: given_name,
      givenAt: clock.toWire(given_at),
      toUser: to_name,
      note,
      facts: shownTo(facts, asked.caller, given_by === asked.caller.userId),
      takenBy: taken_name,
      takenAt: taken_at && clock.toWire(taken_at),
      withdrawnAt: withdrawn_at && clock.toWire(withdrawn_at),
      deptId: dept_id,
      deptName: dept_name,
      mine: taken_at === null && withdrawn_at === null && given_by !== asked.caller.userId,
      own: given_by === asked.caller.userId,
    })
  const one = async (on: Trx, id: string, asked: Asked): Promise<ShiftHandover | null> => {
    const { rows } = await sql<Row>`SELECT ${columns} FROM ${from} WHERE shift_handover.id = ${id}::bigint AND ${readable(asked)}
      FOR UPDATE OF shift_handover`.execute(on)
    return rows[0] ? handoverOf(asked)(rows[0]) : null
  }
  return {
    one,
    page: async (
      { isTaken, isOwn, ...paging }: { readonly isTaken?: boolean | undefined; readonly isOwn?: boolean | undefined } & Paging,
      asked: Asked,
    ): Promise<Page<ShiftHandover>> => {
      const listing = {
        columns,
        from,
        where: [
          readable(asked),
          ...(isTaken === undefined ? [] : [isTaken ? sql`taken_at IS NOT NULL` : waiting]),
          ...(isOwn === undefined ? [] : [sql`(given_by = ${asked.caller.userId}::bigint) = ${isOwn}`]),
        ],
        sort: { givenAt: sql`given_at`, takenAt: sql`taken_at` },
        order: sql`given_at DESC, shift_handover.id DESC`,
        map: handoverOf(asked),
      }
      const found = await listRows<Row, ShiftHandover>(db, listing, { ...paging, pageNum: paging.pageNum ?? 1 })
      return Array.isArray(found) ? { list: found, total: found.length } : found
    },
    /** Of the log's rows those that tell of a handover that the caller may read. */
    seen: async (ids: readonly string[], asked: Asked): Promise<ReadonlySet<string>> => {
      if (!mayAsk(asked.caller, handoverCalls.listZdHandoverPage.needs)) return new Set()
      const { rows } = await sql<{ id: string }>`SELECT id::text AS id FROM shift_handover
        WHERE id = ANY(${[...ids]}::bigint[]) AND ${readable(asked)}`.execute(db.sql)
      return new Set(rows.map(({ id }) => id))
    },
    /** Whether one that somebody gave waits, and in how many seconds he may give another. */
    mayGive: async ({ userId }: Caller, at: Date): Promise<{ readonly waits: boolean; readonly seconds: number }> => {
      const { most, within } = givenRule
      const { rows } = await sql<{ waits: boolean; nth: Date | null }>`SELECT
          EXISTS (SELECT FROM shift_handover WHERE given_by = ${userId}::bigint AND ${waiting}) AS waits,
          (SELECT given_at FROM shift_handover WHERE given_by = ${userId}::bigint AND given_at > ${new Date(at.getTime() - within)}
            ORDER BY given_at DESC, id DESC OFFSET ${most - 1} LIMIT 1) AS nth`.execute(db.sql)
      const { waits = false, nth = null } = rows[0] ?? {}
      return { waits, seconds: nth === null ? 0 : (nth.getTime() + within - at.getTime()) / 1000 }
    },
    /** Null where one that he gave still waits. */
    give: async (trx: Trx, { by, at, to, note, facts }: Given): Promise<string | null> => {
      const { rows } = await sql<{
        id: string
      }>`INSERT INTO shift_handover (given_by, given_name, given_at, to_id, to_name, dept_id, note, facts)
        VALUES (${by.userId}::bigint, ${by.cname}, ${at}, ${to?.id ?? null}::bigint, ${to?.name ?? ''}, ${by.deptId}::bigint, ${note},
          ${JSON.stringify(facts)})
        ON CONFLICT (given_by) WHERE ${waiting} DO NOTHING RETURNING id::text AS id`.execute(trx)
      return rows[0]?.id ?? null
    },
    take: async (trx: Trx, id: string, by: Caller, at: Date): Promise<void> => {
      await sql`UPDATE shift_handover SET taken_by = ${by.userId}::bigint, taken_name = ${by.cname}, taken_at = ${at}, version = version + 1
        WHERE id = ${id}::bigint`.execute(trx)
    },
    withdraw: async (trx: Trx, id: string, at: Date): Promise<void> => {
      await sql`UPDATE shift_handover SET withdrawn_at = ${at}, version = version + 1 WHERE id = ${id}::bigint`.execute(trx)
    },
  }
}
export type HandoverStore = ReturnType<typeof createHandoverStore>
