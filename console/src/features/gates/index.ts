import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  barrierGateMgmt: screen(async () => (await import('./barrier-gates.tsx')).BarrierGates),
}
