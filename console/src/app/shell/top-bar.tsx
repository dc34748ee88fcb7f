import { Badge, Dropdown } from 'antd'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useErrorLog } from '../../shared/error-log/error-log.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import { sizes, useSize } from '../theme/size.ts'
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { openedLater } from '../../shared/ui/opened-later.tsx'
import { homePath, type Page } from '../routes/pages.ts'
import { searchTexts } from '../search/texts.ts'
import { typedAhead } from '../search/typed-ahead.ts'
import { DataAge } from './data-age.tsx'
import { FramePartsAt } from './frame-parts.tsx'
import { toggleFullScreen, useFullScreen } from './full-screen.ts'
import { SipIndicator } from './sip-indicator.tsx'
import { TaskTray } from './task-tray.tsx'
import { shellTexts, shortcutTexts } from './texts.ts'
import { UserMenu } from './user-menu.tsx'
import styles from './top-bar.module.css'

/** The first of those that are fetched ahead: its first words are typed in one go with its key, and are noted until it is there. */
const SearchDialog = openedLater(async () => (await import('../search/search-dialog.tsx')).SearchDialog)
const ErrorLogDialog = openedLater(async () => (await import('./error-log-dialog.tsx')).ErrorLogDialog)
const ShortcutsDialog = openedLater(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

interface TopBarProps {
  readonly page: Page | null
  readonly menuText: string
  readonly onMenu: () => void
}

export const TopBar = ({ page, menuText, onMenu }: TopBarProps) => (
  <header className={styles['bar']}>
    <Tool icon="fold" text={menuText} onClick={onMenu} />
    <Breadcrumb page={page} />
    <span className={styles['space']} />
    <DataAge />
    <SearchBox />
    <SipIndicator />
    <i className={styles['rule']} />
    <Row className="fixed" gap={2}>
      <FramePartsAt at="topBar" />
      <Errors />
      <TaskTray />
      <LanguageTool />
      <SizeTool />
      <FullScreenTool />
      <ThemeTool />
      <ShortcutsTool />
    </Row>
    <i className={styles['rule']} />
    <UserMenu />
  </header>
)

interface ToolProps {
  readonly icon: IconName
  readonly text: string
  readonly onClick: () => void
  readonly className?: string | undefined
  readonly children?: ReactNode
}

const Tool = ({ icon, text, onClick, className = '', children }: ToolProps) => (
  <button type="button" className={`${styles['tool']} ${className}`} title={text} aria-label={text} onClick={onClick}>
    {children ?? <Icon name={icon} />}
  </button>
)

const Breadcrumb = ({ page }: { readonly page: Page | null }) => {
  const t = useTexts(shellTexts)
  const { language } = useLanguage()
  if (!page || page.name === 'home')
    return (
      <nav className={styles['crumbs']} aria-label={t('breadcrumb')}>
        <h1>{t('home')}</h1>
      </nav>
    )
  const slash = <span className={styles['slash']}>/</span>
  return (
    <nav className={styles['crumbs']} aria-label={t('breadcrumb')}>
      <span className={styles['early']}>
        <Link to={homePath}>{t('home')}</Link>
        {slash}
        {page.group?.[language]}
        {slash}
      </span>
      <h1>{page.title[language]}</h1>
    </nav>
  )
}

const SearchBox = () => {
  const t = useTexts(searchTexts)
  const [open, setOpen] = useState(false)
  useShortcut({ keys: 'ctrl+k', describe: shortcutTexts.search, run: () => setOpen(!open) })
  useLayoutEffect(() => (open ? typedAhead.begin() : undefined), [open])
  return (
    <>
      <button type="button" className={styles['search']} title={t('search')} onClick={() => setOpen(true)}>
        <Icon name="search" size={16} />
        <span className="grow ellipsis">{t('hint')}</span>
        <span className={`fixed ellipsis ${styles['searchKeys']}`}>
          <kbd>Ctrl K</kbd>
        </span>
      </button>
      <SearchDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** Only there when something went wrong. */
const Errors = () => {
  const t = useTexts(shellTexts)
  const { errors } = useErrorLog()
  const [open, setOpen] = useState(false)
  return (
    <>
      {errors.length > 0 && (
        <Tool icon="bug" text={t('errorLog')} className={styles['errors']} onClick={() => setOpen(true)}>
          <Badge count={errors.length} size="small" overflowCount={99}>
            <Icon name="bug" className={styles['errors']} />
          </Badge>
        </Tool>
      )}
      <ErrorLogDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const LanguageTool = () => {
  const t = useTexts(shellTexts)
  const { language, setLanguage } = useLanguage()
  const name = language === 'zh' ? '中文' : 'English'
  return (
    <Tool
      icon="language"
      text={`${t('language')} ${name}`}
      className={styles['wide']}
      onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}
    >
      <Icon name="language" />
      <span className={styles['word']}>{name}</span>
    </Tool>
  )
}

const sizeTexts = { small: 'sizeSmall', medium: 'sizeMedium', large: 'sizeLarge' } as const

const SizeTool = () => {
  const t = useTexts(shellTexts)
  const { size, setSize } = useSize()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: sizes.map((key) => ({ key, label: t(sizeTexts[key]), onClick: () => setSize(key) })),
        selectable: true,
        selectedKeys: [size],
      }}
    >
      <button
        type="button"
        className={`${styles['tool']} ${styles['wide']} ${styles['size']}`}
        title={t('size')}
        aria-label={t('size')}
      >
        <Icon name="size" />
      </button>
    </Dropdown>
  )
}

const FullScreenTool = () => {
  const t = useTexts(shellTexts)
  const full = useFullScreen()
  const toggle = async (): Promise<void> => {
    if (!(await toggleFullScreen())) notify.warning(t('noFullScreen'))
  }
  return (
    <Tool
      icon="fullscreen"
      text={full ? t('leaveFullScreen') : t('fullScreen')}
      className={styles['wide']}
      onClick={() => void toggle()}
    />
  )
}

const ThemeTool = () => {
  const t = useTexts(shellTexts)
  const { mode, toggle } = useThemeMode()
  useShortcut({ keys: 'alt+t', describe: shortcutTexts.theme, run: toggle })
  const dark = mode === 'dark'
  return (
    <Tool
      icon={dark ? 'sun' : 'moon'}
      text={dark ? t('lightTheme') : t('darkTheme')}
      className={styles['wide']}
      onClick={toggle}
    />
  )
}

const ShortcutsTool = () => {
  const t = useTexts(shellTexts)
  const [open, setOpen] = useState(false)
  useShortcut({ keys: '?', describe: shortcutTexts.sheet, run: () => setOpen(true) })
  return (
    <>
      <Tool icon="help" text={t('shortcuts')} className={styles['wide']} onClick={() => setOpen(true)} />
      <ShortcutsDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
