import type { Needs } from '../kernel/call.ts'
import { plannedCall } from '../kernel/shapes.ts'

const seesCalls: Needs = { anyOf: ['call:place', 'hatOnlineListMgmt', 'hatInterfaceMgmt'] }

export const telephonyCalls = {
  getZdCallCount: plannedCall(
    '/zd/zdCall/getZdCallCount',
    { zh: '通话记录数', en: 'The number of calls in the call log' },
    seesCalls,
  ),
  listZdCall: plannedCall('/zd/zdCall/listZdCall', { zh: '通话记录', en: 'The call log' }, seesCalls),
  getSipAccount: plannedCall(
    '/zd/zdCall/getSipAccount',
    { zh: '当前用户的SIP账号', en: 'The SIP account of the signed-in user' },
    'signedIn',
  ),
  saveSipPasswordShown: plannedCall(
    '/zd/zdCall/saveSipPasswordShown',
    { zh: '把查看SIP密码记入日志', en: 'Log that the SIP password was viewed' },
    'signedIn',
  ),
}
