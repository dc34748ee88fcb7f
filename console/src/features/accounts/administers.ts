import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { administratorRole, superAdministratorRole } from '@vigil/contract/menu/routes.ts'

/** Whether the system knows a role by its name: it permits everything and is not changed. */
export const isReserved = (roleName: string): boolean => roleName === administratorRole || roleName === superAdministratorRole

export const administers = (user: UserInfo | null): boolean => user?.userRoles.some(({ name }) => isReserved(name)) ?? false
