import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { sipStates, useSipStatus } from '../../shared/sip-status/sip-status.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { shellTexts } from './texts.ts'
import styles from './top-bar.module.css'

/** The operator's SIP id and whether it is registered; a button once there is something to open. */
export const SipIndicator = () => {
  const t = useTexts(shellTexts)
  const { language } = useLanguage()
  const { sipId, state, open } = useSipStatus()
  const tone = state === 'registered' ? styles['registered'] : state === 'failed' ? styles['failed'] : ''
  const content = (
    <>
      <Icon name="phone" />
      {/* Spaces that are not seen part the words for whoever hears them. */}
      <span className={styles['sipLabel']}>{t('sip')}</span> {sipId && <b className={styles['sipNumber']}>{sipId}</b>}{' '}
      <span className={`${styles['tag']} ${tone}`}>{sipStates[state][language]}</span>
    </>
  )
  const title = `${t('sip')} ${sipId ?? ''}`.trim()
  return open ? (
    <button
      type="button"
      className={styles['sip']}
      title={title}
      aria-label={`${title} ${sipStates[state][language]}`}
      onClick={open}
    >
      {content}
    </button>
  ) : (
    <span className={styles['sip']} title={title}>
      {content}
    </span>
  )
}
