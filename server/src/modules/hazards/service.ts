import { dept } from '@vigil/contract/accounts/dept.ts'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import { type FenceType } from '@vigil/contract/hazards/entities.ts'
import { fence, type Fence } from '@vigil/contract/hazards/fence.ts'
import { hazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { hazardPoint } from '@vigil/contract/hazards/hazard-point.ts'
import type { NumberedEvent } from '../../kernel/event-stream.ts'
import { counted } from '../../kernel/counted.ts'
import type { Held } from '../../kernel/held.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { onRecords } from '../../kernel/record-changes.ts'
import { invalid } from '../../kernel/refusal.ts'
import { createSoon } from '../../kernel/soon.ts'
import { createTurns } from '../../kernel/turns.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import { judgeAreas, type AreaEffect, type Present } from './area-rules.ts'
import { crossesItself } from './geometry.ts'
import type { HazardStore } from './store.ts'
import { createFenceWatch } from './watch.ts'

const crossing = { zh: '的边不能相交', en: 'must not cross itself' } as const
const wrong = (field: keyof typeof fence.fields, zh: string, en: string): never => {
  throw invalid(field, fence.fields[field].label, { zh, en })
}

/** What the fields of a shape are together; each by itself is in order. */
const checkShape = ({ shape, points, radius, halfWidth }: Pick<Fence, 'shape' | 'points' | 'radius' | 'halfWidth'>): void => {
  if (shape === 'polygon' && points.length < 3)
    wrong('points', '在多边形中至少 3 个点', 'of a polygon must have at least 3 points')
  if (shape === 'polygon' && crossesItself(points)) wrong('points', crossing.zh, crossing.en)
  if (shape === 'circle' && points.length !== 1) wrong('points', '在圆中只有圆心一个点', 'of a circle must be its centre only')
  if (shape === 'circle' && radius === null) wrong('radius', '必填，圆要有半径', 'is required for a circle')
  if (shape === 'corridor' && points.length < 2)
    wrong('points', '在走廊中至少 2 个点', 'of a corridor must have at least 2 points')
  if (shape === 'corridor' && halfWidth === null) wrong('halfWidth', '必填，走廊要有半宽', 'is required for a corridor')
}

type Limits = Pick<Fence, 'type' | 'maxCount' | 'minCount' | 'stayLimit' | 'gatherCount' | 'speedLimit'>
/** What a fence of a type asks for. */
const checkLimits = ({ type, maxCount, minCount, stayLimit, gatherCount, speedLimit }: Limits): void => {
  if (type === 'headcount' && maxCount === null && minCount === null)
    wrong('maxCount', '和最少人数至少填一个', 'or the least number is required for a headcount fence')
  if (type === 'headcount' && maxCount !== null && minCount !== null && minCount > maxCount)
    wrong('minCount', '不能大于最多人数', 'must not be more than the most')
  if (type === 'stay' && stayLimit === null) wrong('stayLimit', '必填，限时围栏要有停留上限', 'is required for a time limit')
  if (type === 'speed' && speedLimit === null) wrong('speedLimit', '必填，限速围栏要有限速', 'is required for a speed limit')
  if (type === 'gathering' && gatherCount === null)
    wrong('gatherCount', '必填，聚集围栏要有人数', 'is required for a gathering fence')
}

const { fence: crossed, speeding, overStaffing, underStaffing, overstay, gathering } = alarmType.code
/** What fences of each type raise. */
const raisedBy: Readonly<Record<FenceType, readonly number[]>> = {
  noEntry: [crossed],
  noExit: [crossed],
  headcount: [overStaffing, underStaffing],
  stay: [overstay],
  gathering: [gathering],
  speed: [speeding],
}
const raisedByAny = [...new Set(Object.values(raisedBy).flat())]

/** What the alarms module does for rules. */
export interface AlarmsOfRules {
  readonly apply: (trx: Trx, intents: readonly AlarmIntent[]) => Promise<NumberedEvent[]>
  readonly returnByRule: (
    trx: Trx,
    rule: { readonly alarmType: number; readonly ruleId: string },
    after: (then: () => void) => void,
  ) => Promise<void>
}

/** Milliseconds between two times that it is judged who is inside of what. */
export const judgeEvery = 2_000
const fenceOf = (effect: AreaEffect): string => (effect.kind === 'raise' ? effect.rule.fence.id : effect.condition.fence)

const areaWords = { zh: '个区域或围栏', one: 'area or fence', many: 'areas or fences' } as const

export type HazardService = ReturnType<typeof createHazardService>

export const createHazardService = (kernel: Kernel, store: HazardStore, alarms: AlarmsOfRules) => {
  const watch = createFenceWatch(kernel.clock)
  // One after the other, so that an older reading never comes last.
  const inTurn = createTurns()
  let loaded = ''
  const load = (): Promise<void> =>
    inTurn(async () => {
      // Before what it tells of: what changes in between is found at the next comparison.
      const digest = await store.digest()
      watch.load(...(await Promise.all([fences.all(), areas.all(), store.judgedDepts()])))
      loaded = digest
    })
  const soon = createSoon(load, kernel.log, 'fences')
  onRecords(kernel.bus, [fence.name, hazardArea.name], load)
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
      const raises = row?.enable === 1 ? raisedBy[row.type] : []
      if (before === null) return
      const raised = raisedByAny.filter((type) => !raises.includes(type))
      for (const type of raised) await alarms.returnByRule(trx, { alarmType: type, ruleId: id }, after)
      if (row && raises.length === 0) await store.forgetConditions(trx, id)
    },
    unique: { fence_name_key: 'name' },
    countedAs: areaWords,
  })
  const areas = createKeeper(kernel, {
    noun: hazardArea,
    module: 'hazards',
    table: 'hazard_area',
    check: (_, { points }) => {
      if (crossesItself(points)) throw invalid('points', hazardArea.fields.points.label, crossing)
      return Promise.resolve()
    },
    uses: async (trx, id) => {
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
    unique: { hazard_point_code: 'code' },
  })

  /** Judges who is inside of what, unless another server does; `present` is asked only where there is something to judge. */
  const judgePresent = async (
    present: () => readonly Present[],
    intentOf: (effect: AreaEffect) => AlarmIntent,
  ): Promise<void> => {
    const rules = watch.areaRules()
    if (rules.length === 0) return
    const events = await kernel.db.transaction(async (trx) => {
      if (!(await store.takeTurn(trx, judgeEvery * 0.75))) return []
      const { kept, ended, effects } = judgeAreas(rules, await store.conditions(trx), present(), kernel.clock.now())
      if (kept.length + ended.length === 0) return []
      // What was changed since it was loaded is judged as it is now, and by who knows that.
      const concerned = new Set([...kept, ...ended].map(({ fence: id }) => id))
      const stands = await store.stillSo(
        trx,
        rules.map(({ fence: each }) => each).filter(({ id }) => concerned.has(id)),
      )
      const ofThese = ({ fence: id }: { readonly fence: string }): boolean => stands.has(id)
      await store.keepConditions(trx, kept.filter(ofThese))
      await store.dropConditions(trx, ended.filter(ofThese))
      return alarms.apply(trx, effects.filter((effect) => stands.has(fenceOf(effect))).map(intentOf))
    })
    kernel.live.publish(events)
  }

  return {
    watch,
    load,
    judgePresent,
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
