import { z } from 'zod'
import { call, type Needs } from '../kernel/call.ts'
import { deptNounCalls } from '../kernel/noun.ts'
import { backTest, backTestLimits } from './back-test.ts'
import { hazardArea } from './hazard-area.ts'
import { hazardPoint } from './hazard-point.ts'
import { fence } from './fence.ts'

const seesFences: Needs = { anyOf: ['dangAreaDrawMgmt', 'trackRealMgmt', 'alarmRealMgmt'] }
const editsFences: Needs = { anyOf: ['dangAreaDrawMgmt:edit'] }
/** Whoever manages areas, sees them on a map or picks one in a dialog or a filter. */
const seesAreas: Needs = {
  anyOf: [
    'hazardAreaMgmt',
    'hazardPointMgmt',
    'dangAreaDrawMgmt',
    'trackRealMgmt',
    'alarmRealMgmt',
    'alarmHisMgmt',
    'alarmStatisticMgmt',
    'planRegisterMgmt',
    'siteMgmt',
  ],
}
const editsAreas: Needs = { anyOf: ['hazardAreaMgmt:edit'] }
const seesPoints: Needs = { anyOf: ['hazardPointMgmt', 'trackRealMgmt'] }
const editsPoints: Needs = { anyOf: ['hazardPointMgmt:edit'] }

const fenceCalls = deptNounCalls('BsDangArea', '/bs/bsDangArea', fence, {
  sees: seesFences,
  edits: editsFences,
  saves: { zh: '新增或修改电子围栏，立即生效', en: 'Create or change a fence; takes effect at once' },
  // 500 corners, 2,000 people and 500 departments.
  bodyLimit: 128 * 1024,
})

export const hazardCalls = {
  ...fenceCalls,
  backTestBsDangArea: call({
    path: '/bs/bsDangArea/backTestBsDangArea',
    describe: {
      zh: '回测电子围栏：未保存的围栏在最近 1、3 或 7 天会产生的报警，不保存任何内容（查询记入日志）',
      en: 'Back-test a fence that need not be saved: the alarms it would have raised in the last 1, 3 or 7 days; nothing is saved, the query is logged',
    },
    needs: editsFences,
    bodyLimit: 128 * 1024,
    body: fenceCalls.saveBsDangArea.body.extend({ days: z.literal(backTestLimits.days) }),
    data: backTest,
    codes: [...fenceCalls.saveBsDangArea.codes, 'busy'],
  }),
  ...deptNounCalls('BsHazardArea', '/bs/bsHazardArea', hazardArea, { sees: seesAreas, edits: editsAreas, usedByOthers: true }),
  ...deptNounCalls('BsHazardPoint', '/bs/bsHazardPoint', hazardPoint, { sees: seesPoints, edits: editsPoints }),
}
