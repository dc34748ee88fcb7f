import type { Needs } from '../kernel/call.ts'
import { plannedCall } from '../kernel/shapes.ts'

const seesPasses: Needs = { anyOf: ['trafficEventMgmt'] }
const seesSpeeding: Needs = { anyOf: ['trafficOverMgmt'] }
const seesStops: Needs = { anyOf: ['trafficStopMgmt'] }
const meetsStops: Needs = { anyOf: ['trafficStopMgmt', 'trafficOverMgmt', 'alarmRealMgmt'] }
const closesStops: Needs = { anyOf: ['trafficStopMgmt:edit', 'alarm:handle'] }
const seesSpeedCameras: Needs = { anyOf: ['speedOverMgmt', 'trackRealMgmt', 'trafficOverMgmt'] }
const editsSpeedCameras: Needs = { anyOf: ['speedOverMgmt:edit'] }

export const trafficCalls = {
  getZdTrafficCount: plannedCall(
    '/zd/zdTraffic/getZdTrafficCount',
    { zh: '过车记录数', en: 'The number of vehicle passes' },
    seesPasses,
  ),
  listZdTraffic: plannedCall('/zd/zdTraffic/listZdTraffic', { zh: '过车记录', en: 'Vehicle passes' }, seesPasses),
  listZdTrafficStaNumber: plannedCall(
    '/zd/zdTraffic/listZdTrafficStaNumber',
    { zh: '今日过车、超速和拦停数量', en: 'Passes, speeding and stops of today in numbers' },
    'signedIn',
  ),

  getZdTrafficOverCount: plannedCall(
    '/zd/zdTrafficOver/getZdTrafficOverCount',
    { zh: '超速记录数', en: 'The number of speeding records' },
    seesSpeeding,
  ),
  listZdTrafficOver: plannedCall('/zd/zdTrafficOver/listZdTrafficOver', { zh: '超速记录', en: 'Speeding records' }, seesSpeeding),

  getZdTrafficStopCount: plannedCall(
    '/zd/zdTrafficStop/getZdTrafficStopCount',
    { zh: '停车和拦停记录数', en: 'The number of stop records' },
    seesStops,
  ),
  listZdTrafficStop: plannedCall('/zd/zdTrafficStop/listZdTrafficStop', { zh: '停车和拦停记录', en: 'Stop records' }, seesStops),
  getNewestZdTrafficStop: plannedCall(
    '/zd/zdTrafficStop/getNewestZdTrafficStop',
    { zh: '最新一条未处理的超速拦停', en: 'The newest unhandled stop of a speeding vehicle' },
    meetsStops,
  ),
  getZdTrafficStopById: plannedCall(
    '/zd/zdTrafficStop/getZdTrafficStopById',
    { zh: '一条停车或拦停记录', en: 'One stop record' },
    meetsStops,
  ),
  saveZdTrafficStop: plannedCall(
    '/zd/zdTrafficStop/saveZdTrafficStop',
    {
      zh: '保存拦停记录；状态 2 同时关闭关联的超速记录',
      en: 'Save a stop record; status 2 also closes the speeding record it belongs to',
    },
    closesStops,
  ),

  listBsSpeedOverObjectAll: plannedCall(
    '/bs/bsSpeedOver/listBsSpeedOverObjectAll',
    { zh: '全部测速点的地图对象', en: 'All speed cameras as map objects' },
    seesSpeedCameras,
  ),
  listBsSpeedOverByDeptId: plannedCall(
    '/bs/bsSpeedOver/listBsSpeedOverByDeptId',
    { zh: '部门的测速点', en: 'The speed cameras of a department' },
    seesSpeedCameras,
  ),
  listBsSpeedOverObjectByDeptId: plannedCall(
    '/bs/bsSpeedOver/listBsSpeedOverObjectByDeptId',
    { zh: '部门测速点的地图对象', en: 'The speed cameras of a department as map objects' },
    seesSpeedCameras,
  ),
  saveBsSpeedOver: plannedCall(
    '/bs/bsSpeedOver/saveBsSpeedOver',
    { zh: '新增或修改测速点', en: 'Create or change a speed camera' },
    editsSpeedCameras,
  ),
  deleteBsSpeedOverById: plannedCall(
    '/bs/bsSpeedOver/deleteBsSpeedOverById',
    { zh: '删除测速点', en: 'Delete a speed camera' },
    editsSpeedCameras,
  ),
}
