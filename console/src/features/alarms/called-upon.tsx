import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useUser } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { callsUpon, isEscalated, nth } from './describe.ts'
import { TakeOver } from './more-acts.tsx'
import { alarmTexts } from './texts.ts'
import styles from './called-upon.module.css'

interface CalledUponProps {
  readonly open: readonly Alarm[]
  /** Opens one in the column; null where there is none. */
  readonly onOpen: ((id: string) => void) | null
  /** The one whose name stands below it already, so that it is told once; null where none does. */
  readonly named?: string | null
}

/** What went on to the operator himself, since nobody took it up, or was given to him, until he or somebody else takes it. */
export const CalledUpon = ({ open, onOpen, named = null }: CalledUponProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const ownId = useUser()?.id
  const [first, ...others] = open.filter((alarm) => callsUpon(alarm, ownId))
  if (!first) return null
  const n = nth(first.escalation, language)
  const what =
    first.id === named
      ? isEscalated(first)
        ? t('thisEscalatedToYou', { n })
        : t('thisGivenToYou', { user: first.handleUser })
      : isEscalated(first)
        ? t('escalatedToYou', { what: subjectOf(first), n })
        : t('givenToYou', { what: subjectOf(first), user: first.handleUser })
  return (
    <div className={styles['called']} role="alert" data-level={first.alarmLevel}>
      <Icon name="bell" />
      {onOpen ? (
        <button type="button" className={`${styles['opens']} grow`} onClick={() => onOpen(first.id)}>
          {what}
        </button>
      ) : (
        <b className="grow">{what}</b>
      )}
      {others.length > 0 && <span className="fixed quiet">{t('andMore', { n: others.length })}</span>}
      <TakeOver alarm={first} />
    </div>
  )
}
