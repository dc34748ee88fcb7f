import { randomBytes } from 'node:crypto'
import { alarmHeader, ticketHeader } from '@vigil/contract/telephony/entities.ts'
import type { Binding } from '../../modules/telephony/index.ts'
import { branchOf } from '../shared/sip/address.ts'
import {
  answerTo,
  valueOf,
  valuesOf,
  withFirst,
  withoutFirst,
  withoutNames,
  type Header,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../shared/sip/message.ts'
import { sayTo, type Branch, type Line, type SipContext, type Transaction } from './context.ts'
import { handBack, newBranch, passTo } from './relay.ts'

/** A request that was passed on, to one or to many, until it is answered (RFC 3261 section 16). */

/** Milliseconds in which something other than a call is to be answered, and those that a call rings. */
const [answeredWithin, ringsFor] = [20_000, 60_000]
/** For so long after the last answer the caller may acknowledge it; milliseconds. */
const acknowledgedWithin = 10_000
/** Who was told that the caller gave up has so long to say so himself. */
const cancelledWithin = 5_000

/** Of one line: requests that are not forgotten, calls that ring, and calls placed in a minute. */
const atMost = { underWay: 100, ringing: 4, placed: 60 } as const

/** What only the site says of somebody, and what would have a device do more than it was asked by him. */
const claims: ReadonlySet<string> = new Set([
  'p-asserted-identity',
  'p-preferred-identity',
  'remote-party-id',
  'alert-info',
  'call-info',
  'answer-mode',
  'priv-answer-mode',
  'replaces',
  'join',
  ...[alarmHeader, ticketHeader].map((name) => name.toLowerCase()),
])
/** As it may go on to somebody else. */
export const withoutClaims = <Message extends SipMessage>(message: Message): Message => withoutNames(message, claims)

const newTag = (): string => randomBytes(6).toString('hex')

const keyOf = (line: Line, request: SipRequest): string => `${line.id} ${branchOf(valueOf(request, 'via') ?? '') ?? ''}`

/** The one of which an ACK or a CANCEL tells. */
export const transactionOf = ({ transactions }: SipContext, line: Line, request: SipRequest): Transaction | undefined =>
  transactions.get(keyOf(line, request))

export const refuse = (
  line: Line,
  request: SipRequest,
  status: number,
  reason: string,
  headers: readonly Header[] = [],
): void => {
  if (request.method !== 'ACK') sayTo(line, answerTo(request, status, reason, { tag: newTag(), headers }))
}

const forget = (context: SipContext, transaction: Transaction): void => {
  if (transaction.timer) clearTimeout(transaction.timer)
  const key = keyOf(transaction.line, transaction.request)
  if (context.transactions.get(key) === transaction) {
    context.transactions.delete(key)
    transaction.line.asked.underWay -= 1
  }
  for (const id of transaction.branches.keys()) context.branches.delete(id)
}

/** The caller acknowledged that it came to nothing: that concerns only this side, the other was told already. */
export const acknowledge = (context: SipContext, transaction: Transaction): void => {
  if (transaction.isOver) forget(context, transaction)
}

const tell = (transaction: Transaction, response: SipResponse): void => void sayTo(transaction.line, response)

/** What the caller is told where several gave an answer and none took the call. */
const weight = ({ status }: SipResponse): number => {
  if (status >= 600) return 4
  if (status === 486 || status === 487) return 3
  return status === 408 || status === 480 ? 1 : 2
}

const end = (context: SipContext, transaction: Transaction, answer: SipResponse, by: Binding | null): void => {
  if (transaction.isOver) return
  transaction.isOver = true
  tell(transaction, answer)
  transaction.onEnd(answer, by)
  if (transaction.timer) clearTimeout(transaction.timer)
  if (transaction.request.method !== 'INVITE') return forget(context, transaction)
  transaction.line.asked.ringing -= 1
  transaction.timer = setTimeout(() => forget(context, transaction), acknowledgedWithin).unref()
}

const endIfAllRefused = (context: SipContext, transaction: Transaction): void => {
  const finals = [...transaction.branches.values()].map(({ final }) => final)
  if (transaction.isOver || finals.some((final) => final === null)) return
  const [best] = finals.filter((final) => final !== null).toSorted((one, other) => weight(other) - weight(one))
  const none = answerTo(transaction.request, 480, 'Temporarily Unavailable', { tag: newTag() })
  end(context, transaction, best ?? none, null)
}

/** To one branch, of the same call and in the same order as what it was asked. */
const ofBranch = ({ request }: Branch, method: 'ACK' | 'CANCEL', to: string | null): SipRequest => {
  const number = /^\d+/.exec(valueOf(request, 'cseq') ?? '')?.[0] ?? '1'
  return {
    kind: 'request',
    method,
    uri: request.uri,
    headers: [
      ['Via', valueOf(request, 'via') ?? ''],
      ['Max-Forwards', '70'],
      ['From', valueOf(request, 'from') ?? ''],
      ['To', to ?? valueOf(request, 'to') ?? ''],
      ['Call-ID', valueOf(request, 'call-id') ?? ''],
      ['CSeq', `${number} ${method}`],
    ],
    body: Buffer.alloc(0),
  }
}

const cancelBranch = (context: SipContext, branch: Branch): void => {
  if (branch.final !== null || !branch.isHeard || branch.isCancelled) return
  branch.isCancelled = true
  void passTo(context, branch.to, ofBranch(branch, 'CANCEL', null))
}

/** The caller gave up, or somebody else answered. Who was not heard yet is told once he is. */
const cancelAll = (context: SipContext, transaction: Transaction): void => {
  transaction.isCancelled = true
  for (const branch of transaction.branches.values()) cancelBranch(context, branch)
}

/** It comes to nothing, whatever anybody still answers. */
export const endWith = (context: SipContext, transaction: Transaction, status: number, reason: string): void => {
  cancelAll(context, transaction)
  end(context, transaction, answerTo(transaction.request, status, reason, { tag: newTag() }), null)
}

/** The caller gave up. */
export const cancel = (context: SipContext, transaction: Transaction): void => {
  if (transaction.isOver) return
  cancelAll(context, transaction)
  if (transaction.timer) clearTimeout(transaction.timer)
  const giveUp = (): void => endWith(context, transaction, 487, 'Request Terminated')
  if (transaction.branches.size === 0) return giveUp()
  transaction.timer = setTimeout(giveUp, cancelledWithin).unref()
}

/** Of a line that is gone: nobody waits for the answers any more, and nothing rings for it. */
export const abandon = (context: SipContext, line: Line): void => {
  for (const transaction of context.transactions.values())
    if (transaction.line === line) endWith(context, transaction, 487, 'Request Terminated')
}

/** Under which answers to what is passed on are known again. */
export const freshBranch = ({ bus }: SipContext): string => newBranch(bus.server, randomBytes(9).toString('hex'))

/** As it goes on: one hop further, and its answers come back by this server. */
export const onward = (context: SipContext, request: SipRequest, id: string): SipRequest => {
  const hops = Number(valueOf(request, 'max-forwards') ?? '70')
  const others = request.headers.filter(([name]) => name.toLowerCase() !== 'max-forwards')
  const via = `SIP/2.0/WS ${context.telephony.domain};branch=${id}`
  return withFirst({ ...request, headers: [...others, ['Max-Forwards', String(hops - 1)]] }, 'Via', via)
}

/** Whether a line has so much under way that nobody sits there who uses a telephone. */
export const isTooMuch = ({ now }: SipContext, { asked }: Line, { method }: SipRequest): boolean => {
  if (asked.underWay >= atMost.underWay) return true
  if (method !== 'INVITE') return false
  if (now() - asked.minute >= 60_000) [asked.minute, asked.placed] = [now(), 0]
  asked.placed += 1
  return asked.ringing >= atMost.ringing || asked.placed > atMost.placed
}

/** A request that is about to be passed on. */
export const begin = (
  context: SipContext,
  [line, request]: readonly [Line, SipRequest],
  onEnd: Transaction['onEnd'],
): Transaction => {
  const transaction: Transaction = {
    line,
    request,
    branches: new Map(),
    onEnd,
    isOver: false,
    isCancelled: false,
    timer: null,
  }
  context.transactions.set(keyOf(line, request), transaction)
  line.asked.underWay += 1
  if (request.method === 'INVITE') line.asked.ringing += 1
  return transaction
}

/** Asks one or many; `requestTo` makes what each of them is asked. What cannot reach somebody is an answer of his. */
export const ask = (
  context: SipContext,
  transaction: Transaction,
  targets: readonly Binding[],
  requestTo: (target: Binding) => SipRequest,
): Promise<void> => {
  const asked = targets.map((to): Branch => {
    const id = freshBranch(context)
    const branch = { id, to, request: onward(context, requestTo(to), id), isHeard: false, isCancelled: false, final: null }
    transaction.branches.set(id, branch)
    context.branches.set(id, transaction)
    return branch
  })
  const isCall = transaction.request.method === 'INVITE'
  transaction.timer = setTimeout(
    () => endWith(context, transaction, 408, 'Request Timeout'),
    isCall ? ringsFor : answeredWithin,
  ).unref()
  return Promise.all(
    asked.map(async (branch) => {
      if (await passTo(context, branch.to, branch.request)) return
      branch.final ??= answerTo(transaction.request, 480, 'Temporarily Unavailable', { tag: newTag() })
      endIfAllRefused(context, transaction)
    }),
  ).then(() => endIfAllRefused(context, transaction))
}

/** Takes an answer to what this server passed on; `from` is whose connection it came by. */
export const hear = (context: SipContext, id: string, from: string, response: SipResponse): Promise<void> => {
  const transaction = context.branches.get(id)
  const branch = transaction?.branches.get(id)
  // Nobody answers for somebody else.
  if (!transaction || branch?.to.id !== from) return Promise.resolve()
  const said = valueOf(response, 'cseq') ?? ''
  // That somebody heard that it is off says nothing of the call.
  if (!said.endsWith(` ${transaction.request.method}`)) return Promise.resolve()
  branch.isHeard = true
  const back = withoutClaims(withoutFirst(response, 'via'))
  if (valuesOf(back, 'via').length === 0) return Promise.resolve()
  if (response.status < 200) {
    if (transaction.isCancelled) cancelBranch(context, branch)
    else if (response.status > 100 && !transaction.isOver) tell(transaction, back)
    return Promise.resolve()
  }
  branch.final = back
  if (response.status < 300) {
    // Two may answer in one moment: the caller hangs up on the second.
    if (transaction.isOver) tell(transaction, back)
    else end(context, transaction, back, branch.to)
    cancelAll(context, transaction)
    return Promise.resolve()
  }
  if (transaction.request.method === 'INVITE') void passTo(context, branch.to, ofBranch(branch, 'ACK', valueOf(response, 'to')))
  endIfAllRefused(context, transaction)
  return Promise.resolve()
}

/** An answer that came by a line: it goes to the server that waits for it. */
export const fromLine = (context: SipContext, line: Line, response: SipResponse): Promise<void> => {
  const branch = branchOf(valueOf(response, 'via') ?? '')
  return branch === null || line.who === null ? Promise.resolve() : handBack(context, branch, line.who.bindingId, response)
}
