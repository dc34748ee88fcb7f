import { useTexts } from '../../shared/i18n/texts.ts'
import { sound } from '../../shared/sound/sound.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { shellTexts } from './texts.ts'
import styles from './shell.module.css'

/** To stand for as long as the browser keeps the sound locked; a click unlocks it. */
export const SoundBar = () => {
  const t = useTexts(shellTexts)
  return (
    <button type="button" className={styles['soundBar']} onClick={() => void sound.unlock()}>
      <Icon name="soundOff" />
      <span>{t('soundLocked')}</span>
      <b>{t('turnOnSound')}</b>
    </button>
  )
}
