import type { Needs } from '../kernel/call.ts'
import { deptNounCalls } from '../kernel/noun.ts'
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
  ],
}
const editsAreas: Needs = { anyOf: ['hazardAreaMgmt:edit'] }
const seesPoints: Needs = { anyOf: ['hazardPointMgmt', 'trackRealMgmt'] }
const editsPoints: Needs = { anyOf: ['hazardPointMgmt:edit'] }

export const hazardCalls = {
  ...deptNounCalls('BsDangArea', '/bs/bsDangArea', fence, {
    sees: seesFences,
    edits: editsFences,
    saves: { zh: '新增或修改电子围栏，立即生效', en: 'Create or change a fence; takes effect at once' },
    // 500 corners, 2,000 people and 500 departments.
    bodyLimit: 128 * 1024,
  }),
  ...deptNounCalls('BsHazardArea', '/bs/bsHazardArea', hazardArea, { sees: seesAreas, edits: editsAreas, usedByOthers: true }),
  ...deptNounCalls('BsHazardPoint', '/bs/bsHazardPoint', hazardPoint, { sees: seesPoints, edits: editsPoints }),
}
