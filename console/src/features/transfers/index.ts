import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  dataImportMgmt: screen(async () => (await import('./data-import.tsx')).DataImport),
}
