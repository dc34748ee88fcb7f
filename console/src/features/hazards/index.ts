import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  dangAreaDrawMgmt: screen(async () => (await import('./fences-screen.tsx')).FencesScreen, { fills: true }),
}
