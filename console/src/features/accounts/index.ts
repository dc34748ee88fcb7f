import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  deptMgmt: screen(async () => (await import('./departments.tsx')).Departments),
  userMgmt: screen(async () => (await import('./users.tsx')).Users),
  permissionMgmt: screen(async () => (await import('./permissions.tsx')).Permissions),
  rolePermissionMgmt: screen(async () => (await import('./roles.tsx')).Roles),
  authorizeMgmt: screen(async () => (await import('./authorise.tsx')).Authorise),
}
