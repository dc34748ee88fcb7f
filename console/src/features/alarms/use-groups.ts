import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { useState } from 'react'
import { isGroup, type Entry } from './order.ts'

/** Something in a list, with the alarms that are told by it alone. */
export interface Drawn {
  readonly entry: Entry
  readonly tells: readonly Alarm[]
  /** Of a group: its alarms stand below it. */
  readonly isOpen: boolean
}

/**
 * What of a flood's groups is drawn, and how one is turned open or shut. A group in which something is told `whole` stands open; what
 * comes while a hand is there (`known`) is counted, and drawn once it is gone.
 */
export const useGroups = (
  entries: readonly Entry[],
  known: readonly string[] | null,
  whole: string | undefined,
): { readonly drawn: readonly Drawn[]; readonly turn: (cause: string, isOpen: boolean) => void } => {
  const [unfolded, setUnfolded] = useState<readonly string[]>([])
  const drawn = entries.flatMap((entry): Drawn[] => {
    if (!isGroup(entry)) return [{ entry, tells: [entry], isOpen: false }]
    const isOpen = unfolded.includes(entry.cause) || entry.alarms.some(({ id }) => id === whole)
    const members = isOpen ? entry.alarms.filter(({ id }) => known === null || known.includes(id)) : []
    const rest = entry.alarms.filter((alarm) => !members.includes(alarm))
    return [{ entry, tells: rest, isOpen }, ...members.map((alarm) => ({ entry: alarm, tells: [alarm], isOpen: false }))]
  })
  const turn = (cause: string, isOpen: boolean): void =>
    setUnfolded((present) => (isOpen ? present.filter((one) => one !== cause) : [...present, cause]))
  return { drawn, turn }
}
