import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { thingAt } from '../../shared/live/hooks.ts'
import { serverNow } from '../../shared/live/live.ts'
import { presence } from '../../shared/moving/position-store.ts'
import { formatAge } from '../../shared/time/format.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import styles from './positions.module.css'
import { iconOf } from './search-provider.ts'
import { stateTexts } from './state-texts.ts'
import { positionTexts } from './texts.ts'

/** One thing that a search has found: who, of which department, how it stands and since when. */
export const FoundRow = ({ slot }: { readonly slot: number }) => {
  const t = useTexts(positionTexts)
  const { language } = useLanguage()
  const byObject = useOpenAlarms((book) => book.byObject)
  const thing = thingAt(slot)
  if (!thing) return null
  const { object, state, sighting } = thing
  const level = byObject.get(object.id)?.level
  const [title, ...more] = object.userName === null ? [object.label] : [object.userName, object.label]
  const age = sighting ? formatAge(serverNow() - sighting.fixAt, language) : ''
  return (
    <div className={styles['found']}>
      {level ? (
        <LevelMark level={level} size={16} />
      ) : (
        <Icon
          name={iconOf[object.deviceType]}
          size={16}
          className={state === presence.online ? styles['markOn'] : styles['markOff']}
        />
      )}
      <span className="ellipsis grow">
        <b>{title}</b> <span className="soft">{[...more, object.deptName].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles['faint']}>{[t(stateTexts[state]), age].filter(Boolean).join(' · ')}</span>
    </div>
  )
}
