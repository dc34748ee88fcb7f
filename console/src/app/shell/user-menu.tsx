import { Dropdown, type MenuProps } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useUser } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { openedLater } from '../../shared/ui/opened-later.tsx'
import { leaveScreens } from '../../shared/unsaved/unsaved-guard.ts'
import { screenLock } from '../lock/lock-state.ts'
import { lockTexts } from '../lock/texts.ts'
import { logOut } from '../session/log-out.ts'
import { useSettings } from '../settings/settings.ts'
import { openWall } from '../wall/open-wall.ts'
import { wallTexts } from '../wall/texts.ts'
import { shellTexts } from './texts.ts'
import styles from './top-bar.module.css'

const PasswordDialog = openedLater(async () => (await import('./password-dialog.tsx')).PasswordDialog)
const SessionsDialog = openedLater(async () => (await import('./sessions-dialog.tsx')).SessionsDialog)

/** Display name and what belongs to the operator: sessions, password, settings, log out. */
export const UserMenu = () => {
  const t = useTexts(shellTexts)
  const tLock = useTexts(lockTexts)
  const tWall = useTexts(wallTexts)
  const user = useUser()
  const navigate = useNavigate()
  const { setShowSettings } = useSettings()
  const [dialog, setDialog] = useState<'sessions' | 'password' | null>(null)
  const name = user?.cname ?? ''
  const button = useRef<HTMLButtonElement>(null)

  const about = [user?.userName, user?.belongDeptName].filter(Boolean).join(' · ')
  const menu: MenuProps = {
    items: [
      ...(about ? [{ key: 'about', type: 'group' as const, label: about }, { type: 'divider' as const }] : []),
      { key: 'sessions', label: t('ownSessions'), icon: <Icon name="devices" size={16} /> },
      { key: 'password', label: t('changePassword'), icon: <Icon name="key" size={16} /> },
      { key: 'wall', label: tWall('open'), icon: <Icon name="fullscreen" size={16} /> },
      { key: 'settings', label: t('settings'), icon: <Icon name="settings" size={16} /> },
      { type: 'divider' },
      { key: 'lock', label: tLock('lock'), icon: <Icon name="lock" size={16} /> },
      { key: 'logOut', label: t('logOut'), icon: <Icon name="logout" size={16} /> },
    ],
    onClick: ({ key }) => {
      // The entry vanishes with the menu; the dialog gives the focus back to what had it last.
      button.current?.focus()
      if (key === 'sessions' || key === 'password') setDialog(key)
      if (key === 'wall') openWall()
      if (key === 'settings') setShowSettings(true)
      if (key === 'lock' && user) screenLock.lock(user.id)
      if (key === 'logOut')
        leaveScreens(
          () => true,
          () => void logOut(navigate),
        )
    },
  }
  return (
    <>
      <Dropdown menu={menu} trigger={['click']} placement="bottomRight">
        <button ref={button} type="button" className={styles['user']}>
          <span className="unseen">{t('userMenu')}</span>
          <span className={styles['avatar']} aria-hidden="true">
            {user?.avatar ? <img src={user.avatar} alt="" /> : name.charAt(0)}
          </span>
          <span className={styles['name']}>{name}</span>
          <Icon name="down" size={14} />
        </button>
      </Dropdown>
      <SessionsDialog open={dialog === 'sessions'} onClose={() => setDialog(null)} />
      <PasswordDialog open={dialog === 'password'} onClose={() => setDialog(null)} />
    </>
  )
}
