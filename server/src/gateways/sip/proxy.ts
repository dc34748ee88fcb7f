import { alarmHeader } from '@vigil/contract/telephony/entities.ts'
import { theSystem } from '../../kernel/caller.ts'
import type { Binding } from '../../modules/telephony/index.ts'
import { branchOf, readNameAddress, readUri } from '../shared/sip/address.ts'
import { answerTo, valueOf, valuesOf, withFirst, withOnly, withoutFirst, type SipRequest } from '../shared/sip/message.ts'
import { sayTo, type Line, type Registered, type SipContext } from './context.ts'
import { beginCall, callerOf, follow, mayStillTalk, note, targetsOf } from './reach.ts'
import { passTo, whereIs } from './relay.ts'
import { otherEnd, routeOf } from './tokens.ts'
import {
  acknowledge,
  ask,
  begin,
  cancel,
  endWith,
  freshBranch,
  isTooMuch,
  onward,
  refuse,
  transactionOf,
  withoutClaims,
} from './transactions.ts'

/** What those who are registered ask each other: calls, messages, and whatever is said within a call. */

/** Said within a call. Nobody hands one on to somebody else: whom he may call is asked of each. */
const within: ReadonlySet<string> = new Set(['ACK', 'BYE', 'INVITE', 'INFO', 'UPDATE', 'MESSAGE', 'OPTIONS', 'PRACK', 'NOTIFY'])

/** As it goes to one of whom it is asked: from whom it is says the server, and only this way back leads to him. */
const requestTo = (context: SipContext, { known, bindingId }: Registered, request: SipRequest) => {
  const { party } = known
  const name = party.name.replaceAll(/["\\\r\n]/g, ' ')
  const asserted = `"${name}" <sip:${party.number}@${context.telephony.domain}>`
  const plain = withOnly(withOnly(withoutClaims(request), 'Record-Route', null), 'P-Asserted-Identity', asserted)
  const callId = valueOf(request, 'call-id') ?? ''
  return (target: Binding): SipRequest => {
    const route = `<sip:${routeOf(context.secret, callId, bindingId, target.id)}@${context.telephony.domain};transport=ws;lr>`
    const routed = request.method === 'INVITE' ? withFirst(plain, 'Record-Route', route) : plain
    return { ...routed, uri: target.contact }
  }
}

const call = async (
  context: SipContext,
  line: Line,
  registered: Registered,
  request: SipRequest,
  number: string,
): Promise<void> => {
  const { telephony } = context
  const callId = valueOf(request, 'call-id') ?? ''
  // Of the row that this call began, and of no other that is called as it is.
  let id: string | null = null
  const transaction = begin(context, [line, request], (answer, by) => {
    if (id !== null) void follow(context, id, answer, by)
  })
  sayTo(line, answerTo(request, 100, 'Trying'))
  // As he is called now: since he registered a helmet may have been given to somebody else, in another department.
  const known = await telephony.find(registered.known.party.number)
  if (known?.party.id !== registered.known.party.id) return endWith(context, transaction, 403, 'Forbidden')
  const who = { ...registered, known }
  const caller = await callerOf(context, who)
  const asked = caller && { ...theSystem(context.now()), caller, ip: line.ip }
  const targets = await targetsOf(context, who, number)
  if (!targets) {
    if (asked) await telephony.refused(asked, number)
    return endWith(context, transaction, 404, 'Not Found')
  }
  const { callee, bindings } = targets
  const placed = {
    callId,
    dialled: number,
    callee,
    alarm: valueOf(request, alarmHeader.toLowerCase()),
    hasVideo: /^m=video [1-9]/m.test(request.body.toString()),
  }
  id = await beginCall(context, who, placed, asked)
  if (id === null) return endWith(context, transaction, 482, 'Loop Detected')
  const begun = id
  // Whoever called went before there was a row.
  if (transaction.isOver) return note(context, () => telephony.ended(begun, 'cancelled'))
  if (transaction.isCancelled) return endWith(context, transaction, 487, 'Request Terminated')
  if (bindings.length === 0) return endWith(context, transaction, 480, 'Temporarily Unavailable')
  await ask(context, transaction, bindings, requestTo(context, who, request))
}

const tellOne = async (context: SipContext, line: Line, who: Registered, request: SipRequest, number: string): Promise<void> => {
  const targets = await targetsOf(context, who, number)
  if (!targets) return refuse(line, request, 404, 'Not Found')
  if (targets.bindings.length === 0) return refuse(line, request, 480, 'Temporarily Unavailable')
  const transaction = begin(context, [line, request], () => undefined)
  await ask(context, transaction, targets.bindings, requestTo(context, who, request))
}

/** Something within a call: it goes to its other end, wherever that is by now. */
const passOn = async (context: SipContext, line: Line, who: Registered, request: SipRequest): Promise<void> => {
  const { telephony, secret } = context
  if (!within.has(request.method)) return refuse(line, request, 403, 'Forbidden')
  const route = readUri(readNameAddress(valueOf(request, 'route') ?? '')?.uri ?? '')
  const callId = valueOf(request, 'call-id') ?? ''
  const other = route?.host === telephony.domain ? otherEnd(secret, callId, route.user, who.bindingId) : null
  if (other === null) return refuse(line, request, 403, 'Forbidden')
  if (request.method === 'BYE') note(context, () => telephony.hungUp(callId, [who.bindingId, other]))
  const target = await whereIs(context, other)
  const plain = withoutFirst(withoutClaims(request), 'route')
  if (request.method === 'ACK') {
    if (target) await passTo(context, target, onward(context, plain, freshBranch(context)))
    return
  }
  if (!target) {
    // Who hangs up has hung up, whether or not anybody is there to hear it.
    if (request.method === 'BYE') sayTo(line, answerTo(request, 200, 'OK'))
    else refuse(line, request, 480, 'Temporarily Unavailable')
    return
  }
  // Whoever may not reach somebody any more can but hang up.
  if (request.method !== 'BYE' && !(await mayStillTalk(context, who, target))) return refuse(line, request, 403, 'Forbidden')
  const transaction = begin(context, [line, request], () => undefined)
  await ask(context, transaction, [target], () => plain)
}

/** Of what the log keeps; devices make far shorter ones. */
const isCallId = /^[\x21-\x7e]{1,255}$/
const isNumber = /^[\w.+*#-]{1,64}$/

const isWhole = (request: SipRequest): boolean => {
  const number = /^\d{1,10} ([A-Z]+)$/.exec(valueOf(request, 'cseq') ?? '')
  const callId = valueOf(request, 'call-id') ?? ''
  const names = ['via', 'from', 'to', 'call-id'].every((name) => valueOf(request, name) !== null)
  return names && isCallId.test(callId) && number?.[1] === request.method && branchOf(valueOf(request, 'via') ?? '') !== null
}

/** What somebody asks who is registered. */
export const serve = async (context: SipContext, line: Line, who: Registered, request: SipRequest): Promise<void> => {
  if (!isWhole(request)) return refuse(line, request, 400, 'Bad Request')
  const known = transactionOf(context, line, request)
  if (request.method === 'ACK' && known) return acknowledge(context, known)
  if (request.method === 'CANCEL') {
    if (!known) return refuse(line, request, 481, 'Call/Transaction Does Not Exist')
    sayTo(line, answerTo(request, 200, 'OK'))
    return cancel(context, known)
  }
  // Said twice: it is on its way.
  if (known) return
  if (!(Number(valueOf(request, 'max-forwards') ?? '70') > 0)) return refuse(line, request, 483, 'Too Many Hops')
  // Nothing keeps anybody from hanging up.
  if (request.method !== 'ACK' && request.method !== 'BYE' && isTooMuch(context, line, request))
    return refuse(line, request, 503, 'Service Unavailable', [['Retry-After', '60']])
  const to = readNameAddress(valueOf(request, 'to') ?? '')
  const from = readUri(readNameAddress(valueOf(request, 'from') ?? '')?.uri ?? '')
  if (!to || !from) return refuse(line, request, 400, 'Bad Request')
  if (to.params.has('tag')) return passOn(context, line, who, request)
  const target = readUri(request.uri)
  if (target?.host !== context.telephony.domain || (target.user !== '' && !isNumber.test(target.user)))
    return refuse(line, request, 404, 'Not Found')
  if (request.method === 'OPTIONS')
    return void sayTo(line, answerTo(request, 200, 'OK', { headers: [['Allow', [...within].join(', ')]] }))
  if (from.user !== who.known.party.number || from.host !== context.telephony.domain)
    return refuse(line, request, 403, 'Forbidden')
  if (valuesOf(request, 'route').length > 0) return refuse(line, request, 403, 'Forbidden')
  if (who.until <= context.now()) return refuse(line, request, 403, 'Forbidden')
  if (request.method === 'INVITE') return call(context, line, who, request, target.user)
  if (request.method === 'MESSAGE') return tellOne(context, line, who, request, target.user)
  refuse(line, request, 405, 'Method Not Allowed', [['Allow', 'INVITE, ACK, BYE, CANCEL, MESSAGE, OPTIONS, REGISTER']])
}
