import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  userMgmt: screen(async () => (await import('./users.tsx')).Users),
  permissionMgmt: screen(async () => (await import('./permissions.tsx')).Permissions),
}
