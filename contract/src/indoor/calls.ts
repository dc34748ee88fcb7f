import type { Needs } from '../kernel/call.ts'
import { plannedCall } from '../kernel/shapes.ts'

const seesIndoor: Needs = {
  anyOf: [
    'insideBuildingListMgmt',
    'insideBuildingAreaMgmt',
    'beaconMgmt',
    'beaconLocationMgmt',
    'cementMillView',
    'preheaterView',
    'coalMillView',
    'inclinedChainView',
  ],
}
const editsIndoor: Needs = { anyOf: ['insideBuildingAreaMgmt:edit'] }

export const indoorCalls = {
  listBsBuildingAll: plannedCall('/bs/bsBuilding/listBsBuildingAll', { zh: '全部建筑', en: 'All buildings' }, seesIndoor),
  listBsBuildingByDeptId: plannedCall(
    '/bs/bsBuilding/listBsBuildingByDeptId',
    { zh: '部门的建筑', en: 'The buildings of a department' },
    seesIndoor,
  ),
  saveBsBuilding: plannedCall(
    '/bs/bsBuilding/saveBsBuilding',
    { zh: '新增或修改建筑', en: 'Create or change a building' },
    editsIndoor,
  ),
  deleteBsBuildingById: plannedCall(
    '/bs/bsBuilding/deleteBsBuildingById',
    { zh: '删除建筑，有楼层时拒绝', en: 'Delete a building; refused while it has floors' },
    editsIndoor,
  ),

  listBsFloorAll: plannedCall('/bs/bsFloor/listBsFloorAll', { zh: '全部楼层', en: 'All floors' }, seesIndoor),
  listBsFloorByPid: plannedCall('/bs/bsFloor/listBsFloorByPid', { zh: '建筑的楼层', en: 'The floors of a building' }, seesIndoor),
  saveBsFloor: plannedCall(
    '/bs/bsFloor/saveBsFloor',
    { zh: '新增或修改楼层和平面图', en: 'Create or change a floor and its plan' },
    editsIndoor,
  ),
  deleteBsFloorById: plannedCall(
    '/bs/bsFloor/deleteBsFloorById',
    { zh: '删除楼层，有室内区域时拒绝', en: 'Delete a floor; refused while it has indoor areas' },
    editsIndoor,
  ),

  listBsIndoorAreaAll: plannedCall(
    '/bs/bsIndoorArea/listBsIndoorAreaAll',
    { zh: '全部室内区域', en: 'All indoor areas' },
    seesIndoor,
  ),
  listBsIndoorAreaByDeptId: plannedCall(
    '/bs/bsIndoorArea/listBsIndoorAreaByDeptId',
    { zh: '部门的室内区域', en: 'The indoor areas of a department' },
    seesIndoor,
  ),
  listBsIndoorAreaByPid: plannedCall(
    '/bs/bsIndoorArea/listBsIndoorAreaByPid',
    { zh: '楼层的室内区域', en: 'The indoor areas of a floor' },
    seesIndoor,
  ),
  saveBsIndoorArea: plannedCall(
    '/bs/bsIndoorArea/saveBsIndoorArea',
    { zh: '新增或修改室内区域', en: 'Create or change an indoor area' },
    editsIndoor,
  ),
  deleteBsIndoorAreaById: plannedCall(
    '/bs/bsIndoorArea/deleteBsIndoorAreaById',
    { zh: '删除室内区域', en: 'Delete an indoor area' },
    editsIndoor,
  ),
}
