import { Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useMenuBadges } from '../../shared/menu-badges/menu-badges.ts'
import { useUser } from '../../shared/session/session.ts'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import { menuFor, type MenuGroup } from '../routes/menu.ts'
import { homePage, homePath, pageAt, type Page } from '../routes/pages.ts'
import { useSettings } from '../settings/settings.ts'
import { useSidebar } from './sidebar-state.ts'
import { addressIn, useTabs } from './tabs.ts'
import { shellTexts } from './texts.ts'
import styles from './sidebar.module.css'

const icons: Readonly<Record<string, IconName>> = {
  '/userSafeMgmt': 'helmet',
  '/carWorkMgmt': 'truck',
  '/gateAccessMgmt': 'gate',
  '/videoMgmt': 'video',
  '/alarmMgmt': 'bell',
  '/planMgmt': 'plan',
  '/performanceMgmt': 'calendar',
  '/baseMgmt': 'sliders',
  '/systemMgmt': 'system',
}
const iconOf = ({ path }: MenuGroup): IconName => icons[path] ?? 'layers'

interface SidebarProps {
  /** Icons alone. */
  readonly narrow: boolean
  readonly onFold: () => void
  readonly foldText: string
}

/** The menu: home and the groups the user may see, one group unfolded at a time. */
export const Sidebar = ({ narrow, onFold, foldText }: SidebarProps) => {
  const t = useTexts(shellTexts)
  const { language } = useLanguage()
  const { settings } = useSettings()
  const { pathname } = useLocation()
  const groups = menuFor(useUser())
  const present = pageAt(pathname)
  const { openGroup, setOpenGroup } = useSidebar()
  const groupOfPresent = groups.find(({ children }) => children.some(({ path }) => path === present?.path))?.path ?? null

  useEffect(() => {
    if (groupOfPresent) setOpenGroup(groupOfPresent)
  }, [groupOfPresent, setOpenGroup])

  return (
    <nav className={`${styles['sidebar']} ${narrow ? styles['narrow'] : ''}`} aria-label={t('mainMenu')}>
      {settings.sidebarLogo && (
        <Link to={homePath} className={styles['logo']} aria-label={narrow ? settings.title : undefined}>
          <Logo size={28} />
          {!narrow && (
            <span>
              {settings.title} <small>Vigil</small>
            </span>
          )}
        </Link>
      )}
      <div className={styles['scroll']}>
        <ul className="list">
          <li>
            <Link
              to={homePath}
              className={`${styles['entry']} ${present?.name === 'home' ? styles['on'] : ''}`}
              aria-current={present?.name === 'home' ? 'page' : undefined}
              title={narrow ? homePage.title[language] : undefined}
            >
              <Icon name="home" />
              {!narrow && <span className="grow">{homePage.title[language]}</span>}
            </Link>
          </li>
          {groups.map((group) =>
            narrow ? (
              <NarrowGroup key={group.path} group={group} present={present} />
            ) : (
              <Group
                key={group.path}
                group={group}
                present={present}
                open={openGroup === group.path}
                onToggle={() => setOpenGroup(openGroup === group.path ? null : group.path)}
              />
            ),
          )}
        </ul>
      </div>
      <button
        type="button"
        className={`${styles['entry']} ${styles['fold']}`}
        onClick={onFold}
        title={narrow ? foldText : undefined}
        aria-label={narrow ? foldText : undefined}
      >
        <Icon name="fold" style={narrow ? { transform: 'scaleX(-1)' } : {}} />
        {!narrow && <span className="grow">{foldText}</span>}
      </button>
    </nav>
  )
}

interface GroupProps {
  readonly group: MenuGroup
  readonly present: Page | null
}

const most = 99
const shortCount = (count: number): string => (count > most ? `${most}+` : String(count))

const useGroupCount = ({ children }: MenuGroup): number => {
  const { counts } = useMenuBadges()
  return children.reduce((sum, { name }) => sum + (name === 'home' ? 0 : (counts[name] ?? 0)), 0)
}

const Group = ({ group, present, open, onToggle }: GroupProps & { readonly open: boolean; readonly onToggle: () => void }) => {
  const { language } = useLanguage()
  const count = useGroupCount(group)
  return (
    <li className={!open && count > 0 ? styles['counted'] : undefined}>
      <button
        type="button"
        className={`${styles['entry']} ${open ? styles['open'] : ''}`}
        aria-expanded={open}
        onClick={onToggle}
      >
        <Icon name={iconOf(group)} />
        <span className="grow">{group.title[language]}</span>
        {!open && count > 0 && <span className={styles['badge']}>{shortCount(count)}</span>}
        <Icon name="right" size={14} className={`${styles['arrow']} ${open ? styles['turned'] : ''}`} />
      </button>
      {open && (
        <ul className={styles['children']}>
          {group.children.map((page) => (
            <Child key={page.path} page={page} present={present} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Leads to an open tab as it was left; the present one begins anew. */
const Child = ({ page, present }: { readonly page: Page; readonly present: Page | null }) => {
  const { language } = useLanguage()
  const { views } = useTabs()
  const on = page.path === present?.path
  const entry = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (on) entry.current?.scrollIntoView({ block: 'nearest' })
  }, [on])
  const { counts } = useMenuBadges()
  const count = page.name === 'home' ? 0 : (counts[page.name] ?? 0)
  return (
    <li ref={entry}>
      <Link
        to={on ? page.path : addressIn(views, page.path)}
        className={`${styles['child']} ${on ? styles['childOn'] : ''}`}
        aria-current={on ? 'page' : undefined}
      >
        <span className="grow">{page.title[language]}</span>
        {count > 0 && <span className={styles['badge']}>{shortCount(count)}</span>}
      </Link>
    </li>
  )
}

/** Folded: the children come out beside the icon. */
const NarrowGroup = ({ group, present }: GroupProps) => {
  const { language } = useLanguage()
  const navigate = useNavigate()
  const count = useGroupCount(group)
  const { views } = useTabs()
  const here = group.children.some(({ path }) => path === present?.path)
  const items = group.children.map(({ path, title }) => ({ key: path, label: title[language] }))
  return (
    <li>
      <Dropdown
        placement="bottomLeft"
        align={{ points: ['tl', 'tr'], offset: [4, 0] }}
        trigger={['hover', 'click']}
        menu={{
          items: [{ key: group.path, type: 'group', label: group.title[language], children: items }],
          selectable: true,
          selectedKeys: present ? [present.path] : [],
          onClick: ({ key }) => void navigate(key === present?.path ? key : addressIn(views, key)),
        }}
      >
        <button type="button" className={`${styles['entry']} ${here ? styles['on'] : ''}`} aria-label={group.title[language]}>
          <Icon name={iconOf(group)} />
          {count > 0 && <i className={styles['dot']} />}
        </button>
      </Dropdown>
    </li>
  )
}
