import { Activity, memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactElement, type RefObject } from 'react'
import { useLocation, useNavigate, useRoutes, type Location } from 'react-router'
import { holdAnswers } from './hold-answers.ts'
import { OwnScreenContext, type OwnScreen } from '../../shared/routes/own-screen.ts'
import { session } from '../../shared/session/session.ts'
import { arrive, forget, unsavedPaths, wouldLose } from '../../shared/unsaved/unsaved-guard.ts'
import { homePath, opens, pageAt, type Page } from '../routes/pages.ts'
import { screens } from '../screens.ts'
import { keptWith } from './kept.ts'
import { ScreenHost } from './screen-host.tsx'
import { addressIn, useTabs } from './tabs.ts'

interface ViewsProps {
  /** The one that is shown; null for none. */
  readonly page: Page | null
  /** What scrolls when a screen is higher than the window. */
  readonly scroller: RefObject<HTMLElement | null>
}

/** The screen in front, and behind it those of open tabs as they were left. */
export const Views = ({ page, scroller }: ViewsProps) => {
  const { pathname, search } = useLocation()
  const { views, refreshed } = useTabs()
  const kept = useKept(page)
  const drawn = page && !kept.includes(page.path) ? [...kept, page.path] : kept
  // Always in the same order: what the browser moves forgets how far it was scrolled.
  return drawn.toSorted().map((path) => {
    const own = pageAt(path)
    const inFront = path === page?.path
    const address = inFront ? `${pathname}${search}` : addressIn(views, path)
    return (
      own && <View key={`${path} ${refreshed[path] ?? 0}`} page={own} address={address} inFront={inFront} scroller={scroller} />
    )
  })
}

/** The paths of the screens that are kept. */
const useKept = (page: Page | null): readonly string[] => {
  const { views } = useTabs()
  const [before, setBefore] = useState<readonly string[]>([])
  const kept = keptWith(before, page && { path: page.path, noCache: forgets(page) }, views, unsavedPaths())
  if (kept.join() !== before.join()) setBefore(kept)
  return kept
}

const forgets = ({ name }: Page): boolean => screens[name]?.noCache ?? false

interface ViewProps extends Pick<ViewsProps, 'scroller'> {
  readonly page: Page
  /** With its query. */
  readonly address: string
  readonly inFront: boolean
}

/** A screen with an address of its own: behind another it neither reads nor changes the one of the window. */
const View = memo(({ page, address, inFront, scroller }: ViewProps) => {
  const own = useOwnScreen(page, inFront)
  const routes = useMemo(
    () => [{ path: '*', element: <ScreenHost page={page} onRetry={() => useTabs.getState().refresh(page.path)} /> }],
    [page],
  )
  const screen = useDrawn(own, address, inFront, useRoutes(routes, address))
  useScrollPlace(inFront, scroller)
  useHeldAnswers(!inFront)
  return (
    <OwnScreenContext value={own}>
      <Activity mode={inFront ? 'visible' : 'hidden'}>{screen}</Activity>
    </OwnScreenContext>
  )
})

/** What the parts of a screen know of it. */
const useOwnScreen = (page: Page, inFront: boolean): OwnScreen => {
  const navigate = useNavigate()
  const behind = useRef(false)
  const own = useMemo(
    (): OwnScreen => ({
      path: page.path,
      isBehind: () => behind.current,
      staysBehind: (pathname) => {
        const to = pageAt(pathname === '/' ? homePath : pathname)
        return to !== null && !forgets(page) && opens(session.user(), to)
      },
      changeQuery: (change) => useTabs.getState().changeQuery(page.path, change),
      show: () => void navigate(addressIn(useTabs.getState().views, page.path)),
    }),
    [page, navigate],
  )
  // Before the effects of its parts begin or end: what they still hold in front they say there.
  useLayoutEffect(() => {
    behind.current = !inFront
    if (inFront) forget(own)
  }, [own, inFront])
  useEffect(() => () => forget(own), [own])
  return own
}

/**
 * A screen is drawn with its own address alone, however often the router draws. One that comes back by an address that would end
 * unsaved changes stands as it was left until it has asked.
 */
const useDrawn = (own: OwnScreen, address: string, inFront: boolean, routed: ReactElement | null): ReactElement | null => {
  const navigate = useNavigate()
  const [drawn, setDrawn] = useState({ address, inFront, routed })
  const left = drawn.address
  const present = { address, inFront, routed: left === address ? drawn.routed : routed }
  // One that stays in front has asked before its address changed.
  const asks = left !== address && !(inFront && drawn.inFront) && wouldLose(own.path, locationOf(left), locationOf(address))
  const next = asks ? { ...drawn, inFront: inFront && drawn.inFront } : present
  if (next.address !== left || next.inFront !== drawn.inFront) setDrawn(next)
  const wanted = useRef<Parameters<typeof arrive>[1]>(null)
  useEffect(() => {
    wanted.current = asks ? { go: () => setDrawn(present), stay: () => void navigate(left, { replace: true }) } : null
  })
  // After the effects of its parts: what has unsaved changes can be asked.
  useEffect(() => {
    if (inFront) arrive(own, wanted.current)
  }, [own, inFront])
  return drawn.routed
}

const locationOf = (address: string): Location => {
  const { pathname, search } = new URL(address, window.location.origin)
  return { pathname, search, hash: '', state: null, key: 'default' }
}

/** Each screen is scrolled as far as it was left, in what all of them share. */
const useScrollPlace = (inFront: boolean, scroller: RefObject<HTMLElement | null>): void => {
  const place = useRef(0)
  useLayoutEffect(() => {
    const scrolled = scroller.current
    if (!inFront || !scrolled) return undefined
    scrolled.scrollTop = place.current
    const note = (): void => {
      place.current = scrolled.scrollTop
    }
    scrolled.addEventListener('scroll', note, { passive: true })
    return () => scrolled.removeEventListener('scroll', note)
  }, [inFront, scroller])
}

/**
 * What a screen behind has asked stays in the cache, however long it stands there: it comes back as it was left, and is brought up
 * to date from there. Nothing is asked meanwhile.
 */
const useHeldAnswers = (behind: boolean): void =>
  // Before the screen's own effects end: it still shows them.
  useLayoutEffect(() => (behind ? holdAnswers() : undefined), [behind])
