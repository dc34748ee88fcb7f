import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import { cast, fenceRing, type BadgeRecord, type FenceRecord, type HelmetRecord } from '../cast.ts'
import { distance, type Metres } from '../world/geometry.ts'
import { places, type PlaceKey } from '../world/plan.ts'
import type { Random } from '../world/random.ts'
import { day, hour, minute } from './calendar.ts'

/** How an alarm was handled: by whom, as what, in which words, how long after it began. */
export interface Handling {
  readonly by: 'operator' | 'admin'
  readonly after: number
  readonly reasonCode: 'real' | 'false' | 'drill' | 'fault' | 'test'
  readonly handleNote: string
}

/** Something that raised an alarm, ms since 1970. */
export interface Incident {
  /** The type of alarm. */
  readonly kind: Kind
  readonly at: number
  readonly who: HelmetRecord | BadgeRecord
  /** Which one was entered. */
  readonly fence: FenceRecord | null
  /** Null: nobody has yet. */
  readonly handling: Handling | null
}

const daily: readonly (readonly [kind: Kind, least: number, most: number])[] = [
  ['fence', 3, 5],
  ['hazard', 1, 3],
  ['helmetOff', 0, 2],
  ['sos', 0, 1],
  ['silent', 0, 1],
]
/** On one day in so many somebody falls. */
const fallsEvery = 6

type Words = readonly (readonly [reason: Handling['reasonCode'], note: string])[]
const words = {
  fence: [
    ['real', '已呼叫当事人退出，班组长到场教育'],
    ['real', '未办作业票进入，已劝离并登记'],
    ['false', '在围栏边通行，定位漂移，现场核实未进入'],
    ['drill', '应急演练，安全员陪同'],
  ],
  hazard: [
    ['real', '例行巡检经过，已提醒不要停留'],
    ['real', '检修作业，作业票齐全，有人监护'],
    ['test', '信标更换电池后测试'],
  ],
  helmetOff: [
    ['real', '已电话提醒，当场戴好'],
    ['false', '在休息室内脱帽，不属违章'],
    ['fault', '脱帽传感器误动，已报修'],
  ],
  sos: [
    ['real', '扭伤，班组同事送医务室，无大碍'],
    ['false', '误触求救键，本人确认安全'],
    ['test', '班前测试求救键'],
  ],
  silent: [
    ['false', '坐着填写记录，本人确认安全'],
    ['real', '中暑不适，已扶到阴凉处休息'],
  ],
  fall: [
    ['false', '安全帽从桌上掉落，本人确认安全'],
    ['real', '下台阶绊倒，轻微擦伤，已处理'],
  ],
} as const satisfies Readonly<Partial<Record<keyof typeof alarmTypes, Words>>>
type Kind = keyof typeof words

const middleOf = (fence: FenceRecord): Metres => {
  const list = fence.shape === 'corridor' ? fence.points : fenceRing(fence)
  const sum = list.reduce<Metres>(([x, y], [dx, dy]) => [x + dx, y + dy], [0, 0])
  return [sum[0] / list.length, sum[1] / list.length]
}
const placeOf = (key: PlaceKey): Metres => places[key].ring[0] ?? [0, 0]

/** People who may stray into a fence: whose place is near, and whom it does not allow. */
const strays = (fence: FenceRecord, wearers: readonly Incident['who'][]): readonly Incident['who'][] => {
  const watched = wearers.filter(({ department }) => !fence.allowDepartments.includes(department))
  const middle = middleOf(fence)
  const near = [...watched].sort((a, b) => distance(placeOf(a.home), middle) - distance(placeOf(b.home), middle))
  return near.slice(0, 12)
}

/** What nobody has handled yet at the end of the history is not older than this. */
const openFor = 40 * minute

export interface IncidentDay {
  readonly midnight: number
  readonly now: number
  /** Who was at work at a moment. */
  readonly present: (at: number) => readonly Incident['who'][]
}

const handlingOf = (kind: Kind, level: number, random: Random): Handling => {
  const [reasonCode, handleNote] = random.pick<Words[number]>(words[kind])
  return {
    by: random.chance(0.06) ? 'admin' : 'operator',
    after: random.between(0.7, level === 1 ? 3 : 7) * minute,
    reasonCode,
    handleNote,
  }
}

/** What happened on one day, in order; of what is younger than 40 minutes some is not handled yet. */
export const incidentsOf = ({ midnight, now, present }: IncidentDay, random: Random): Incident[] => {
  const kinds = daily.flatMap(([kind, least, most]) => Array.from({ length: random.whole(least, most) }, () => kind))
  if (random.whole(1, fallsEvery) === 1) kinds.push('fall')
  const until = Math.min(now - 4 * minute, midnight + 17 * hour)
  const from = Math.min(midnight + 8.2 * hour, until - 2 * hour)
  // Of a day that has just begun as much has happened as fits in.
  const share = Math.min(1, Math.max(0, (until - midnight - 8 * hour) / (9 * hour)))
  const count = now - midnight < day ? Math.max(3, Math.round(kinds.length * share)) : kinds.length
  const fences = cast.fences.filter(({ type, deviceTypes }) => type === 'noEntry' && deviceTypes.includes('hat'))
  return kinds
    .slice(0, count)
    .map((kind) => ({ kind, at: random.between(from, until) }))
    .sort((a, b) => a.at - b.at)
    .flatMap(({ kind, at }): Incident[] => {
      const wearers = present(at).filter((one) => kind === 'fence' || 'imei' in one)
      const fence = kind === 'fence' ? random.pick(fences) : null
      const candidates = fence ? strays(fence, wearers) : wearers
      if (candidates.length === 0) return []
      const level = fence?.level ?? alarmTypes[kind].level
      const handling = handlingOf(kind, level, random)
      const isOpen = at > now - openFor && level !== 1
      return [{ kind, at, who: random.pick(candidates), fence, handling: isOpen ? null : handling }]
    })
}

/** Inside a fence, and just outside of it on the side from which somebody comes. */
export const spotsOf = (fence: FenceRecord, from: Metres): { readonly inside: Metres; readonly outside: Metres } => {
  const inside = middleOf(fence)
  const reach =
    fence.shape === 'corridor'
      ? (fence.halfWidth ?? 0) + 40
      : Math.max(...fenceRing(fence).map((corner) => distance(corner, inside)))
  const far = Math.max(1, distance(inside, from))
  const part = (reach + 6) / far
  return { inside, outside: [inside[0] + (from[0] - inside[0]) * part, inside[1] + (from[1] - inside[1]) * part] }
}
