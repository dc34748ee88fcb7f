import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { create } from 'zustand'

/** What is done with an alarm beside confirming it, and needs words. */
export type Act = 'assign' | 'note' | 'shelve' | 'message'

interface Acting {
  readonly act: Act | null
  /** As it stood when it began. */
  readonly alarm: Alarm | null
}

/** The one that is under way. */
export const useActing = create<Acting>(() => ({ act: null, alarm: null }))

export const acting = {
  open: (act: Act, alarm: Alarm): void => useActing.setState({ act, alarm }),
  /** As it was found to stand, before its event came. */
  found: (alarm: Alarm): void => {
    if (useActing.getState().alarm?.id === alarm.id) useActing.setState({ alarm })
  },
  close: (): void => useActing.setState({ act: null, alarm: null }),
}
