import type { Alarm, AlarmFlood } from '@vigil/contract/alarms/entities.ts'
import { create } from 'zustand'
import { emptyBook, withAlarm, withList, type AlarmBook } from './alarm-book.ts'

/** Every open alarm (unhandled or in progress) that the user may see, kept true by the live stream. */
export const useOpenAlarms = create<AlarmBook>(() => emptyBook)

interface Flood extends AlarmFlood {
  /** The number of the event that told it, so that a list that was read earlier does not bring back what is over. */
  readonly seq: number
}
const noFlood: Flood = { since: null, count: 0, seq: 0 }
/** Whether more alarms come to the site than anybody can look at one by one. */
export const useAlarmFlood = create<Flood>(() => noFlood)

export const alarmFlood = {
  take: (flood: AlarmFlood, seq: number): void => {
    if (seq >= useAlarmFlood.getState().seq) useAlarmFlood.setState({ ...flood, seq })
  },
}

export const openAlarms = {
  book: (): AlarmBook => useOpenAlarms.getState(),
  takeList: (list: readonly Alarm[], seq: number): void => useOpenAlarms.setState((book) => withList(book, list, seq)),
  take: (alarm: Alarm, seq: number): void => useOpenAlarms.setState((book) => withAlarm(book, alarm, seq)),
  clear: (): void => {
    useOpenAlarms.setState(emptyBook)
    useAlarmFlood.setState(noFlood)
  },
}
