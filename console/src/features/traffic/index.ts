import { alarmType } from '@vigil/contract/alarms/types.ts'
import { afterHome } from '../../shared/map/first-drawn.ts'
import type { AlarmPartProps, AlarmParts } from '../../shared/screens/alarm-part.ts'
import type { Overlays } from '../../shared/screens/overlay.ts'
import { screen, type Screens } from '../../shared/screens/screen.ts'
import { fetched } from '../../shared/ui/fetched.tsx'

/** The alarm that a vehicle raises is told by the alarms meanwhile. */
const watch = fetched(async () => {
  await afterHome()
  return (await import('./traffic-watch.tsx')).TrafficWatch
})

export const overlays: Overlays = [{ order: 15, component: watch.component }]

/** Of a speeding vehicle its pictures; they come when such an alarm is shown. */
export const alarmParts: AlarmParts = [
  {
    types: [alarmType.code.speeding],
    component: fetched<AlarmPartProps>(async () => (await import('./alarm-pictures.tsx')).AlarmPictures).component,
  },
]

export const screens: Screens = {
  trafficEventMgmt: screen(async () => (await import('./screens.tsx')).Passes),
  trafficOverMgmt: screen(async () => (await import('./screens.tsx')).Speeding),
  trafficStopMgmt: screen(async () => (await import('./stops.tsx')).Stops),
  speedOverMgmt: screen(async () => (await import('./speed-places.tsx')).SpeedPlaces),
}
