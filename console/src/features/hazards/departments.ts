import type { DeptNode } from '@vigil/contract/accounts/entities.ts'

const idsBelow = ({ id, children }: DeptNode): string[] => [id, ...children.flatMap(idsBelow)]

const find = (nodes: readonly DeptNode[], id: string): DeptNode | null => {
  for (const node of nodes) {
    const found = node.id === id ? node : find(node.children, id)
    if (found) return found
  }
  return null
}

/** The chosen departments after one was chosen or let go together with all below it. */
export const childrenWith = (nodes: readonly DeptNode[], chosen: readonly string[], id: string, on: boolean): string[] => {
  const node = find(nodes, id)
  const below = node ? idsBelow(node) : [id]
  return on ? [...new Set([...chosen, ...below])] : chosen.filter((dept) => !below.includes(dept))
}

/** Names of all departments by id. */
export const deptNames = (nodes: readonly DeptNode[]): ReadonlyMap<string, string> =>
  new Map(nodes.flatMap((node): [string, string][] => [[node.id, node.name], ...deptNames(node.children)]))
