import { useEffect } from 'react'
import { narrowBelow, useBelow } from '../../shared/ui/use-media.ts'
import { confirming, useConfirming } from './confirming.ts'
import { useAlarmHere, useIsOpen, useStanding } from './use-alarms.ts'
import { useWatching } from './watching.ts'

/** Whether there is a place beside the evidence: in the column that stands open, on the alarm's own screen, or at the foot of a narrow window. */
export const useHasDock = (): boolean => {
  const [narrow, isOpen, here] = [useBelow(narrowBelow), useIsOpen(), useAlarmHere()]
  const isHere = useConfirming(({ now }) => now !== null && now.id === here)
  return narrow || isOpen || isHere
}

/** The alarm that is confirmed in its place, if it is there, but for one that is on its own screen; null otherwise. */
export const useDocked = (): string | null => {
  const here = useAlarmHere()
  const docked = useConfirming(({ now, docked: is }) => (is && now !== null && now.id !== here ? now.id : null))
  const { open } = useStanding()
  const leaving = useWatching(({ watch }) => watch.leaving)
  // Handled elsewhere it says so for a moment and is gone, put aside it is gone at once: nothing is written there any more.
  const isThere = docked !== null && [...open, ...leaving.map(({ alarm }) => alarm)].some(({ id }) => id === docked)
  useEffect(() => {
    if (docked !== null && !isThere) confirming.closeOf(docked)
  }, [docked, isThere])
  return isThere ? docked : null
}
