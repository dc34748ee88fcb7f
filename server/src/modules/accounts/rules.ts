import type { Dept, DeptNode } from '@vigil/contract/accounts/entities.ts'

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
