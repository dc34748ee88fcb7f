import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  cameraMgmt: screen(async () => (await import('./cameras.tsx')).Cameras),
}
