import { z } from 'zod'
import { takingFile } from '../files/calls.ts'
import { call, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { nounCalls } from '../kernel/noun.ts'
import { id, requiredText } from '../kernel/shapes.ts'
import { broadcast } from './broadcast.ts'
import { noticeRecord } from './notice-record.ts'
import { broadcastSending, sendingAim, sendingForm, sendingReach } from './sending.ts'

const seesBroadcasts: Needs = { anyOf: ['broadcastMgmt', 'trackRealMgmt', 'hatInterfaceMgmt'] }
const editsBroadcasts: Needs = { anyOf: ['broadcastMgmt:edit'] }
const speaks: Needs = { anyOf: ['hatInterfaceMgmt:edit', 'broadcastMgmt:edit', 'call:place'] }
const seesSendings: Needs = { anyOf: ['hatInterfaceMgmt:edit', 'broadcastMgmt:edit', 'call:place', 'noticeRecordMgmt'] }
const seesNotices: Needs = { anyOf: ['noticeRecordMgmt'] }
const editsNotices: Needs = { anyOf: ['noticeRecordMgmt:edit'] }

/** Bytes: as many helmets as hear one broadcast, by numbers as long as they may be. */
const aimedBody = 512 * 1024

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

  sendBroadcast: takingFile(
    call({
      path: '/bs/bsBroadcast/sendBroadcast',
      describe: {
        zh: '向安全帽播报文字或录音（按设备、部门或地图区域），返回播报编号；每人每分钟限 10 次，每次最多 2000 台',
        en: 'Say a text or a recorded clip to helmets, by device, department or place on the map; returns the number of the broadcast. At most 10 a minute of one person, of 2,000 helmets each',
      },
      needs: speaks,
      bodyLimit: aimedBody,
      body: sendingForm,
      data: z.object({ id }),
      codes: ['notFound', 'forbidden'],
    }),
  ),
  getBroadcastReach: call({
    path: '/bs/bsBroadcast/getBroadcastReach',
    describe: {
      zh: '播报前查看可达的安全帽数（在线、离线）',
      en: 'How many helmets a broadcast would reach, online and offline',
    },
    needs: speaks,
    reads: true,
    bodyLimit: aimedBody,
    body: sendingAim,
    data: sendingReach,
    codes: ['notFound', 'forbidden'],
  }),
  getBroadcast: listing(
    ['broadcastSending'],
    call({
      path: '/bs/bsBroadcast/getBroadcast',
      describe: { zh: '一次播报及每台安全帽的回执', en: 'A broadcast with the receipt of each helmet' },
      needs: seesSendings,
      reads: true,
      body: z.object({ id }),
      data: broadcastSending,
      codes: ['notFound'],
    }),
  ),
  getBroadcastOfNotice: listing(
    ['broadcastSending'],
    call({
      path: '/bs/bsBroadcast/getBroadcastOfNotice',
      describe: {
        zh: '通知记录对应的播报及回执；不是播报或回执已过保留期则为空',
        en: 'The broadcast of a notice record with its receipts; null for one that is of none, or whose receipts are kept no more',
      },
      needs: seesSendings,
      reads: true,
      body: z.object({ id }),
      data: broadcastSending.nullable(),
    }),
  ),
  cancelBroadcast: call({
    path: '/bs/bsBroadcast/cancelBroadcast',
    describe: {
      zh: '取消播报：未发出的不再发出，返回取消的台数；已发出的不受影响',
      en: 'Cancel a broadcast: what waits is sent no more; returns how many that were. What is sent already stays so',
    },
    needs: speaks,
    body: z.object({ id }),
    data: z.object({ cancelled: z.number().int() }),
    codes: ['notFound', 'forbidden'],
  }),

  ...nounCalls('BsNoticeRecord', '/bs/bsNoticeRecord', noticeRecord, {
    sees: seesNotices,
    edits: editsNotices,
    deletes: { zh: '隐藏通知记录，记录保留', en: 'Hide a notice record; the record stays' },
  }),
}
