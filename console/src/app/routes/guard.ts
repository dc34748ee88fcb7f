import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { homePath, loginPath, notFoundPath, opens, pageAt } from './pages.ts'

/**
 * What the guard says about an address: open it, go elsewhere, find out first who is asking, or load the page anew before anything
 * is drawn, since it holds what was somebody else's.
 */
export type Verdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'identify' }
  | { readonly kind: 'anew'; readonly to: string }

export interface Destination {
  readonly pathname: string
  /** With its `?`, or empty. */
  readonly search: string
}
export interface Visitor {
  readonly signedIn: boolean
  /** Null while the user info was not loaded. */
  readonly user: UserInfo | null
  /** The id of whoever was shown screens in this tab of the browser before; null for nobody. */
  readonly holder: string | null
}

const open: Verdict = { kind: 'open' }
const go = (to: string): Verdict => ({ kind: 'go', to })

const isOthers = (holder: string | null, { id }: UserInfo): boolean => holder !== null && holder !== id

/** The sign-in page that leads back to the address asked for. */
const signInFor = ({ pathname, search }: Destination): Verdict => {
  const wanted = `${pathname}${search}`
  return go(wanted === '/' || wanted === homePath ? loginPath : `${loginPath}?redirect=${encodeURIComponent(wanted)}`)
}

/** Whether an address may be opened. Without a session only the sign-in page and the 404 page are. */
export const judge = (destination: Destination, { signedIn, user, holder }: Visitor): Verdict => {
  const { pathname, search } = destination
  if (!signedIn) return pathname === loginPath || pathname === notFoundPath ? open : signInFor(destination)
  if (!user) return { kind: 'identify' }
  if (user.mustChangePassword) return pathname === loginPath || pathname === notFoundPath ? open : signInFor(destination)
  if (isOthers(holder, user)) return { kind: 'anew', to: `${pathname}${search}` }
  if (pathname === notFoundPath) return open
  if (pathname === loginPath) return go('/')
  if (pathname === '/') return go(homePath)
  const page = pageAt(pathname)
  if (!page) return go(notFoundPath)
  return opens(user, page) ? open : go(notFoundPath)
}

/**
 * Where one lands after signing in: the address asked for, if it is one of ours and not where somebody else was when his session
 * ended, whose filters may name people.
 */
export const landing = (redirect: string | null, user: UserInfo, holder: string | null): string =>
  redirect && /^\/(?![/\\])/.test(redirect) && !redirect.startsWith(loginPath) && !isOthers(holder, user) ? redirect : '/'
