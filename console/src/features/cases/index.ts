import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  evidenceCaseMgmt: screen(async () => (await import('./evidence-cases.tsx')).EvidenceCases),
}
