import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { create } from 'zustand'
import { emptyBook, withAlarm, withList, type AlarmBook } from './alarm-book.ts'

/** Every open alarm (unhandled or in progress) that the user may see, kept true by the live stream. */
export const useOpenAlarms = create<AlarmBook>(() => emptyBook)

export const openAlarms = {
  book: (): AlarmBook => useOpenAlarms.getState(),
  takeList: (list: readonly Alarm[], seq: number): void => useOpenAlarms.setState((book) => withList(book, list, seq)),
  take: (alarm: Alarm, seq: number): void => useOpenAlarms.setState((book) => withAlarm(book, alarm, seq)),
  clear: (): void => useOpenAlarms.setState(emptyBook),
}
