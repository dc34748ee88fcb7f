import { alarmHeader, type CallOutcome } from '@vigil/contract/telephony/entities.ts'
import { carryOut } from '../../kernel/bus/bus.ts'
import { theSystem, type Caller } from '../../kernel/caller.ts'
import type { Binding, Known } from '../../modules/telephony/index.ts'
import { branchOf, readNameAddress, readUri } from '../shared/sip/address.ts'
import {
  answerTo,
  valueOf,
  valuesOf,
  withFirst,
  withOnly,
  withoutFirst,
  type SipRequest,
  type SipResponse,
} from '../shared/sip/message.ts'
import { sayTo, type Line, type Registered, type SipContext } from './context.ts'
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

const outcomeOf = ({ status }: SipResponse): CallOutcome => {
  if (status === 486 || status === 600) return 'busy'
  if (status === 403 || status === 603) return 'rejected'
  if ([404, 410, 430, 480, 604].includes(status)) return 'unavailable'
  if (status === 408) return 'missed'
  return status === 487 ? 'cancelled' : 'failed'
}

/** Who asks, as of now; null for a helmet. */
const callerOf = async ({ session }: SipContext, { token }: Registered): Promise<Caller | null> =>
  token === null ? null : session.authenticate(token)

/** Which addresses a number stands for, of those whom somebody may reach; null where he reaches nobody by it. */
const targetsOf = async (
  context: SipContext,
  who: Registered,
  number: string,
): Promise<{ readonly callee: Known | null; readonly bindings: readonly Binding[] } | null> => {
  const { telephony, sees } = context
  const { known, bindingId } = who
  const ofHelmet = known.code
  if (number === telephony.controlNumber()) {
    const all = await telephony.consolesFor((caller) => ofHelmet === null || sees(caller, ofHelmet))
    return { callee: null, bindings: all.filter(({ id }) => id !== bindingId) }
  }
  const callee = await telephony.find(number)
  if (!callee || callee.party.number === known.party.number) return null
  if (ofHelmet !== null) {
    // A helmet speaks to who sees it, and not to any other helmet.
    const consoles = callee.party.kind === 'user' ? await telephony.consolesFor((caller) => sees(caller, ofHelmet)) : []
    const own = consoles.filter(({ userId }) => userId === callee.party.id)
    return callee.party.kind === 'user' ? { callee, bindings: own } : null
  }
  const caller = await callerOf(context, who)
  if (!caller || (callee.code !== null && !sees(caller, callee.code))) return null
  return { callee, bindings: await telephony.bindings.ofNumber(number) }
}

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

const partyOf = async ({ telephony }: SipContext, { number }: Binding) => (await telephony.find(number))?.party ?? null

/** That it cannot be written down costs nobody the call. */
const note = ({ log }: SipContext, work: () => Promise<void>): void =>
  void carryOut(work, log, 'what became of a call is written down')

/** Writes down what became of the call of that row. */
const follow = (context: SipContext, id: string, answer: SipResponse, by: Binding | null): void => {
  const { telephony } = context
  if (answer.status >= 300 || !by) return note(context, () => telephony.ended(id, outcomeOf(answer)))
  note(context, async () => {
    const party = await partyOf(context, by)
    if (party) await telephony.answered(id, party, by.id)
  })
}

const alarmOf = async (context: SipContext, who: Registered, request: SipRequest): Promise<string | null> => {
  const id = valueOf(request, alarmHeader.toLowerCase())
  if (id === null || !/^\d{1,18}$/.test(id)) return null
  const caller = await callerOf(context, who)
  return caller && (await context.seesAlarm(caller, id)) ? id : null
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
    if (id !== null) follow(context, id, answer, by)
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
  id = await telephony.begin(
    {
      callId,
      caller: who.known.party,
      callerBinding: who.bindingId,
      dialled: number,
      callee: callee?.party ?? null,
      deptId: who.known.deptId ?? callee?.deptId ?? null,
      alarmId: await alarmOf(context, who, request),
      hasVideo: /^m=video [1-9]/m.test(request.body.toString()),
    },
    asked,
  )
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

/** Whether two who talk may still reach each other; while that cannot be read nobody is kept from it. */
const mayStillTalk = async (context: SipContext, who: Registered, { number }: Binding): Promise<boolean> => {
  const { telephony, session, sees, log } = context
  try {
    const other = await telephony.find(number)
    if (!other) return false
    const console = who.known.code === null ? await callerOf(context, who) : await session.callerOf(other.party.id)
    const helmet = who.known.code ?? other.code
    return console !== null && (helmet === null || sees(console, helmet))
  } catch (error) {
    log.debug({ err: error }, 'whether two may still talk could not be read')
    return true
  }
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
