import { sql } from 'kysely'
import type { Fence, fenceFields } from '@vigil/contract/hazards/entities.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { z } from 'zod'
import type { Asked } from '../../kernel/caller.ts'
import type { Sql } from '../../kernel/db.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { listRows, ofDept, scoped } from '../../kernel/listing.ts'
import { everything, type Scope } from '../../kernel/scope.ts'

export type FenceFields = z.output<z.ZodObject<typeof fenceFields>>
type Filter = { deptId?: string | undefined; recursive?: boolean } & Paging

const fenceColumns = sql`fence.*, dept.name AS dept_name, hazard_area.name AS area_name`
const fenceTables = sql`fence LEFT JOIN accounts_dept AS dept ON dept.id = fence.dept_id LEFT JOIN hazard_area ON hazard_area.id = fence.area_id`
const areaColumns = sql`hazard_area.*, dept.name AS dept_name`
const areaTables = sql`hazard_area LEFT JOIN accounts_dept AS dept ON dept.id = hazard_area.dept_id`

interface FenceRow
  extends Omit<
    Fence,
    | 'halfWidth'
    | 'allowDeptIds'
    | 'allowUserIds'
    | 'deviceTypes'
    | 'minInside'
    | 'minOutside'
    | 'deptId'
    | 'areaId'
    | 'enable'
    | 'deptName'
    | 'areaName'
  > {
  half_width: number | null
  allow_dept_ids: string[]
  allow_user_ids: string[]
  device_types: Fence['deviceTypes']
  min_inside: number
  min_outside: number
  dept_id: string | null
  area_id: string | null
  enabled: boolean
  dept_name: string | null
  area_name: string | null
}
const fenceOf = (row: FenceRow): Fence => ({
  id: row.id,
  version: row.version,
  name: row.name,
  type: row.type,
  shape: row.shape,
  points: row.points,
  radius: row.radius,
  halfWidth: row.half_width,
  floor: row.floor,
  level: row.level,
  schedule: row.schedule,
  allowDeptIds: row.allow_dept_ids,
  allowUserIds: row.allow_user_ids,
  deviceTypes: row.device_types,
  minInside: row.min_inside,
  minOutside: row.min_outside,
  deptId: row.dept_id,
  areaId: row.area_id,
  enable: row.enabled ? 1 : 0,
  colour: row.colour,
  remark: row.remark,
  deptName: row.dept_name,
  areaName: row.area_name,
})
const fenceRow = (fields: FenceFields) => ({
  name: fields.name,
  type: fields.type,
  shape: fields.shape,
  points: JSON.stringify(fields.points),
  radius: fields.radius,
  half_width: fields.halfWidth,
  floor: fields.floor,
  level: fields.level,
  schedule: JSON.stringify(fields.schedule),
  allow_dept_ids: fields.allowDeptIds,
  allow_user_ids: fields.allowUserIds,
  device_types: fields.deviceTypes,
  min_inside: fields.minInside,
  min_outside: fields.minOutside,
  dept_id: fields.deptId,
  area_id: fields.areaId,
  enabled: fields.enable === 1,
  colour: fields.colour,
  remark: fields.remark,
})

interface AreaRow extends Omit<HazardArea, 'equipCode' | 'riskLevel' | 'maxCount' | 'deptId' | 'deptName'> {
  equip_code: HazardArea['equipCode']
  risk_level: HazardArea['riskLevel']
  max_count: number | null
  dept_id: string | null
  dept_name: string | null
}
const areaOf = (row: AreaRow): HazardArea => ({
  id: row.id,
  version: row.version,
  name: row.name,
  code: row.code,
  points: row.points,
  equipCode: row.equip_code,
  riskLevel: row.risk_level,
  maxCount: row.max_count,
  deptId: row.dept_id,
  responsible: row.responsible,
  deptName: row.dept_name,
})
export const createHazardStore = ({ db }: Kernel) => {
  const fences = async (on: Sql | Trx, id: string | null, scope: Scope): Promise<Fence[]> => {
    const { rows } = await sql<FenceRow>`SELECT ${fenceColumns} FROM ${fenceTables}
      WHERE (${id}::bigint IS NULL OR fence.id = ${id}::bigint) AND ${scoped(scope, sql.ref('fence.dept_id'))} ORDER BY fence.id`.execute(
      on,
    )
    return rows.map(fenceOf)
  }
  return {
    /** What tells one state of all fences and areas from another: how many, their versions, their numbers. */
    digest: async (): Promise<string> => {
      const { rows } = await sql<{ digest: string }>`SELECT concat_ws(' ',
        (SELECT concat_ws(':', count(*), sum(version), sum(id)) FROM fence), (SELECT concat_ws(':', count(*), sum(version), sum(id)) FROM hazard_area),
        (SELECT concat_ws(':', count(*), sum(version)) FROM accounts_dept)) AS digest`.execute(db.sql)
      return rows[0]?.digest ?? ''
    },
    allFences: () => fences(db.sql, null, everything),
    /** The departments whose people and devices each fence judges that has one: that department and all below it. */
    judgedDepts: async (): Promise<Map<string, ReadonlySet<string>>> => {
      const { rows } = await sql<{ id: string; depts: string[] }>`SELECT fence.id::text, ARRAY(WITH RECURSIVE below AS (
          SELECT fence.dept_id AS id UNION SELECT dept.id FROM accounts_dept AS dept JOIN below ON dept.pid = below.id
        ) SELECT id::text FROM below) AS depts FROM fence WHERE dept_id IS NOT NULL`.execute(db.sql)
      return new Map(rows.map(({ id, depts }) => [id, new Set(depts)]))
    },
    allAreas: async (): Promise<HazardArea[]> => {
      const { rows } = await sql<AreaRow>`SELECT ${areaColumns} FROM ${areaTables} ORDER BY hazard_area.id`.execute(db.sql)
      return rows.map(areaOf)
    },
    fence: async (trx: Trx, id: string, asked: Asked): Promise<Fence | null> =>
      (await fences(trx, id, asked.caller.scope))[0] ?? null,
    listFences: ({ deptId, recursive, ...paging }: Filter, asked: Asked) =>
      listRows<FenceRow, Fence>(
        db,
        {
          columns: fenceColumns,
          from: fenceTables,
          where: [scoped(asked.caller.scope, sql.ref('fence.dept_id')), ofDept('fence.dept_id', deptId, recursive ?? true)],
          sort: { name: sql`fence.name`, level: sql`fence.level`, type: sql`fence.type` },
          order: sql`fence.level, fence.name, fence.id`,
          map: fenceOf,
        },
        paging,
      ),
    lockFence: (trx: Trx, id: string) => trx.selectFrom('fence').select('id').where('id', '=', id).forUpdate().execute(),
    createFence: async (trx: Trx, fields: FenceFields): Promise<string> =>
      (await trx.insertInto('fence').values(fenceRow(fields)).returning('id').executeTakeFirstOrThrow()).id,
    updateFence: (trx: Trx, id: string, fields: FenceFields) =>
      trx
        .updateTable('fence')
        .set((eb) => ({ ...fenceRow(fields), version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute(),
    deleteFence: (trx: Trx, id: string) => trx.deleteFrom('fence').where('id', '=', id).execute(),
    /** How many areas and fences stand in a department. */
    countIn: async (trx: Trx, deptId: string): Promise<number> => {
      const { rows } = await sql<{ count: number }>`SELECT ((SELECT count(*) FROM hazard_area WHERE dept_id = ${deptId}::bigint)
        + (SELECT count(*) FROM fence WHERE dept_id = ${deptId}::bigint))::int AS count`.execute(trx)
      return rows[0]?.count ?? 0
    },
    usesOfArea: async (trx: Trx, id: string): Promise<{ fences: number; points: number }> => {
      const { rows } = await sql<{ fences: number; points: number }>`SELECT
        (SELECT count(*)::int FROM fence WHERE area_id = ${id}::bigint) AS fences,
        (SELECT count(*)::int FROM hazard_point WHERE area_id = ${id}::bigint) AS points`.execute(trx)
      return rows[0] ?? { fences: 0, points: 0 }
    },
  }
}
export type HazardStore = ReturnType<typeof createHazardStore>
