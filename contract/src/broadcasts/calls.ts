import { z } from 'zod'
import { call, type Needs } from '../kernel/call.ts'
import { nounCalls } from '../kernel/noun.ts'
import { id, requiredText } from '../kernel/shapes.ts'
import { broadcast } from './broadcast.ts'
import { noticeRecord } from './notice-record.ts'
import { broadcastSending } from './sending.ts'

const seesBroadcasts: Needs = { anyOf: ['broadcastMgmt', 'trackRealMgmt', 'hatInterfaceMgmt'] }
const editsBroadcasts: Needs = { anyOf: ['broadcastMgmt:edit'] }
const speaks: Needs = { anyOf: ['hatInterfaceMgmt:edit', 'broadcastMgmt:edit', 'call:place'] }
const seesNotices: Needs = { anyOf: ['noticeRecordMgmt'] }
const editsNotices: Needs = { anyOf: ['noticeRecordMgmt:edit'] }

export const broadcastCalls = {
  ...nounCalls('BsBroadcast', '/bs/bsBroadcast', broadcast, { sees: seesBroadcasts, edits: editsBroadcasts }),

  saveBroadCastString: call({
    path: '/third/hatInterface/saveBroadCastString',
    describe: {
      zh: '就一条报警向其安全帽发起语音播报，返回要播报的内容',
      en: 'Start a spoken broadcast to the helmet of an alarm; returns what is to be played',
    },
    needs: speaks,
    body: z.object({ deviceId: requiredText(64), alarmId: id, text: requiredText(500) }),
    data: z.object({ text: z.string() }),
    codes: ['notFound'],
  }),

  sendBroadcast: call({
    path: '/bs/bsBroadcast/sendBroadcast',
    describe: { zh: '向安全帽播报一段文字，返回播报编号', en: 'Say a text to helmets; returns the number of the broadcast' },
    needs: speaks,
    body: z.object({ deviceIds: z.array(requiredText(64)).min(1).max(2_000), text: requiredText(500) }),
    data: z.object({ id }),
    codes: ['notFound', 'forbidden'],
  }),
  getBroadcast: call({
    path: '/bs/bsBroadcast/getBroadcast',
    describe: { zh: '一次播报及每台安全帽的回执', en: 'A broadcast with the receipt of each helmet' },
    needs: speaks,
    reads: true,
    body: z.object({ id }),
    data: broadcastSending,
    codes: ['notFound'],
  }),

  ...nounCalls('BsNoticeRecord', '/bs/bsNoticeRecord', noticeRecord, {
    sees: seesNotices,
    edits: editsNotices,
    deletes: { zh: '隐藏通知记录，记录保留', en: 'Hide a notice record; the record stays' },
  }),
}
