import { sql } from 'kysely'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { pushWay, unknownPushReason } from '@vigil/contract/pushing/entities.ts'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { listRows } from '../../kernel/listing.ts'
import type { PlaceKind } from './places.ts'

export type PushWay = CodeOf<typeof pushWay>

/** A login as it is checked: of each digest H(user name:realm:password), in hexadecimal digits. */
export interface PushLogin {
  readonly kind: PlaceKind
  /** Of the record that it is of. */
  readonly id: string
  readonly userName: string
  readonly ha1: { readonly md5: string; readonly sha256: string }
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** What came of an unknown device since it was last written down. */
export interface UnknownNews {
  readonly way: PushWay
  readonly address: string
  readonly reason: CodeOf<typeof unknownPushReason>
  readonly said: string
  readonly at: Date
  readonly count: number
}

/** Of more, those that were seen last: whoever invents addresses fills nothing. */
const unknownAtMost = 200
const unknownFor = 30 * 86_400_000

interface LoginRow {
  readonly place_kind: PlaceKind
  readonly place_id: string
  readonly user_name: string
  readonly ha1_md5: string
  readonly ha1_sha256: string
  readonly created_at: Date
  readonly last_used_at: Date | null
}
const loginOf = (row: LoginRow): PushLogin => ({
  kind: row.place_kind,
  id: row.place_id,
  userName: row.user_name,
  ha1: { md5: row.ha1_md5, sha256: row.ha1_sha256 },
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})
const oneOf = (row: LoginRow | undefined): PushLogin | null => (row === undefined ? null : loginOf(row))

export type PushingStore = ReturnType<typeof createPushingStore>

export const createPushingStore = ({ db, ingest, clock }: Pick<Kernel, 'db' | 'ingest' | 'clock'>) => ({
  secret: async (): Promise<string> => (await db.sql.selectFrom('push_secret').select('secret').executeTakeFirstOrThrow()).secret,
  /** Until the transaction ends nobody else saves a place of this address. */
  lockAddress: async (trx: Trx, address: string): Promise<void> => {
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.pushAddress}, hashtext(${address}))`.execute(trx)
  },
  loginCalled: async (userName: string): Promise<PushLogin | null> =>
    oneOf(await ingest.sql.selectFrom('push_login').selectAll().where('user_name', '=', userName).executeTakeFirst()),
  loginOf: async (kind: PlaceKind, id: string): Promise<PushLogin | null> =>
    oneOf(
      await ingest.sql
        .selectFrom('push_login')
        .selectAll()
        .where('place_kind', '=', kind)
        .where('place_id', '=', id)
        .executeTakeFirst(),
    ),
  saveLogin: (trx: Trx, { kind, id, userName, ha1 }: Omit<PushLogin, 'createdAt' | 'lastUsedAt'>) =>
    sql`INSERT INTO push_login (place_kind, place_id, user_name, ha1_md5, ha1_sha256, created_at)
      VALUES (${kind}, ${id}::bigint, ${userName}, ${ha1.md5}, ${ha1.sha256}, ${new Date(clock.now())})
      ON CONFLICT (place_kind, place_id) DO UPDATE SET ha1_md5 = excluded.ha1_md5, ha1_sha256 = excluded.ha1_sha256,
        created_at = excluded.created_at, last_used_at = NULL`.execute(trx),
  dropLogin: async (trx: Trx, kind: PlaceKind, id: string): Promise<PushLogin | null> =>
    oneOf(
      await trx
        .deleteFrom('push_login')
        .where('place_kind', '=', kind)
        .where('place_id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    ),
  noteUsed: (userName: string) =>
    ingest.sql
      .updateTable('push_login')
      .set({ last_used_at: new Date(clock.now()) })
      .where('user_name', '=', userName)
      .execute(),

  noteUnknown: async (seen: readonly UnknownNews[]): Promise<void> => {
    const of = <T>(value: (one: UnknownNews) => T): T[] => seen.map(value)
    await sql`INSERT INTO unknown_push (way, address, reason, said, first_seen, last_seen, count)
      SELECT way, address, reason, said, at, at, count FROM unnest(${of(({ way }) => way)}::text[], ${of(({ address }) => address)}::text[],
        ${of(({ reason }) => reason)}::text[], ${of(({ said }) => said)}::text[], ${of(({ at }) => at)}::timestamptz[],
        ${of(({ count }) => count)}::bigint[]) AS seen (way, address, reason, said, at, count)
      ON CONFLICT (way, address) DO UPDATE SET reason = excluded.reason, said = excluded.said, last_seen = excluded.last_seen,
        count = unknown_push.count + excluded.count`.execute(db.sql)
    await sql`DELETE FROM unknown_push WHERE (way, address) IN (
      SELECT way, address FROM unknown_push ORDER BY last_seen DESC, way, address OFFSET ${unknownAtMost})`.execute(db.sql)
  },
  listUnknown: (paging: Paging) =>
    listRows(
      db,
      {
        columns: sql`way, address, reason, said, first_seen, last_seen, count`,
        from: sql`unknown_push`,
        where: [],
        sort: { address: sql`address`, firstSeen: sql`first_seen`, lastSeen: sql`last_seen`, count: sql`count` },
        order: sql`last_seen DESC, way, address`,
        map: (row: {
          way: PushWay
          address: string
          reason: UnknownNews['reason']
          said: string
          first_seen: Date
          last_seen: Date
          count: string
        }) => ({
          way: row.way,
          address: row.address,
          reason: row.reason,
          said: row.said,
          firstSeen: clock.toWire(row.first_seen),
          lastSeen: clock.toWire(row.last_seen),
          count: Number(row.count),
        }),
      },
      paging,
    ),
  /** Whether there was one. */
  forgetUnknown: async (way: PushWay, address: string, on: Trx | typeof db.sql = db.sql): Promise<boolean> =>
    (await on.deleteFrom('unknown_push').where('way', '=', way).where('address', '=', address).returning('way').execute())
      .length > 0,
  forgetOld: () =>
    db.sql
      .deleteFrom('unknown_push')
      .where('last_seen', '<', new Date(clock.now() - unknownFor))
      .execute(),
})
