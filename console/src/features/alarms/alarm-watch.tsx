import { useEffect } from 'react'
import { useUser } from '../../shared/session/session.ts'
import { AlarmConfirmDialog } from './confirm-dialog.tsx'
import { followConfirming } from './confirming.ts'
import { followHands } from './hands.ts'
import { useIsShown } from './use-alarms.ts'
import { startBadge, startWatching } from './watching.ts'

/** Follows the open alarms, with sound and the number in the menu, on every screen; and the confirmation dialog. Drawn once. */
export const AlarmWatch = () => {
  const id = useUser()?.id
  const isShown = useIsShown()
  useEffect(() => (id === undefined ? undefined : startBadge()), [id])
  useEffect(() => (id === undefined || !isShown ? undefined : startWatching()), [id, isShown])
  useEffect(() => (id === undefined ? undefined : followConfirming()), [id])
  useEffect(followHands, [])
  return <AlarmConfirmDialog />
}
