import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { serverNow } from '../../shared/live/live.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { rangeOf, type Period } from './aggregate.ts'

const everyMinute = 60_000
const dayPace = 10_000

/** The site's time, renewed when its day changes. */
export const useSiteDay = (): string => {
  const [day, setDay] = useState(() => toSiteTime(serverNow()).slice(0, 10))
  useEffect(() => {
    const timer = setInterval(() => setDay(toSiteTime(serverNow()).slice(0, 10)), dayPace)
    return () => clearInterval(timer)
  }, [])
  return day
}

/** Of another period nothing is shown meanwhile: each number leads to the alarms of the one that is chosen. */
export const useAlarmsByArea = (period: Period, siteDay: string) =>
  useCall(alarmCalls.listAlarmStaNumberByArea, rangeOf(period, siteDay), { refetchEvery: everyMinute })
export const useAlarmsByType = () => useCall(alarmCalls.listAlarmStaNumberByType, undefined, { refetchEvery: everyMinute })
export const useOnlineNumbers = () => useCall(positionCalls.listOnlineStaNumber, undefined, { refetchEvery: everyMinute })

export const useVisitorNumbers = () => useCall(gateCalls.listVisitorStaNumber, undefined, { refetchEvery: everyMinute })
export const useTrafficNumbers = () => useCall(trafficCalls.listZdTrafficStaNumber, undefined, { refetchEvery: everyMinute })

/** More than there is room for anywhere. */
const mostLatest = 8
export const useLatestSpeeding = (siteDay: string) => {
  const { startTime, endTime } = rangeOf('day', siteDay)
  const { data, ...query } = useCall(
    trafficCalls.listZdTrafficOver,
    { passTimeFrom: startTime, passTimeTo: endTime, pageNum: 1, pageSize: mostLatest },
    { refetchEvery: everyMinute, keepPrevious: true },
  )
  return { ...query, data: data && whole(data) }
}
export const useLatestVisits = (siteDay: string) => {
  const { startTime, endTime } = rangeOf('day', siteDay)
  const { data, ...query } = useCall(
    gateCalls.listZdVisitRecordByDate,
    { planInFrom: startTime, planInTo: endTime, pageNum: 1, pageSize: mostLatest },
    { refetchEvery: everyMinute, keepPrevious: true },
  )
  return { ...query, data: data && whole(data) }
}
