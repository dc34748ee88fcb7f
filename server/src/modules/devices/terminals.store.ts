import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'

/** Bytes of a code; terminals keep some twenty characters. */
const codeBytes = 8

const hashOf = (code: string): Buffer => Buffer.from(hash('sha256', code, 'hex'), 'hex')

/** The codes that terminals of vehicles were given when they registered themselves, and show whenever they come. */
export const createTerminalStore = ({ ingest }: Pick<Kernel, 'ingest'>) => ({
  /** A new one in place of any before. */
  enrol: async (deviceId: number): Promise<string> => {
    const code = randomBytes(codeBytes).toString('hex')
    await sql`INSERT INTO vehicle_terminal (device_id, code_hash) VALUES (${deviceId}, ${hashOf(code)})
      ON CONFLICT (device_id) DO UPDATE SET code_hash = excluded.code_hash, enrolled_at = now()`.execute(ingest.sql)
    return code
  },
  /** Whether it is the last one that it was given; a terminal that never was given any shows what it likes. */
  shows: async (deviceId: number, code: string): Promise<boolean> => {
    const { rows } = await sql<{ same: boolean }>`SELECT code_hash = ${hashOf(code)} AS same FROM vehicle_terminal
      WHERE device_id = ${deviceId}`.execute(ingest.sql)
    return rows[0]?.same ?? true
  },
})
