import { useEffect } from 'react'
import { follow } from '../../shared/live/follow-records.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { onLiveEvent } from '../../shared/live/live.ts'
import { useUser } from '../../shared/session/session.ts'
import { openedLater } from '../../shared/ui/opened-later.tsx'
import { acting, useActing } from './acting.ts'
import { confirming, followConfirming, useConfirming } from './confirming.ts'
import { followHands } from '../../shared/hands/hands.ts'
import { useIsShown } from './use-alarms.ts'
import { useHasDock } from './use-docked.ts'
import { startBadge, startWatching } from './watching.ts'

const ActDialog = openedLater(async () => (await import('./act-dialog.tsx')).ActDialog)
const loadDialog = async () => (await import('./confirm-dialog.tsx')).AlarmConfirmDialog
const AlarmConfirmDialog = openedLater(loadDialog)

/** What lists and counts alarms that wait is fetched anew when one comes or changes; the server tells of those that were handled. */
const followLists = (): (() => void) =>
  onLiveEvent(({ topic, name }) => {
    if (topic === 'alarms' && name !== 'alarmFlood') follow(['openAlarm'])
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
  return (
    <>
      <Confirming />
      <Acting />
    </>
  )
}

const Acting = () => (useActing(({ act }) => act !== null) ? <ActDialog open onClose={acting.close} /> : null)

const Confirming = () => {
  const { now, docked, opening } = useConfirming()
  // What began beside its evidence goes on here where that place is no more, as in a window that was made wider.
  const hasDock = useHasDock()
  const isSome = useOpenAlarms(({ open }) => open.length > 0)
  useEffect(() => {
    // Whoever confirms one does not wait for the dialog to come; what fails is told when it is opened.
    if (isSome) loadDialog().catch(() => undefined)
  }, [isSome])
  return now && !(docked && hasDock) ? <AlarmConfirmDialog key={opening} alarm={now} open onClose={confirming.close} /> : null
}
