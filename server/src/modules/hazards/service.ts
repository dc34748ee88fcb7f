import { alarmType } from '@vigil/contract/alarms/types.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Fence } from '@vigil/contract/hazards/entities.ts'
import { hazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { hazardPoint } from '@vigil/contract/hazards/hazard-point.ts'
import type { RefTarget } from '@vigil/contract/kernel/field.ts'
import type { Asked } from '../../kernel/caller.ts'
import { counted } from '../../kernel/counted.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { Held } from '../../kernel/held.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { requireSeen } from '../../kernel/references.ts'
import { deleteRecord, saveRecord, type Records } from '../../kernel/records.ts'
import { sheetOf } from '../../kernel/sheet-noun.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import { createSoon } from '../../kernel/soon.ts'
import { crossesItself } from './geometry.ts'
import type { HazardStore } from './store.ts'
import { createFenceWatch } from './watch.ts'

type Body<Name extends keyof typeof hazardCalls> = BodyOf<(typeof hazardCalls)[Name]>

const words = {
  fence: { zh: '电子围栏', en: 'The fence' },
  dept: { zh: '部门', en: 'The department' },
} as const

const wrong = (field: string, zh: string, en: string): never => {
  throw new Refusal('invalidInput', { field, reason: { zh, en } }, { field })
}

/** What the alarms module does for a rule that holds no longer. */
export interface AlarmsOfRules {
  readonly returnByRule: (
    trx: Trx,
    rule: { readonly alarmType: number; readonly ruleId: string },
    after: (then: () => void) => void,
  ) => Promise<void>
}

export type HazardService = ReturnType<typeof createHazardService>

export const createHazardService = (kernel: Kernel, store: HazardStore, alarms: AlarmsOfRules) => {
  const watch = createFenceWatch(kernel.clock)
  // One after the other, so that an older reading never comes last.
  let turn: Promise<void> = Promise.resolve()
  let loaded = ''
  const load = (): Promise<void> => {
    const mine = turn.then(async () => {
      // Before what it tells of: what changes in between is found at the next comparison.
      const digest = await store.digest()
      const [fences, areas, judged] = await Promise.all([store.allFences(), store.allAreas(), store.judgedDepts()])
      watch.load(fences, areas, judged)
      loaded = digest
    })
    turn = mine.catch(() => undefined)
    return mine
  }
  const soon = createSoon(load, kernel.log, 'fences')

  const checkShape = ({ shape, points, radius, halfWidth }: Body<'saveBsDangArea'>): void => {
    if (shape === 'polygon' && points.length < 3) wrong('points', '多边形至少 3 个点', 'a polygon needs at least 3 points')
    if (shape === 'polygon' && crossesItself(points))
      wrong('points', '多边形的边不能相交', 'the sides of a polygon must not cross')
    if (shape === 'circle' && points.length !== 1) wrong('points', '圆只有一个圆心', 'a circle has one centre')
    if (shape === 'circle' && radius === null) wrong('radius', '圆必须有半径', 'a circle needs a radius')
    if (shape === 'corridor' && points.length < 2) wrong('points', '走廊至少 2 个点', 'a corridor needs at least 2 points')
    if (shape === 'corridor' && halfWidth === null) wrong('halfWidth', '走廊必须有半宽', 'a corridor needs a half width')
  }
  /** What stood there already may be named by somebody who sees more. */
  const checkNamed = async (trx: Trx, body: Body<'saveBsDangArea'>, present: Fence | null, { caller }: Asked): Promise<void> => {
    const check = (to: RefTarget, field: 'deptId' | 'areaId' | 'allowDeptIds' | 'allowUserIds'): Promise<void> => {
      const known = [present?.[field] ?? []].flat()
      const added = [body[field] ?? []].flat().filter((id) => !known.includes(id))
      return requireSeen(trx, to, added, caller.scope, field)
    }
    await check('dept', 'deptId')
    await check('dept', 'allowDeptIds')
    await check('user', 'allowUserIds')
    await check('hazardArea', 'areaId')
  }

  /** Tells the consoles in the transaction that changes the fence. */
  const announce = async (
    trx: Trx,
    id: string,
    fence: Fence | null,
    deptId: string | null,
    after: (then: () => void) => void,
  ): Promise<void> => {
    const events = await recordEvents(trx, [{ deptId, event: { name: 'fenceChanged', topic: 'devices', data: { id, fence } } }])
    after(() => kernel.live.publish(events))
  }

  const fences: Records<Fence, Body<'saveBsDangArea'>> = {
    kernel,
    module: 'hazards',
    object: 'fence',
    what: words.fence,
    read: (trx, id, asked) => store.fence(trx, id, asked),
    lock: async (trx, id) => void (await store.lockFence(trx, id)),
    /** One without a department judges everybody. */
    permit: (_, present, body, { caller: { scope } }) => {
      if (present) requireWrite(scope, present.deptId, words.fence)
      if (body) requireWrite(scope, body.deptId, words.dept, 'deptId')
      return Promise.resolve()
    },
    check: async (trx, body, present, asked) => {
      checkShape(body)
      await checkNamed(trx, body, present, asked)
    },
    create: (trx, body) => store.createFence(trx, body),
    update: async (trx, id, body) => void (await store.updateFence(trx, id, body)),
    remove: async (trx, id) => void (await store.deleteFence(trx, id)),
    saved: async (trx, id, row, after) => {
      if (row?.enable !== 1) await alarms.returnByRule(trx, { alarmType: alarmType.code.fence, ruleId: id }, after)
      await announce(trx, id, row, row?.deptId ?? null, after)
    },
    unique: { fence_name_key: { field: { zh: '围栏名称', en: 'Fence name' }, value: ({ name }) => name } },
    changed: load,
  }

  const areas = createKeeper(kernel, {
    noun: hazardArea,
    module: 'hazards',
    table: 'hazard_area',
    check: (_, { points }) => {
      if (crossesItself(points)) wrong('points', '区域的边不能相交', 'the sides of an area must not cross')
      return Promise.resolve()
    },
    uses: async (trx, id) => {
      const { fences: count, points } = await store.usesOfArea(trx, id)
      if (count > 0) return counted(count, '个电子围栏', 'fence', 'fences')
      return points > 0 ? counted(points, '个危险源', 'hazard source', 'hazard sources') : null
    },
    unique: { hazard_area_name_key: 'name' },
    changed: load,
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
      stored: () =>
        soon
          .settle()
          .then(() => turn)
          .then(store.digest),
      reload: load,
    } satisfies Held,
    /** After departments changed: whom a fence judges follows within a moment. */
    reloadSoon: soon.ask,
    listFences: store.listFences,
    areas,
    points,
    sheets: [sheetOf(areas), sheetOf(points)],
    saveFence: (body: Body<'saveBsDangArea'>, asked: Asked) => saveRecord(fences, body, asked),
    deleteFence: (body: { id: string }, asked: Asked) => deleteRecord(fences, body, asked),
  }
}
