import { handlingStatus } from '@vigil/contract/alarms/entities.ts'
import type { Noun } from '@vigil/contract/kernel/noun.ts'
import { stopKind } from '@vigil/contract/traffic/entities.ts'
import { speedingRecord } from '@vigil/contract/traffic/speeding-record.ts'
import { trafficStop } from '@vigil/contract/traffic/traffic-stop.ts'
import { writes } from '../../shared/session/scope.ts'
import { can, session } from '../../shared/session/session.ts'
import type { RowAction } from '../../shared/spec/definitions.ts'
import { announcing } from './announced.ts'
import { closing, type KnownOfStop } from './closing.ts'
import type { SpeedingRecord, TrafficStop } from './records.ts'
import { trafficTexts } from './texts.ts'

/** What the dialog is opened with for a record of a list; null of one that is handled. */
const stopToClose = (stop: TrafficStop): TrafficStop | null => (stop.status === handlingStatus.code.handled ? null : stop)
const speedingToClose = ({ stopId, status, illegalPlace, passTime, nSpeed }: SpeedingRecord): KnownOfStop | null =>
  stopId === '' || status === handlingStatus.code.handled ? null : { id: stopId, illegalPlace, passTime, nSpeed }

const mayClose = (noun: Pick<Noun, 'deptBy'>, record: TrafficStop | SpeedingRecord): boolean =>
  (can('trafficStopMgmt:edit') || can('alarm:handle')) && writes(session.user(), noun, record)

const action = (record: KnownOfStop | null, may: boolean): readonly RowAction[] =>
  record && may ? [{ label: trafficTexts.table.handle, run: () => closing.open(record) }] : []

export const stopActions = (stop: TrafficStop): readonly RowAction[] => {
  const may = mayClose(trafficStop, stop)
  return [
    ...action(stopToClose(stop), may),
    ...(may && stop.kind === stopKind.code.speeding ? announcing(stop.id, stop.audioStatus) : []),
  ]
}
export const speedingActions = (record: SpeedingRecord): readonly RowAction[] => {
  const may = mayClose(speedingRecord, record)
  return [...action(speedingToClose(record), may), ...(may ? announcing(record.stopId, record.audioStatus) : [])]
}
