import { dept } from '@vigil/contract/accounts/dept.ts'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import { fence, type Fence } from '@vigil/contract/hazards/fence.ts'
import { hazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { hazardPoint } from '@vigil/contract/hazards/hazard-point.ts'
import { counted } from '../../kernel/counted.ts'
import type { Held } from '../../kernel/held.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { onRecords } from '../../kernel/record-changes.ts'
import { invalid } from '../../kernel/refusal.ts'
import { createSoon } from '../../kernel/soon.ts'
import { createTurns } from '../../kernel/turns.ts'
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

/** What the alarms module does for a rule that holds no longer. */
export interface AlarmsOfRules {
  readonly returnByRule: (
    trx: Trx,
    rule: { readonly alarmType: number; readonly ruleId: string },
    after: (then: () => void) => void,
  ) => Promise<void>
}

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
      return Promise.resolve()
    },
    saved: async (trx, { id, row }, after) => {
      if (row?.enable !== 1) await alarms.returnByRule(trx, { alarmType: alarmType.code.fence, ruleId: id }, after)
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

  return {
    watch,
    load,
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
