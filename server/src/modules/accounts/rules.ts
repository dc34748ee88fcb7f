import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import type { Dept } from '@vigil/contract/accounts/dept.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { permissionNames } from '@vigil/contract/site/product-permissions.ts'

interface Granter {
  readonly administrator: boolean
  readonly permissions: ReadonlySet<string>
  readonly scope: { readonly all: true } | { readonly all: false; readonly deptIds: ReadonlySet<string> }
}
interface Granted {
  readonly scope: 'all' | 'own' | 'chosen'
  readonly permissions: readonly string[]
  readonly deptIds: readonly string[]
}

/** What of a role its granter does not hold himself, since nobody grants that; null when there is nothing. */
export const beyondOwn = ({ administrator, permissions, scope }: Granter, role: Granted): Text | null => {
  if (administrator) return null
  const permission = role.permissions.find((name) => !permissions.has(name))
  if (permission !== undefined) return permissionNames([permission])
  if (scope.all || role.scope === 'own') return null
  const wider = role.scope === 'all' || role.deptIds.some((id) => !scope.deptIds.has(id))
  return wider ? { zh: '更大的数据范围', en: 'a wider scope' } : null
}

/** The forest of departments; one whose parent is not in the list stands as a root of its own. */
export const treeOf = (depts: readonly Dept[]): DeptNode[] => {
  const nodes = new Map<string, DeptNode>(depts.map((dept) => [dept.id, { ...dept, children: [] }]))
  const roots: DeptNode[] = []
  for (const node of nodes.values()) {
    const parent = node.pid === null ? undefined : nodes.get(node.pid)
    if (parent) parent.children.push(node)
    else roots.push(node)
  }
  return roots
}
