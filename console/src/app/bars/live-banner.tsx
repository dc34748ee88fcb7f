import { useTexts } from '../../shared/i18n/texts.ts'
import { retryLive, useLiveLink } from '../../shared/live/live.ts'
import { useCan } from '../../shared/session/session.ts'
import { useNow } from '../../shared/time/now.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { barTexts } from './texts.ts'
import styles from './live-banner.module.css'

/** Milliseconds without a message after which the screen says so; with the second's tick it is said within 10 s. */
const loudAfter = 8_000

/** A bar across the screen while live data is interrupted; nothing otherwise. */
export const LiveBanner = () => {
  const { link, heardAt } = useLiveLink()
  const now = useNow()
  const t = useTexts(barTexts)
  if (link.kind === 'idle' || heardAt === null || now - heardAt < loudAfter) return null
  const wait = link.kind === 'waiting' ? Math.ceil((link.until - now) / 1000) : 0
  return (
    <div className={`${styles['banner']} ${styles['parts']}`} role="alert">
      <Icon name="unlink" />
      <strong>{t('broken', { seconds: Math.floor((now - heardAt) / 1000) })}</strong>
      <span className={styles['old']}>{t('oldData')}</span>
      <span className="oneLine">{wait > 0 ? t('retryIn', { seconds: wait }) : t('reconnecting')}</span>
      <button type="button" className={styles['retry']} onClick={retryLive}>
        {t('retryNow')}
      </button>
    </div>
  )
}

interface DiskBannerProps {
  /** Read by whoever passes, and not only by who is signed in; false unless said. */
  readonly forEverybody?: boolean
}

/** A bar across the screen while the server's disk is low or full; nothing otherwise. Who can make room is asked to. */
export const DiskBanner = ({ forEverybody = false }: DiskBannerProps) => {
  const disk = useLiveLink((link) => link.disk)
  const t = useTexts(barTexts)
  const makesRoom = useCan('siteMgmt') && !forEverybody
  if (disk === 'fine') return null
  const low = makesRoom ? 'diskLow' : 'diskLowTell'
  return (
    <div className={disk === 'full' ? `${styles['banner']} ${styles['grave']}` : styles['banner']} role="alert">
      <Icon name="danger" />
      <strong className={styles['long']}>{t(disk === 'full' ? 'diskFull' : low)}</strong>
    </div>
  )
}
