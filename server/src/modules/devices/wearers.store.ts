import { sql } from 'kysely'
import type { Kernel, Trx } from '../../kernel/kernel.ts'

/** Somebody's wearing of a device, which may be deleted by now. */
export interface Worn {
  readonly deviceId: number
  readonly kind: string
  readonly code: string
  readonly label: string
  readonly personName: string
  readonly workNum: string
  readonly from: Date
  /** Null while he still wears it. */
  readonly until: Date | null
}

/** What devices have of people, for whoever removes one of those or tells somebody what is kept of him. */
export const createWearerStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => ({
  /** Where the devices belong that a person wears. */
  deptsOfWorn: async (trx: Trx, personId: string): Promise<(string | null)[]> =>
    (
      await trx.selectFrom('device').select('dept_id').where('person_id', '=', personId).where('deleted_at', 'is', null).execute()
    ).map(({ dept_id }) => dept_id),
  /** Before a person goes: nobody wears what he wore. */
  releasePerson: async (trx: Trx, personId: string): Promise<void> => {
    await trx.updateTable('device').set({ person_id: null }).where('person_id', '=', personId).execute()
    await sql`UPDATE device_binding SET until_time = ${new Date(clock.now())} WHERE person_id = ${personId}::bigint AND until_time IS NULL`.execute(
      trx,
    )
  },
  /** The same of one who stays as a number: what he wore before, under his new name too. */
  erase: async (
    trx: Trx,
    personId: string,
    { cname, workNum }: { readonly cname: string; readonly workNum: string },
  ): Promise<void> => {
    await sql`UPDATE device SET person_id = NULL, version = version + 1 WHERE person_id = ${personId}::bigint`.execute(trx)
    await sql`UPDATE device_binding SET person_name = ${cname}, work_num = ${workNum},
        until_time = coalesce(until_time, ${new Date(clock.now())}) WHERE person_id = ${personId}::bigint`.execute(trx)
  },
  /** Everything that a person wore, the first first. */
  wornBy: async (personId: string): Promise<Worn[]> => {
    const { rows } = await sql<Worn>`SELECT device.id AS "deviceId", device.kind, device.code, device.label,
        person_name AS "personName", work_num AS "workNum", from_time AS "from", until_time AS until
      FROM device_binding JOIN device ON device.id = device_binding.device_id
      WHERE device_binding.person_id = ${personId}::bigint ORDER BY from_time, device_binding.id`.execute(db.sql)
    return rows
  },
})
