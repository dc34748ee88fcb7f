import { useEffect } from 'react'
import { follow } from '../../shared/live/follow-records.ts'
import { onLiveEvent } from '../../shared/live/live.ts'
import { useUser } from '../../shared/session/session.ts'
import { openedLater } from '../../shared/ui/opened-later.tsx'
import { confirming, followConfirming, useConfirming } from './confirming.ts'
import { followHands } from './hands.ts'
import { useIsShown } from './use-alarms.ts'
import { useHasDock } from './use-docked.ts'
import { startBadge, startWatching } from './watching.ts'

const AlarmConfirmDialog = openedLater(async () => (await import('./confirm-dialog.tsx')).AlarmConfirmDialog)

/** What lists and counts alarms is fetched anew when one comes or changes; the answer ends it. */
const followLists = (): (() => void) =>
  onLiveEvent(({ topic }) => {
    if (topic === 'alarms') follow(['alarm'])
  })

/** Follows the open alarms, with sound and the number in the menu, on every screen; and the confirmation dialog. Drawn once. */
export const AlarmWatch = () => {
  const id = useUser()?.id
  const isShown = useIsShown()
  useEffect(() => (id === undefined ? undefined : startBadge()), [id])
  useEffect(() => (id === undefined || !isShown ? undefined : startWatching()), [id, isShown])
  useEffect(() => (id === undefined ? undefined : followConfirming()), [id])
  useEffect(followHands, [])
  useEffect(followLists, [])
  return <Confirming />
}

const Confirming = () => {
  const { now, docked, opening } = useConfirming()
  // What began beside its evidence goes on here where that place is no more, as in a window that was made wider.
  const hasDock = useHasDock()
  return now && !(docked && hasDock) ? <AlarmConfirmDialog key={opening} alarm={now} open onClose={confirming.close} /> : null
}
