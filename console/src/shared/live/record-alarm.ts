import type { ObjectAlarm } from './alarm-book.ts'
import { useOpenAlarms } from './alarms.ts'
import { useDirectoryRevision } from './hooks.ts'
import { positions } from './live.ts'

/** What the records of a list are for the alarms: devices, by the number that the live stream knows them by too, or people. */
export type Alarmed = 'device' | 'person'

const worst = (alarms: readonly ObjectAlarm[]): ObjectAlarm | undefined =>
  alarms.toSorted((a, b) => Number(a.returned) - Number(b.returned) || a.level - b.level)[0]

const wearerOf = (object: number): string | null => {
  const slot = positions.slotOf(object)
  return slot === undefined ? null : (positions.object(slot)?.userId ?? null)
}

/** The worst open alarm of a record: of a device its own, of somebody that of what he wears or drives. */
export const useRecordAlarm = (alarmed: Alarmed | undefined, id: string): ObjectAlarm | undefined => {
  useDirectoryRevision()
  return useOpenAlarms(({ byObject }) => {
    if (alarmed === undefined || byObject.size === 0) return undefined
    if (alarmed === 'device') return byObject.get(Number(id))
    return worst([...byObject].filter(([object]) => wearerOf(object) === id).map(([, alarm]) => alarm))
  })
}
