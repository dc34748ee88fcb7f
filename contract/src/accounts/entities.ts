import { z } from 'zod'
import { recordFields, requiredText, text, id, time } from '../kernel/shapes.ts'
import { enumeration } from '../kernel/enumeration.ts'

export const personKind = enumeration({
  employee: { code: 'employee', zh: '员工', en: 'Employee' },
  contractor: { code: 'contractor', zh: '承包商', en: 'Contractor' },
})
/** Whose records a role sees. */
export const roleScope = enumeration({
  all: { code: 'all', zh: '全部', en: 'Everything' },
  own: { code: 'own', zh: '本部门及以下', en: 'Own department and below' },
  chosen: { code: 'chosen', zh: '指定部门', en: 'Chosen departments' },
})

export const deptFields = {
  pid: id.nullable().default(null),
  name: requiredText(64),
  sort: z.number().int().min(0).max(99_999).default(0),
}
export const dept = z
  .object({ ...recordFields, pid: z.string().nullable(), name: z.string(), sort: z.number() })
  .meta({ id: 'Dept' })
export type Dept = z.output<typeof dept>
export interface DeptNode extends Dept {
  children: DeptNode[]
}
export const deptNode: z.ZodType<DeptNode> = dept
  .extend({
    get children() {
      return z.array(deptNode)
    },
  })
  .meta({ id: 'DeptNode' })

/** A person: a user name and a password only if `canLogin`. */
export const userFields = {
  userName: text(64).nullable().default(null),
  cname: requiredText(64),
  workNum: requiredText(32),
  deptId: id.nullable().default(null),
  kind: personKind.schema.default('employee'),
  post: text(64).default(''),
  mobile: text(20).default(''),
  canLogin: z.boolean().default(false),
  enable: z.union([z.literal(0), z.literal(1)]).default(1),
  roleIds: z.array(id).max(50).default([]),
}
export const user = z
  .object({
    ...recordFields,
    userName: z.string().nullable(),
    cname: z.string(),
    workNum: z.string(),
    deptId: z.string().nullable(),
    deptName: z.string().nullable(),
    kind: personKind.schema,
    post: z.string(),
    /** Masked for those without `private:view`. */
    mobile: z.string(),
    canLogin: z.boolean(),
    enable: z.union([z.literal(0), z.literal(1)]),
    roleIds: z.array(z.string()),
    roleNames: z.array(z.string()),
    lastLoginAt: time.nullable(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof user>

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
