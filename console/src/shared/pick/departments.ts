/** What a tree of departments has to know of each; the contract's `DeptNode` does. */
export interface TreeDept {
  readonly id: string
  readonly name: string
  readonly children: readonly TreeDept[]
}

/** A department of one kind, whose children are of that kind too. */
export type Nested<Dept> = Omit<TreeDept, 'children'> & { readonly children: readonly Dept[] }

/** A department's id and those of all below it. */
export const idsBelow = ({ id, children }: Pick<TreeDept, 'id' | 'children'>): string[] => [id, ...children.flatMap(idsBelow)]

/** Every department, those above before those below them. */
export const flatDepts = <Dept extends Nested<Dept>>(tree: readonly Dept[]): Dept[] =>
  tree.flatMap((dept) => [dept, ...flatDepts(dept.children)])

export const findDept = <Dept extends Nested<Dept>>(tree: readonly Dept[], id: string): Dept | null =>
  deptPath(tree, id).at(-1) ?? null

/** The departments from the top down to one, itself included; empty where it is not in the tree. */
export const deptPath = <Dept extends Nested<Dept>>(tree: readonly Dept[], id: string): Dept[] => {
  for (const dept of tree) {
    if (dept.id === id) return [dept]
    const below = deptPath(dept.children, id)
    if (below.length > 0) return [dept, ...below]
  }
  return []
}

/** Whether a department may be moved below another: neither itself nor below itself, and not where it stands already. */
export const mayStandBelow = <Dept extends Nested<Dept>>(tree: readonly Dept[], id: string, aim: string): boolean => {
  const above = deptPath(tree, aim)
  return above.length > 0 && above.every((dept) => dept.id !== id) && deptPath(tree, id).at(-2)?.id !== aim
}

/** Ids of the departments above one: those to open, so that it is seen. */
export const idsAbove = (tree: readonly TreeDept[], id: string): string[] =>
  deptPath(tree, id)
    .slice(0, -1)
    .map((dept) => dept.id)

/** Names of all departments by id. */
export const deptNames = (tree: readonly TreeDept[]): ReadonlyMap<string, string> =>
  new Map(flatDepts(tree).map(({ id, name }) => [id, name]))

/** The chosen departments after one was chosen or let go together with all below it. */
export const childrenWith = (tree: readonly TreeDept[], chosen: readonly string[], id: string, on: boolean): string[] => {
  const dept = findDept(tree, id)
  const below = new Set(dept ? idsBelow(dept) : [id])
  return on ? [...new Set([...chosen, ...below])] : chosen.filter((other) => !below.has(other))
}

/** Departments that are not chosen themselves but have a chosen one below them. */
export const partlyChosen = (tree: readonly TreeDept[], chosen: ReadonlySet<string>): string[] => {
  const partly: string[] = []
  const look = ({ id, children }: TreeDept): boolean => {
    const below = children.map(look).includes(true)
    if (below && !chosen.has(id)) partly.push(id)
    return below || chosen.has(id)
  }
  for (const dept of tree) look(dept)
  return partly
}

/** How many records each department has with those below it; what belongs to none of the tree counts under ''. */
export const countsWithBelow = (tree: readonly TreeDept[], own: ReadonlyMap<string, number>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  const add = ({ id, children }: TreeDept): number => {
    const sum = children.reduce((before, child) => before + add(child), own.get(id) ?? 0)
    counts.set(id, sum)
    return sum
  }
  for (const dept of tree) add(dept)
  let rest = 0
  for (const [id, count] of own) if (!counts.has(id)) rest += count
  return counts.set('', rest)
}

export interface FoundDepts {
  /** The tree without the branches in which nothing was found. */
  readonly nodes: readonly TreeDept[]
  /** Departments to open, so that everything found is seen. */
  readonly open: readonly string[]
}

/** What of a tree is found by name: a department that is found keeps all that is below it. */
export const foundDepts = (tree: readonly TreeDept[], finds: (name: string) => boolean): FoundDepts => {
  const open: string[] = []
  const look = (dept: TreeDept): TreeDept | null => {
    const below = dept.children.flatMap((child) => look(child) ?? [])
    if (below.length > 0) open.push(dept.id)
    if (finds(dept.name)) return dept
    return below.length > 0 ? { ...dept, children: below } : null
  }
  return { nodes: tree.flatMap((dept) => look(dept) ?? []), open }
}

/** A department with those above it, `烧成车间 / 煤磨工段`; the one at the very top is left out. Null where it is unknown. */
export const deptTitle = (tree: readonly TreeDept[], id: string): string | null => {
  const path = deptPath(tree, id)
  const shown = tree.length === 1 && path.length > 1 ? path.slice(1) : path
  return shown.length === 0 ? null : shown.map(({ name }) => name).join(' / ')
}
