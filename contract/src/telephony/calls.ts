import { z } from 'zod'
import { call, noData, nothing, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { id, listCall, optionalBody, time } from '../kernel/shapes.ts'
import { callOutcome, callRecord, sipAccount } from './entities.ts'

const seesCalls: Needs = { anyOf: ['call:place', 'hatOnlineListMgmt', 'hatInterfaceMgmt'] }
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
