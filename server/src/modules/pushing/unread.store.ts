import { sql } from 'kysely'
import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { PlaceOfPasses } from '../traffic/index.ts'

type Place = Pick<PlaceOfPasses, 'kind' | 'id'>

/** A push that could not be read. */
export interface UnreadPush {
  readonly reason: Text
  /** How it began. */
  readonly said: string
}
/** Such pushes of one device: the last of them, and how many there were. */
export interface UnreadPushes extends UnreadPush {
  readonly count: number
  readonly firstSeen: Date
  readonly lastSeen: Date
}

/** Milliseconds without one after which they are counted anew, and after which they are forgotten. */
const oneRow = 86_400_000
const keptFor = 7 * 86_400_000

export const createUnreadStore = ({ db, ingest, clock }: Pick<Kernel, 'db' | 'ingest' | 'clock'>) => ({
  note: async ({ kind, id }: Place, { reason, said }: UnreadPush): Promise<void> => {
    const now = new Date(clock.now())
    const isOld = sql`known.last_seen < ${new Date(now.getTime() - oneRow)}`
    await sql`INSERT INTO push_unread AS known (place_kind, place_id, reason, reason_en, said, first_seen, last_seen, count)
      VALUES (${kind}, ${id}::bigint, ${reason.zh}, ${reason.en}, ${said}, ${now}, ${now}, 1)
      ON CONFLICT (place_kind, place_id) DO UPDATE SET reason = excluded.reason, reason_en = excluded.reason_en, said = excluded.said,
        first_seen = CASE WHEN ${isOld} THEN excluded.first_seen ELSE known.first_seen END, last_seen = excluded.last_seen,
        count = CASE WHEN ${isOld} THEN 1 ELSE known.count + 1 END`.execute(ingest.sql)
  },
  /** Null where all that it pushed lately was read. */
  of: async ({ kind, id }: Place): Promise<UnreadPushes | null> => {
    const row = await db.sql
      .selectFrom('push_unread')
      .selectAll()
      .where('place_kind', '=', kind)
      .where('place_id', '=', id)
      .where('last_seen', '>=', new Date(clock.now() - keptFor))
      .executeTakeFirst()
    return row === undefined
      ? null
      : {
          reason: { zh: row.reason, en: row.reason_en },
          said: row.said,
          count: row.count,
          firstSeen: row.first_seen,
          lastSeen: row.last_seen,
        }
  },
  forgetOld: async (): Promise<void> => {
    await db.sql
      .deleteFrom('push_unread')
      .where('last_seen', '<', new Date(clock.now() - keptFor))
      .execute()
  },
})
