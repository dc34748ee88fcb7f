import { presence } from '../../shared/moving/position-store.ts'
import { thingAt } from '../../shared/live/hooks.ts'
import { serverNow } from '../../shared/live/live.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { formatAge } from '../../shared/time/format.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { iconOf } from './search-provider.ts'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'

/** One thing of a list: what it is, who, and how it stands. */
export const ThingRow = ({ slot, onSelect }: { readonly slot: number; readonly onSelect: (id: number) => void }) => {
  const t = useTexts(positionTexts)
  const { language } = useLanguage()
  const thing = thingAt(slot)
  if (!thing) return null
  const { object, state, sighting } = thing
  const fresh = state === presence.online
  const told = fresh || !sighting ? '' : formatAge(serverNow() - sighting.fixAt, language)
  const [title, detail] = object.userName === null ? [object.label, object.deptName] : [object.userName, object.label]
  return (
    <button type="button" className={styles['row']} onClick={() => onSelect(object.id)}>
      <Icon name={iconOf[object.deviceType]} size={16} className={fresh ? styles['markOn'] : styles['markOff']} />
      <span className={styles['name']}>{title}</span>
      <span className={styles['faint']}>{state === presence.none ? t('noPosition') : told || detail}</span>
    </button>
  )
}
