import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, type CSSProperties } from 'react'
import { useLocation } from 'react-router'
import { queryClient } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { DiskBanner, LiveBanner } from '../bars/live-banner.tsx'
import { AlarmPartsContext } from '../../shared/screens/alarm-part.ts'
import { useUser } from '../../shared/session/session.ts'
import { listenForShortcuts, useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { useSoundLocked } from '../../shared/sound/sound.ts'
import { AntdProvider } from '../theme/antd-provider.tsx'
import { ScreenLock } from '../lock/screen-lock.tsx'
import { alarmParts } from '../alarm-parts.ts'
import { overlays } from '../overlays.ts'
import { pageAt } from '../routes/pages.ts'
import { screens } from '../screens.ts'
import { useTitle } from '../settings/use-title.ts'
import { FreeArea, useEdge } from '../../shared/ui/free-area.tsx'
import { listenForLostStyles } from '../../shared/ui/lost-styles.ts'
import { afterHome } from '../../shared/map/first-drawn.ts'
import { fetchDialogFrame } from '../../shared/ui/drag-dialog.tsx'
import { fetchAhead, openedLater } from '../../shared/ui/opened-later.tsx'
import { phoneBelow, useBelow, useMobile } from '../../shared/ui/use-media.ts'
import { FramePartsAt } from './frame-parts.tsx'
import { useSettings } from '../settings/settings.ts'
import { useSidebar } from './sidebar-state.ts'
import { Sidebar } from './sidebar.tsx'
import { useTabActions } from './tab-actions.ts'
import { TabsBar } from './tabs-bar.tsx'
import { useTabs } from './tabs.ts'
import { SoundBar } from '../bars/sound-bar.tsx'
import { useHeaderScrolled } from './use-header-scrolled.ts'
import { useHeight } from './use-height.ts'
import { Views } from './views.tsx'
import { shellTexts, shortcutTexts } from './texts.ts'
import { TopBar } from './top-bar.tsx'
import styles from './shell.module.css'

/** On narrow windows alone. */
const MenuDrawer = openedLater(async () => (await import('./menu-drawer.tsx')).MenuDrawer)
const SettingsDrawer = openedLater(async () => (await import('./settings-drawer.tsx')).SettingsDrawer)
/** Milliseconds after which the first screen stands and the line is free. */
const untilFirstStands = 10_000

listenForLostStyles(document)
// On its way while it is asked who is signed in.
const firstPage = pageAt(window.location.pathname)
if (firstPage) screens[firstPage.name]?.fetchAhead()

/** The frame around every screen of a signed-in user: sidebar, top bar, tabs, the screen, and what features draw over it. */
export const Shell = () => {
  const user = useUser()
  const { showSettings, setShowSettings } = useSettings()
  useEffect(() => {
    void afterHome().then(fetchDialogFrame)
    const timer = setTimeout(() => void fetchAhead(), untilFirstStands)
    return () => clearTimeout(timer)
  }, [])
  // While signing out the route still stands for a moment; there is nobody to draw a screen for.
  if (!user) return null
  return (
    <QueryClientProvider client={queryClient}>
      <AntdProvider>
        <AlarmPartsContext value={alarmParts}>
          <Frame key={user.id} />
          <SettingsDrawer open={showSettings} onClose={() => setShowSettings(false)} />
          <ScreenLock user={user} />
          <FreeArea />
          {overlays.map(({ component: Overlay }, index) => (
            <Overlay key={index} />
          ))}
        </AlarmPartsContext>
      </AntdProvider>
    </QueryClientProvider>
  )
}

const Frame = () => {
  const t = useTexts(shellTexts)
  const mobile = useMobile()
  const { pathname } = useLocation()
  const { settings } = useSettings()
  const { open, toggle, drawerOpen, setDrawerOpen } = useSidebar()
  const actions = useTabActions()
  const page = pageAt(pathname)
  const column = useRef<HTMLDivElement>(null)

  useTitle(page?.title ?? null)
  useVisit()
  useEffect(listenForShortcuts, [])
  useEffect(() => setDrawerOpen(false), [pathname, mobile, setDrawerOpen])
  const toggleMenu = (): void => (mobile ? setDrawerOpen(!drawerOpen) : toggle())
  useShortcut({ keys: 'alt+b', describe: shortcutTexts.sidebar, run: toggleMenu })
  useShortcut({ keys: 'alt+r', describe: shortcutTexts.refresh, run: () => actions.refresh(pathname) })
  useShortcut({ keys: 'alt+w', describe: shortcutTexts.closeTab, run: () => actions.close(pathname) })

  const foldText = open ? t('foldMenu') : t('unfoldMenu')
  const narrow = !mobile && !open
  const soundLocked = useSoundLocked()
  const { element: bars, height: barsHeight } = useHeight()
  const [topEdge, rightEdge, bottomEdge] = [useEdge('top'), useEdge('right'), useEdge('bottom')]
  const scrolled = useHeaderScrolled(column, settings.fixedHeader)
  // On a phone its line is worth more to the screen: the menu, the way back and the shortcuts lead wherever tabs do.
  const hasTabs = !useBelow(phoneBelow) && settings.tagsView
  const tabsHeight = hasTabs ? 'var(--tabs-height)' : '0px'
  const heights: CSSProperties & Record<'--view-height' | '--view-foot' | '--header-shown' | '--header-kept', string> = {
    '--view-height': `calc(var(${hasTabs ? '--height-function' : '--height-first'}) - ${barsHeight}px)`,
    '--view-foot': hasTabs ? 'var(--view-gap)' : '0px',
    '--header-shown': `calc(var(--topbar-height) + ${tabsHeight} - ${scrolled}px)`,
    '--header-kept': settings.fixedHeader ? `calc(var(--topbar-height) + ${tabsHeight})` : '0px',
  }
  return (
    <div className={`${styles['shell']} ${mobile ? styles['mobile'] : narrow ? styles['folded'] : ''}`} style={heights}>
      <div ref={topEdge} className={styles['acrossEdge']}>
        <FramePartsAt at="top" />
      </div>
      {mobile ? (
        <MenuDrawer label={t('mainMenu')} open={drawerOpen} onClose={() => setDrawerOpen(false)}>
          <Sidebar narrow={false} onFold={() => setDrawerOpen(false)} foldText={t('closeMenu')} />
        </MenuDrawer>
      ) : (
        <Sidebar narrow={narrow} onFold={toggle} foldText={foldText} />
      )}
      <div ref={column} className={styles['column']}>
        <div className={`${styles['header']} ${settings.fixedHeader ? styles['fixed'] : ''}`}>
          <TopBar page={page} menuText={mobile ? t('openMenu') : foldText} onMenu={toggleMenu} />
          {hasTabs && <TabsBar />}
        </div>
        <div className={styles['work']}>
          <div className={styles['view']}>
            <div ref={bars} className={styles['bars']}>
              <LiveBanner />
              <DiskBanner />
              {soundLocked && <SoundBar />}
            </div>
            <main className={styles['content']}>
              <Views page={page} scroller={column} />
            </main>
          </div>
          <div ref={rightEdge} className={styles['rightEdge']}>
            <FramePartsAt at="right" />
          </div>
        </div>
      </div>
      <div ref={bottomEdge} className={styles['acrossEdge']}>
        <FramePartsAt at="bottom" />
      </div>
    </div>
  )
}

/** Puts the present screen into the tab bar. */
const useVisit = (): void => {
  const { pathname, search } = useLocation()
  const { visit } = useTabs()
  useEffect(() => {
    const page = pageAt(pathname)
    if (!page) return
    const noCache = screens[page.name]?.noCache ?? false
    visit({ path: page.path, search, title: page.title, noCache, affix: page.name === 'home' })
  }, [pathname, search, visit])
}
