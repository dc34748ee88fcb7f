import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  logMgmt: screen(async () => (await import('./system-log.tsx')).SystemLog),
}
