import { sql } from 'kysely'
import type { VisitInvitation } from '@vigil/contract/gates/booking.ts'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { scoped } from '../../kernel/listing.ts'
import type { Scope } from '../../kernel/scope.ts'

interface Row {
  readonly id: string
  readonly host_name: string
  readonly dept_id: string | null
  readonly dept_name: string | null
  readonly note: string
  readonly expires_at: Date
  readonly uses: number
  readonly most_uses: number
  readonly made_name: string
  readonly made_at: Date
}
export interface NewInvitation {
  readonly tokenHash: Buffer
  readonly hostName: string
  readonly deptId: string | null
  readonly note: string
  readonly expiresAt: Date
  readonly mostUses: number
  readonly madeBy: string
}
/** What is limited, by whom: an address or a token. */
export interface Ask {
  readonly what: 'book' | 'bookBy' | 'look' | 'wrong'
  readonly key: string
  /** Within an hour. */
  readonly most: number
}

/** Milliseconds in which what is asked is counted. */
const within = 3_600_000

const columns = sql`invitation.id::text, host_name, dept_id::text, dept.name AS dept_name, note, expires_at, uses, most_uses, made_name, made_at`
const from = sql`visit_invitation AS invitation LEFT JOIN accounts_dept AS dept ON dept.id = invitation.dept_id`

export type BookingStore = ReturnType<typeof createBookingStore>

export const createBookingStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => {
  const invitationOf = (row: Row): VisitInvitation => ({
    id: row.id,
    hostName: row.host_name,
    deptId: row.dept_id,
    deptName: row.dept_name ?? '',
    note: row.note,
    expiresAt: clock.toWire(row.expires_at),
    uses: row.uses,
    mostUses: row.most_uses,
    madeBy: row.made_name,
    madeAt: clock.toWire(row.made_at),
  })
  const isValid = () => sql`revoked_at IS NULL AND expires_at > ${new Date(clock.now())}`
  return {
    add: async (trx: Trx, { tokenHash, hostName, deptId, note, expiresAt, mostUses, madeBy }: NewInvitation): Promise<string> => {
      const { id } = await trx
        .insertInto('visit_invitation')
        .values({
          token_hash: tokenHash,
          host_name: hostName,
          dept_id: deptId,
          note,
          expires_at: expiresAt,
          most_uses: mostUses,
          made_name: madeBy,
          made_at: new Date(clock.now()),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    valid: async (scope: Scope): Promise<VisitInvitation[]> => {
      const { rows } = await sql<Row>`SELECT ${columns} FROM ${from} WHERE ${isValid()} AND ${scoped(scope, sql`dept_id`)}
        ORDER BY invitation.id DESC LIMIT 1000`.execute(db.sql)
      return rows.map(invitationOf)
    },
    one: async (trx: Trx, id: string, scope: Scope): Promise<VisitInvitation | null> => {
      const { rows } = await sql<Row>`SELECT ${columns} FROM ${from} WHERE invitation.id = ${id}::bigint AND revoked_at IS NULL
        AND ${scoped(scope, sql`dept_id`)} FOR UPDATE OF invitation`.execute(trx)
      return rows[0] ? invitationOf(rows[0]) : null
    },
    revoke: async (trx: Trx, id: string): Promise<void> => {
      await sql`UPDATE visit_invitation SET revoked_at = ${new Date(clock.now())} WHERE id = ${id}::bigint`.execute(trx)
    },
    /** Of some identifiers those that a scope sees, whether they are still valid or not. */
    seen: async (ids: readonly string[], scope: Scope): Promise<Set<string>> => {
      const { rows } = await sql<{ id: string }>`SELECT id::text FROM visit_invitation
        WHERE id = ANY(${[...ids]}::bigint[]) AND ${scoped(scope, sql`dept_id`)}`.execute(db.sql)
      return new Set(rows.map(({ id }) => id))
    },
    /** A link that holds; locked where somebody books by it. */
    byToken: async (tokenHash: Buffer, trx?: Trx): Promise<VisitInvitation | null> => {
      const { rows } = await sql<Row>`SELECT ${columns} FROM ${from} WHERE token_hash = ${tokenHash} AND ${isValid()}
        ${trx ? sql`FOR UPDATE OF invitation` : sql``}`.execute(trx ?? db.sql)
      return rows[0] ? invitationOf(rows[0]) : null
    },
    use: async (trx: Trx, id: string): Promise<void> => {
      await sql`UPDATE visit_invitation SET uses = uses + 1 WHERE id = ${id}::bigint`.execute(trx)
    },
    bind: async (trx: Trx, visitId: string, tokenHash: Buffer, invitationId: string): Promise<void> => {
      await sql`UPDATE visit SET own_token_hash = ${tokenHash}, invitation_id = ${invitationId}::bigint
        WHERE id = ${visitId}::bigint`.execute(trx)
    },
    /** The visit that somebody booked himself, until some days after it was to end. */
    ownVisit: async (tokenHash: Buffer, endedAfter: Date): Promise<string | null> => {
      const { rows } = await sql<{ id: string }>`SELECT id::text FROM visit
        WHERE own_token_hash = ${tokenHash} AND deleted_at IS NULL AND plan_out > ${endedAfter}`.execute(db.sql)
      return rows[0]?.id ?? null
    },

    /**
     * Counts one in; 0, or where it is one too many after how many seconds the next is taken: once the oldest is an hour old. Of many at
     * once none slips through. With a transaction it counts once that is committed.
     */
    countIn: async ({ what, key, most }: Ask, trx?: Trx): Promise<number> => {
      const now = clock.now()
      const on = trx ?? db.sql
      const wait = async (allowed: number): Promise<number> => {
        const { rows } = await sql<{ n: number; oldest: Date | null }>`SELECT count(*)::int AS n, min(at) AS oldest FROM visit_ask
          WHERE what = ${what} AND key = ${key} AND at > ${new Date(now - within)}`.execute(on)
        const [counted] = rows
        if (!counted || counted.n <= allowed) return 0
        return Math.max(1, ((counted.oldest?.getTime() ?? now) + within - now) / 1_000)
      }
      // Those of one transaction are seen by no other until it ends.
      if (trx) await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.visitAsks}, hashtext(${`${what} ${key}`}))`.execute(trx)
      // Who goes on asking fills no table.
      const before = await wait(most - 1)
      if (before > 0) return before
      await sql`INSERT INTO visit_ask (what, key, at) VALUES (${what}, ${key}, ${new Date(now)})`.execute(on)
      return wait(most)
    },
    forgetAsks: async (): Promise<void> => {
      await sql`DELETE FROM visit_ask WHERE at < ${new Date(clock.now() - within)}`.execute(db.sql)
    },
  }
}
