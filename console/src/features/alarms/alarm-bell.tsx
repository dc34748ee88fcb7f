import { useNavigate } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { narrowBelow, phoneBelow, useBelow } from '../../shared/ui/use-media.ts'
import { alarmTexts } from './texts.ts'
import { useIsOpen, useIsShown, usePlace, useUnhandled } from './use-alarms.ts'
import { watching } from './watching.ts'
import styles from './alarm-bell.module.css'

const most = 99

/** How many alarms wait, in the top bar; it opens and folds the column, and on a narrow window goes to the list. On a phone the bar above it says how many. */
export const AlarmBell = () => {
  const t = useTexts(alarmTexts)
  const navigate = useNavigate()
  const isShown = useIsShown()
  const narrow = useBelow(narrowBelow)
  const phone = useBelow(phoneBelow)
  const seesAll = useCan('alarmRealMgmt')
  const place = usePlace()
  const isOpen = useIsOpen()
  const { total } = useUnhandled()
  if (!isShown || (narrow && !seesAll)) return null
  const pressed = (): void => {
    if (narrow) void navigate(addressOf('alarmRealMgmt', { status: 0, shelved: 0 }))
    else if (isOpen) watching.fold(place)
    else watching.unfold(place)
  }
  const text = t('unhandledCount', { n: total })
  return (
    <button
      type="button"
      className={styles['bell']}
      title={text}
      aria-label={text}
      aria-expanded={narrow ? undefined : isOpen}
      onClick={pressed}
    >
      <Icon name="bell" />
      {total > 0 && !phone && <b className={styles['count']}>{total > most ? `${most}+` : total}</b>}
    </button>
  )
}
