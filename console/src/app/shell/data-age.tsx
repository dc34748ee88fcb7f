import { useTexts } from '../../shared/i18n/texts.ts'
import { useLiveStatus } from '../../shared/live-status/live-status.ts'
import { useNow } from '../../shared/time/now.ts'
import { Age } from './age.tsx'
import { shellTexts } from './texts.ts'
import styles from './top-bar.module.css'

/** Milliseconds without anything heard after which data counts as late. */
const lateAfter = 6_000

/** How old the live data is; loud when the stream has stopped. */
export const DataAge = () => {
  const t = useTexts(shellTexts)
  const { link, heardAt } = useLiveStatus()
  const now = useNow()
  if (heardAt === null) {
    const text = { off: t('dataOff'), connecting: t('dataConnecting'), open: t('dataConnecting'), broken: t('dataBroken') }[link]
    return (
      <span className={`${styles['age']} ${link === 'broken' ? styles['lost'] : ''}`} role="status" title={text}>
        <i className={`${styles['dot']} ${link === 'broken' ? '' : styles['off']}`} />
        <span className={styles['ageLabel']}>{text}</span>
      </span>
    )
  }
  const late = link !== 'open' || now - heardAt > lateAfter
  return (
    <span className={`${styles['age']} ${late ? styles['lost'] : ''}`} role={late ? 'alert' : undefined}>
      <i className={styles['dot']} />
      <span>
        <span className={styles['ageLabel']}>{late ? t('dataBroken') : t('data')} </span>
        <b>
          <Age at={heardAt} />
        </b>
      </span>
    </span>
  )
}
