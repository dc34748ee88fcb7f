import type { WebSocket } from 'ws'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { farewellTo } from '../../kernel/farewell.ts'
import { NotReady } from '../../kernel/refusal.ts'
import type { DeviceCommand } from '../../modules/devices/index.ts'
import { helpOfHelmet, timeOfSeconds } from '../../modules/positions/index.ts'
import { isAlive } from '../shared/alive.ts'
import { plainInfo } from '../shared/helmet-did.ts'
import { tellAdministrators } from './administrators.ts'
import { say, type HelmetContext, type Login, type Peer } from './context.ts'
import { helpOf, readLocation, type Help, type LocationInfo, type Message } from './messages.ts'

/** What helmets say, and what is said to them. They log in with a device key and report themselves only. */

const refuseLogin = (
  socket: WebSocket,
  code: string,
  msg: string,
  more: { readonly retry_after?: number } = {},
): Extract<Peer, { readonly role: 'nobody' }> => {
  say(socket, { cmd: 'ca_login', status: false, code, msg, ...more })
  return { role: 'nobody' }
}
const refuseWrongKey = (context: HelmetContext, socket: WebSocket, ip: string, code: string): Peer => {
  const wait = context.noteWrongKey(ip, code)
  const { deviceKeyInvalid, tooManyRequests } = codes
  if (wait === 0) return refuseLogin(socket, deviceKeyInvalid.code, deviceKeyInvalid.zh)
  const nobody = refuseLogin(socket, tooManyRequests.code, tooManyRequests.zh, { retry_after: wait })
  farewellTo(socket, 1013, 'too many wrong keys')
  return nobody
}

/** Whether one key goes before another that a helmet is connected by. */
const goesBefore = ({ holds, isOwn }: HelmetContext, keyId: string, other: string, code: string): boolean =>
  // A key that is the helmet's own is not kept out by one that holds for others as well, nor anybody by one that is over.
  !holds(other, code) || (isOwn(keyId, code) && !isOwn(other, code))

/** Whether a helmet has a living connection with another key; one that does not answer is a link that nobody closed. */
const livesHere = async (context: HelmetContext, socket: WebSocket, { code, keyId }: Login): Promise<boolean> => {
  const { helmets, refuseKey } = context
  for (;;) {
    const other = helmets.here(code)
    if (!other) return false
    if (other.socket === socket || other.keyId === keyId) return false
    if (goesBefore(context, keyId, other.keyId, code)) {
      refuseKey(other.keyId, other.ip, code)
      return false
    }
    if (await isAlive(other.socket)) return helmets.here(code) === other
    helmets.leave(code, other.socket)
    other.socket.terminate()
  }
}
/** The same of other servers. Its key holds for it, so what it says meanwhile is its own: a call for help does not wait for their answer. */
const livesAtAnother = async (context: HelmetContext, login: Login, enters: (login: Login) => void): Promise<boolean> => {
  const { helmets, refuseKey } = context
  const { code, keyId } = login
  enters(login)
  const far = await helmets.elsewhere(code)
  if (!far || far.keyId === keyId) return false
  if (!goesBefore(context, keyId, far.keyId, code)) return true
  refuseKey(far.keyId, far.ip, code)
  return false
}

/** Carries a command out to a connected helmet. */
const carry = (
  { receipts }: HelmetContext,
  code: string,
  socket: WebSocket,
  command: DeviceCommand,
): 'sent' | 'failed' | 'offline' => {
  if (command.name === 'room') {
    const { roomId: room_id, deviceId: device_id } = command
    return say(socket, { cmd: 'server_push_call_room', room_id, device_id }) ? 'sent' : 'offline'
  }
  if (command.name !== 'text') return 'failed'
  receipts.noteSent(code, command.messageId)
  const { messageId, message, priority, clip } = command
  const isSent = say(socket, {
    cmd: 'server_push_message',
    message_id: messageId,
    message,
    ...(priority === undefined ? {} : { priority }),
    ...(clip === undefined ? {} : { audio_url: clip }),
  })
  return isSent ? 'sent' : 'offline'
}

export const loginHelmet = async (
  context: HelmetContext,
  socket: WebSocket,
  {
    ip,
    code: told,
    key,
    firmware,
  }: { readonly ip: string; readonly code: string; readonly key: string; readonly firmware: string | null },
  enters: (login: Login) => void,
): Promise<Peer> => {
  const keyId = context.findKey(key)
  if (keyId === null) return refuseWrongKey(context, socket, ip, told)
  if (!context.holds(keyId, told)) {
    context.refuseKey(keyId, ip, told)
    return refuseLogin(socket, 'forbidden', '设备密钥不适用于这台安全帽')
  }
  const helmet = context.helmet(told, null)
  if (!helmet) {
    context.noteUnknown(told)
    return { ...refuseLogin(socket, 'unknownDevice', '设备未登记'), stranger: { code: told, keyId, ip } }
  }
  // From here on as it is registered, whose commands and firmware go by that.
  const { code } = helmet
  const login: Login = { code, keyId, ip }
  if ((await livesHere(context, socket, login)) || (await livesAtAnother(context, login, enters))) {
    context.refuseKey(keyId, ip, code)
    return refuseLogin(socket, 'forbidden', '这台安全帽正用另一个设备密钥连接')
  }
  // One that has gone meanwhile is heard with what it said, but is not the helmet's connection.
  if (socket.readyState !== socket.OPEN) return { role: 'helmet', ...login }
  const release = context.holdCommands(code, (command) => Promise.resolve(carry(context, code, socket, command)))
  context.helmets.enter(code, socket, { keyId, ip }, release)
  say(socket, { cmd: 'ca_login', status: true })
  if (firmware !== null) context.noteFirmware(code, firmware)
  return { role: 'helmet', ...login }
}

/** Not stored, and to be sent again: the line stays open, since a call for help may be next on it. */
const unlessNotReady = (error: unknown): 'notReady' => {
  if (error instanceof NotReady) return 'notReady'
  throw error
}
export const reportLocation = async (
  context: HelmetContext,
  socket: WebSocket,
  { code, keyId, ip }: Login,
  info: LocationInfo,
): Promise<void> => {
  const read = readLocation(code, info)
  const outcome = await context.report(keyId, ip, [read]).then(([only]) => only, unlessNotReady)
  if (outcome !== 'accepted' && outcome !== 'duplicate') {
    say(socket, { cmd: 'ca_report_location', status: false, msg: outcome, ctime: info.ctime })
    return
  }
  // What was refused, or is older than what is known, is nothing to be told.
  context.helmets.note(code, socket, { info: plainInfo(info), time: read.time ?? 0 })
  say(socket, { cmd: 'ca_report_location', status: true, ctime: info.ctime })
}

export const callForHelp = async (
  context: HelmetContext,
  socket: WebSocket,
  { code, keyId, ip }: Login,
  call: Help,
): Promise<void> => {
  // A helmet opens its call upon the press that it told of before.
  const opensCall = call.act === 'ca_sip_sos'
  const kind = opensCall ? alarmType.code.sos : helpOf(call.sos_type)
  const read = kind === null ? [] : [helpOfHelmet(code, kind, timeOfSeconds(call.time), opensCall ? 'call' : 'own')]
  const [outcome] = read.length === 0 ? [] : await context.report(keyId, ip, read)
  const refused = outcome !== undefined && outcome !== 'accepted' && outcome !== 'duplicate'
  // Whoever hears of the room can join it; by now the call for help itself is stored.
  if (call.act === 'ca_sip_sos' && call.room_id && !refused) await context.openRoom(code, call.room_id)
  say(socket, { cmd: call.act, status: !refused, ...(refused ? { msg: outcome } : {}), time: call.time })
  if (outcome === 'forbidden') return
  tellAdministrators(context, { ...call, code })
}

/** What a helmet says of a message: whatever it is, it has it, unless it says that it does not or that it was played. */
const receiptOf = (status: Extract<Message, { act: 'ca_sending_message' }>['status']): 'accepted' | 'played' | 'failed' => {
  if (status === false || status === 'failed') return 'failed'
  return status === 'played' ? 'played' : 'accepted'
}

/** Whether it was something that a helmet may say besides. */
export const fromHelmet = async (
  context: HelmetContext,
  socket: WebSocket,
  code: string,
  incoming: Message,
): Promise<boolean> => {
  if (incoming.act === 'ca_get_sip_info') {
    const account = await context.sipOfHelmet(code)
    say(socket, { cmd: 'ca_get_sip_info', status: account !== null, sip_info: account })
    return true
  }
  if (incoming.act !== 'ca_sending_message') return false
  context.sayReceipt(code, incoming.message_id, receiptOf(incoming.status))
  // Of what it was never sent, or has told of already, nobody waits to hear.
  if (context.receipts.noteReceipt(code, incoming.message_id)) tellAdministrators(context, { ...incoming, code })
  return true
}
