import { create } from 'zustand'
import { palettes, type Palette, type ThemeMode } from './palette.ts'
import { stored } from '../storage.ts'

/** Read by public/theme.js as well, which shows the theme before anything is drawn. */
const kept = stored('local', 'vigil.theme')

interface ThemeState {
  readonly mode: ThemeMode
  setMode: (mode: ThemeMode) => void
}

const useThemeStore = create<ThemeState>((set) => ({
  mode: kept.read() === 'dark' ? 'dark' : 'light',
  setMode: (mode) => {
    kept.write(mode)
    document.documentElement.dataset['theme'] = mode
    set({ mode })
  },
}))

export interface UsedTheme {
  readonly mode: ThemeMode
  /** The colours of the present theme, for what draws on a canvas. */
  readonly palette: Palette
  readonly setMode: (mode: ThemeMode) => void
  readonly toggle: () => void
}

export const useThemeMode = (): UsedTheme => {
  const { mode, setMode } = useThemeStore()
  return { mode, palette: palettes[mode], setMode, toggle: () => setMode(mode === 'dark' ? 'light' : 'dark') }
}
