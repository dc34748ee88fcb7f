import { alarmCondition, handlingStatus } from '@vigil/contract/alarms/entities.ts'
import { titleOf } from '@vigil/contract/alarms/types.ts'
import { faultKind } from '@vigil/contract/health/fault.ts'
import type { ShiftFacts } from '@vigil/contract/handovers/entities.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import styles from './handovers.module.css'
import { handoverTexts } from './texts.ts'

type Found<Kind extends keyof ShiftFacts> = NonNullable<ShiftFacts[Kind]>
type Fact<Kind extends keyof ShiftFacts> = Found<Kind>['list'][number]

const AlarmRow = ({ alarm }: { readonly alarm: Fact<'open'> }) => {
  const t = useTexts(handoverTexts)
  const { language } = useLanguage()
  const seesAlarms = [useCan('alarmRealMgmt'), useCan('alarmHisMgmt')].includes(true)
  const { id, alarmName, alarmType, ruleId, alarmLevel, who, findTime, status, assignee, shelvedUntil, condition } = alarm
  const name = language === 'zh' || ruleId !== null ? alarmName : titleOf(alarmType)[language]
  const state = [
    condition === alarmCondition.code.returned ? alarmCondition.name(condition, language) : '',
    shelvedUntil ? t('until', { time: shelvedUntil.slice(5, 16) }) : '',
    // Of one that nobody took up he is only called upon.
    assignee ? t(status === handlingStatus.code.inProgress ? 'inHand' : 'escalatedTo', { name: assignee }) : '',
  ]
  const words = `${name} · ${who}`
  return (
    <li className={styles['fact']}>
      <LevelMark level={alarmLevel} size={18} />
      {seesAlarms ? (
        <Link className="ellipsis" to={addressOf('alarmCockpit', { id })} title={words}>
          {words}
        </Link>
      ) : (
        <span className="ellipsis" title={words}>
          {words}
        </span>
      )}
      <span className="quiet oneLine">{[findTime.slice(5, 16), ...state].filter(Boolean).join(' · ')}</span>
    </li>
  )
}

const FaultRow = ({ fault }: { readonly fault: Fact<'faults'> }) => {
  const t = useTexts(handoverTexts)
  const { language } = useLanguage()
  const seesFaults = useCan('deviceHealthMgmt')
  const { id, deviceName, userName, kind, since, owner } = fault
  const words = [faultKind.name(kind, language), deviceName, userName].filter(Boolean).join(' · ')
  const state = [since ? t('since', { time: since.slice(5, 16) }) : '', owner ? t('owner', { name: owner }) : '']
  return (
    <li className={styles['fact']}>
      <Icon name="devices" size={18} className="quiet" />
      {seesFaults ? (
        <Link className="ellipsis" to={addressOf('deviceHealthMgmt', { id })} title={words}>
          {words}
        </Link>
      ) : (
        <span className="ellipsis" title={words}>
          {words}
        </span>
      )}
      <span className="quiet oneLine">{state.filter(Boolean).join(' · ')}</span>
    </li>
  )
}

interface PartProps<Kind extends keyof ShiftFacts> {
  readonly title: string
  /** Null: whoever reads may not see any. */
  readonly found: ShiftFacts[Kind]
  readonly row: (fact: Fact<Kind>) => ReactNode
}

const Part = <Kind extends keyof ShiftFacts>({ title, found, row }: PartProps<Kind>) => {
  const t = useTexts(handoverTexts)
  const list: readonly Fact<Kind>[] = found?.list ?? []
  const { total = 0 } = found ?? {}
  return (
    <section data-empty={total === 0}>
      <h3 className={styles['part']}>
        {title} {found && <b>{total}</b>}
      </h3>
      {total === 0 ? <p className="note">{t(found ? 'none' : 'notSeen')}</p> : <ul className="list">{list.map(row)}</ul>}
      {total > list.length && <p className="note">{t('more', { n: total - list.length })}</p>}
    </section>
  )
}

interface FactsProps {
  readonly facts: ShiftFacts
  /** It fills what it stands in, and each part scrolls by itself. */
  readonly fills?: boolean
}

const alarmRow = (alarm: Fact<'open'>) => <AlarmRow key={alarm.id} alarm={alarm} />

/** How the site stands or stood: what whoever comes has to know. */
export const Facts = ({ facts: { open, shelved, fencesOff, faults }, fills = false }: FactsProps) => {
  const t = useTexts(handoverTexts)
  const seesFences = useCan('dangAreaDrawMgmt')
  return (
    <div className={styles['facts']} data-fills={fills}>
      <Part<'open'> title={t('open')} found={open} row={alarmRow} />
      <Part<'shelved'> title={t('shelved')} found={shelved} row={alarmRow} />
      <Part<'fencesOff'>
        title={t('fencesOff')}
        found={fencesOff}
        row={({ id, name }) => (
          <li key={id} className={styles['fact']}>
            <Icon name="fence" size={18} className="quiet" />
            {seesFences ? (
              <Link className="ellipsis" to={addressOf('dangAreaDrawMgmt', { id })}>
                {name}
              </Link>
            ) : (
              <span className="ellipsis">{name}</span>
            )}
          </li>
        )}
      />
      <Part<'faults'> title={t('faults')} found={faults} row={(fault) => <FaultRow key={fault.id} fault={fault} />} />
    </div>
  )
}
