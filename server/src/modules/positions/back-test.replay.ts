import { inSlices } from '../../kernel/rest.ts'
import type { AlarmIntent, OpenAlarm } from '../alarms/index.ts'
import type { Device } from '../devices/index.ts'
import {
  everybodyOf,
  judgeAreas,
  judgeEvery,
  mayCount,
  type AreaRule,
  type Condition,
  type Everybody,
  type FenceWatch,
  type Present,
} from '../hazards/index.ts'
import type { PositionRow, TrackFix } from './fix.ts'
import { areaIntent } from './intents.ts'
import { intentsOnWay, wayOf } from './judge-late.ts'
import { accept, createJudging } from './judge-reports.ts'
import { presentOf, whoHas } from './present.ts'
import { createState, takeOver, type DeviceState } from './state.ts'

/**
 * Stored reports judged once more, in the order of their receipt, by what judges them live. Times are ms since 1970.
 */
export interface Replay {
  /** Of all devices those of which an hour has to be read, where only `reaching` can have come near in it. */
  readonly toRead: (reaching: ReadonlySet<number>) => Set<number>
  /** What a device reported in an hour, of which it will be asked `until` a time; hours come in their order. */
  readonly feed: (device: Device, fixes: readonly TrackFix[], until: number) => void
  /** Fixes that were fed and are not judged yet. */
  readonly held: () => number
  /** Judges all that was received until then. All fixes of that time have been fed. */
  readonly until: (time: number) => Promise<void>
}

interface Deps {
  readonly watch: FenceWatch
  /** What is decided, in its order. */
  readonly take: (intent: AlarmIntent) => void
  /** Called again and again: lets others have their turn, and throws where nobody waits for an answer any more. */
  readonly breathe: () => Promise<void>
}

/** In the order of a batch: what may have been there already is judged last. */
const byReceipt = (a: TrackFix, b: TrackFix): number =>
  a.recvTime - b.recvTime || Number(a.kind !== 0) - Number(b.kind !== 0) || a.fixTime - b.fixTime

const rowOf = (deviceId: number, fix: TrackFix): PositionRow => ({
  deviceId,
  kind: fix.kind,
  fixTime: fix.fixTime,
  recvTime: fix.recvTime,
  lng: fix.lng,
  lat: fix.lat,
  alt: null,
  accuracy: fix.accuracy,
  speed: fix.speed,
  course: null,
  temperature: null,
  floor: fix.floor,
  battery: null,
})

/** For fences that judge the way of each device. */
export const replayWays = ({ watch, take, breathe }: Deps): Replay => {
  const states = new Map<number, DeviceState>()
  const waiting = new Map<number, { readonly device: Device; readonly fixes: readonly TrackFix[] }>()
  /** What each reported before that: what comes late is judged by the way that it is of. */
  const ways = new Map<number, readonly TrackFix[]>()
  let kept = 0
  const judgeAll = (device: Device, fixes: readonly TrackFix[]): void => {
    const judging = createJudging({ watch }, states)
    for (const fix of fixes) accept(judging, device, rowOf(device.id, fix))
    const staged = judging.staged.get(device.id)
    if (staged) {
      const state = states.get(device.id) ?? createState(staged)
      states.set(device.id, state)
      takeOver(state, staged)
    }
    for (const intent of judging.intents) take(intent)
    const way = [...(ways.get(device.id) ?? []), ...fixes]
    for (const late of judging.late.values()) for (const intent of intentsOnWay(watch, late, wayOf(way)).intents) take(intent)
    if (fixes.length > 0) ways.set(device.id, fixes)
  }
  const judgeDue = (device: Device, fixes: readonly TrackFix[], until: number): void => {
    const later = fixes.filter(({ recvTime }) => recvTime > until)
    kept += later.length - (waiting.get(device.id)?.fixes.length ?? 0)
    if (later.length > 0) waiting.set(device.id, { device, fixes: later })
    else waiting.delete(device.id)
    judgeAll(device, fixes.filter(({ recvTime }) => recvTime <= until).sort(byReceipt))
  }
  return {
    // Who stands at a fence is followed until he does not, wherever he goes.
    toRead: (reaching) => {
      const ids = new Set([...reaching, ...waiting.keys()])
      for (const [id, { standings }] of states) if (standings !== null) ids.add(id)
      return ids
    },
    // Each goes its own way: only what is not due yet waits for the next hour.
    feed: (device, fixes, until) => {
      if (fixes.length > 0) judgeDue(device, [...(waiting.get(device.id)?.fixes ?? []), ...fixes], until)
    },
    held: () => kept,
    until: async (time) => {
      for (const { device, fixes } of waiting.values()) {
        judgeDue(device, fixes, time)
        await breathe()
      }
    },
  }
}

interface Tracked {
  readonly device: Device
  readonly place: number
  /** All that one wears. */
  readonly group: Group
  /** ms without a report after which it is offline. */
  readonly offline: number
  present: Present | null
  isNear: boolean
  /** Since which receipt it was far by all that was fed: further reports from far away change nothing. */
  farSince: number | null
  /** Reports that were fed and are not due yet. */
  waits: number
}
interface Group {
  readonly things: Tracked[]
  near: number
}

interface Place {
  readonly devices: readonly Device[]
  /** In ms. */
  readonly offlineAfter: (device: Device) => number
  readonly isNear: (fix: Pick<TrackFix, 'lng' | 'lat' | 'accuracy'>) => boolean
}

/** Who is where, of those who matter to a place: nobody else is asked for but what somebody near wears as well. */
const createWhereabouts = ({ devices, offlineAfter, isNear }: Place) => {
  const groups = new Map<string, Group>()
  const tracked = new Map(
    devices.map((device, place): [number, Tracked] => {
      const group = groups.get(whoHas(device)) ?? { things: [], near: 0 }
      groups.set(whoHas(device), group)
      const offline = offlineAfter(device)
      const one: Tracked = { device, place, group, offline, present: null, isNear: false, farSince: null, waits: 0 }
      group.things.push(one)
      return [device.id, one]
    }),
  )
  const nearGroups = new Set<Group>()
  let present: readonly Present[] = []
  /** Until when `present` is what it is, unless somebody is heard of. */
  let holdsUntil = Number.POSITIVE_INFINITY

  const lookAt = (now: number): void => {
    holdsUntil = Number.POSITIVE_INFINITY
    const found: Tracked[] = []
    for (const { things } of nearGroups)
      for (const one of things) {
        const goesAt = one.present ? one.present.fix.time + one.offline : now
        if (now >= goesAt) continue
        holdsUntil = Math.min(holdsUntil, goesAt)
        found.push(one)
      }
    present = found.sort((a, b) => a.place - b.place).flatMap((one) => one.present ?? [])
  }
  return {
    tracked,
    toRead: (reaching: ReadonlySet<number>): Set<number> => {
      const ids = new Set<number>()
      for (const { things, near } of groups.values())
        if (near > 0 || things.some(({ device, waits }) => waits > 0 || reaching.has(device.id)))
          for (const { device } of things) ids.add(device.id)
      return ids
    },
    /** Of what one device reported, in its order, what may change anything. */
    telling: function* (
      this: void,
      one: Tracked,
      fixes: readonly TrackFix[],
    ): Generator<{ readonly at: number; readonly to: Present }> {
      for (const fix of fixes) {
        // Offline by the time it came: nobody was there by it.
        if (fix.recvTime - fix.fixTime >= one.offline) continue
        if (one.group.things.length === 1 && !isNear(fix)) {
          if (one.farSince !== null && one.farSince <= fix.recvTime) continue
          one.farSince = fix.recvTime
        } else one.farSince = null
        yield { at: fix.recvTime, to: presentOf(one.device, fix) }
      }
    },
    move: (one: Tracked, to: Present): void => {
      if (one.present && to.fix.time <= one.present.fix.time) return
      const { group } = one
      const near = isNear(to.fix)
      if (near || group.near > 0) holdsUntil = Number.NEGATIVE_INFINITY
      group.near += Number(near) - Number(one.isNear)
      if (group.near > 0) nearGroups.add(group)
      else nearGroups.delete(group)
      one.isNear = near
      one.present = to
    },
    /** As live, at a time that is never before the last one. */
    presentAt: (now: number): readonly Present[] => {
      if (now >= holdsUntil) lookAt(now)
      return present
    },
  }
}

/** Nobody at all may be what is wrong there. */
const missesPeople = ({ fence: { type, minCount } }: AreaRule): boolean =>
  type === 'post' || type === 'assembly' || type === 'patrol' || (type === 'headcount' && minCount !== null)

const sameCondition = (a: Condition, b: Condition): boolean => a.alarmType === b.alarmType && a.subject === b.subject

/** Of whom a silent alarm stood at a time, and when it had come the last time. */
const silentAt = (silent: readonly OpenAlarm[], now: number): ReadonlyMap<number, number> => {
  const last = new Map<number, number>()
  for (const alarm of silent)
    if (alarm.from <= now && (alarm.until === null || alarm.until > now))
      last.set(alarm.device, Math.max(last.get(alarm.device) ?? 0, alarm.last <= now ? alarm.last : alarm.from))
  return last
}

interface PresenceOf extends Omit<Place, 'isNear'> {
  readonly start: number
  /** Alarms of people who lie still, which keep a fence against standing still quiet. */
  readonly silent: readonly OpenAlarm[]
}

/** For fences that ask who is inside, on a clock in the steps of the live one. */
export const replayPresence = ({ watch, take, breathe }: Deps, { devices, start, offlineAfter, silent }: PresenceOf): Replay => {
  const rules = watch.areaRules()
  const isNear: Place['isNear'] = ({ lng, lat, accuracy }) =>
    rules.some(({ shape }) => mayCount(shape, { lng, lat, accuracy: accuracy ?? 0 }))
  const { tracked, toRead, telling, move, presentAt } = createWhereabouts({ devices, offlineAfter, isNear })
  const due = new Map<number, { readonly one: Tracked; readonly to: Present }[]>()
  let now = Math.ceil(start / judgeEvery) * judgeEvery
  let kept = 0
  let known: readonly Condition[] = []
  let looked: Everybody | null = null

  const everybody = async (present: readonly Present[]): Promise<Everybody> => {
    if (looked?.all !== present) looked = await inSlices(everybodyOf(present))
    return looked
  }
  const judge = async (present: readonly Present[]): Promise<void> => {
    const quiet = silent.length > 0 ? silentAt(silent, now) : undefined
    const { kept, ended, effects } = await inSlices(judgeAreas(rules, known, await everybody(present), now, quiet))
    const others = [...kept, ...ended]
    if (others.length > 0) known = [...known.filter((one) => !others.some((other) => sameCondition(one, other))), ...kept]
    for (const effect of effects) {
      const id = effect.kind === 'raise' && effect.finding.subject !== '' ? effect.finding.at?.device : undefined
      take(areaIntent(effect, id === undefined ? null : (tracked.get(id)?.device ?? null), now))
    }
  }
  return {
    toRead,
    feed: (device, fixes) => {
      const one = tracked.get(device.id)
      if (!one) return
      for (const { at: receipt, to } of telling(one, fixes)) {
        const at = Math.max(now, Math.ceil(receipt / judgeEvery) * judgeEvery)
        const there = due.get(at)
        if (there) there.push({ one, to })
        else due.set(at, [{ one, to }])
        one.waits += 1
        kept += 1
      }
    },
    held: () => kept,
    until: async (time) => {
      for (; now <= time; now += judgeEvery) {
        for (const { one, to } of due.get(now) ?? []) {
          one.waits -= 1
          kept -= 1
          move(one, to)
        }
        due.delete(now)
        const present = presentAt(now)
        if (present.length > 0 || known.length > 0 || rules.some(missesPeople)) await judge(present)
        await breathe()
      }
    },
  }
}
