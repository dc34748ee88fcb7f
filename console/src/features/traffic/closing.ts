import { create } from 'zustand'
import type { TrafficStop } from './records.ts'

/** As much of a record as the dialog can be opened with; the rest of it is fetched. */
export type KnownOfStop = Pick<TrafficStop, 'id' | 'illegalPlace' | 'passTime' | 'nSpeed'>

interface Closing {
  readonly known: KnownOfStop | null
  /** The whole record as it stood when it was first known here. */
  readonly seen: TrafficStop | null
  /** The same record as it stands now. */
  readonly now: TrafficStop | null
  /** What the operator writes of it. */
  readonly note: string
  /** It came by itself; nobody asked for it. */
  readonly came: boolean
  /** Grows with each opening, which brings the dialog to the front. */
  readonly opening: number
}
const closed = { known: null, seen: null, now: null, note: '', came: false } as const

const isWhole = (record: KnownOfStop | TrafficStop): record is TrafficStop => 'version' in record

/** The one speeding record that is about to be closed. */
export const useClosing = create<Closing>(() => ({ ...closed, opening: 0 }))

export const closing = {
  /** With the record, or with what is known of it; what was written of the one that stands open already stays. */
  open: (record: KnownOfStop | TrafficStop, came = false): void =>
    useClosing.setState(({ known, note, opening }) => {
      const whole = isWhole(record) ? record : null
      return {
        known: record,
        seen: whole,
        now: whole,
        note: known?.id === record.id ? note : '',
        came,
        opening: opening + 1,
      }
    }),
  close: (): void => useClosing.setState(closed),
  /** Closes it if it is this record's: another may have been opened meanwhile. */
  closeOf: (id: string): void => useClosing.setState(({ known }) => (known?.id === id ? closed : {})),
  write: (note: string): void => useClosing.setState({ note }),
  /** The record as it stands now; another one than the open one changes nothing, nor does an older answer. */
  take: (record: TrafficStop): void =>
    useClosing.setState(({ known, seen, now }) =>
      known?.id === record.id && (now === null || now.version < record.version) ? { seen: seen ?? record, now: record } : {},
    ),
}
