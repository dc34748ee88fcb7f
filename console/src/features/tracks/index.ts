import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  trackHisMgmt: screen(async () => (await import('./tracks-screen.tsx')).TracksScreen, { fills: true }),
}
