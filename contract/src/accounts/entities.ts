import { z } from 'zod'
import { dept, type Dept } from './dept.ts'
import { recordFields, requiredText, text, id } from '../kernel/shapes.ts'
import { enumeration } from '../kernel/enumeration.ts'

/** Whose records a role sees. */
export const roleScope = enumeration({
  all: { code: 'all', zh: '全部', en: 'Everything' },
  own: { code: 'own', zh: '本部门及以下', en: 'Own department and below' },
  chosen: { code: 'chosen', zh: '指定部门', en: 'Chosen departments' },
})

export interface DeptNode extends Dept {
  children: DeptNode[]
}
export const deptNode: z.ZodType<DeptNode> = dept.record
  .extend({
    get children() {
      return z.array(deptNode)
    },
  })
  .meta({ id: 'DeptNode' })

export const roleFields = {
  name: requiredText(64),
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
