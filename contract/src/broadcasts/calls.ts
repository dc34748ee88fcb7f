import type { Needs } from '../kernel/call.ts'
import { nounCalls } from '../kernel/noun.ts'
import { plannedCall } from '../kernel/shapes.ts'
import { broadcast } from './broadcast.ts'
import { noticeRecord } from './notice-record.ts'

const seesBroadcasts: Needs = { anyOf: ['broadcastMgmt', 'trackRealMgmt', 'hatInterfaceMgmt'] }
const editsBroadcasts: Needs = { anyOf: ['broadcastMgmt:edit'] }
const speaks: Needs = { anyOf: ['hatInterfaceMgmt:edit', 'broadcastMgmt:edit', 'call:place'] }
const seesNotices: Needs = { anyOf: ['noticeRecordMgmt'] }
const editsNotices: Needs = { anyOf: ['noticeRecordMgmt:edit'] }

export const broadcastCalls = {
  ...nounCalls('BsBroadcast', '/bs/bsBroadcast', broadcast, { sees: seesBroadcasts, edits: editsBroadcasts }),

  saveBroadCastString: plannedCall(
    '/third/hatInterface/saveBroadCastString',
    { zh: '向安全帽发起语音播报', en: 'Start a spoken broadcast to helmets' },
    speaks,
  ),

  ...nounCalls('BsNoticeRecord', '/bs/bsNoticeRecord', noticeRecord, {
    sees: seesNotices,
    edits: editsNotices,
    deletes: { zh: '隐藏通知记录，记录保留', en: 'Hide a notice record; the record stays' },
  }),
}
