import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  trackRealMgmt: screen(async () => (await import('./live-positions.tsx')).LivePositions, { fills: true }),
}
