import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  shiftHandoverMgmt: screen(async () => (await import('./handover-screen.tsx')).HandoverScreen),
}
