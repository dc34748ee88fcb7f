import { specifiedTypes } from '@vigil/contract/alarms/types.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { AlarmContext, Body } from './context.ts'
import type { Period } from './statistics.store.ts'

const hour = 3_600_000
const day = 24 * hour

const periodOf = ({ kernel: { clock } }: AlarmContext, { startTime, endTime }: Body<'listAlarmStaNumberByArea'>): Period => {
  const from = startTime === undefined ? clock.startOfDay(clock.now()) : clock.fromWire(startTime)
  return { from, to: endTime === undefined ? new Date(from.getTime() + day) : clock.endOf(endTime) }
}

export const byArea = (context: AlarmContext, body: Body<'listAlarmStaNumberByArea'>, asked: Asked) =>
  context.store.byArea(periodOf(context, body), asked)

export const byType = async (context: AlarmContext, body: Body<'listAlarmStaNumberByType'>, asked: Asked) => {
  const { kernel, store } = context
  const { from, to } = periodOf(context, body)
  const hours = Math.min(Math.ceil((to.getTime() - from.getTime()) / hour), 24 * 31)
  const until = Math.min(to.getTime(), kernel.clock.now())
  const [rows, before] = await Promise.all([
    store.byTypeAndHour({ from, to }, asked),
    // The same stretch a day earlier, up to the same hour of the day.
    store.byTypeAndHour({ from: new Date(from.getTime() - day), to: new Date(until - day) }, asked),
  ])
  const types = [...new Set([...specifiedTypes, ...rows.map(({ alarmType: type }) => type)])]
  const sum = (list: readonly { alarmType: number; count: number }[], type: number): number =>
    list.filter((row) => row.alarmType === type).reduce((total, { count }) => total + count, 0)
  return types.map((type) => {
    const perHour = Array.from({ length: hours }, () => 0)
    for (const row of rows)
      if (row.alarmType === type && row.hour < hours) perHour[row.hour] = (perHour[row.hour] ?? 0) + row.count
    return { alarmType: type, total: sum(rows, type), yesterday: sum(before, type), hours: perHour }
  })
}
