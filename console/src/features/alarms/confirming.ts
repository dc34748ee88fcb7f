import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { create } from 'zustand'
import { onLiveEvent } from '../../shared/live/live.ts'
import type { Reason } from './confirm-form.ts'

interface Words {
  readonly reason: Reason
  /** What the operator writes of it. */
  readonly note: string
}

interface Confirming extends Words {
  /** The alarm as it stood when the dialog opened. */
  readonly seen: Alarm | null
  /** The same alarm as it stands now. */
  readonly now: Alarm | null
  /** What was begun of other alarms, by id, until one comes back to them or leaves this page to somebody else. */
  readonly aside: ReadonlyMap<string, Words>
  /** Beside its evidence in the column, not in the dialog. */
  readonly docked: boolean
  /** Grows with each opening, which brings the dialog to the front. */
  readonly opening: number
}
const unsaid: Words = { reason: '', note: '' }
const closed = { seen: null, now: null, docked: false, ...unsaid } as const

const isSaid = ({ reason, note }: Words): boolean => reason !== '' || note !== ''

/** The one confirmation that is under way. */
export const useConfirming = create<Confirming>(() => ({ ...closed, aside: new Map(), opening: 0 }))

export const confirming = {
  /** Begins to confirm an alarm, or goes on with it where it is the one already, e.g. in the dialog what began in the column. */
  open: (alarm: Alarm, docked: boolean): void =>
    useConfirming.setState(({ seen, reason, note, aside, opening }) => {
      const begun = new Map(aside)
      if (seen && isSaid({ reason, note })) begun.set(seen.id, { reason, note })
      const words = begun.get(alarm.id) ?? unsaid
      begun.delete(alarm.id)
      return { seen: alarm, now: alarm, ...words, aside: begun, docked, opening: opening + 1 }
    }),
  close: (): void => useConfirming.setState(closed),
  /** Closes it if it is this alarm's: another may have been begun meanwhile. */
  closeOf: (id: string): void => useConfirming.setState(({ now }) => (now?.id === id ? closed : {})),
  choose: (reason: Reason): void => useConfirming.setState({ reason }),
  write: (note: string): void => useConfirming.setState({ note }),
  /** The alarm as it stands now; another one than the one under way changes nothing. */
  take: (alarm: Alarm): void =>
    useConfirming.setState(({ now }) => (now?.id === alarm.id && now.version < alarm.version ? { now: alarm } : {})),
}

/** Keeps the alarm that is being confirmed true; the answer ends it, and what was begun: nobody goes on with another's words. */
export const followConfirming = (): (() => void) => {
  const leave = onLiveEvent((event) => {
    if (event.name === 'alarmRaised' || event.name === 'alarmChanged') confirming.take(event.data)
  })
  return () => {
    leave()
    useConfirming.setState({ ...closed, aside: new Map() })
  }
}
