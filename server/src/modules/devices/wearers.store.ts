import { sql } from 'kysely'
import { badge } from '@vigil/contract/devices/badge.ts'
import { car } from '@vigil/contract/devices/car.ts'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import { hat } from '@vigil/contract/devices/hat.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { ChangedAlong } from '../../kernel/record-changes.ts'

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

interface Released {
  readonly id: string
  readonly kind: DeviceType
  readonly label: string
  readonly version: number
  readonly dept_id: string | null
}
const titles = { hat: hat.title, badge: badge.title, car: car.title } as const
/** A device that nobody wears any more is another version of it. */
const releaseOf = ({ id, kind, label, version, dept_id }: Released, personId: string): ChangedAlong => {
  const called = { [titles[kind]]: label }
  const before = { ...called, userId: personId, version: version - 1 }
  const after = { ...called, userId: null, version }
  return {
    entry: { module: 'devices', action: 'update', object: kind, objectId: id, before, after },
    // One without a department of its own was its wearer's, and is everybody's now.
    change: { kind, id, deptIds: [dept_id] },
  }
}

/** What devices have of people, for whoever removes one of those or tells somebody what is kept of him. */
export const createWearerStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => ({
  /** Where the devices belong that a person wears. */
  deptsOfWorn: async (trx: Trx, personId: string): Promise<(string | null)[]> =>
    (
      await trx.selectFrom('device').select('dept_id').where('person_id', '=', personId).where('deleted_at', 'is', null).execute()
    ).map(({ dept_id }) => dept_id),
  /**
   * Before a person goes: nobody wears what he wore. One who stays as a number wore it under his new name. What the journal and the
   * consoles are to be told of it.
   */
  release: async (
    trx: Trx,
    personId: string,
    as: { readonly cname: string; readonly workNum: string } | null = null,
  ): Promise<ChangedAlong[]> => {
    const { rows } = await sql<Released>`UPDATE device SET person_id = NULL, version = version + 1
      WHERE person_id = ${personId}::bigint RETURNING id::text, kind, label, version, dept_id::text`.execute(trx)
    await sql`UPDATE device_binding SET until_time = ${new Date(clock.now())}
      WHERE person_id = ${personId}::bigint AND until_time IS NULL`.execute(trx)
    if (as !== null)
      await sql`UPDATE device_binding SET person_name = ${as.cname}, work_num = ${as.workNum}
        WHERE person_id = ${personId}::bigint`.execute(trx)
    return rows.map((row) => releaseOf(row, personId))
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
