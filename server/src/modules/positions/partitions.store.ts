import type { Sql, Trx } from '../../kernel/db.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { NotReady } from '../../kernel/refusal.ts'
import { dayMs, dayOf, hourMs, hourOf } from './fix.ts'

/** A table that holds a stretch of time: ms since 1970, the end not included. */
export interface Partition {
  readonly name: string
  readonly start: number
  readonly end: number
}
/** Where reports go whose hour has no table of its own: late ones, mostly. */
export const defaultPartition = 'position_default'

const stamp = (time: number, digits: number): string => new Date(time).toISOString().replaceAll(/\D/g, '').slice(0, digits)
const hourName = (start: number): string => `position_${stamp(start, 10)}`
const packedName = (start: number): string => `packed_position_${stamp(start, 8)}`
const partitionOf = (name: string): Partition => {
  const [, year = '', month = '', date = '', hour] = /_(\d{4})(\d\d)(\d\d)(\d\d)?$/.exec(name) ?? []
  const start = Date.UTC(Number(year), Number(month) - 1, Number(date), Number(hour ?? 0))
  return { name, start, end: start + (hour === undefined ? dayMs : hourMs) }
}

/**
 * Making and dropping a partition locks tables that every report goes through. So long, in ms, may it wait for them, and so long
 * take in all, and with it whoever comes meanwhile; what does not come to pass in that time is tried again later.
 */
const patience = 200
const duration = 600
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)
const lockNotAvailable = '55P03'
/** Another process dropped the table meanwhile. */
export const isGone = (error: unknown): boolean => codeOf(error) === '42P01'
/** Somebody else made it, or rows of it stand in the default partition, which keeps them then. */
const isThereAlready = (error: unknown): boolean => ['42P07', '42710', '23505', '23514', '42809'].includes(String(codeOf(error)))

export const createPartitionStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => {
  const childrenOf = async (parent: string): Promise<Partition[]> => {
    const { rows } = await db.raw<{ name: string }>(
      db.sql,
      `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
       WHERE inhparent = $1::regclass AND child.relname ~ '_\\d{8}(\\d{2})?$'`,
      [parent],
    )
    return rows.map(({ name }) => partitionOf(name)).sort((a, b) => a.start - b.start)
  }
  /** False when others were in the way for too long, or had done it. */
  const briefly = async (work: (trx: Trx) => Promise<boolean>): Promise<boolean> => {
    try {
      return await db.transaction(async (trx) => {
        await db.raw(trx, `SET LOCAL lock_timeout = ${patience}`)
        await db.raw(trx, `SET LOCAL statement_timeout = ${duration}`)
        return work(trx)
      })
    } catch (error) {
      // A statement that took too long looks like a database that is away; if it is, the next one tells.
      if (codeOf(error) === lockNotAvailable || isGone(error) || error instanceof NotReady) return false
      throw error
    }
  }
  const attach = async (parent: string, { name, start, end }: Partition): Promise<boolean> => {
    const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()]
    try {
      return await briefly(async (trx) => {
        await db.raw(trx, `CREATE TABLE ${name} (LIKE ${parent} INCLUDING ALL)`)
        // Unlike CREATE … PARTITION OF, this lets others read and write the parent meanwhile.
        await db.raw(trx, `ALTER TABLE ${parent} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`)
        return true
      })
    } catch (error) {
      if (isThereAlready(error)) return false
      throw error
    }
  }
  const isEmpty = async (on: Sql | Trx, name: string): Promise<boolean> =>
    (await db.raw(on, `SELECT FROM ${name} LIMIT 1`)).rows.length === 0

  const raw = (): Promise<Partition[]> => childrenOf('position')
  const packed = (): Promise<Partition[]> => childrenOf('packed_position')

  return {
    /** Tables of reports as they came, the oldest first, without the default one. Older sites have whole days among them. */
    raw,
    /** Days of packed hours, the oldest first. */
    packed,
    /** Makes the tables of the last hour to the one after the next that are not there yet. */
    prepareHours: async (): Promise<void> => {
      const known = await raw()
      const now = hourOf(clock.now())
      for (let start = now - hourMs; start <= now + 2 * hourMs; start += hourMs) {
        if (known.some((one) => one.start <= start && start < one.end)) continue
        await attach('position', { name: hourName(start), start, end: start + hourMs })
      }
    },
    /** Makes the table for packed hours of the day of `time`; false when it could not be made now. */
    preparePacked: async (time: number): Promise<boolean> => {
      const start = dayOf(time)
      const isThere = async (): Promise<boolean> => (await packed()).some((one) => one.start === start)
      return (
        (await isThere()) ||
        (await attach('packed_position', { name: packedName(start), start, end: start + dayMs })) ||
        isThere()
      )
    },
    /** `told` runs in the same transaction, last. False when others were in the way. */
    drop: (name: string, told: (trx: Trx) => Promise<void> = async () => undefined): Promise<boolean> =>
      briefly(async (trx) => {
        await db.raw(trx, `DROP TABLE ${name}`)
        await told(trx)
        return true
      }),
    /** Drops a table if nothing is in it any more; of the default one, the room that it takes. */
    dropIfEmpty: async (name: string): Promise<boolean> => {
      const { rows } = await db.raw<{ size: string }>(db.sql, 'SELECT pg_relation_size($1::regclass) AS size', [name])
      if (name === defaultPartition && Number(rows[0]?.size) === 0) return false
      // Looked at twice: the first look, which may take its time over what was deleted, locks nobody out.
      if (!(await isEmpty(db.sql, name))) return false
      return briefly(async (trx) => {
        await db.raw(trx, `LOCK TABLE ONLY ${name} IN ACCESS EXCLUSIVE MODE`)
        if (!(await isEmpty(trx, name))) return false
        await db.raw(trx, name === defaultPartition ? `TRUNCATE ${name}` : `DROP TABLE ${name}`)
        return true
      })
    },
    /** How many positions a table holds. */
    positionsIn: async (name: string): Promise<number> => {
      const counted = name.startsWith('packed') ? 'coalesce(sum(fixes), 0)' : 'count(*)'
      const { rows } = await db.raw<{ positions: string }>(db.sql, `SELECT ${counted} AS positions FROM ${name}`)
      return Number(rows[0]?.positions ?? 0)
    },
    /** Deletes the oldest of what the default table holds from before `time`, at most so many; how many that were. */
    deleteStrays: async (time: number, atMost: number): Promise<number> => {
      const { affected } = await db.raw(
        db.sql,
        `DELETE FROM ${defaultPartition} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${defaultPartition} WHERE fix_time < $1 LIMIT ${atMost}))`,
        [new Date(time)],
      )
      return affected
    },
    /** Bytes. */
    databaseSize: async (): Promise<number> => {
      const { rows } = await db.raw<{ size: string }>(db.sql, 'SELECT pg_database_size(current_database()) AS size')
      return Number(rows[0]?.size ?? 0)
    },
  }
}
export type PartitionStore = ReturnType<typeof createPartitionStore>
