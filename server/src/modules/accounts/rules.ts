import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import type { Dept } from '@vigil/contract/accounts/dept.ts'

/** A department with all below it, in a tree told by who stands below whom. */
export const belowIn = (pids: ReadonlyMap<string, string | null>): ((id: string) => string[]) => {
  const children = new Map<string | null, string[]>()
  for (const [id, pid] of pids) children.set(pid, [...(children.get(pid) ?? []), id])
  const below = (id: string): string[] => [id, ...(children.get(id) ?? []).flatMap(below)]
  return below
}

/** The forest of departments, of which some are only named; one whose parent is not in the list stands as a root of its own. */
export const treeOf = (depts: readonly Dept[], told: (dept: Dept) => boolean): DeptNode[] => {
  const nodeOf = ({ id, pid, name }: Dept): DeptNode => ({ id, pid, name, children: [] })
  const nodes = new Map(depts.map((dept) => [dept.id, told(dept) ? { ...dept, children: [] } : nodeOf(dept)]))
  const roots: DeptNode[] = []
  for (const node of nodes.values()) {
    const parent = node.pid === null ? undefined : nodes.get(node.pid)
    if (parent) parent.children.push(node)
    else roots.push(node)
  }
  return roots
}
