import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  dictMgmt: screen(async () => (await import('./dictionary-screen.tsx')).DictionaryScreen),
}
