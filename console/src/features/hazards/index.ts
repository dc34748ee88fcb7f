import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  hazardPointMgmt: screen(async () => (await import('./hazard-points.tsx')).HazardPoints),
  hazardAreaMgmt: screen(async () => (await import('./hazard-areas.tsx')).HazardAreas),
  dangAreaDrawMgmt: screen(async () => (await import('./fences-screen.tsx')).FencesScreen, { fills: true }),
}
