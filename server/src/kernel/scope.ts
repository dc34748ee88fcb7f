import type { Text } from '@vigil/contract/kernel/text.ts'
import { permissionNames } from '@vigil/contract/menu/product-permissions.ts'
import { superAdministratorRole } from '@vigil/contract/menu/routes.ts'
import { Refusal } from './refusal.ts'

/** Whose records somebody sees and writes: the one rule of the server, told as a table in docs/security.md. */

/** The departments of somebody, with all below them. */
export type Scope = { readonly all: true } | { readonly all: false; readonly deptIds: ReadonlySet<string> }
export const everything: Scope = { all: true }

/** Equal for callers who see the same records, so that what is sent to them is made once. */
export const scopeKey = (scope: Scope): string => (scope.all ? '*' : [...scope.deptIds].sort().join(','))

/** What has no department is the whole site's: every holder of the permission sees it. */
export const maySee = (scope: Scope, deptId: string | null): boolean => scope.all || deptId === null || scope.deptIds.has(deptId)

/**
 * To write, to delete, to take over and to make so: what is the whole site's takes the scope of the whole site. Asked of a
 * record as it stands and of the same record as it is to stand.
 */
export const mayWrite = (scope: Scope, deptId: string | null): boolean =>
  scope.all || (deptId !== null && scope.deptIds.has(deptId))

/** What is missing where a record is seen but not one's to write. */
export const wholeSite: Text = {
  zh: '数据范围“全部”（没有部门的记录属于整个站点）',
  en: 'the data scope “Everything” (records without a department belong to the whole site)',
}

export const widerScope: Text = { zh: '更大的数据范围', en: 'a wider data scope' }

/** Refuses to write what stands in a department: `notFound` for what is not seen, `forbidden` for what is the whole site's. */
export const requireWrite = (scope: Scope, deptId: string | null, what: Text, field?: string): void => {
  if (mayWrite(scope, deptId)) return
  const data = field === undefined ? null : { field }
  if (maySee(scope, deptId)) throw new Refusal('forbidden', { needs: wholeSite }, data)
  throw new Refusal('notFound', { what }, data)
}

/** What somebody may do, and in whose departments: all his permissions hold in all of them. */
export interface Reach {
  /** Of the two administrator roles: no list of permissions tells it. */
  readonly administrator: boolean
  readonly permissions: ReadonlySet<string>
  readonly scope: Scope
}

/** A role as far as it decides what its holders reach. */
export interface Granting {
  readonly scope: 'all' | 'own' | 'chosen'
  readonly permissions: readonly string[]
  readonly deptIds: readonly string[]
}

/** What somebody who stands in a department reaches by his roles; `below` answers a department with all below it. */
export const reachOf = (
  roles: readonly Granting[],
  deptId: string | null,
  below: (deptId: string) => readonly string[],
  administrator = false,
): Reach => {
  const permissions = new Set(roles.flatMap((role) => role.permissions))
  if (administrator || roles.some(({ scope }) => scope === 'all')) return { administrator, permissions, scope: everything }
  const named = roles.flatMap(({ scope, deptIds }) => (scope === 'chosen' ? deptIds : deptId === null ? [] : [deptId]))
  return { administrator, permissions, scope: { all: false, deptIds: new Set(named.flatMap(below)) } }
}

/** What only the holders of that role do; its name is the site's own, in every language. */
export const onlySuperAdministrators: Text = { zh: superAdministratorRole, en: `the role ${superAdministratorRole}` }

/** What of a reach its giver does not have himself, since nobody hands that out; null where there is nothing. */
export const beyond = (own: Reach, other: Reach): Text | null => {
  if (own.administrator) return null
  if (other.administrator) return { zh: '管理员', en: 'Administrator' }
  const permission = [...other.permissions].find((name) => !own.permissions.has(name))
  if (permission !== undefined) return permissionNames([permission])
  return holds(own.scope, other.scope) ? null : widerScope
}

const holds = (outer: Scope, inner: Scope): boolean =>
  outer.all || (!inner.all && [...inner.deptIds].every((deptId) => outer.deptIds.has(deptId)))
