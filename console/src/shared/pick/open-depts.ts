import { create } from 'zustand'
import { storedJson } from '../storage.ts'

const isIds = (value: unknown): value is string[] => Array.isArray(value) && value.every((id) => typeof id === 'string')
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const keptOpened = storedJson('session', 'vigil.depts.opened', isIds)
const keptFolded = storedJson('session', 'vigil.depts.folded', isFlag)

interface OpenDepts {
  /** Departments whose children are seen; null until the operator opened or folded one. */
  readonly opened: readonly string[] | null
  /** The tree beside the lists is a slim bar. */
  readonly folded: boolean
}

/** How the operator left the tree of departments: one tree for every screen, until the session ends. */
export const useOpenDepts = create<OpenDepts>(() => ({ opened: keptOpened.read(), folded: keptFolded.read() ?? false }))

export const openDepts = {
  open: (ids: readonly string[]): void => {
    keptOpened.write([...ids])
    useOpenDepts.setState({ opened: ids })
  },
  fold: (folded: boolean): void => {
    keptFolded.write(folded)
    useOpenDepts.setState({ folded })
  },
}
