import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { create } from 'zustand'
import { onLiveEvent } from '../../shared/live/live.ts'
import type { Reason } from './confirm-form.ts'

interface Confirming {
  /** The alarm as it stood when the dialog opened. */
  readonly seen: Alarm | null
  /** The same alarm as it stands now. */
  readonly now: Alarm | null
  readonly reason: Reason
  /** Grows with each opening, which brings the dialog to the front. */
  readonly opening: number
}
const closed = { seen: null, now: null, reason: '' } as const

/** The one confirmation dialog. */
export const useConfirming = create<Confirming>(() => ({ ...closed, opening: 0 }))

export const confirming = {
  /** Opens the dialog on an alarm, or brings it to the front where it shows that alarm already. */
  open: (alarm: Alarm): void =>
    useConfirming.setState(({ seen, reason, opening }) => ({
      seen: alarm,
      now: alarm,
      reason: seen?.id === alarm.id ? reason : '',
      opening: opening + 1,
    })),
  close: (): void => useConfirming.setState(closed),
  choose: (reason: Reason): void => useConfirming.setState({ reason }),
  /** The alarm as it stands now; another one than the dialog's changes nothing. */
  take: (alarm: Alarm): void =>
    useConfirming.setState(({ now }) => (now?.id === alarm.id && now.version < alarm.version ? { now: alarm } : {})),
}

/** Keeps the dialog's alarm true while it is open; the answer ends it. */
export const followConfirming = (): (() => void) =>
  onLiveEvent((event) => {
    if (event.name === 'alarmRaised' || event.name === 'alarmChanged') confirming.take(event.data)
  })
