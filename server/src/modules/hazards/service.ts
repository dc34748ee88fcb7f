import { isDeepStrictEqual } from 'node:util'
import { dept } from '@vigil/contract/accounts/dept.ts'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import type { BackTest } from '@vigil/contract/hazards/back-test.ts'
import type { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { limitsOfType, postDefaults, type FenceType } from '@vigil/contract/hazards/entities.ts'
import type { BodyOf as BodyOfCall } from '@vigil/contract/kernel/call.ts'
import { enabledFlag } from '@vigil/contract/kernel/enabled.ts'
import { fence, type Fence } from '@vigil/contract/hazards/fence.ts'
import { hazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { hazardPoint } from '@vigil/contract/hazards/hazard-point.ts'
import type { Asked } from '../../kernel/caller.ts'
import { counted } from '../../kernel/counted.ts'
import type { Held } from '../../kernel/held.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import type { BodyOf } from '../../kernel/keeping.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { onRecords } from '../../kernel/record-changes.ts'
import { tryRecord } from '../../kernel/records.ts'
import { invalid } from '../../kernel/refusal.ts'
import { createSoon } from '../../kernel/soon.ts'
import { createTurns } from '../../kernel/turns.ts'
import { isChosenBySite } from '../alarms/index.ts'
import { crossesItself, isFlat } from './geometry.ts'
import { createJudgePresent, type AlarmsOfRules } from './judge-present.ts'
import { longestHeld } from './rules.ts'
import type { HazardStore } from './store.ts'
import { createFenceWatch, judgesWays, warns, type FenceWatch } from './watch.ts'

const crossing = { zh: '的边不能相交', en: 'must not cross itself' } as const
const flat = {
  zh: '围不成区域：各点重合或在一条线上',
  en: 'must enclose an area: they are one point or lie on one line',
} as const
const wrong = (field: keyof typeof fence.fields, zh: string, en: string): never => {
  throw invalid(field, fence.fields[field].label, { zh, en })
}

const isPoint = ([first, ...rest]: Fence['points']): boolean =>
  rest.length > 0 && rest.every(([lng, lat]) => lng === first?.[0] && lat === first[1])
/** What the fields of a shape are together; each by itself is in order. Refused by the names that they have of a fence. */
export const checkShape = ({
  shape,
  points,
  radius,
  halfWidth,
}: Pick<Fence, 'shape' | 'points' | 'radius' | 'halfWidth'>): void => {
  if (shape === 'polygon' && points.length < 3)
    wrong('points', '在多边形中至少 3 个点', 'of a polygon must have at least 3 points')
  if (shape === 'polygon' && crossesItself(points)) wrong('points', crossing.zh, crossing.en)
  if (shape === 'polygon' && isFlat(points)) wrong('points', flat.zh, flat.en)
  if (shape === 'corridor' && isPoint(points)) wrong('points', '不能全部重合', 'must not all be one point')
  if (shape === 'circle' && points.length !== 1) wrong('points', '在圆中只有圆心一个点', 'of a circle must be its centre only')
  if (shape === 'circle' && radius === null) wrong('radius', '必填，圆要有半径', 'is required for a circle')
  if (shape === 'corridor' && points.length < 2)
    wrong('points', '在走廊中至少 2 个点', 'of a corridor must have at least 2 points')
  if (shape === 'corridor' && halfWidth === null) wrong('halfWidth', '必填，走廊要有半宽', 'is required for a corridor')
}

type Limits = Pick<
  Fence,
  | 'type'
  | 'maxCount'
  | 'minCount'
  | 'stayLimit'
  | 'stillLimit'
  | 'gatherCount'
  | 'speedLimit'
  | 'schedule'
  | 'allowUserIds'
  | 'allowDeptIds'
>
const allLimits: readonly string[] = [...new Set(Object.values(limitsOfType).flat())]
/** Fields that mean nothing to a fence of a type. */
const otherLimits = (type: Fence['type']): readonly string[] => {
  const own: readonly string[] = limitsOfType[type]
  return allLimits.filter((name) => !own.includes(name))
}
const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What a fence of a type asks for. */
const checkLimits = (limits: Limits): void => {
  const { type, maxCount, minCount, stayLimit, stillLimit, gatherCount, speedLimit } = limits
  if (type === 'headcount' && maxCount === null && minCount === null)
    wrong('maxCount', '和最少人数至少填一个', 'or the least number is required for a headcount fence')
  if (type === 'headcount' && maxCount !== null && minCount !== null && minCount > maxCount)
    wrong('minCount', '不能大于最多人数', 'must not be more than the most')
  if (type === 'stay' && stayLimit === null) wrong('stayLimit', '必填，限时围栏要有停留上限', 'is required for a time limit')
  if (type === 'speed' && speedLimit === null) wrong('speedLimit', '必填，限速围栏要有限速', 'is required for a speed limit')
  if (type === 'gathering' && gatherCount === null)
    wrong('gatherCount', '必填，聚集围栏要有人数', 'is required for a gathering fence')
  if (type === 'still' && stillLimit === null)
    wrong('stillLimit', '必填，静止围栏要有静止上限', 'is required for a fence against standing still')
  if (type === 'patrol' && stayLimit === null) wrong('stayLimit', '必填，巡检围栏要有巡检间隔', 'is required for a patrol')
  if (type === 'post' && limits.allowUserIds.length + limits.allowDeptIds.length === 0)
    wrong('allowUserIds', '和允许部门至少填一个，岗位要有本岗人员', 'or departments are required: whose duty post it is')
  if (type === 'assembly') checkAssembly(limits)
  if (type === 'post' || type === 'assembly' || type === 'patrol') checkHours(limits)
}
/** They count anew whenever their hours begin: a limit that no hours reach would never raise anything. */
const checkHours = ({ stayLimit, schedule }: Limits): void => {
  if ((stayLimit ?? postDefaults.minutes) >= longestHeld(schedule))
    wrong('stayLimit', '要短于生效时段，否则永远不会报警', 'must be shorter than the active periods, or it never raises an alarm')
}
const checkAssembly = ({ minCount, stayLimit, schedule }: Limits): void => {
  if (minCount === null) wrong('minCount', '必填，集合点要有人数', 'is required for an assembly point')
  if (stayLimit === null) wrong('stayLimit', '必填，集合点要有到齐时限', 'is required for an assembly point')
  if (schedule.length === 0) wrong('schedule', '必填，集合点要有集合时段', 'are required for an assembly point')
  if (longestHeld(schedule) === Number.POSITIVE_INFINITY)
    wrong('schedule', '要有间断，集合点在每个时段开始时集合', 'must pause: an assembly point is asked for when a period begins')
}

const {
  fence: crossed,
  hazard: nearHazard,
  speeding,
  overStaffing,
  underStaffing,
  overstay,
  gathering,
  strayed,
  leftPost,
} = alarmType.code
/** What fences of each type raise. */
const raisedBy: Readonly<Record<FenceType, readonly number[]>> = {
  noEntry: [crossed],
  noExit: [crossed],
  headcount: [overStaffing, underStaffing],
  stay: [overstay],
  gathering: [gathering],
  speed: [speeding],
  still: [crossed],
  post: [strayed, leftPost],
  assembly: [underStaffing],
  patrol: [crossed],
}
const raisedByAny = [...new Set(Object.values(raisedBy).flat())]

const areaWords = { zh: '个区域或围栏', one: 'area or fence', many: 'areas or fences' } as const

/** What `backTestBsDangArea` answers, by who keeps the reports. */
type BackTests = (body: BodyOfCall<typeof hazardCalls.backTestBsDangArea>, asked: Asked) => Promise<BackTest>

export type HazardService = ReturnType<typeof createHazardService>

export const createHazardService = (kernel: Kernel, store: HazardStore, alarms: AlarmsOfRules) => {
  const watch = createFenceWatch(kernel.clock)
  alarms.onAreas(watch.within)
  // One after the other, so that an older reading never comes last.
  const inTurn = createTurns()
  let loaded = ''
  let backTests: BackTests | null = null
  const load = (): Promise<void> =>
    inTurn(async () => {
      // Before what it tells of: what changes in between is found at the next comparison.
      const digest = await store.digest()
      watch.load(...(await Promise.all([fences.all(), areas.all(), store.judgedDepts(), points.all()])))
      loaded = digest
    })
  const soon = createSoon(load, kernel.log, 'fences')
  onRecords(kernel.bus, [fence.name, hazardArea.name, hazardPoint.name], load)
  // Whom a fence judges follows within a moment.
  onRecords(kernel.bus, [dept.name], soon.ask)

  const fences = createKeeper(kernel, {
    noun: fence,
    module: 'hazards',
    table: 'fence',
    order: ['level', 'name'],
    check: (_, body) => {
      checkShape(body)
      checkLimits(body)
      return Promise.resolve()
    },
    saved: async (trx, { id, row, before }, after) => {
      if (before === null) return
      // Two types may raise the same of different things; ways go on being judged as they were.
      const isOther = row !== null && row.type !== before.type && !(judgesWays(row) && judgesWays(before))
      const raises = row?.enable === 1 && !isOther ? raisedBy[row.type] : []
      const raised = raisedByAny.filter((type) => !raises.includes(type))
      for (const type of raised) await alarms.returnByRule(trx, { alarmType: type, ruleId: id }, after)
      if (row && raises.length === 0) await store.forgetConditions(trx, id)
    },
    // What another type had of it means nothing to this one.
    also: ({ type }) => Object.fromEntries(otherLimits(type).map((name) => [columnOf(name), null])),
    unique: { fence_name_key: 'name' },
    countedAs: areaWords,
  })
  const areas = createKeeper(kernel, {
    noun: hazardArea,
    module: 'hazards',
    table: 'hazard_area',
    check: (_, { points }, present, { caller }) => {
      if (crossesItself(points)) throw invalid('points', hazardArea.fields.points.label, crossing)
      if (isFlat(points)) throw invalid('points', hazardArea.fields.points.label, flat)
      // Else who has one department would say where the whole site is alarmed.
      if (present && !caller.scope.all && isChosenBySite(kernel, present.id) && !isDeepStrictEqual(points, present.points))
        throw invalid('points', hazardArea.fields.points.label, {
          zh: '由站点的报警类型设置使用，只有全厂数据范围的人可以修改',
          en: 'say where the site wants to be alarmed: only who writes the whole site may change them',
        })
      return Promise.resolve()
    },
    uses: async (trx, id) => {
      if (isChosenBySite(kernel, id)) return { zh: '站点的报警类型设置', en: 'the site’s types of alarms' }
      const { fences: count, points } = await store.usesOfArea(trx, id)
      if (count > 0) return counted(count, '个电子围栏', 'fence', 'fences')
      return points > 0 ? counted(points, '个危险源', 'hazard source', 'hazard sources') : null
    },
    unique: { hazard_area_name_key: 'name' },
    countedAs: areaWords,
  })
  const points = createKeeper(kernel, {
    noun: hazardPoint,
    module: 'hazards',
    table: 'hazard_point',
    saved: async (trx, { id, row, before }, after) => {
      if (before === null || !warns(before) || (row !== null && warns(row))) return
      await alarms.returnByRule(trx, { alarmType: nearHazard, ruleId: id }, after)
      await store.forgetNear(trx, id)
    },
    unique: { hazard_point_code: 'code' },
  })

  return {
    watch,
    load,
    /**
     * A watch over one fence alone as it would be saved, and in force; refused as its save is, and nothing stays of it. What
     * is stored goes on being watched as it is.
     */
    watchAsIf: async (body: BodyOf<typeof fence>, asked: Asked): Promise<{ fence: Fence; watch: FenceWatch }> => {
      const [row, judged] = await tryRecord(fences.records, body, asked, (trx) => store.judgedDepts(trx))
      const tried = { ...row, enable: enabledFlag.code.enabled }
      const alone = createFenceWatch(kernel.clock)
      alone.load([tried], [], judged)
      return { fence: tried, watch: alone }
    },
    /** Reports are kept by who stands on this module: it says how they are judged once more. */
    onBackTest: (answer: BackTests): void => {
      backTests = answer
    },
    backTest: (...asked: Parameters<BackTests>): ReturnType<BackTests> => {
      if (!backTests) throw new Error('nobody keeps reports that a fence could be held against')
      return backTests(...asked)
    },
    judgePresent: createJudgePresent({ kernel, store, alarms, watch }),
    /** Whose devices heard the beacons of hazard sources, in the transaction of what they reported. */
    noteHeard: store.keepHeard,
    held: {
      name: 'fences',
      held: () => loaded,
      stored: () => soon.settle().then(() => inTurn(store.digest)),
      reload: load,
    } satisfies Held,
    fences,
    areas,
    points,
    nouns: [kept(fences), kept(areas), kept(points)],
  }
}
