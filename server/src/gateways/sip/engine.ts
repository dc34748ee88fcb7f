import { theSystem } from '../../kernel/caller.ts'
import { engineServer, type EngineBinding, type Known } from '../../modules/telephony/index.ts'
import { readNameAddress, readUri } from '../shared/sip/address.ts'
import type { Registered, SipContext } from './context.ts'
import { beginCall, callerOf, follow, mayStillTalk, note, targetsOf, type Reach } from './reach.ts'
import { lasts, md5, sessionOf } from './registrar.ts'
import { bindingIdOf } from './tokens.ts'

/**
 * What a proxy of its own asks (`deploy/kamailio`): it carries calls and their media, and everything that has to be known for that is
 * answered here, of whom it is, where he is and whom he may call. Connections are called as it calls them: `sip:host:port;transport=ws`.
 */

export type EngineContext = Reach & Pick<SipContext, 'secret' | 'now'>
/** By its name; what is not said is empty. */
export type Question = (name: string) => string
/** A status of SIP, and what belongs to it, a line each. */
export type Answer = readonly [status: number, ...lines: string[]]

/** Calls that one device places in a minute; nobody who uses a telephone places more. */
const placedAtMost = 60
/** Devices of which it is remembered how many they placed. */
const countedAtMost = 10_000

const isConnection = /^sip:(?:[\d.]{7,15}|\[[0-9a-f:.]{2,45}\]):\d{1,5}(?:;transport=(?:ws|wss|udp|tcp|tls))?$/i
const isCallId = /^[\x21-\x7e]{1,255}$/

/** Who is registered there under that number; null for nobody, and for a console whose session is over. */
const registeredAt = async (
  { telephony, session }: EngineContext,
  { id: bindingId, number, mark: token }: EngineBinding,
): Promise<Registered | null> => {
  const known = await telephony.find(number)
  if (!known) return null
  const until = Number.POSITIVE_INFINITY
  if (known.party.kind === 'hat') return { known, bindingId, token: null, until }
  const caller = token === null ? null : await session.authenticate(token)
  return caller?.userId === known.party.id ? { known, bindingId, token, until } : null
}

const whoIs = async (context: EngineContext, ask: Question): Promise<Registered | null> => {
  const found = (await context.telephony.bindings.ofEngine(ask('source'))).find(({ number }) => number === ask('number'))
  return found ? registeredAt(context, found) : null
}

/** What the password of a number makes with it: no password leaves the site's own database. */
const secretOf = async ({ telephony }: EngineContext, ask: Question): Promise<Answer> => {
  const known = await telephony.find(ask('number'))
  return known ? [200, md5(`${ask('number')}:${telephony.domain}:${known.password}`)] : [404]
}

const enter = async (context: EngineContext, ask: Question): Promise<Answer> => {
  const { telephony, secret, now, log } = context
  const [number, connection] = [ask('number'), ask('source')]
  const known = await telephony.find(number)
  if (ask('contact') === '*') return leave(context, ask)
  const address = readNameAddress(ask('contact'))
  if (!address || !readUri(address.uri) || !isConnection.test(connection)) return [400, 'Bad Request']
  if (!known) return [403, 'Forbidden']
  const said = address.params.get('expires') ?? ask('expires')
  const seconds = /^\d{1,9}$/.test(said) ? Number(said) : lasts.usual
  if (seconds === 0) return leave(context, ask)
  if (seconds < lasts.least) return [423, 'Interval Too Brief', `Min-Expires: ${lasts.least}`]
  const [before] = await telephony.bindings.ofEngine(connection)
  const isConsole = known.party.kind === 'user'
  const again = before?.number === number ? before.mark : null
  const token = isConsole ? (again ?? (await sessionOf(context, ask('ticket'), known))) : null
  if (isConsole && token === null) return [403, 'Forbidden']
  const instance = address.params.get('+sip.instance') ?? ask('callId')
  const id = bindingIdOf(secret, number, instance)
  const granted = Math.min(seconds, lasts.most)
  const until = new Date(now() + granted * 1_000)
  if (!(await telephony.bindings.save({ id, number, server: engineServer, connection, contact: address.uri }, until))) {
    log.warn({ number, connection }, 'as many devices are registered at one number as may be')
    return [403, 'Too Many Devices']
  }
  await telephony.bindings.noteSession(id, token)
  return [200, 'OK', `Contact: <${address.uri}>;expires=${granted}`]
}

/** A connection is gone, or whoever had it is not registered any more. */
const leave = async ({ telephony }: EngineContext, ask: Question): Promise<Answer> => {
  await telephony.bindings.drop(engineServer, ask('source'))
  return [200, 'OK']
}

const assertedOf = ({ party }: Known, domain: string): string =>
  `"${party.name.replaceAll(/["\\\p{Control}]/gu, ' ')}" <sip:${party.number}@${domain}>`

/** Of each of those who are asked: what he calls his address, and where he is. */
const linesOf = (targets: readonly { readonly server: string; readonly contact: string; readonly connection: string }[]) =>
  targets.filter(({ server }) => server === engineServer).flatMap(({ contact, connection }) => [contact, connection])

const tell = async (context: EngineContext, ask: Question): Promise<Answer> => {
  const who = await whoIs(context, ask)
  if (!who) return [403, 'Forbidden']
  const targets = await targetsOf(context, who, ask('dialled'))
  if (!targets) return [404, 'Not Found']
  const lines = linesOf(targets.bindings)
  return lines.length === 0
    ? [480, 'Temporarily Unavailable']
    : [200, '', assertedOf(who.known, context.telephony.domain), ...lines]
}

const call = async (context: EngineContext, ask: Question, isTooMuch: (who: Registered) => boolean): Promise<Answer> => {
  const { telephony, now } = context
  const [number, callId] = [ask('dialled'), ask('callId')]
  const who = await whoIs(context, ask)
  if (!who) return [403, 'Forbidden']
  if (!isCallId.test(callId)) return [400, 'Bad Request']
  if (isTooMuch(who)) return [503, 'Service Unavailable']
  const caller = await callerOf(context, who)
  const ip = /^sip:(.+):\d+/.exec(ask('source'))?.[1] ?? ''
  const asked = caller && { ...theSystem(now()), caller, ip }
  const targets = await targetsOf(context, who, number)
  if (!targets) {
    if (asked) await telephony.refused(asked, number)
    return [404, 'Not Found']
  }
  const { callee, bindings } = targets
  const placed = { callId, dialled: number, callee, alarm: ask('alarm'), hasVideo: ask('video') === '1' }
  const id = await beginCall(context, who, placed, asked)
  if (id === null) return [482, 'Loop Detected']
  const lines = linesOf(bindings)
  if (lines.length > 0) return [200, id, assertedOf(who.known, telephony.domain), ...lines]
  await follow(context, id, { status: 480 }, null)
  return [480, 'Temporarily Unavailable']
}

/** What a call came to: the status, and of one that was taken the connection of whoever took it. */
const answered = async (context: EngineContext, ask: Question): Promise<Answer> => {
  const [id, status] = [ask('row'), Number(ask('status'))]
  if (!/^\d{1,18}$/.test(id) || !(status >= 200 && status < 700)) return [400, 'Bad Request']
  const [by] = status < 300 ? await context.telephony.bindings.ofEngine(ask('source')) : []
  await follow(context, id, { status }, by ?? null)
  return [200, 'OK']
}

/** Something within a call: where its other end is by now. Who has no part in it is told nothing. */
const within = async (context: EngineContext, ask: Question): Promise<Answer> => {
  const { telephony } = context
  const [callId, source] = [ask('callId'), ask('source')]
  const between = await telephony.between(callId)
  if (!between) return [481, 'Call/Transaction Does Not Exist']
  const own = (await telephony.bindings.ofEngine(source)).find(({ id }) => between.includes(id))
  if (!own) return [403, 'Forbidden']
  const isBye = ask('method') === 'BYE'
  if (isBye) note(context, () => telephony.hungUp(callId, between))
  const other = await telephony.bindings.byId(between[0] === own.id ? between[1] : between[0])
  if (other?.server !== engineServer) return [480, 'Temporarily Unavailable']
  const who = await registeredAt(context, own)
  // Whoever may not reach somebody any more can but hang up.
  if (!isBye && !(who && (await mayStillTalk(context, who, other)))) return [403, 'Forbidden']
  return [200, 'OK', other.connection]
}

/** What is asked, by its name. */
export const createEngine = (context: EngineContext) => {
  /** Of one device: the minute, ms since 1970, and what it placed since. */
  const placed = new Map<string, { since: number; count: number }>()
  const isTooMuch = ({ bindingId }: Registered): boolean => {
    const counted = placed.get(bindingId)
    if (!counted || context.now() - counted.since >= 60_000) {
      if (placed.size > countedAtMost) placed.clear()
      placed.set(bindingId, { since: context.now(), count: 1 })
      return false
    }
    counted.count += 1
    return counted.count > placedAtMost
  }
  return new Map<string, (ask: Question) => Promise<Answer>>([
    ['secret', (ask) => secretOf(context, ask)],
    ['enter', (ask) => enter(context, ask)],
    ['leave', (ask) => leave(context, ask)],
    ['call', (ask) => call(context, ask, isTooMuch)],
    ['tell', (ask) => tell(context, ask)],
    ['answered', (ask) => answered(context, ask)],
    ['within', (ask) => within(context, ask)],
  ])
}
