import type { Needs } from '../kernel/call.ts'
import { byDepartment, deleteCall, listCall, plannedCall, saveCall } from '../kernel/shapes.ts'
import { fence, fenceFields, hazardArea, hazardAreaFields } from './entities.ts'

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
  }),
  deleteBsDangAreaById: deleteCall(
    '/bs/bsDangArea/deleteBsDangAreaById',
    { zh: '删除电子围栏', en: 'Delete a fence' },
    editsFences,
  ),

  listBsHazardAreaAll: listCall({
    path: '/bs/bsHazardArea/listBsHazardAreaAll',
    describe: { zh: '全部危险区域', en: 'All hazard areas' },
    needs: seesAreas,
    filter: {},
    item: hazardArea,
  }),
  listBsHazardAreaByDeptId: listCall({
    path: '/bs/bsHazardArea/listBsHazardAreaByDeptId',
    describe: { zh: '部门的危险区域', en: 'The hazard areas of a department' },
    needs: seesAreas,
    filter: byDepartment,
    item: hazardArea,
  }),
  saveBsHazardArea: saveCall({
    path: '/bs/bsHazardArea/saveBsHazardArea',
    describe: { zh: '新增或修改危险区域', en: 'Create or change a hazard area' },
    needs: editsAreas,
    fields: hazardAreaFields,
    record: hazardArea,
  }),
  deleteBsHazardAreaById: deleteCall(
    '/bs/bsHazardArea/deleteBsHazardAreaById',
    { zh: '删除危险区域', en: 'Delete a hazard area' },
    editsAreas,
    ['inUse'],
  ),

  listBsHazardPointAll: plannedCall(
    '/bs/bsHazardPoint/listBsHazardPointAll',
    { zh: '全部危险源', en: 'All hazard sources' },
    seesPoints,
  ),
  listBsHazardPointByDeptId: plannedCall(
    '/bs/bsHazardPoint/listBsHazardPointByDeptId',
    { zh: '部门的危险源', en: 'The hazard sources of a department' },
    seesPoints,
  ),
  saveBsHazardPoint: plannedCall(
    '/bs/bsHazardPoint/saveBsHazardPoint',
    { zh: '新增或修改危险源', en: 'Create or change a hazard source' },
    editsPoints,
  ),
  deleteBsHazardPointById: plannedCall(
    '/bs/bsHazardPoint/deleteBsHazardPointById',
    { zh: '删除危险源', en: 'Delete a hazard source' },
    editsPoints,
  ),
}
