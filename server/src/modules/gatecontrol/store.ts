import { sql } from 'kysely'
import type { CommandOutcome, GateCommand, GateControl } from '@vigil/contract/gatecontrol/entities.ts'
import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { listRows, scoped } from '../../kernel/listing.ts'

/** How a gate is reached, with what it is told to nobody. */
export interface StoredControl extends Omit<GateControl, 'hasPassword'> {
  readonly gateId: string
  readonly password: string
}
interface CommandRow {
  readonly id: string
  readonly gate_id: string
  readonly gate_name: string
  readonly act: GateCommand['act']
  readonly text: string
  readonly reason: string
  readonly by_name: string
  readonly at: Date
  readonly outcome: CommandOutcome
  readonly said: string
  readonly answered_at: Date | null
}
export interface NewCommand extends Pick<GateCommand, 'id' | 'gateId' | 'gateName' | 'act' | 'text' | 'reason' | 'by'> {
  readonly deptId: string | null
}

export type ControlStore = ReturnType<typeof createControlStore>

export const createControlStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => {
  const commandOf = (row: CommandRow): GateCommand => ({
    id: row.id,
    gateId: row.gate_id,
    gateName: row.gate_name,
    act: row.act,
    text: row.text,
    reason: row.reason,
    by: row.by_name,
    at: clock.toWire(row.at),
    outcome: row.outcome,
    said: row.said,
    answeredAt: clock.toWireOrNull(row.answered_at),
  })
  return {
    control: async (gateId: string, on: Trx | typeof db.sql = db.sql): Promise<StoredControl | null> => {
      const row = await on.selectFrom('gate_control').selectAll().where('gate_id', '=', gateId).executeTakeFirst()
      if (!row) return null
      const { make, scheme, host, port, channel, user_name: userName, password, keeps_lists: keepsLists } = row
      return { gateId: row.gate_id, make, scheme, host, port, channel, userName, password, keepsLists }
    },
    controlled: async (): Promise<{ readonly id: string; readonly make: GateControl['make'] }[]> =>
      await db.sql.selectFrom('gate_control').select(['gate_id as id', 'make']).execute(),
    saveControl: (trx: Trx, { gateId, userName, keepsLists, ...told }: StoredControl) => {
      const row = { ...told, user_name: userName, keeps_lists: keepsLists }
      return trx
        .insertInto('gate_control')
        .values({ gate_id: gateId, ...row })
        .onConflict((conflict) => conflict.column('gate_id').doUpdateSet(row))
        .execute()
    },
    dropControl: async (trx: Trx, gateId: string): Promise<boolean> =>
      (await trx.deleteFrom('gate_control').where('gate_id', '=', gateId).returning('gate_id').execute()).length > 0,

    /** Null where a command of this id is there already. */
    begin: async (trx: Trx, { id, gateId, gateName, deptId, act, text, reason, by }: NewCommand): Promise<GateCommand | null> => {
      const row = await trx
        .insertInto('gate_command')
        .values({
          id,
          gate_id: gateId,
          gate_name: gateName,
          dept_id: deptId,
          act,
          text,
          reason,
          by_name: by,
          at: new Date(clock.now()),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returningAll()
        .executeTakeFirst()
      return row ? commandOf(row) : null
    },
    /** Null where the end of it is known already; what a device answered after all takes the place of `unknown`. */
    end: async (trx: Trx, id: string, outcome: CommandOutcome, said: string): Promise<GateCommand | null> => {
      const row = await trx
        .updateTable('gate_command')
        .set({ outcome, said, answered_at: new Date(clock.now()) })
        .where('id', '=', id)
        .where('outcome', 'in', outcome === 'unknown' ? ['sent'] : ['sent', 'unknown'])
        .returningAll()
        .executeTakeFirst()
      return row ? commandOf(row) : null
    },
    command: async (id: string, { caller }: Asked): Promise<GateCommand | null> => {
      const { rows } = await sql<CommandRow>`SELECT * FROM gate_command WHERE id = ${id}::uuid
        AND ${scoped(caller.scope, sql.ref('dept_id'))}`.execute(db.sql)
      return rows[0] ? commandOf(rows[0]) : null
    },
    /** Which of these somebody sees. */
    seen: async (ids: readonly string[], { caller }: Asked): Promise<ReadonlySet<string>> => {
      const { rows } = await sql<{ id: string }>`SELECT id::text FROM gate_command WHERE id::text = ANY(${[...ids]})
        AND ${scoped(caller.scope, sql.ref('dept_id'))}`.execute(db.sql)
      return new Set(rows.map(({ id }) => id))
    },
    /** Those that were sent before an instant and never answered. */
    forsaken: async (before: Date) => {
      const rows = await db.sql
        .selectFrom('gate_command')
        .select(['id', 'gate_name', 'dept_id'])
        .where('outcome', '=', 'sent')
        .where('at', '<', before)
        .execute()
      return rows.map(({ id, gate_name: gateName, dept_id: deptId }) => ({ id, gateName, deptId }))
    },
    list: ({ gateId, ...paging }: Paging & { readonly gateId?: string | undefined }, { caller }: Asked) =>
      listRows<CommandRow, GateCommand>(
        db,
        {
          columns: sql`*`,
          from: sql`gate_command`,
          where: [scoped(caller.scope, sql.ref('dept_id')), ...(gateId === undefined ? [] : [sql`gate_id = ${gateId}::bigint`])],
          sort: { at: sql`at`, gateName: sql`gate_name`, outcome: sql`outcome`, by: sql`by_name` },
          order: sql`at DESC, id`,
          map: commandOf,
        },
        paging,
      ),
  }
}
