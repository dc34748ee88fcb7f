import type { Noun } from '@vigil/contract/kernel/noun.ts'
import type { UserInfo } from '@vigil/contract/session/calls.ts'
import type { Permission } from '@vigil/contract/menu/routes.ts'
import { useCan, useUser } from './session.ts'

/** Whose records a user may write, as the server decides it: what has no department is the whole site's. */
export const writesIn = (user: UserInfo | null, deptId: string | null): boolean =>
  user !== null && (user.scopeDeptIds === null || (deptId !== null && user.scopeDeptIds.includes(deptId)))

/** Whether a user may write a record; true where only the server knows its department, which then answers. */
export const writes = (
  user: UserInfo | null,
  { deptBy }: Pick<Noun, 'deptBy'>,
  row: Readonly<Record<string, unknown>>,
): boolean => {
  if (deptBy !== null && deptBy !== 'deptId' && deptBy !== 'id') return true
  const deptId = deptBy === null ? null : row[deptBy]
  return writesIn(user, typeof deptId === 'string' ? deptId : null)
}

/** The departments of a user who does not write for the whole site; null for one who does. */
export const useOwnDepts = (): readonly string[] | null => useUser()?.scopeDeptIds ?? null

/** Whether the signed-in user holds a permission over what the whole site shares. */
export const useCanForSite = (permission: Permission): boolean => {
  const allowed = useCan(permission)
  return useOwnDepts() === null && allowed
}
