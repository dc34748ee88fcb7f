import { useEffect, useState } from 'react'
import { helmetCalls, isAlarmOf, useHelmetCalls, type HelmetCall } from '../../shared/calling/helmet-calls.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { openedLater } from '../../shared/ui/opened-later.tsx'

const SosDialog = openedLater(async () => (await import('./sos-dialog.tsx')).SosDialog)

/** Milliseconds in which the alarm of a call comes, whose card has the call in it. */
const untilAlarmComes = 1_500

/** A call for help of which no alarm tells here; one that an alarm tells of stands in its card, and nowhere else. */
export const SosPopup = () => {
  const calls = useHelmetCalls((state) => state.calls)
  const open = useOpenAlarms((book) => book.open)
  const untold = calls.find((call) => !open.some((alarm) => isAlarmOf(call, alarm)))
  const [waited, setWaited] = useState<HelmetCall | null>(null)
  useEffect(() => {
    if (!untold) return undefined
    const timer = setTimeout(() => setWaited(untold), untilAlarmComes)
    return () => clearTimeout(timer)
  }, [untold])
  return untold && waited === untold ? <SosDialog open call={untold} onClose={() => helmetCalls.drop(untold)} /> : null
}
