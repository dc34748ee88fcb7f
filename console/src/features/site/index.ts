import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  versionMgmt: screen(async () => (await import('./versions.tsx')).Versions),
  siteMgmt: screen(async () => (await import('./site-screen.tsx')).SiteScreen),
  aboutMgmt: screen(async () => (await import('./about.tsx')).About, { flows: true }),
}
