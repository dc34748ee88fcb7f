import { provideAlarmDoors } from '../../shared/live/alarm-doors.ts'
import type { FrameParts } from '../../shared/screens/frame-part.ts'
import type { Overlays } from '../../shared/screens/overlay.ts'
import { screen, type Screens } from '../../shared/screens/screen.ts'
import { AlarmBar } from './alarm-bar.tsx'
import { AlarmBell } from './alarm-bell.tsx'
import { AlarmColumn } from './alarm-column.tsx'
import { AlarmWatch } from './alarm-watch.tsx'
import { ConfirmFoot } from './confirm-dock.tsx'
import { confirming } from './confirming.ts'
import { mapAddressOf } from './describe.ts'

export const overlays: Overlays = [{ order: 10, component: AlarmWatch }]
export const frameParts: FrameParts = [
  { at: 'top', component: AlarmBar },
  { at: 'right', component: AlarmColumn },
  { at: 'bottom', component: ConfirmFoot },
  { at: 'topBar', component: AlarmBell },
]

provideAlarmDoors({ placeOf: mapAddressOf, confirm: (alarm) => confirming.open(alarm, false) })

export const screens: Screens = {
  alarmCockpit: screen(async () => (await import('./cockpit.tsx')).AlarmCockpit, { fills: true }),
  alarmRealMgmt: screen(async () => (await import('./alarm-lists.tsx')).LiveAlarms),
  alarmHisMgmt: screen(async () => (await import('./alarm-lists.tsx')).AlarmHistory),
  alarmStatisticMgmt: screen(async () => (await import('./statistics/alarm-statistics.tsx')).AlarmStatistics, { flows: true }),
}
