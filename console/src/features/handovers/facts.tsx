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

type AlarmFact = ShiftFacts['open']['list'][number]

const AlarmRow = ({ alarm }: { readonly alarm: AlarmFact }) => {
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

const FaultRow = ({ fault }: { readonly fault: ShiftFacts['faults']['list'][number] }) => {
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

interface PartProps {
  readonly title: string
  readonly total: number
  readonly shown: number
  readonly children: ReactNode
}

const Part = ({ title, total, shown, children }: PartProps) => {
  const t = useTexts(handoverTexts)
  return (
    <section data-empty={total === 0}>
      <h3 className={styles['part']}>
        {title} <b>{total}</b>
      </h3>
      {total === 0 ? <p className="note">{t('none')}</p> : <ul className="list">{children}</ul>}
      {total > shown && <p className="note">{t('more', { n: total - shown })}</p>}
    </section>
  )
}

interface FactsProps {
  readonly facts: ShiftFacts
  /** It fills what it stands in, and each part scrolls by itself. */
  readonly fills?: boolean
}

/** How the site stands or stood: what whoever comes has to know. */
export const Facts = ({ facts: { open, shelved, fencesOff, faults }, fills = false }: FactsProps) => {
  const t = useTexts(handoverTexts)
  const seesFences = useCan('dangAreaDrawMgmt')
  return (
    <div className={styles['facts']} data-fills={fills}>
      <Part title={t('open')} total={open.total} shown={open.list.length}>
        {open.list.map((alarm) => (
          <AlarmRow key={alarm.id} alarm={alarm} />
        ))}
      </Part>
      <Part title={t('shelved')} total={shelved.total} shown={shelved.list.length}>
        {shelved.list.map((alarm) => (
          <AlarmRow key={alarm.id} alarm={alarm} />
        ))}
      </Part>
      <Part title={t('fencesOff')} total={fencesOff.total} shown={fencesOff.list.length}>
        {fencesOff.list.map(({ id, name }) => (
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
        ))}
      </Part>
      <Part title={t('faults')} total={faults.total} shown={faults.list.length}>
        {faults.list.map((fault) => (
          <FaultRow key={fault.id} fault={fault} />
        ))}
      </Part>
    </div>
  )
}
