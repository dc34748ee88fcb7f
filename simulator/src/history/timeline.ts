import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import { reportsAtMost, type Report } from '@vigil/contract/positions/report.ts'
import {
  cast,
  chenGuoqiang,
  fenceRing,
  liuDeming,
  liZhiwei,
  maChanglin,
  speedingTruck,
  wuXiaojun,
  type BadgeRecord,
  type CarRecord,
  type HelmetRecord,
} from '../cast.ts'
import { between, distance, distanceToLine, insideRing, type Metres } from '../world/geometry.ts'
import { toLngLat } from '../world/plan.ts'
import { createRandom } from '../world/random.ts'
import { roadNetwork } from '../world/roads.ts'
import { hour, midnightsBefore, minute } from './calendar.ts'
import { incidentsOf, spotsOf, type Incident } from './incidents.ts'
import { shiftsOf, type Member, type Shift } from './shifts.ts'
import { speeding } from './speeding.ts'
import type { Step } from './step.ts'
import { visits } from './visits.ts'
import { createWhereabouts, type Spot } from './whereabouts.ts'

/** How far apart positions are kept: those of the last day, whose tracks are looked at most, and of the cast closer than others. */
const apart = { cast: minute, lately: 5 * minute, before: 20 * minute } as const
const lately = 26 * hour
/** Reports of one round lie so far apart. */
const spread = 50_000
/** Somewhat more than what the server takes for live. */
const liveFor = 2.5 * minute
const bundle = { most: reportsAtMost - 400, longest: hour, atTheEnd: 10 * minute } as const
/** Who has gone home must not be heard of again so late that he counts as on site at the end. */
const promptly = 4 * hour
const aroundIncident = 200_000
/** Percent an hour. */
const drain = { hat: 6.5, badge: 0.2 } as const

/** Who was where at one moment. */
interface Round {
  readonly at: number
  readonly reports: readonly Report[]
}

interface Mover extends Member {
  readonly deviceType: Report['deviceType']
  readonly deviceId: string
  readonly shifts: Shift[]
  readonly lag: number
  /** One whom others call by name: his tracks are looked at first. */
  readonly isCast: boolean
  readonly battery: number | null
  readonly spot: (shift: Shift, time: number) => Spot
}

const desks = new Set(['领导班子', '行政人事科', '化验室'])

const named: ReadonlySet<string> = new Set([
  ...[chenGuoqiang, liZhiwei, maChanglin, liuDeming, wuXiaojun].map(({ imei }) => imei),
  speedingTruck.terminalNo,
])

const moversOf = (now: number, midnights: readonly number[], timeZone: string): Mover[] => {
  const network = roadNetwork()
  const { person, vehicle } = createWhereabouts(network)
  const mover = (member: Member, more: Omit<Mover, keyof Member | 'shifts' | 'lag' | 'isCast'>): Mover => ({
    ...member,
    ...more,
    isCast: named.has(more.deviceId),
    lag: createRandom(member.key).next() * spread,
    shifts: midnights.flatMap((midnight) => shiftsOf(member, midnight, now, timeZone)),
  })
  const wearer = (deviceType: 'hat' | 'badge', deviceId: string, record: HelmetRecord | BadgeRecord, battery: number): Mover =>
    mover(
      { key: deviceId, onNow: record.onShift, office: desks.has(record.department) },
      { deviceType, deviceId, battery, spot: (shift, time) => person(deviceId, record.home, shift, time) },
    )
  const orders = new Map<string, number>()
  const car = (record: CarRecord): Mover => {
    const order = orders.get(record.duty) ?? 0
    orders.set(record.duty, order + 1)
    const { terminalNo: deviceId, onShift: onNow } = record
    return mover(
      { key: deviceId, onNow, office: false },
      { deviceType: 'car', deviceId, battery: null, spot: (_, time) => vehicle(record, order, time) },
    )
  }
  return [
    ...cast.helmets.filter(({ wearer: worn }) => worn !== null).map((one) => wearer('hat', one.imei, one, one.battery)),
    ...cast.badges.map((one) => wearer('badge', one.devEui, one, 70)),
    ...cast.cars.map(car),
  ]
}

const tenths = (value: number): number => Math.round(value * 10) / 10

const reportOf = (mover: Mover, shift: Shift, time: number, at?: Metres): Report => {
  const { deviceType, deviceId, battery } = mover
  const spot = mover.spot(shift, time)
  const random = createRandom(`${deviceId} ${Math.floor(time / minute)}`)
  const [x, y] = at ?? [spot.at[0] + random.normal() * 0.7, spot.at[1] + random.normal() * 0.7]
  const [lng, lat] = toLngLat([x, y])
  const hourly = deviceType === 'hat' ? drain.hat : drain.badge
  return {
    deviceType,
    deviceId,
    time: new Date(Math.round(time)).toISOString(),
    lng,
    lat,
    accuracy: tenths(random.between(1.4, 3.2)),
    speed: tenths(at ? 3 : spot.speed),
    course: Math.round(spot.course) % 360,
    ...(battery === null ? {} : { battery: Math.round(Math.min(100, battery + (hourly * (shift.to - time)) / hour)) }),
  }
}

const shiftAt = ({ shifts }: Mover, time: number): Shift | undefined => shifts.find(({ from, to }) => from <= time && time <= to)

const cutsFence = (from: Metres, to: Metres): boolean => {
  const steps = Math.ceil(distance(from, to) / 2) + 1
  return Array.from({ length: steps }, (_, at) => between(from, to, at / steps)).some((place) =>
    cast.fences.some((fence) =>
      fence.shape === 'corridor'
        ? distanceToLine(place, fence.points) <= (fence.halfWidth ?? 0)
        : insideRing(place, fenceRing(fence)),
    ),
  )
}

/**
 * Of two fixes that lie close together in time the straight way between them is judged, too; who walks around a fence from one to
 * the other is not seen at the second.
 */
const createWays = () => {
  const last = new Map<string, { readonly at: Metres; readonly time: number }>()
  return (mover: Mover, shift: Shift, time: number): boolean => {
    if (!mover.isCast) return true
    const { at } = mover.spot(shift, time)
    const before = last.get(mover.deviceId)
    if (before && time - before.time < apart.lately && cutsFence(before.at, at)) return false
    last.set(mover.deviceId, { at, time })
    return true
  }
}

/** Who is at work, minute by minute. */
function* rounds(
  movers: readonly Mover[],
  from: number,
  now: number,
  isBusy: (id: string, time: number) => boolean,
): Generator<Round> {
  const walksAround = createWays()
  for (let at = from; at <= now; at += minute) {
    const isLately = now - at < lately
    const reports: Report[] = []
    for (const mover of movers) {
      if ((at - from) % (isLately ? (mover.isCast ? apart.cast : apart.lately) : apart.before) !== 0) continue
      const time = at - mover.lag
      const shift = shiftAt(mover, time)
      if (shift && !isBusy(mover.deviceId, time) && walksAround(mover, shift, time)) reports.push(reportOf(mover, shift, time))
    }
    if (reports.length > 0) yield { at, reports }
  }
}

const idOf = (who: Incident['who']): string => ('imei' in who ? who.imei : who.devEui)

const stepsOf = (incident: Incident, mover: Mover): Step[] => {
  const { kind, at, fence, handling } = incident
  const type = alarmTypes[kind]
  const shift = shiftAt(mover, at) ?? { from: at, to: at }
  const said = (seconds: number, place?: Metres): Report => reportOf(mover, shift, at + seconds * 1000, place)
  const steps: Step[] = []
  if (fence) {
    const { inside, outside } = spotsOf(fence, mover.spot(shift, at).at)
    const entry = [said(-70, outside), ...[-60, -40, -20, 0].map((seconds) => said(seconds, inside))]
    steps.push({ at, kind: 'reports', reports: entry })
    const left = [20, 40, 60].map((seconds) => said(seconds, outside))
    steps.push({ at: at + 60_000, kind: 'reports', reports: left })
  } else if ('reportedAs' in type) {
    steps.push({ at, kind: 'reports', reports: [{ ...said(0), sos: type.reportedAs }] })
  } else if ('sosType' in type) {
    steps.push({ at, kind: 'push', imei: mover.deviceId, sosType: type.sosType })
  }
  const deviceId = mover.deviceId
  return handling ? [...steps, { at: at + handling.after, kind: 'handle', deviceId, handling }] : steps
}

/** In the evening, when the desk is handed over. */
const handedOver = 20 * hour

/** Two weeks of a plant up to `now`, in the order of time; the same for the same `now` and seed. */
export const historyUntil = (
  now: number,
  seed: string,
  timeZone: string,
): { readonly start: number; readonly steps: Iterable<Step> } => {
  const midnights = midnightsBefore(now, timeZone)
  const movers = moversOf(now, midnights, timeZone)
  const byId = new Map(movers.map((mover) => [mover.deviceId, mover]))
  const random = createRandom(`${seed} history`)
  const wearers = [...cast.helmets, ...cast.badges]
  const present = (at: number) =>
    wearers.filter((one) => {
      const mover = byId.get(idOf(one))
      return mover && shiftAt(mover, at - 3 * minute) && shiftAt(mover, Math.min(now, at + 3 * minute))
    })
  const incidents = midnights.flatMap((midnight) => incidentsOf({ midnight, now, present }, random.fork(String(midnight))))
  const busy = Map.groupBy(incidents, ({ who }) => idOf(who))
  const isBusy = (id: string, time: number): boolean =>
    busy.get(id)?.some(({ at }) => Math.abs(at - time) < aroundIncident) ?? false
  const special = [
    ...incidents.flatMap((incident) => {
      const mover = byId.get(idOf(incident.who))
      return mover ? stepsOf(incident, mover) : []
    }),
    ...speeding({ midnights, now, timeZone }, random.fork('speeding')),
    ...visits({ midnights, now, timeZone }, random.fork('visits')),
    ...midnights.map((midnight): Step => ({ at: midnight + handedOver, kind: 'signOut' })),
  ]
    .filter(({ at }) => at <= now)
    .sort((a, b) => a.at - b.at)
  const start = midnights[0] ?? now
  return { start, steps: merged(rounds(movers, start + 6 * hour, now, isBusy), special, now) }
}

/** Rounds in bundles, none of them across what happens beside them. */
function* merged(regular: Iterable<Round>, special: readonly Step[], now: number): Generator<Step> {
  const left = [...special]
  let bundled: Report[] = []
  let since = 0
  const bundleUp = function* (at: number): Generator<Step> {
    // What is live goes before what is not, even of one post, and waits for company: it goes with the next bundle.
    const isLive = ({ time }: Report): boolean => at - Date.parse(time) < liveFor
    const reports = bundled.filter((one) => !isLive(one))
    if (reports.length > 0) yield { at, kind: 'reports', reports }
    bundled = bundled.filter(isLive)
  }
  for (const { at, reports } of regular) {
    for (let next = left[0]; next && next.at <= at; next = left[0]) {
      yield* bundleUp(next.at)
      yield next
      left.shift()
    }
    bundled.push(...reports)
    const longest = now - at < promptly ? bundle.atTheEnd : bundle.longest
    if (bundled.length < bundle.most && at - since < longest) continue
    yield* bundleUp(at)
    since = at
  }
  yield* left
  yield* bundleUp(now)
  if (bundled.length > 0) yield { at: now, kind: 'reports', reports: bundled }
}
