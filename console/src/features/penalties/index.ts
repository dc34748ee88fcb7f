import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  penaltyMgmt: screen(async () => (await import('./penalties.tsx')).Penalties),
}
