import { create } from 'zustand'
import { storedJson } from '../../shared/storage.ts'

/** What the operator may arrange; the theme is kept by shared/theme. */
export interface Settings {
  /** True: the top bar and the tabs stay while a long page scrolls. */
  readonly fixedHeader: boolean
  /** The tab bar is shown. */
  readonly tagsView: boolean
  /** The logo above the menu is shown. */
  readonly sidebarLogo: boolean
  /** Short product name beside the logo and in the window title. */
  readonly title: string
}

export const defaultSettings: Settings = { fixedHeader: false, tagsView: true, sidebarLogo: true, title: '守望' }

const isPartial = (value: unknown): value is Partial<Settings> => typeof value === 'object' && value !== null

const kept = storedJson('local', 'vigil.settings', isPartial)

interface SettingsState {
  readonly settings: Settings
  /** The drawer is out. */
  readonly showSettings: boolean
  readonly change: (change: Partial<Settings>) => void
  readonly setShowSettings: (showSettings: boolean) => void
}

export const useSettings = create<SettingsState>((set, get) => ({
  settings: { ...defaultSettings, ...kept.read() },
  showSettings: false,
  change: (change) => {
    const settings = { ...get().settings, ...change }
    kept.write(settings)
    set({ settings })
  },
  setShowSettings: (showSettings) => set({ showSettings }),
}))
