import type { Needs } from '../kernel/call.ts'
import { deptNounCalls, nounCalls } from '../kernel/noun.ts'
import { id, listCall } from '../kernel/shapes.ts'
import { building } from './building.ts'
import { floor } from './floor.ts'
import { indoorArea } from './indoor-area.ts'

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

/** A list of what stands below one parent. */
const byParent = { pid: id }

export const indoorCalls = {
  ...deptNounCalls('BsBuilding', '/bs/bsBuilding', building, {
    sees: seesIndoor,
    edits: editsIndoor,
    usedByOthers: true,
    deletes: { zh: '删除建筑，有楼层时拒绝', en: 'Delete a building; refused while it has floors' },
  }),
  ...nounCalls('BsFloor', '/bs/bsFloor', floor, {
    sees: seesIndoor,
    edits: editsIndoor,
    usedByOthers: true,
    deletes: { zh: '删除楼层，有室内区域时拒绝', en: 'Delete a floor; refused while it has indoor areas' },
  }),
  listBsFloorByPid: listCall({
    path: '/bs/bsFloor/listBsFloorByPid',
    describe: { zh: '建筑的楼层', en: 'The floors of a building' },
    needs: seesIndoor,
    filter: byParent,
    item: floor.record,
  }),
  ...deptNounCalls('BsIndoorArea', '/bs/bsIndoorArea', indoorArea, { sees: seesIndoor, edits: editsIndoor }),
  listBsIndoorAreaByPid: listCall({
    path: '/bs/bsIndoorArea/listBsIndoorAreaByPid',
    describe: { zh: '楼层的室内区域', en: 'The indoor areas of a floor' },
    needs: seesIndoor,
    filter: byParent,
    item: indoorArea.record,
  }),
}
