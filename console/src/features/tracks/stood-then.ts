import { alarmCondition, type Alarm } from '@vigil/contract/alarms/entities.ts'
import type { AlarmStood, AlarmStretch } from '@vigil/contract/alarms/stood.ts'
import { fromSiteTime } from '../../shared/time/site-time.ts'
import type { AlarmThen } from './recording.ts'

/** An alarm in one of its states: while nobody had it, somebody had it, it was put aside, or it was over and waited to be confirmed. */
export interface StoodThen extends AlarmThen {
  readonly alarm: Alarm
  readonly stretch: AlarmStretch
  /** It was raised here, or raised again. */
  readonly begins: boolean
}

const isReturned = ({ condition }: AlarmStretch): boolean => condition === alarmCondition.code.returned

/** An alarm as it stood, in its order. */
export const stoodThen = ({ alarm, stretches }: AlarmStood): StoodThen[] =>
  stretches.map((stretch, at) => {
    const before = stretches[at - 1]
    const from = fromSiteTime(stretch.from)
    const { alarmLevel: level, areaId, objectId: id } = alarm
    return {
      alarm,
      stretch,
      id,
      from,
      to: stretch.to === null ? Infinity : Math.max(from + 1_000, fromSiteTime(stretch.to)),
      shown: { level, unhandled: false, returned: isReturned(stretch), areaId },
      begins: !isReturned(stretch) && (before === undefined || isReturned(before)),
    }
  })
