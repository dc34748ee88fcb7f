import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { holds } from '../../shared/session/session.ts'
import { homePath, loginPath, notFoundPath, pageAt } from './pages.ts'

/** What the guard says about an address: open it, go elsewhere, or find out first who is asking. */
export type Verdict = { readonly kind: 'open' } | { readonly kind: 'go'; readonly to: string } | { readonly kind: 'identify' }

export interface Destination {
  readonly pathname: string
  /** With its `?`, or empty. */
  readonly search: string
}
export interface Visitor {
  readonly signedIn: boolean
  /** Null while the user info was not loaded. */
  readonly user: UserInfo | null
}

const open: Verdict = { kind: 'open' }
const go = (to: string): Verdict => ({ kind: 'go', to })

/** The sign-in page that leads back to the address asked for. */
const signInFor = ({ pathname, search }: Destination): Verdict => {
  const wanted = `${pathname}${search}`
  return go(wanted === '/' || wanted === homePath ? loginPath : `${loginPath}?redirect=${encodeURIComponent(wanted)}`)
}

/** Whether an address may be opened. Without a session only the sign-in page and the 404 page are. */
export const judge = (destination: Destination, { signedIn, user }: Visitor): Verdict => {
  const { pathname } = destination
  if (!signedIn) return pathname === loginPath || pathname === notFoundPath ? open : signInFor(destination)
  if (!user) return { kind: 'identify' }
  if (pathname === notFoundPath) return open
  if (user.mustChangePassword) return pathname === loginPath ? open : signInFor(destination)
  if (pathname === loginPath) return go('/')
  if (pathname === '/') return go(homePath)
  const page = pageAt(pathname)
  if (!page) return go(notFoundPath)
  return page.name === 'home' || holds(user, page.name) ? open : go(notFoundPath)
}

/** Where one lands after signing in: the address asked for, if it is one of ours. */
export const landing = (redirect: string | null): string =>
  redirect && /^\/(?![/\\])/.test(redirect) && !redirect.startsWith(loginPath) ? redirect : '/'
