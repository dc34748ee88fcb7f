import type { BackTest } from '@vigil/contract/hazards/back-test.ts'
import { backTestLimits } from '@vigil/contract/hazards/back-test.ts'
import { resultIn } from '@vigil/contract/alarms/result.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import type { SiteClock } from '../../kernel/time.ts'
import { isOneStay, judge, type AlarmIntent } from '../alarms/index.ts'
import type { Device } from '../devices/index.ts'
import { dayMs } from './fix.ts'
import { told } from './tracks.ts'

type Raised = Extract<AlarmIntent, { kind: 'raise' }>['alarm']

/** One that would have been raised; times in ms since 1970. */
interface Occurrence {
  alarm: Raised
  end: number | null
}
const byTime = (one: Occurrence, other: Occurrence): number => one.alarm.findTime.getTime() - other.alarm.findTime.getTime()

/** Of a condition that somebody may yet be found to have stayed in. */
const keptOfCondition = 20

/** The newest of a condition. */
interface Standing {
  readonly startTime: number
  lastTime: number
  readonly newest: Occurrence
}

interface Asked {
  readonly clock: SiteClock
  readonly language: Language
  readonly from: number
  readonly to: number
  readonly deviceOf: (id: number) => Device | undefined
}

/** Adds up what a back-test raises from `from` on; what was raised before that stands already. */
export const createTally = ({ clock, language, from, to, deviceOf }: Asked) => {
  const standing = new Map<string, Standing>()
  const kept = new Map<string, readonly Occurrence[]>()
  const perDay = new Map<string, number>()
  const perSource = new Map<number | null, { readonly alarm: Raised; count: number }>()
  const list: Occurrence[] = []
  /** Conditions that came to anything in the period: one of them is one alarm, however often. */
  const conditions = new Set<string>()
  let times = 0

  const sourceOf = ({ device, source }: Raised) => {
    const found = device && deviceOf(device.id)
    if (!found) return { deviceType: null, deviceId: null, label: source.label, userName: null }
    const { deviceType, deviceId, label, userName } = told(found)
    return { deviceType, deviceId, label, userName }
  }
  const count = (one: Occurrence): void => {
    const { findTime, device, conditionKey } = one.alarm
    if (findTime.getTime() < from || findTime.getTime() >= to) return
    times += 1
    conditions.add(conditionKey)
    const day = clock.toWire(findTime).slice(0, 10)
    perDay.set(day, (perDay.get(day) ?? 0) + 1)
    const known = perSource.get(device?.id ?? null)
    if (known) known.count += 1
    else perSource.set(device?.id ?? null, { alarm: one.alarm, count: 1 })
    list.push(one)
    // They come device by device.
    if (list.length >= 2 * backTestLimits.alarms) list.sort(byTime).splice(0, backTestLimits.alarms)
  }
  /** The newest few of each condition: what is told late is mostly of one of these. */
  const keep = (one: Occurrence): void => {
    const { conditionKey } = one.alarm
    kept.set(conditionKey, [...(kept.get(conditionKey) ?? []), one].slice(-keptOfCondition))
  }
  const stayed = ({ alarm, end, joins }: Extract<AlarmIntent, { kind: 'stayed' }>): void => {
    const stay = { from: alarm.startTime.getTime(), to: end.getTime() }
    const known = kept
      .get(alarm.conditionKey)
      ?.find((one) => isOneStay({ startTime: one.alarm.startTime.getTime(), until: one.end }, stay))
    if (known) {
      if (alarm.startTime < known.alarm.startTime) known.alarm = { ...known.alarm, startTime: alarm.startTime }
      if (known.end !== null) known.end = Math.max(known.end, stay.to)
    } else if (!joins) {
      const found = { alarm, end: stay.to }
      keep(found)
      count(found)
    }
  }
  const raise = (alarm: Raised): void => {
    const known = standing.get(alarm.conditionKey)
    const start = alarm.startTime.getTime()
    const condition = known?.newest.end === null ? 'active' : 'returned'
    // Whether somebody handled the one before it, and when, nobody knows: each time counts.
    const type = alarm.alarmType
    if (known && judge({ status: 0, condition, announced: null, ...known }, { alarmType: type, start }) === 'same') return
    const newest = { alarm, end: null }
    keep(newest)
    standing.set(alarm.conditionKey, {
      startTime: known?.startTime ?? start,
      lastTime: Math.max(known?.lastTime ?? start, start),
      newest,
    })
    count(newest)
  }

  return {
    take: (intent: AlarmIntent): void => {
      if (intent.kind === 'raise') return raise(intent.alarm)
      if (intent.kind === 'stayed') return stayed(intent)
      const known = standing.get(intent.conditionKey)
      if (known && known.newest.end === null) known.newest.end = intent.end.getTime()
    },
    told: (): Pick<BackTest, 'would' | 'days' | 'sources' | 'sourcesTotal' | 'alarms'> => {
      const days = new Set<string>()
      for (let at = from; at < to; at += dayMs / 2) days.add(clock.toWire(at).slice(0, 10))
      days.add(clock.toWire(to).slice(0, 10))
      const sources = [...perSource.values()].sort((a, b) => b.count - a.count)
      return {
        would: { alarms: conditions.size, times },
        days: [...days].map((day) => ({ day, count: perDay.get(day) ?? 0 })),
        sources: sources
          .slice(0, backTestLimits.sources)
          .map(({ alarm, count: ofSource }) => ({ ...sourceOf(alarm), count: ofSource })),
        sourcesTotal: sources.length,
        alarms: list
          .toSorted(byTime)
          .slice(-backTestLimits.alarms)
          .toReversed()
          .map(({ alarm, end }) => ({
            ...sourceOf(alarm),
            alarmType: alarm.alarmType,
            result: resultIn(alarm, language) ?? alarm.alarmName,
            startTime: clock.toWire(alarm.startTime),
            endTime: end === null ? null : clock.toWire(end),
            seconds: Math.max(0, Math.round(((end ?? to) - alarm.startTime.getTime()) / 1_000)),
          })),
      }
    },
  }
}
