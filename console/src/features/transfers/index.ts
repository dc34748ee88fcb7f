import type { Overlays } from '../../shared/screens/overlay.ts'
import { screen, type Screens } from '../../shared/screens/screen.ts'
import { Transfers } from './transfers.tsx'

export const screens: Screens = {
  dataImportMgmt: screen(async () => (await import('./data-import.tsx')).DataImport, { flows: true }),
}

export const overlays: Overlays = [{ order: 20, component: Transfers }]
