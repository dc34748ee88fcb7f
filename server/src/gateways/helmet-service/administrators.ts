import { randomInt } from 'node:crypto'
import type { WebSocket } from 'ws'
import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import { AnswerLate, NobodyAnswers } from '../../kernel/bus/transport.ts'
import type { Caller } from '../../kernel/caller.ts'
import { farewellTo } from '../../kernel/farewell.ts'
import { numberOf } from '../../modules/positions/index.ts'
import { helmetDid, vendorHelmets, vendorLine, type Deed, type FarHelmet } from '../shared/helmet-did.ts'
import { say, type HelmetContext, type Peer } from './context.ts'
import type { Message } from './messages.ts'

/** What administrators ask, and what they are told. They log in with a short-lived ticket of their session. */

/** The caller as of now; a socket whose session is over or lost its right is closed. */
const administratorOf = async (context: HelmetContext, socket: WebSocket, token: string): Promise<Caller | null> => {
  const caller = await context.authenticate(token)
  if (caller && context.may(caller, 'see')) return caller
  context.administrators.delete(socket)
  farewellTo(socket, 4001, 'session')
  return null
}

const deviceOf = (
  { helmet, helmets }: HelmetContext,
  code: string,
  caller: Caller,
  far: FarHelmet['info'] = {},
): Readonly<Record<string, unknown>> => {
  const known = helmet(code, caller)
  return {
    user_info: {
      user_id: known?.userId ?? '',
      device_id: code,
      mobile: known?.mobile ?? '',
      user_name: known?.userName ?? '',
      real_name: known?.userName ?? '',
      department: known?.deptName ?? '',
      sip_id: known?.sipId ?? '',
    },
    location_info: helmets.lastOf(code)?.info ?? far,
  }
}

/** Milliseconds for which the server that has a vendor's line is waited for. */
const vendorWithin = 2_000
/** Those that a vendor's service alone has on its line, by the codes by which they are registered. */
const farHelmets = async ({ bus, helmets, helmet, log }: HelmetContext): Promise<readonly FarHelmet[]> => {
  try {
    const told = await bus.ask(vendorHelmets, vendorLine, null, vendorWithin)
    return told.flatMap(({ code, info }) => {
      const known = helmet(code, null)?.code
      return known === undefined || helmets.isThere(known) ? [] : [{ code: known, info }]
    })
  } catch (error) {
    if (error instanceof AnswerLate) log.warn({ err: error }, 'what a vendor has on its line was not told in time')
    else if (!(error instanceof NobodyAnswers)) throw error
    return []
  }
}

const pushOf = (context: HelmetContext, deed: Deed, caller: Caller): Readonly<Record<string, unknown>> => {
  switch (deed.act) {
    case 'ca_sos': {
      const sosType = numberOf(deed.sos_type ?? '') ?? Number(alarmTypes.sos.sosType)
      return { cmd: 'server_push_sos', sos_type: sosType, data: deviceOf(context, deed.code, caller) }
    }
    case 'ca_sip_sos':
      return { cmd: 'server_push_ca_sip_sos', room_id: deed.room_id, ca_info: deviceOf(context, deed.code, caller) }
    case 'ca_sending_message':
      return { cmd: 'ca_sending_message', device_id: deed.code, message_id: deed.message_id, status: deed.status }
  }
}
const push = async (context: HelmetContext, deed: Deed): Promise<void> => {
  for (const [socket, token] of context.administrators) {
    const caller = await administratorOf(context, socket, token)
    if (caller && context.sees(caller, deed.code)) say(socket, pushOf(context, deed, caller))
  }
}

/** Tells those who are connected here what helmets do anywhere. That nobody can be told costs the helmet nothing. */
export const followHelmets = (context: HelmetContext): void =>
  context.bus.subscribe(helmetDid, (deed) =>
    push(context, deed).catch((error: unknown) =>
      context.log.warn({ err: error }, 'administrators of the helmet service could not be told'),
    ),
  )
export const tellAdministrators = ({ bus }: HelmetContext, deed: Deed): void => void bus.publish(helmetDid, deed)

/** Which helmet is meant: by itself, or by who wears it, of those that are on some line. */
const helmetMeant = async (
  context: HelmetContext,
  { user_id, device_id }: { readonly user_id: string; readonly device_id?: string | null | undefined },
): Promise<string | null> => {
  const { helmet, helmets } = context
  if (device_id) return helmet(device_id, null)?.code ?? null
  const isWorn = (code: string): boolean => helmet(code, null)?.userId === user_id
  if (user_id === '') return null
  return helmets.codes().find(isWorn) ?? (await farHelmets(context)).find(({ code }) => isWorn(code))?.code ?? null
}

/** Of a message to a helmet; no other server gives the same. */
const newMessageId = (): string => String(randomInt(1, 2 ** 47))

const sendMessage = async (
  context: HelmetContext,
  caller: Caller,
  meant: Extract<Message, { act: 'ma_sending_message' }>,
): Promise<boolean> => {
  const code = await helmetMeant(context, meant)
  if (code === null || !context.sees(caller, code) || !context.may(caller, 'message')) return false
  return (await context.sendCommand(code, { name: 'text', messageId: newMessageId(), message: meant.message })) === 'sent'
}

const carryOut = async (context: HelmetContext, socket: WebSocket, caller: Caller, incoming: Message): Promise<boolean> => {
  const { helmets, sees } = context
  switch (incoming.act) {
    case 'ma_get_active_devices': {
      const all = [...helmets.codes().map((code) => ({ code, info: {} })), ...(await farHelmets(context))]
      const seen = all.filter(({ code }) => sees(caller, code))
      const data = seen.map(({ code, info }) => deviceOf(context, code, caller, info))
      say(socket, { cmd: 'ma_get_active_devices', status: true, data })
      return true
    }
    case 'ma_set_sip_info': {
      // Of oneself, whose softphone came or went: whoever has an account is told nothing but that it was heard.
      if (!incoming.device_id && incoming.user_id === caller.userId) {
        const hasAccount = (await context.sipOfPerson(caller)) !== null
        say(socket, { cmd: 'ma_set_sip_info', status: hasAccount, msg: hasAccount ? '' : '没有SIP账号' })
        return true
      }
      const code = await helmetMeant(context, incoming)
      const isThere = code !== null && sees(caller, code) && context.may(caller, 'message') && (await context.isCallable(code))
      say(socket, { cmd: 'ma_set_sip_info', status: isThere, msg: isThere ? '' : '设备不在线' })
      return true
    }
    case 'ma_sending_message': {
      const isSent = await sendMessage(context, caller, incoming)
      say(socket, { cmd: 'ma_sending_message', status: isSent, msg: isSent ? '' : '设备不在线或没有权限' })
      return true
    }
    case 'exit_call_room':
      say(socket, { cmd: 'exit_call_room', status: true, device_id: incoming.device_id })
      return true
    default:
      return false
  }
}

/** Whether it was something that an administrator may say. */
export const fromAdministrator = async (
  context: HelmetContext,
  socket: WebSocket,
  token: string,
  incoming: Message,
): Promise<boolean> => {
  const caller = await administratorOf(context, socket, token)
  return caller !== null && carryOut(context, socket, caller, incoming)
}

export const loginAdministrator = async (context: HelmetContext, socket: WebSocket, ticket: string): Promise<Peer> => {
  const token = await context.redeemTicket(ticket)
  const caller = token === null ? null : await context.authenticate(token)
  // Who has gone meanwhile would be kept among those who are told.
  if (socket.readyState !== socket.OPEN) return { role: 'nobody' }
  if (token === null || !caller || !context.may(caller, 'see')) {
    say(socket, { cmd: 'ma_login', status: false, msg: 'please login in' })
    return { role: 'nobody' }
  }
  context.administrators.set(socket, token)
  say(socket, {
    cmd: 'ma_login',
    status: true,
    admin_info: { admin_id: caller.userId, sip_info: await context.sipOfPerson(caller) },
  })
  return { role: 'administrator', token, userId: caller.userId }
}
