import { z } from 'zod'
import { call, noData, nothing, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { id, listCall, optionalBody, time } from '../kernel/shapes.ts'
import { receipt } from '../devices/command.ts'
import { roomId, roomSize } from './rooms.ts'
import { callOutcome, callRecord, sipAccount } from './entities.ts'

const seesCalls: Needs = { anyOf: ['call:place', 'hatOnlineListMgmt', 'hatInterfaceMgmt'] }
/** By which a helmet reports. */
const deviceId = z.string().min(1).max(64)
const narrowing = {
  /** Whose helmet, by its record. */
  hatId: id.optional(),
  alarmId: id.optional(),
  outcome: callOutcome.schema.optional(),
  startTime: time.optional(),
  endTime: time.optional(),
}

export const telephonyCalls = {
  getZdCallCount: listing(
    ['zdCall'],
    call({
      path: '/zd/zdCall/getZdCallCount',
      describe: { zh: '通话记录数', en: 'The number of calls in the call log' },
      needs: seesCalls,
      reads: true,
      body: optionalBody(narrowing),
      data: z.number(),
    }),
  ),
  listZdCall: listing(
    ['zdCall'],
    listCall({
      path: '/zd/zdCall/listZdCall',
      describe: { zh: '通话记录，新的在前', en: 'The call log, the newest first' },
      needs: seesCalls,
      filter: narrowing,
      item: callRecord,
    }),
  ),
  saveCallRoom: call({
    path: '/zd/zdCall/saveCallRoom',
    describe: { zh: '与安全帽开房间通话，逐个邀请', en: 'Open a room with helmets, each of which is asked in' },
    needs: { anyOf: ['call:place'] },
    body: z.object({
      deviceIds: z
        .array(deviceId)
        .min(1)
        .max(roomSize - 1),
    }),
    data: z.object({ roomId: z.string(), deviceId: z.string() }),
    codes: ['notFound', 'tooManyRequests'],
  }),
  addToCallRoom: call({
    path: '/zd/zdCall/addToCallRoom',
    describe: { zh: '邀请安全帽进房间', en: 'Ask a helmet into a room' },
    needs: { anyOf: ['call:place'] },
    body: z.object({ roomId, deviceId, guestId: deviceId }),
    data: receipt.schema,
    codes: ['notFound'],
  }),
  getSipAccount: call({
    path: '/zd/zdCall/getSipAccount',
    describe: {
      zh: '当前用户的SIP账号；不可呼叫的用户为空',
      en: 'The SIP account of the signed-in user; null for who may not place calls',
    },
    needs: 'signedIn',
    reads: 'privately',
    body: nothing,
    data: sipAccount.nullable(),
  }),
  saveSipPasswordShown: call({
    path: '/zd/zdCall/saveSipPasswordShown',
    describe: { zh: '把查看SIP密码记入日志', en: 'Log that the SIP password was viewed' },
    needs: 'signedIn',
    body: nothing,
    data: noData,
  }),
}
