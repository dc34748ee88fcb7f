import type { Needs } from '../kernel/call.ts'
import { deptNounCalls } from '../kernel/noun.ts'
import { byDepartment, deleteCall, listCall, saveCall } from '../kernel/shapes.ts'
import { hazardArea } from './hazard-area.ts'
import { hazardPoint } from './hazard-point.ts'
import { fence, fenceFields } from './entities.ts'

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
  listBsDangAreaAll: listCall({
    path: '/bs/bsDangArea/listBsDangAreaAll',
    describe: { zh: '全部电子围栏', en: 'All electronic fences' },
    needs: seesFences,
    filter: {},
    item: fence,
  }),
  listBsDangAreaByDeptId: listCall({
    path: '/bs/bsDangArea/listBsDangAreaByDeptId',
    describe: { zh: '部门的电子围栏', en: 'The fences of a department' },
    needs: seesFences,
    filter: byDepartment,
    item: fence,
  }),
  saveBsDangArea: saveCall({
    path: '/bs/bsDangArea/saveBsDangArea',
    describe: { zh: '新增或修改电子围栏，立即生效', en: 'Create or change a fence; it holds at once' },
    needs: editsFences,
    fields: fenceFields,
    record: fence,
    // 500 corners, 2,000 people and 500 departments.
    bodyLimit: 128 * 1024,
  }),
  deleteBsDangAreaById: deleteCall(
    '/bs/bsDangArea/deleteBsDangAreaById',
    { zh: '删除电子围栏', en: 'Delete a fence' },
    editsFences,
  ),

  ...deptNounCalls('BsHazardArea', '/bs/bsHazardArea', hazardArea, { sees: seesAreas, edits: editsAreas, usedByOthers: true }),
  ...deptNounCalls('BsHazardPoint', '/bs/bsHazardPoint', hazardPoint, { sees: seesPoints, edits: editsPoints }),
}
