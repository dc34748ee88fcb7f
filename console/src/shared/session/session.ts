import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { administratorRole, superAdministratorRole, type Permission } from '@vigil/contract/menu/routes.ts'
import { create } from 'zustand'
import { forgetTab, stored } from '../storage.ts'
import { wall } from '../wall/at-wall.ts'
import { tokenKey, wallTokenKey } from './fetch-home.ts'
import { setSiteZone } from '../time/site-time.ts'

const keptToken = stored('session', wall ? wallTokenKey : tokenKey)
const keptUser = stored('session', 'login_user')
/** It outlives the session: one that expired leaves behind what its user comes back to. */
const keptHolder = stored('session', 'vigil.holder')

interface SessionState {
  readonly token: string | null
  /** Null until it was loaded: a reload keeps the token only. */
  readonly user: UserInfo | null
}

const useSession = create<SessionState>(() => ({ token: keptToken.read(), user: null }))

export const session = {
  token: (): string | null => useSession.getState().token,
  user: (): UserInfo | null => useSession.getState().user,
  /** A new session begins; who it is comes from `getInfo`. */
  begin: (token: string): void => {
    keptToken.write(token)
    keptUser.write(null)
    useSession.setState({ token, user: null })
  },
  identify: (user: UserInfo): void => {
    setSiteZone(user.siteTimeZone)
    keptUser.write(JSON.stringify({ cname: user.cname, workNum: user.workNum }))
    useSession.setState({ user })
  },
  /** Resets the user and removes the token. */
  reset: (): void => {
    keptToken.write(null)
    keptUser.write(null)
    useSession.setState({ token: null, user: null })
  },
  /** The id of whom this tab of the browser has shown screens to last: whatever it keeps is his. Null: it keeps nobody's. */
  holder: (): string | null => keptHolder.read(),
  /** Somebody is shown screens. */
  hold: (userId: string): void => keptHolder.write(userId),
  /** Forgets what the tab keeps of its holder, under whatever name, and leaves the session. */
  dropHolder: (): void => {
    const { token } = useSession.getState()
    forgetTab()
    keptHolder.write(null)
    keptToken.write(token)
  },
}

/** The signed-in user; null on the sign-in page. */
export const useUser = (): UserInfo | null => useSession(({ user }) => user)

/** Whether a user holds a permission. Holders of an administrator role hold every one. */
export const holds = (user: UserInfo | null, permission: Permission): boolean =>
  user !== null &&
  (user.permissions.includes(permission) ||
    user.userRoles.some(({ name }) => name === administratorRole || name === superAdministratorRole))

/** Whether the signed-in user holds a permission now. In components `useCan` follows changes. */
export const can = (permission: Permission): boolean => holds(session.user(), permission)

export const useCan = (permission: Permission): boolean => useSession(({ user }) => holds(user, permission))
