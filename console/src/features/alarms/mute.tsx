import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { formatDuration } from '../../shared/time/format.ts'
import { useNow } from '../../shared/time/now.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { alarmTexts } from './texts.ts'
import { useWatching, watching } from './watching.ts'
import styles from './alarm-column.module.css'

/** Silence for two minutes, and how much of it is left. */
export const Mute = () => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const mutedUntil = useWatching((state) => state.mutedUntil)
  const left = mutedUntil - useNow()
  const on = left > 0
  const text = on ? t('muted', { time: formatDuration(left, language) }) : t('mute')
  return (
    <button
      type="button"
      className={styles['mute']}
      aria-pressed={on}
      title={text}
      aria-label={text}
      onClick={() => watching.mute(!on)}
    >
      <Icon name={on ? 'soundOff' : 'sound'} size={16} />
      <span>{on ? formatDuration(left, language) : t('muteShort')}</span>
    </button>
  )
}
