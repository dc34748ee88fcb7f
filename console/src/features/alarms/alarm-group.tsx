import { alarmType, type Alarm, type AlarmFlood } from '@vigil/contract/alarms/entities.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useAreaName } from '../../shared/map/map-data.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { withAreaNamed } from './describe.ts'
import { alarmTexts } from './texts.ts'
import styles from './alarm-column.module.css'

interface AlarmGroupProps {
  /** Of one cause, the most urgent first. */
  readonly alarms: readonly [Alarm, ...Alarm[]]
  /** They stand below it one by one. */
  readonly isOpen: boolean
  readonly onTurn: () => void
}

/** That alarms stand in groups since too many come; nothing while there is no flood. */
export const FloodSaid = ({ flood }: { readonly flood: AlarmFlood | null }) => {
  const t = useTexts(alarmTexts)
  return (
    flood && (
      <div role="status" className={styles['flood']}>
        <Icon name="danger" />
        {t('flood', { n: flood.count })}
      </div>
    )
  )
}

/** Where all alarms of a group are, as the reader calls it; null of a rule that reaches over several areas. */
export const useAreaOfAll = ([first, ...others]: AlarmGroupProps['alarms']): string | null => {
  const nameOf = useAreaName()
  return others.every(({ areaId }) => areaId === first.areaId) ? withAreaNamed(first, nameOf).areaName : null
}

/** During a flood, alarms of one cause in a line: what, where, how many. */
export const AlarmGroup = ({ alarms, isOpen, onTurn }: AlarmGroupProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const area = useAreaOfAll(alarms)
  const [first] = alarms
  const said = [alarmType.name(first.alarmType, language), area, t('nAlarms', { n: alarms.length })].filter(Boolean).join(' · ')
  return (
    <button type="button" className={styles['group']} aria-expanded={isOpen} title={said} onClick={onTurn}>
      <Row gap={10}>
        <LevelMark level={first.alarmLevel} size={22} />
        <b className="grow ellipsis">{said}</b>
        <Icon name={isOpen ? 'up' : 'down'} size={16} />
      </Row>
    </button>
  )
}
