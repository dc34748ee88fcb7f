import { afterHome } from '../../shared/map/first-drawn.ts'
import type { Overlays } from '../../shared/screens/overlay.ts'
import { screen, type Screens } from '../../shared/screens/screen.ts'
import { fetched } from '../../shared/ui/fetched.tsx'

export const screens: Screens = {
  dataImportMgmt: screen(async () => (await import('./data-import.tsx')).DataImport, { flows: true }),
}

const transfers = fetched(async () => {
  await afterHome()
  return (await import('./transfers.tsx')).Transfers
})

export const overlays: Overlays = [{ order: 20, component: transfers.component }]
