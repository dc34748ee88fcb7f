import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  incidentRewindMgmt: screen(async () => (await import('./rewind-screen.tsx')).RewindScreen, { fills: true }),
  trackHisMgmt: screen(async () => (await import('./tracks-screen.tsx')).TracksScreen, { fills: true }),
}
