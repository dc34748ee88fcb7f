import { useTexts } from '../../shared/i18n/texts.ts'
import { IconButton } from '../../shared/ui/bare-buttons.tsx'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { uiTexts } from '../../shared/ui/texts.ts'
import { closeNotice, useNotices, type NoticeKind } from '../../shared/notices/notices.ts'
import styles from './notices.module.css'

const marks: Readonly<Record<NoticeKind, IconName>> = { success: 'check', info: 'sos', warning: 'danger', error: 'sos' }

/** Where notices appear. Drawn once, above everything, on the sign-in page too: it needs no antd. */
export const NoticesHost = () => {
  const { notices } = useNotices()
  const t = useTexts(uiTexts)
  return (
    <div className={styles['host']} aria-live="assertive">
      {notices.map(({ id, kind, text }) => (
        <div key={id} role={kind === 'error' ? 'alert' : 'status'} className={`${styles['notice']} ${styles[kind]}`}>
          <Icon name={marks[kind]} className={styles['mark']} />
          <span>{text}</span>
          <IconButton small label={t('close')} onClick={() => closeNotice(id)}>
            <Icon name="close" size={14} />
          </IconButton>
        </div>
      ))}
    </div>
  )
}
