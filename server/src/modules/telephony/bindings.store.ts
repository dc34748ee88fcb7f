import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'

/** Where somebody who is registered is reached. */
export interface Binding {
  /** The same for one device at one number, through whichever connection it comes. */
  readonly id: string
  readonly number: string
  /** Of the process that has the connection. */
  readonly server: string
  readonly connection: string
  /** The address that the device gave of itself. */
  readonly contact: string
}

/** Who has the connections that go to a proxy of its own, in the place of a process of ours. */
export const engine = 'engine'
/** Where somebody is reached through that proxy, and in which session, as that is known again; null of a helmet. */
export type EngineBinding = Binding & { readonly mark: string | null }

/** Devices that are registered at one number at once: somebody's consoles on all his screens. */
const devicesAtMost = 8

export const createBindingStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => {
  const now = (): Date => new Date(clock.now())
  const alive = () =>
    db.sql.selectFrom('sip_binding').select(['id', 'number', 'server', 'connection', 'contact']).where('expires_at', '>', now())
  return {
    /** In the place of what its connection was before; false where as many devices have the number as may. */
    save: async ({ id, number, server, connection, contact }: Binding, expiresAt: Date): Promise<boolean> => {
      const { rows } = await sql`WITH before AS (
          DELETE FROM sip_binding WHERE server = ${server} AND connection = ${connection} AND id <> ${id})
        INSERT INTO sip_binding (id, number, server, connection, contact, expires_at)
        SELECT ${id}, ${number}, ${server}, ${connection}, ${contact}, ${expiresAt}::timestamptz
        WHERE (SELECT count(*) FROM sip_binding WHERE number = ${number} AND id <> ${id} AND connection <> ${connection}
          AND expires_at > ${now()}) < ${devicesAtMost}
        ON CONFLICT (id) DO UPDATE SET number = excluded.number, server = excluded.server, connection = excluded.connection,
          contact = excluded.contact, expires_at = excluded.expires_at
        RETURNING id`.execute(db.sql)
      return rows.length > 0
    },
    /** Only as long as it is that connection's: the device may be back by another. */
    drop: async (server: string, connection: string): Promise<void> => {
      await db.sql.deleteFrom('sip_binding').where('server', '=', server).where('connection', '=', connection).execute()
    },
    dropOfServer: async (server: string): Promise<void> => {
      await db.sql.deleteFrom('sip_binding').where('server', '=', server).execute()
    },
    /** Of all servers but these; a proxy of its own is none of them. */
    dropOfOthers: async (servers: readonly string[]): Promise<void> => {
      await db.sql
        .deleteFrom('sip_binding')
        .where('server', 'not in', [engine, ...servers])
        .execute()
    },
    dropExpired: async (): Promise<void> => {
      await db.sql.deleteFrom('sip_binding').where('expires_at', '<=', now()).execute()
    },
    ofNumber: (number: string): Promise<Binding[]> => alive().where('number', '=', number).orderBy('id').execute(),
    byId: async (id: string): Promise<Binding | null> => (await alive().where('id', '=', id).executeTakeFirst()) ?? null,
    /** Of one that is registered through a proxy of its own: in which session. */
    noteSession: async (id: string, mark: string | null): Promise<void> => {
      await db.sql
        .updateTable('sip_binding')
        .set({ session_mark: mark })
        .where('id', '=', id)
        .where('server', '=', engine)
        .execute()
    },
    ofEngine: async (connection?: string): Promise<EngineBinding[]> => {
      const all = alive().select('session_mark as mark').where('server', '=', engine)
      return (connection === undefined ? all : all.where('connection', '=', connection)).execute()
    },
    /** Of all consoles, whose numbers belong to people. */
    ofConsoles: async (): Promise<(Binding & { readonly userId: string })[]> => {
      const { rows } = await sql<Binding & { readonly userId: string }>`
        SELECT binding.id, binding.number, server, connection, contact, owner_id AS "userId"
        FROM sip_binding AS binding JOIN sip_account AS account ON account.number = binding.number
        WHERE account.kind = 'user' AND expires_at > ${now()} ORDER BY binding.id`.execute(db.sql)
      return rows
    },
  }
}
