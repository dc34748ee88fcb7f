import { createHash } from 'node:crypto'
import { ticketHeader } from '@vigil/contract/telephony/entities.ts'
import { may } from '../../kernel/caller.ts'
import { farewellTo } from '../../kernel/farewell.ts'
import type { Known } from '../../modules/telephony/index.ts'
import { digestParts } from '../shared/digest.ts'
import { readNameAddress, readUri } from '../shared/sip/address.ts'
import { answerTo, valueOf, valuesOf, type SipRequest } from '../shared/sip/message.ts'
import { sayTo, type Line, type SipContext } from './context.ts'
import { bindingIdOf } from './tokens.ts'
import { refuse } from './transactions.ts'

/** Who is where (RFC 3261 section 10), for as long as his connection stands. */

/** Seconds for which somebody may be registered before he says so again. */
export const lasts = { least: 60, most: 3_600, usual: 600 } as const

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

const secondsOf = (request: SipRequest, contact: string | undefined): number => {
  const said = (contact && readNameAddress(contact)?.params.get('expires')) ?? valueOf(request, 'expires') ?? ''
  return /^\d{1,9}$/.test(said) ? Number(said) : lasts.usual
}

/** Of a console who it is in whose session, by its ticket; null where that is no session, or of somebody else. */
export const sessionOf = async (
  { session }: Pick<SipContext, 'session'>,
  ticket: string | null,
  known: Known,
): Promise<string | null> => {
  const token = ticket === null ? null : await session.redeemTicket(ticket)
  const caller = token === null ? null : await session.authenticate(token)
  return caller && caller.userId === known.party.id && may(caller, 'call:place') ? token : null
}

const challenge = ({ challenges, telephony }: SipContext, line: Line, request: SipRequest, isStale: boolean): void =>
  refuse(line, request, 401, 'Unauthorized', [['WWW-Authenticate', challenges.header(telephony.domain, isStale)]])

/** Who shows by his password that he has this number; null once he was answered that he does not. */
const admitted = async (context: SipContext, line: Line, request: SipRequest, number: string): Promise<Known | null> => {
  const authorization = valueOf(request, 'authorization')
  const parts = authorization === null ? null : digestParts(authorization)
  if (parts === null) {
    challenge(context, line, request, false)
    return null
  }
  const known = parts.get('username') === number ? await context.telephony.find(number) : null
  const ha1 = md5(`${number}:${context.telephony.domain}:${known?.password ?? ''}`)
  const verdict = known === null ? 'wrong' : context.challenges.check(parts, ha1, request.method)
  if (verdict === 'stale') challenge(context, line, request, true)
  if (verdict !== 'wrong') return verdict === 'right' ? known : null
  context.log.warn({ number, ip: line.ip }, 'somebody who is not is no registration: wrong number or password')
  refuse(line, request, 403, 'Forbidden')
  return null
}

/** Whoever is registered, or is not any more; `stray` notes one who is not let in. */
export const register = async (
  context: SipContext,
  line: Line,
  request: SipRequest,
  { onEntry, stray }: { readonly onEntry: () => void; readonly stray: () => void },
): Promise<void> => {
  const { telephony, bus, now } = context
  const to = readUri(readNameAddress(valueOf(request, 'to') ?? '')?.uri ?? '')
  const [contact, ...more] = valuesOf(request, 'contact')
  if (!to || more.length > 0) return refuse(line, request, 400, 'Bad Request')
  if (to.host !== telephony.domain) return refuse(line, request, 404, 'Not Found')
  if (line.who && line.who.known.party.number !== to.user) return refuse(line, request, 403, 'Forbidden')
  const known = await admitted(context, line, request, to.user)
  if (!known) return line.who ? undefined : stray()
  const seconds = secondsOf(request, contact)
  if (contact === '*' || seconds === 0) {
    await telephony.bindings.drop(bus.server, line.id)
    if (line.who) line.who = { ...line.who, until: 0 }
    sayTo(line, answerTo(request, 200, 'OK'))
    return
  }
  const address = contact === undefined ? null : readNameAddress(contact)
  // Who only asks where he is registered is told so once he is.
  if (!address || !readUri(address.uri)) return refuse(line, request, 400, 'Bad Request')
  if (seconds < lasts.least) return refuse(line, request, 423, 'Interval Too Brief', [['Min-Expires', String(lasts.least)]])
  const isConsole = known.party.kind === 'user'
  const token =
    line.who?.token ?? (isConsole ? await sessionOf(context, valueOf(request, ticketHeader.toLowerCase()), known) : null)
  if (isConsole && token === null) {
    refuse(line, request, 403, 'Forbidden')
    return stray()
  }
  const granted = Math.min(seconds, lasts.most)
  const instance = address.params.get('+sip.instance') ?? valueOf(request, 'call-id') ?? line.id
  const bindingId = bindingIdOf(context.secret, to.user, instance)
  const until = now() + granted * 1_000
  const isSaved = await telephony.bindings.save(
    { id: bindingId, number: to.user, server: bus.server, connection: line.id, contact: address.uri },
    new Date(until),
  )
  if (!isSaved) {
    context.log.warn({ number: to.user, ip: line.ip }, 'as many devices are registered at one number as may be')
    return refuse(line, request, 403, 'Too Many Devices')
  }
  // It went meanwhile: nobody would take away what was written after that.
  if (!context.lines.has(line.id)) return telephony.bindings.drop(bus.server, line.id)
  // The device is here now: its line of before is one that broke.
  for (const before of context.lines.values())
    if (before !== line && before.who?.bindingId === bindingId) farewellTo(before.socket, 4002, 'registered anew')
  line.who = { known, bindingId, token, until }
  onEntry()
  sayTo(line, answerTo(request, 200, 'OK', { headers: [['Contact', `<${address.uri}>;expires=${granted}`]] }))
}
