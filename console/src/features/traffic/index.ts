import type { Overlays } from '../../shared/screens/overlay.ts'
import { screen, type Screens } from '../../shared/screens/screen.ts'
import { TrafficWatch } from './traffic-watch.tsx'

export const overlays: Overlays = [{ order: 15, component: TrafficWatch }]

export const screens: Screens = {
  trafficEventMgmt: screen(async () => (await import('./screens.tsx')).Passes),
  trafficOverMgmt: screen(async () => (await import('./screens.tsx')).Speeding),
  trafficStopMgmt: screen(async () => (await import('./stops.tsx')).Stops),
  speedOverMgmt: screen(async () => (await import('./speed-places.tsx')).SpeedPlaces),
}
