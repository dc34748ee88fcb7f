import { create } from 'zustand'
import { palettes, type Palette, type ThemeMode } from './palette.ts'
import { stored } from '../storage.ts'
import { wall } from '../wall/at-wall.ts'
import { themeKey } from './first-paint.ts'

const kept = stored('local', themeKey)

interface ThemeState {
  readonly mode: ThemeMode
  setMode: (mode: ThemeMode) => void
}

const useThemeStore = create<ThemeState>((set) => ({
  mode: wall?.theme ?? (kept.read() === 'dark' ? 'dark' : 'light'),
  setMode: (mode) => {
    kept.write(mode)
    document.documentElement.dataset['theme'] = mode
    set({ mode })
  },
}))

/** Shows the kept theme where the page has not done so by itself. Called once, before anything is drawn. */
export const installTheme = (): void => {
  document.documentElement.dataset['theme'] = useThemeStore.getState().mode
}

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
