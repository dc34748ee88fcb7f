import { Dropdown, type MenuProps } from 'antd'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { holds, useUser } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { leaveScreen } from '../../shared/unsaved/unsaved-guard.ts'
import { homePath, pageAt } from '../routes/pages.ts'
import { neighbour, onlyAffixed, useTabs, without, withoutOthers, type VisitedView } from './tabs.ts'
import { shellTexts } from './texts.ts'
import styles from './tabs-bar.module.css'

/** Closes tabs and goes where that leads, as the tab bar and its shortcut do. What ends the present screen asks it first. */
export const useTabActions = () => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return {
    refresh: (path: string): void => {
      const again = (): void => useTabs.getState().refresh(path)
      if (path === pathname) leaveScreen(again)
      else again()
    },
    close: (path: string): void => {
      const { views, keep } = useTabs.getState()
      if (path !== pathname) keep(without(views, path))
      else if (views.some((view) => view.path === path && !view.meta.affix)) {
        leaveScreen(() => {
          const { views } = useTabs.getState()
          void navigate(neighbour(views, path))
          keep(without(views, path))
        })
      }
    },
    closeOthers: (view: VisitedView): void => {
      const close = (): void => {
        const { views, keep } = useTabs.getState()
        keep(withoutOthers(views, view.path))
        if (view.path !== pathname) void navigate(view.address)
      }
      if (view.path === pathname) close()
      else leaveScreen(close)
    },
    closeAll: (): void =>
      leaveScreen(() => {
        const { views, keep } = useTabs.getState()
        keep(onlyAffixed(views))
        void navigate(homePath)
      }),
  }
}

/** The visited screens, with refresh, close, close others and close all in the context menu of each. */
export const TabsBar = () => {
  const t = useTexts(shellTexts)
  const user = useUser()
  const { views } = useTabs()
  // Tabs outlive a session: another account may have fewer screens.
  const allowed = views.filter(({ path }) => {
    const page = pageAt(path)
    return page && (page.name === 'home' || holds(user, page.name))
  })
  return (
    <nav className={styles['tabs']} aria-label={t('openTabs')}>
      {allowed.map((view) => (
        <Tab key={view.path} view={view} />
      ))}
    </nav>
  )
}

const Tab = ({ view }: { readonly view: VisitedView }) => {
  const t = useTexts(shellTexts)
  const { language } = useLanguage()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const actions = useTabActions()
  const element = useRef<HTMLDivElement>(null)
  const on = view.path === pathname
  const closable = !view.meta.affix
  const title = (pageAt(view.path)?.title ?? view.title)[language]

  useEffect(() => {
    if (on) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [on])

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
        ref={element}
        className={`${styles['tab']} ${on ? styles['on'] : ''} ${closable ? styles['closable'] : ''}`}
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
