import { Dropdown, type MenuProps } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useUser } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { opens, pageAt } from '../routes/pages.ts'
import { MoreTabs, moreTabsWidth } from './more-tabs.tsx'
import { useTabActions } from './tab-actions.ts'
import { tabsInBar, useTabs, type VisitedView } from './tabs.ts'
import { shellTexts } from './texts.ts'
import styles from './tabs-bar.module.css'

/** The visited screens, with refresh, close, close others and close all in the context menu of each. */
export const TabsBar = () => {
  const t = useTexts(shellTexts)
  const user = useUser()
  const { pathname } = useLocation()
  const { views } = useTabs()
  // Tabs outlive a session: another account may have fewer screens.
  const allowed = views.filter(({ path }) => {
    const page = pageAt(path)
    return page && opens(user, page)
  })
  const present = allowed.findIndex(({ path }) => path === pathname)
  const { bar, shown } = useRoom(allowed.map(({ path }) => path).join(), present)
  const others = allowed.filter((_view, index) => !shown(index))
  return (
    <nav ref={bar} className={styles['tabs']} aria-label={t('openTabs')}>
      {allowed.map((view, index) => (
        <Tab key={view.path} view={view} shown={shown(index)} />
      ))}
      {others.length > 0 && <MoreTabs views={others} />}
    </nav>
  )
}

/** Which of the tabs, that have a key together, find room in their bar: measured before anything is painted. */
const useRoom = (key: string, present: number) => {
  const bar = useRef<HTMLElement>(null)
  const [inBar, setInBar] = useState<ReadonlySet<number> | null>(null)
  useLayoutEffect(() => {
    const measured = bar.current
    if (!measured) return undefined
    const tabs = [...measured.querySelectorAll<HTMLElement>('[data-tab]')]
    const measure = (): void => {
      const { paddingLeft, paddingRight, columnGap } = getComputedStyle(measured)
      const gap = Number.parseFloat(columnGap)
      const room = measured.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) + gap
      const widths = tabs.map((tab) => Math.ceil(tab.getBoundingClientRect().width) + gap)
      setInBar(tabsInBar(widths, present, room, moreTabsWidth + gap))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const element of [measured, ...tabs]) observer.observe(element)
    return () => observer.disconnect()
  }, [key, present])
  return { bar, shown: (index: number): boolean => inBar?.has(index) ?? true }
}

interface TabProps {
  readonly view: VisitedView
  /** False: the bar has no room for it. */
  readonly shown: boolean
}

const Tab = ({ view, shown }: TabProps) => {
  const t = useTexts(shellTexts)
  const { language } = useLanguage()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const actions = useTabActions()
  const on = view.path === pathname
  const closable = !view.meta.affix
  const title = (pageAt(view.path)?.title ?? view.title)[language]

  const menu: MenuProps = {
    items: [
      { key: 'refresh', label: t('refreshTab') },
      { key: 'close', label: t('closeTab'), disabled: !closable },
      { key: 'others', label: t('closeOthers') },
      { key: 'all', label: t('closeAll') },
    ],
    onClick: ({ key }) => {
      if (key === 'close') actions.close(view.path)
      if (key === 'others') actions.closeOthers(view)
      if (key === 'all') actions.closeAll()
      if (key !== 'refresh') return
      actions.refresh(view.path)
      if (!on) void navigate(view.address)
    },
  }
  return (
    <Dropdown menu={menu} trigger={['contextMenu']}>
      <div
        data-tab
        className={`${styles['tab']} ${on ? styles['on'] : ''} ${closable ? styles['closable'] : ''} ${shown ? '' : styles['over']}`}
        onAuxClick={(event) => {
          if (event.button === 1 && closable) actions.close(view.path)
        }}
      >
        <Link to={view.address} className={styles['link']} aria-current={on ? 'page' : undefined} draggable={false}>
          {title}
        </Link>
        {closable && (
          <button
            type="button"
            className={styles['close']}
            aria-label={t('closeNamed', { title })}
            onClick={() => actions.close(view.path)}
          >
            <Icon name="close" size={14} />
          </button>
        )}
      </div>
    </Dropdown>
  )
}
