import { sql } from 'kysely'
import type { Database } from './db.ts'

/** For so long a lease is kept for a server that is not heard of any more; milliseconds. */
export const leaseFor = 12_000

/** Something that one server of a database has to itself for as long as it goes on saying so. */
export interface Lease {
  /** Takes it, or shows that it is still wanted; whether one has it now. */
  readonly take: () => Promise<boolean>
  /** Leaves it to others, if one has it. */
  readonly give: () => Promise<void>
}

/** Everything by the database's clock. */
export const createLease = ({ sql: on }: Pick<Database, 'sql'>, name: string, server: string): Lease => ({
  take: async () => {
    const { rows } = await sql`INSERT INTO lease AS known (name, server, until)
        VALUES (${name}, ${server}, now() + ${leaseFor} * interval '1 ms')
      ON CONFLICT (name) DO UPDATE SET server = excluded.server, until = excluded.until
      WHERE known.server = excluded.server OR known.until < now()
      RETURNING name`.execute(on)
    return rows.length > 0
  },
  give: async () => {
    await sql`DELETE FROM lease WHERE name = ${name} AND server = ${server}`.execute(on)
  },
})

/** All of them, of servers that are gone. */
export const dropLeases = async ({ sql: on }: Pick<Database, 'sql'>): Promise<void> => {
  await sql`DELETE FROM lease`.execute(on)
}
