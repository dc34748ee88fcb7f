import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { create } from 'zustand'

/** What whoever shows an alarm elsewhere may lead to. */
interface AlarmDoors {
  /** Where the live map shows it. */
  readonly placeOf: (alarm: Alarm) => string
  /** Asks whether it is to be confirmed. */
  readonly confirm: (alarm: Alarm) => void
}

/** Null until those who handle alarms have said so. */
export const useAlarmDoors = create<{ readonly doors: AlarmDoors | null }>(() => ({ doors: null }))

/** Whoever handles alarms says so once, at start. */
export const provideAlarmDoors = (doors: AlarmDoors): void => useAlarmDoors.setState({ doors })
