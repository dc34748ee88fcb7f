import type { Needs } from '../kernel/call.ts'
import { mapObjectCalls } from '../devices/map-objects.ts'
import { deptNounCalls } from '../kernel/noun.ts'
import { plannedCall } from '../kernel/shapes.ts'
import { camera } from './camera.ts'

const seesServers: Needs = { anyOf: ['videoConfigServer', 'livePlayer', 'realVideoServer', 'videoPlayMgmt'] }
const editsServers: Needs = { anyOf: ['videoConfigServer:edit'] }
const seesSip: Needs = { anyOf: ['videoConfigSip'] }
const editsSip: Needs = { anyOf: ['videoConfigSip:edit'] }
const seesStreams: Needs = { anyOf: ['videoConfigStream'] }
const editsStreams: Needs = { anyOf: ['videoConfigStream:edit'] }
const seesCameras: Needs = {
  anyOf: [
    'cameraMgmt',
    'livePlayer',
    'realVideoServer',
    'videoPlayMgmt',
    'videoPlayback',
    'videoPreview',
    'deviceTree',
    'channelList',
    'videoDemo',
    'trackRealMgmt',
    'alarmRealMgmt',
  ],
}
const editsCameras: Needs = { anyOf: ['cameraMgmt:edit'] }
const playsRecordings: Needs = { anyOf: ['video:playback'] }

export const videoCalls = {
  listVideoConfigServerAll: plannedCall(
    '/video/videoConfigServer/listVideoConfigServerAll',
    { zh: '全部视频服务配置', en: 'All video services' },
    seesServers,
  ),
  saveVideoConfigServer: plannedCall(
    '/video/videoConfigServer/saveVideoConfigServer',
    { zh: '新增或修改视频服务配置', en: 'Create or change a video service' },
    editsServers,
  ),
  deleteVideoConfigServerById: plannedCall(
    '/video/videoConfigServer/deleteVideoConfigServerById',
    { zh: '删除视频服务配置', en: 'Delete a video service' },
    editsServers,
  ),

  listVideoConfigSipAll: plannedCall(
    '/video/videoConfigSip/listVideoConfigSipAll',
    { zh: '全部视频SIP配置', en: 'All SIP configurations of video' },
    seesSip,
  ),
  saveVideoConfigSip: plannedCall(
    '/video/videoConfigSip/saveVideoConfigSip',
    { zh: '新增或修改视频SIP配置', en: 'Create or change a SIP configuration of video' },
    editsSip,
  ),
  deleteVideoConfigSipById: plannedCall(
    '/video/videoConfigSip/deleteVideoConfigSipById',
    { zh: '删除视频SIP配置', en: 'Delete a SIP configuration of video' },
    editsSip,
  ),

  listVideoConfigStreamAll: plannedCall(
    '/video/videoConfigStream/listVideoConfigStreamAll',
    { zh: '全部流媒体配置', en: 'All stream configurations' },
    seesStreams,
  ),
  saveVideoConfigStream: plannedCall(
    '/video/videoConfigStream/saveVideoConfigStream',
    { zh: '新增或修改流媒体配置', en: 'Create or change a stream configuration' },
    editsStreams,
  ),
  deleteVideoConfigStreamById: plannedCall(
    '/video/videoConfigStream/deleteVideoConfigStreamById',
    { zh: '删除流媒体配置', en: 'Delete a stream configuration' },
    editsStreams,
  ),

  ...deptNounCalls('BsCamera', '/bs/bsCamera', camera, { sees: seesCameras, edits: editsCameras, usedByOthers: true }),
  ...mapObjectCalls('BsCamera', '/bs/bsCamera', camera, seesCameras),

  listRecordDayByCameraId: plannedCall(
    '/video/record/listRecordDayByCameraId',
    { zh: '摄像机有录像的日期', en: 'The days for which a camera has recordings' },
    playsRecordings,
  ),
  listRecordByCameraId: plannedCall(
    '/video/record/listRecordByCameraId',
    { zh: '摄像机一段时间的录像', en: 'The recordings of a camera over a period' },
    playsRecordings,
  ),
  openRecord: plannedCall(
    '/video/record/openRecord',
    {
      zh: '打开一段录像，返回播放列表地址（记入日志）',
      en: 'Open a recording and return the address of its playlist; logged',
    },
    playsRecordings,
  ),
}
