import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import type { DeptCount } from '../../shared/live/overview.ts'

/** A department with everything below it counted. */
export interface CountedDept {
  readonly id: string
  readonly name: string
  readonly online: number
  readonly total: number
  readonly children: readonly CountedDept[]
}

const counted = (node: DeptNode, byDept: ReadonlyMap<string, DeptCount>): CountedDept => {
  const children = node.children.map((child) => counted(child, byDept))
  const own = byDept.get(node.id) ?? { online: 0, total: 0 }
  return {
    id: node.id,
    name: node.name,
    online: own.online + children.reduce((sum, { online }) => sum + online, 0),
    total: own.total + children.reduce((sum, { total }) => sum + total, 0),
    children,
  }
}

/** The tree with its counts; what belongs to no department of it comes last, under the id ''. */
export const countDepartments = (
  nodes: readonly DeptNode[],
  byDept: ReadonlyMap<string, DeptCount>,
  nameOfRest: string,
): CountedDept[] => {
  const tree = nodes.map((node) => counted(node, byDept))
  const known = new Set(tree.flatMap(idsBelow))
  let [online, total] = [0, 0]
  for (const [id, count] of byDept) {
    if (known.has(id)) continue
    online += count.online
    total += count.total
  }
  return total === 0 ? tree : [...tree, { id: '', name: nameOfRest, online, total, children: [] }]
}

/** A department's id and those of all below it. */
export const idsBelow = ({ id, children }: { readonly id: string; readonly children: readonly CountedDept[] }): string[] => [
  id,
  ...children.flatMap(idsBelow),
]

export const findDept = (tree: readonly CountedDept[], id: string): CountedDept | null => {
  for (const dept of tree) {
    const found = dept.id === id ? dept : findDept(dept.children, id)
    if (found) return found
  }
  return null
}
