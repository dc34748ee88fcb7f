import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import type { DeptCount } from '../../shared/live/overview.ts'
import { flatDepts, idsBelow } from '../../shared/pick/departments.ts'

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

/** The lowest departments that are shown: the boxes above them follow, and one above a hidden one would show it again. */
export const shownLowest = (tree: readonly CountedDept[], hidden: ReadonlySet<string>): string[] =>
  flatDepts(tree).flatMap(({ id, children }) => (children.length > 0 || hidden.has(id) ? [] : [id]))

/** What is hidden once these boxes are checked. With some children hidden a department is half checked, and its own people are shown. */
export const hiddenUnless = (tree: readonly CountedDept[], checked: readonly string[]): ReadonlySet<string> => {
  const shown = new Set(checked)
  const partly = ({ children }: CountedDept): boolean => children.some((child) => shown.has(child.id) || partly(child))
  return new Set(flatDepts(tree).flatMap((dept) => (shown.has(dept.id) || partly(dept) ? [] : [dept.id])))
}
