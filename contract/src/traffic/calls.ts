import type { Needs } from '../kernel/call.ts'
import { mapObjectCalls } from '../devices/map-objects.ts'
import { deptNounCalls } from '../kernel/noun.ts'
import { plannedCall } from '../kernel/shapes.ts'
import { speedCamera } from './speed-camera.ts'

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
    { zh: '今日过车、超速和拦停数量', en: 'Counts of passes, speeding and stops of today' },
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

  ...deptNounCalls('BsSpeedOver', '/bs/bsSpeedOver', speedCamera, { sees: seesSpeedCameras, edits: editsSpeedCameras }),
  ...mapObjectCalls('BsSpeedOver', '/bs/bsSpeedOver', speedCamera, seesSpeedCameras),
}
