import { useEffect } from 'react'
import { narrowBelow, useBelow } from '../../shared/ui/use-media.ts'
import { confirming, useConfirming } from './confirming.ts'
import { useIsOpen, useStanding } from './use-alarms.ts'
import { useWatching } from './watching.ts'

/** Whether there is a place beside the evidence: in the column that stands open, or at the foot of a narrow window. */
export const useHasDock = (): boolean => {
  const [narrow, isOpen] = [useBelow(narrowBelow), useIsOpen()]
  return narrow || isOpen
}

/** The alarm that is confirmed in its place, if it is there; null otherwise. */
export const useDocked = (): string | null => {
  const docked = useConfirming(({ now, docked: is }) => (is ? (now?.id ?? null) : null))
  const { open } = useStanding()
  const leaving = useWatching(({ watch }) => watch.leaving)
  // Handled elsewhere it says so for a moment and is gone, put aside it is gone at once: nothing is written there any more.
  const isThere = docked !== null && [...open, ...leaving.map(({ alarm }) => alarm)].some(({ id }) => id === docked)
  useEffect(() => {
    if (docked !== null && !isThere) confirming.closeOf(docked)
  }, [docked, isThere])
  return isThere ? docked : null
}
