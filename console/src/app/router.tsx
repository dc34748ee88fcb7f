import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { session } from '../shared/session/session.ts'
import { FailedPage } from './bare/failed-page.tsx'
import { NotFoundPage } from './bare/not-found-page.tsx'
import { LoginPage } from './login/login-page.tsx'
import { judge } from './routes/guard.ts'
import { identify } from './session/identify.ts'
import { loadShell } from './shell/load-shell.ts'
import { loginPath, notFoundPath, pages } from './routes/pages.ts'
import { wallPath } from '../shared/wall/at-wall.ts'
import { visitRoute } from '../shared/visit/at-visit.ts'
import { WallFailed } from './wall/wall-failed.tsx'

/** Runs before every navigation. */
const guard = async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
  const asked = new URL(request.url)
  const look = () => judge(asked, { signedIn: session.token() !== null, user: session.user(), holder: session.holder() })
  let verdict = look()
  if (verdict.kind === 'identify') {
    await identify()
    verdict = look()
  }
  if (verdict.kind === 'anew') {
    session.dropHolder()
    window.location.replace(verdict.to)
    // Nothing of this page is drawn any more: its modules have read what the other one left, and hold his answers.
    return new Promise(() => undefined)
  }
  const user = session.user()
  if (verdict.kind === 'open' && user && !user.mustChangePassword) session.hold(user.id)
  return verdict.kind === 'go' ? redirect(verdict.to) : null
}

const routes: RouteObject[] = [
  {
    // Its session is its own, and it says itself how that stands.
    path: wallPath,
    lazy: async () => ({ Component: (await import('./wall/wall-page.tsx')).WallPage }),
    ErrorBoundary: WallFailed,
    HydrateFallback: () => null,
  },
  {
    // A visitor has no session: what he was given is in the address.
    path: visitRoute,
    lazy: async () => ({ Component: (await import('./visit/visit-page.tsx')).VisitPage }),
    ErrorBoundary: FailedPage,
    HydrateFallback: () => null,
  },
  {
    loader: guard,
    // Without it the guard would sleep while one goes from screen to screen.
    shouldRevalidate: () => true,
    ErrorBoundary: FailedPage,
    HydrateFallback: () => null,
    children: [
      { path: loginPath, Component: LoginPage },
      { path: notFoundPath, Component: NotFoundPage },
      {
        lazy: async () => ({ Component: (await loadShell()).Shell }),
        children: pages.map(({ path }) => ({ path })),
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
