import { handlingStatus } from '@vigil/contract/alarms/entities.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import type { RowAction } from '../../shared/spec/definitions.ts'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { speedingActions, stopActions } from './closable.ts'
import { Followed } from './followed.tsx'
import { Pictures } from './pictures.tsx'
import type { SpeedingRecord, TrafficStop, VehiclePass } from './records.ts'
import { trafficTexts } from './texts.ts'

interface BelowProps {
  readonly record: VehiclePass | SpeedingRecord | TrafficStop
  readonly actions?: readonly RowAction[]
  /** Links to what belongs to it. */
  readonly children?: ReactNode
}

const Below = ({ record, actions = [], children }: BelowProps) => {
  const { language } = useLanguage()
  return (
    <Stack gap={16} pad="16px 0 0">
      {(actions.length > 0 || children !== undefined) && (
        <Row gap={16} className="wrap">
          {actions.map(({ label, run }, index) => (
            <Button key={label.zh} type={index === 0 ? 'primary' : 'default'} autoInsertSpace={false} onClick={run}>
              {label[language]}
            </Button>
          ))}
          {children}
        </Row>
      )}
      <Pictures record={record} />
    </Stack>
  )
}

const isConfirmed = ({ status }: SpeedingRecord | TrafficStop): boolean => status === handlingStatus.code.handled

export const PassBelow = ({ record }: { readonly record: VehiclePass }) => <Below record={record} />

export const SpeedingBelow = ({ record }: { readonly record: SpeedingRecord }) => {
  const t = useTexts(trafficTexts)
  const seesStops = useCan('trafficStopMgmt')
  return (
    <Below record={record} actions={speedingActions(record)}>
      {seesStops && record.stopId !== '' && <Link to={addressOf('trafficStopMgmt', { id: record.stopId })}>{t('toStop')}</Link>}
      {isConfirmed(record) && <Followed recordKind="speedingRecord" recordId={record.id} />}
    </Below>
  )
}

export const StopBelow = ({ record }: { readonly record: TrafficStop }) => {
  const t = useTexts(trafficTexts)
  const [seesSpeeding, seesAlarms, seesPast] = [useCan('trafficOverMgmt'), useCan('alarmRealMgmt'), useCan('alarmHisMgmt')]
  return (
    <Below record={record} actions={stopActions(record)}>
      {seesSpeeding && record.speedingId !== '' && (
        <Link to={addressOf('trafficOverMgmt', { id: record.speedingId })}>{t('toSpeeding')}</Link>
      )}
      {(seesAlarms || seesPast) && record.alarmId !== '' && (
        <Link to={addressOf('alarmCockpit', { id: record.alarmId })}>{t('toAlarm')}</Link>
      )}
      {isConfirmed(record) && (
        <Followed
          recordKind={record.speedingId === '' ? 'trafficStop' : 'speedingRecord'}
          recordId={record.speedingId || record.id}
        />
      )}
    </Below>
  )
}
