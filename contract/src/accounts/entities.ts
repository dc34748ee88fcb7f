import { z } from 'zod'
import type { Needs } from '../kernel/call.ts'
import { dept, type Dept } from './dept.ts'
import { recordFields, requiredName, text, id } from '../kernel/shapes.ts'
import { enumeration } from '../kernel/enumeration.ts'

/** Whose records a role sees. */
export const roleScope = enumeration({
  all: { code: 'all', zh: '全部', en: 'Everything' },
  own: { code: 'own', zh: '本部门及以下', en: 'Own department and below' },
  chosen: { code: 'chosen', zh: '指定部门', en: 'Chosen departments' },
})

/** Who is told more of a department than its name, as far as it is in his scope. */
export const managesDepts = { anyOf: ['deptMgmt', 'deptMgmt:edit', 'siteMgmt'] } as const satisfies Needs

/** A department in the tree: its name for everybody, the rest of its record for those who manage departments. */
export interface DeptNode extends Pick<Dept, 'id' | 'pid' | 'name'>, Partial<Omit<Dept, 'id' | 'pid' | 'name'>> {
  children: DeptNode[]
}
const named = { id: true, pid: true, name: true } as const
/** A department as who may see departments is told of it: with everything, not its name alone. */
export const isTold = (node: DeptNode): node is DeptNode & Dept => node.version !== undefined

export const deptNode: z.ZodType<DeptNode> = dept.record
  .pick(named)
  .extend(dept.record.omit(named).partial().shape)
  .extend({
    get children() {
      return z.array(deptNode)
    },
  })
  .meta({ id: 'DeptNode' })

export const roleFields = {
  name: requiredName(64),
  scope: roleScope.schema.default('own'),
  deptIds: z.array(id).max(2000).default([]),
  permissions: z.array(text(64)).max(500).default([]),
}
export const role = z
  .object({
    ...recordFields,
    name: z.string(),
    scope: roleScope.schema,
    deptIds: z.array(z.string()),
    permissions: z.array(z.string()),
  })
  .meta({ id: 'Role' })
