import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  speedOverMgmt: screen(async () => (await import('./speed-cameras.tsx')).SpeedCameras),
}
