import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { useEffect } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { followHands } from '../../shared/hands/hands.ts'
import { useUser } from '../../shared/session/session.ts'
import { openedLater } from '../../shared/ui/opened-later.tsx'
import { closing, useClosing } from './closing.ts'
import { followTraffic, pops, startPops } from './pops.ts'
import { useIsToldOfSpeeding } from './use-traffic.ts'

/** Milliseconds between two checks; the live link tells of each at once. */
const checkEvery = 20_000

const OverSpeedDialog = openedLater(async () => (await import('./over-speed-dialog.tsx')).OverSpeedDialog)

/** Tells of vehicles that drive too fast, on every screen; and the dialog that closes their records. Drawn once. */
export const TrafficWatch = () => {
  const id = useUser()?.id
  const isTold = useIsToldOfSpeeding()
  useEffect(() => (id === undefined ? undefined : followTraffic()), [id])
  useEffect(() => (id === undefined || !isTold ? undefined : startPops()), [id, isTold])
  useEffect(followHands, [])
  return (
    <>
      {isTold && <Check />}
      <Closing />
    </>
  )
}

/** What the live link missed. */
const Check = () => {
  const { data } = useCall(trafficCalls.getNewestZdTrafficStop, undefined, { refetchEvery: checkEvery })
  useEffect(() => {
    if (data) pops.found(data)
  }, [data])
  return null
}

const Closing = () => {
  const { known, opening } = useClosing()
  return known && <OverSpeedDialog key={opening} known={known} open onClose={closing.close} />
}
