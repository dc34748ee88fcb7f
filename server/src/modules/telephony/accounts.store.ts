import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Party } from '@vigil/contract/telephony/entities.ts'
import type { Kernel } from '../../kernel/kernel.ts'

export interface StoredAccount {
  readonly number: string
  readonly kind: Party['kind']
  readonly ownerId: string
  readonly password: string
}

const newPassword = (): string => randomBytes(18).toString('base64url')

export const createAccountStore = ({ db }: Pick<Kernel, 'db'>) => {
  const byNumber = async (number: string): Promise<StoredAccount | null> => {
    const row = await db.sql.selectFrom('sip_account').selectAll().where('number', '=', number).executeTakeFirst()
    return row ? { number: row.number, kind: row.kind, ownerId: row.owner_id, password: row.password } : null
  }
  const ofOwner = async (kind: Party['kind'], ownerId: string): Promise<StoredAccount | null> => {
    const row = await db.sql
      .selectFrom('sip_account')
      .selectAll()
      .where('kind', '=', kind)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst()
    return row ? { number: row.number, kind, ownerId, password: row.password } : null
  }
  /** Whose owner has that number no more. */
  const drop = async (number: string): Promise<void> => {
    await db.sql.deleteFrom('sip_account').where('number', '=', number).execute()
  }
  return {
    byNumber,
    ofOwner,
    /** With a number of its own, which is not `everybodys`; an account that is there already stays as it is. */
    makeConsole: async (ownerId: string, everybodys: string): Promise<StoredAccount> => {
      for (;;) {
        const known = await ofOwner('user', ownerId)
        if (known && known.number !== everybodys) return known
        if (known) await drop(known.number)
        // A number may have been given to a helmet by hand.
        await sql`INSERT INTO sip_account (number, kind, owner_id, password)
          SELECT number, 'user', ${ownerId}::bigint, ${newPassword()} FROM (SELECT nextval('sip_console_number')::text AS number) AS next
          WHERE number <> ${everybodys} ON CONFLICT DO NOTHING`.execute(db.sql)
      }
    },
    /** Under the number that its record says; null where somebody else has that. */
    makeHelmet: async (ownerId: string, number: string): Promise<StoredAccount | null> => {
      await sql`INSERT INTO sip_account (number, kind, owner_id, password)
        VALUES (${number}, 'hat', ${ownerId}::bigint, ${newPassword()}) ON CONFLICT DO NOTHING`.execute(db.sql)
      const known = await ofOwner('hat', ownerId)
      if (!known || known.number === number) return known
      await sql`UPDATE sip_account SET number = ${number} WHERE kind = 'hat' AND owner_id = ${ownerId}::bigint
        AND NOT EXISTS (SELECT FROM sip_account WHERE number = ${number})`.execute(db.sql)
      const moved = await ofOwner('hat', ownerId)
      return moved?.number === number ? moved : null
    },
    drop,
    secret: async (): Promise<string> => {
      const made = randomBytes(32).toString('base64url')
      await sql`INSERT INTO sip_secret (secret) VALUES (${made}) ON CONFLICT DO NOTHING`.execute(db.sql)
      return (await db.sql.selectFrom('sip_secret').select('secret').executeTakeFirstOrThrow()).secret
    },
  }
}
