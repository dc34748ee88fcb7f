import type { z } from 'zod'
import type { dict } from '@vigil/contract/dictionary/dict.ts'

export type Dict = z.output<typeof dict.record>

/** A dictionary with those below it. */
export interface DictNode {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly children: readonly DictNode[]
}

/** The tree of dictionaries in the order of the list; one whose parent is not there stands at the top. */
export const dictTree = (dicts: readonly Dict[]): DictNode[] => {
  const ids = new Set(dicts.map(({ id }) => id))
  const below = new Map<string | null, Dict[]>()
  for (const dict of dicts) {
    const parent = dict.pid !== null && ids.has(dict.pid) ? dict.pid : null
    below.set(parent, [...(below.get(parent) ?? []), dict])
  }
  const nodesOf = (parent: string | null): DictNode[] =>
    (below.get(parent) ?? []).map(({ id, name, code }) => ({ id, name, code, children: nodesOf(id) }))
  return nodesOf(null)
}

/** The dictionaries whose name or code contains a text, with those above them. */
export const foundDicts = (tree: readonly DictNode[], text: string): DictNode[] => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...tree]
  return tree.flatMap((node) => {
    const children = foundDicts(node.children, wanted)
    const itself = [node.name, node.code].some((word) => word.toLowerCase().includes(wanted))
    return itself || children.length > 0
      ? [{ ...node, children: itself && children.length === 0 ? node.children : children }]
      : []
  })
}

/** All of them, each before those below it. */
export const flatDicts = (tree: readonly DictNode[]): DictNode[] => tree.flatMap((node) => [node, ...flatDicts(node.children)])
