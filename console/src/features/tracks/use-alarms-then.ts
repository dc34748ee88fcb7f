import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { handledAt, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { useMemo } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useCan } from '../../shared/session/session.ts'
import { fromSiteTime } from '../../shared/time/site-time.ts'
import type { Span } from './address.ts'
import type { AlarmThen } from './recording.ts'

/** Alarms asked for at most: of each list the newest. */
const most = 1_000

export interface AlarmMark {
  readonly alarm: Alarm
  /** ms since 1970. */
  readonly at: number
  /** Of the moving thing; null of what is nothing that moves. */
  readonly id: number | null
}

export interface AlarmsThen {
  /** Of the opened devices in the opened time, oldest first. */
  readonly marks: readonly AlarmMark[]
  /** As the map shows them while they lasted. */
  readonly lasting: readonly AlarmThen[]
  /** There were more than were asked for. */
  readonly cut: boolean
  readonly failed: boolean
}

/** What never returns, as a press, is over once somebody has dealt with it. */
export const endOf = (alarm: Alarm): number => {
  const end = alarm.endTime ?? handledAt(alarm)
  return end === null ? Infinity : fromSiteTime(end)
}

/** Alarms of the opened devices; none for whoever does not see alarms. */
export const useAlarmsThen = (ids: ReadonlySet<number>, span: Span | null): AlarmsThen => {
  const sees = [useCan('alarmRealMgmt'), useCan('alarmHisMgmt')].includes(true)
  const body = { startTime: span?.from ?? '', endTime: span?.to ?? '', pageNum: 1, pageSize: most }
  const enabled = sees && span !== null && ids.size > 0
  const open = useCall(alarmCalls.listUnHandledPage, body, { enabled })
  const handled = useCall(alarmCalls.listHandledPage, body, { enabled })
  const [openData, handledData] = enabled ? [open.data, handled.data] : []
  return useMemo(() => {
    const pages = [openData, handledData].filter((page) => page !== undefined)
    const marks = pages
      .flatMap(({ list }) => list)
      .flatMap((alarm): AlarmMark[] =>
        alarm.objectId !== null && ids.has(alarm.objectId)
          ? [{ alarm, at: fromSiteTime(alarm.startTime), id: alarm.objectId }]
          : [],
      )
      .sort((a, b) => a.at - b.at)
    return {
      marks,
      lasting: marks.map(({ alarm, at, id }) => ({
        id,
        from: at,
        to: Math.max(at + 1_000, endOf(alarm)),
        shown: { level: alarm.alarmLevel, unhandled: false, returned: false, areaId: alarm.areaId },
      })),
      cut: pages.some(({ list, total }) => total > list.length),
      failed: enabled && [open.isError, handled.isError].includes(true),
    }
  }, [ids, openData, handledData, enabled, open.isError, handled.isError])
}
