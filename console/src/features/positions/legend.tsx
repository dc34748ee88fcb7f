import type { ReactNode } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'

const ring = 2 * Math.PI * 7

/** What the marks of the map mean. */
export const Legend = () => {
  const t = useTexts(positionTexts)
  const line = (mark: ReactNode, text: string) => (
    <li>
      <span className={styles['legendMark']} aria-hidden="true">
        {mark}
      </span>
      {text}
    </li>
  )
  return (
    <ul className={styles['legend']} aria-label={t('legend')}>
      {line(
        <svg width="20" height="20" viewBox="-10 -10 20 20">
          <circle r="7" className={styles['legendTrack']} />
          <circle r="7" className={styles['legendPart']} strokeDasharray={`${ring * 0.7} ${ring}`} transform="rotate(-90)" />
        </svg>,
        t('legendArea'),
      )}
      {line(<LevelMark level={1} size={16} />, t('legendAlarm'))}
      {line(<b className={styles['legendDisc']}>5</b>, t('legendCrowd'))}
      {line(<i className={styles['legendHollow']} />, t('legendReturned'))}
      {line(<i className={styles['legendStale']} />, t('legendStale'))}
    </ul>
  )
}
