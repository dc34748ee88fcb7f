import { useTexts } from '../../shared/i18n/texts.ts'
import { sound } from '../../shared/sound/sound.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { barTexts } from './texts.ts'
import styles from './sound-bar.module.css'

/** To stand for as long as the browser keeps the sound locked; a click unlocks it. */
export const SoundBar = () => {
  const t = useTexts(barTexts)
  return (
    <button type="button" className={styles['bar']} onClick={() => void sound.unlock()}>
      <Icon name="soundOff" />
      <span>{t('soundLocked')}</span>
      <b>{t('turnOnSound')}</b>
    </button>
  )
}
