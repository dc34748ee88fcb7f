import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  deviceHealthMgmt: screen(async () => (await import('./device-health.tsx')).DeviceHealth),
}
