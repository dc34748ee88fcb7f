import type { Needs } from '../kernel/call.ts'
import { plannedCall } from '../kernel/shapes.ts'

const seesBroadcasts: Needs = { anyOf: ['broadcastMgmt', 'trackRealMgmt', 'hatInterfaceMgmt'] }
const editsBroadcasts: Needs = { anyOf: ['broadcastMgmt:edit'] }
const speaks: Needs = { anyOf: ['hatInterfaceMgmt:edit', 'broadcastMgmt:edit', 'call:place'] }
const seesNotices: Needs = { anyOf: ['noticeRecordMgmt'] }
const editsNotices: Needs = { anyOf: ['noticeRecordMgmt:edit'] }

export const broadcastCalls = {
  listBsBroadcastAll: plannedCall(
    '/bs/bsBroadcast/listBsBroadcastAll',
    { zh: '全部播报内容', en: 'All broadcast contents' },
    seesBroadcasts,
  ),
  saveBsBroadcast: plannedCall(
    '/bs/bsBroadcast/saveBsBroadcast',
    { zh: '新增或修改播报内容', en: 'Create or change a broadcast content' },
    editsBroadcasts,
  ),
  deleteBsBroadcastById: plannedCall(
    '/bs/bsBroadcast/deleteBsBroadcastById',
    { zh: '删除播报内容', en: 'Delete a broadcast content' },
    editsBroadcasts,
  ),

  saveBroadCastString: plannedCall(
    '/third/hatInterface/saveBroadCastString',
    { zh: '向安全帽发起语音播报', en: 'Start a spoken broadcast to helmets' },
    speaks,
  ),

  listBsNoticeRecordAll: plannedCall(
    '/bs/bsNoticeRecord/listBsNoticeRecordAll',
    { zh: '全部通知记录', en: 'All notice records' },
    seesNotices,
  ),
  saveBsNoticeRecord: plannedCall(
    '/bs/bsNoticeRecord/saveBsNoticeRecord',
    { zh: '新增或修改通知记录', en: 'Create or change a notice record' },
    editsNotices,
  ),
  deleteBsNoticeRecordById: plannedCall(
    '/bs/bsNoticeRecord/deleteBsNoticeRecordById',
    { zh: '隐藏通知记录，记录保留', en: 'Hide a notice record; the record stays' },
    editsNotices,
  ),
}
