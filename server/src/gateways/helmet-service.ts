import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { alarmType, helpTypes } from '@vigil/contract/alarms/types.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import type { Caller } from '../kernel/caller.ts'
import { farewellTo } from '../kernel/farewell.ts'
import type { Logger } from '../kernel/log.ts'
import { NotReady, Refusal } from '../kernel/refusal.ts'
import type { TakeSocket } from '../kernel/sockets.ts'
import { isAlive } from './alive.ts'
import { createInbox, type UnreadBudget } from './inbox.ts'
import { parseDeviceJson } from './json.ts'
import {
  boardTemperature,
  helpOfHelmet,
  numberOf,
  readableNumbers,
  readablePlace,
  type HelpKind,
  type Incoming,
} from './incoming.ts'
import type { ReportWith } from './key-gate.ts'

/**
 * The helmet service at `/helmet`: the server's side of the act/cmd protocol. Helmets (`ca_…`) log in with a device key and
 * report themselves only; administrators (`ma_…`) log in with a short-lived ticket of their session. Every number of a
 * helmet arrives as a string.
 */

const textual = z.union([z.string().max(4_000), z.number()]).transform(String)
const optional = textual.nullish()
/** Of a call for help nothing is a reason not to hear it: what cannot be read is left out. */
const ifReadable = optional.catch(null)

const locationInfo = z.looseObject({
  x_point: optional,
  y_point: optional,
  ctime: optional,
  c_accuracy: optional,
  c_speed: optional,
  bat_l: optional,
  tempdata: optional,
  Relative_altitude: optional,
  course: optional,
  floor: optional,
})
type LocationInfo = z.output<typeof locationInfo>

const infoAtMost = { fields: 40, characters: 4_000 } as const
/** What administrators are told of what a helmet says of itself: numbers and plain words, nothing that a page could take for more. */
const plainInfo = (info: LocationInfo): LocationInfo =>
  Object.fromEntries(
    Object.entries(info)
      .filter(
        ([name, value]) =>
          /^\w{1,32}$/.test(name) &&
          (typeof value === 'number' ||
            (typeof value === 'string' && value.length <= infoAtMost.characters && /^[\w\s;:,.+-]*$/.test(value))),
      )
      .slice(0, infoAtMost.fields),
  )

const message = z.discriminatedUnion('act', [
  z.object({ act: z.literal('ca_login'), device_id: textual, key: z.string().max(200) }),
  z.object({ act: z.literal('ca_report_location'), location_info: locationInfo }),
  z.object({ act: z.literal('ca_sos'), sos_type: ifReadable, time: ifReadable }),
  z.object({ act: z.literal('ca_sip_sos'), room_id: ifReadable, time: ifReadable }),
  z.object({ act: z.literal('ca_sending_message'), message_id: textual, status: z.unknown() }),
  z.object({
    act: z.literal('ma_login'),
    user_name: optional,
    pwd: optional,
    access_token: z.string().max(200).nullish(),
    udid: optional,
  }),
  z.object({ act: z.literal('ma_get_active_devices') }),
  z.object({ act: z.literal('ma_set_sip_info'), user_id: textual, v_type: optional }),
  z.object({ act: z.literal('exit_call_room'), device_id: textual }),
  z.object({ act: z.literal('ma_sending_message'), user_id: textual, message: z.string().min(1).max(2_000) }),
])
type Message = z.output<typeof message>

type Help = Extract<Message, { act: 'ca_sos' | 'ca_sip_sos' }>
const isHelp = (incoming: Message): incoming is Help => incoming.act === 'ca_sos' || incoming.act === 'ca_sip_sos'
type LoginMessage = Extract<Message, { act: 'ca_login' | 'ma_login' }>
const isLogin = (incoming: Message): incoming is LoginMessage => incoming.act === 'ca_login' || incoming.act === 'ma_login'

/** What a pushed sos_type means, null for what is only an event. One that says no type is taken for what it may be. */
const helpOf = (sosType: string | null | undefined): HelpKind | null => {
  const type = numberOf(sosType ?? '')
  return type === null ? alarmType.code.sos : (helpTypes[String(type)] ?? null)
}

export interface HelmetGround {
  /** The id of a key, null for a wrong one. */
  readonly findKey: (key: string) => string | null
  /** Counts a wrong key for a helmet; after how many seconds it may be tried again, 0 for at once. */
  readonly noteWrongKey: (ip: string, code: string) => number
  /** Whether a key holds for a helmet. */
  readonly holds: (keyId: string, code: string) => boolean
  /** Whether a key holds for a helmet and for no other device. */
  readonly isOwn: (keyId: string, code: string) => boolean
  /** Told of a helmet that was refused though its key is one. */
  readonly refuseKey: (keyId: string, ip: string, code: string) => void
  /** Where a connection comes from. */
  readonly addressOf: (request: IncomingMessage) => string
  /** The session token that a ticket stands for. */
  readonly redeemTicket: (ticket: string) => Promise<string | null>
  readonly authenticate: (token: string) => Promise<Caller | null>
  readonly may: (caller: Caller, what: 'see' | 'message') => boolean
  readonly sees: (caller: Caller, code: string) => boolean
  /** With private data masked unless the caller may see them; nobody may see those of nobody's asking. */
  readonly helmet: (
    code: string,
    caller: Caller | null,
  ) => { userId: string | null; userName: string | null; mobile: string; sipId: string; deptName: string | null } | null
  readonly noteUnknown: (code: string) => void
  readonly report: ReportWith
  /** Whether a backlog may be handed on. */
  readonly hasRoom: () => boolean
  readonly log: Logger
  readonly now: () => number
}

export interface HelmetService {
  readonly accept: TakeSocket
  /** Whether a helmet is connected here, so that nobody needs to save it from a page. */
  readonly serves: (code: string) => boolean
  /** Keys ended or hold for something else: who stands on one that does not hold for him goes. */
  readonly keysChanged: () => void
  readonly stop: () => void
}

const loginWithin = 5_000
/** Closed since the key of its helmet ended, or does not hold for it any more. */
const keyOver = 4003
/** Messages and logins of somebody who is nobody yet, after which his line is closed. */
const strayedLimit = 6
/** Malformed messages in a row after which the other side is taken for something else than a helmet. */
const malformedLimit = 20
/** Locations of one helmet that are handed on before the first of them is answered. */
const underWayAtMost = 1_000
/** Bytes of answers that wait for one socket to read them. */
const unsentAtMost = 4 * 1024 * 1024
/** Milliseconds after which a socket that found no room looks again. */
const lookAgainAfter = 100

/** A helmet as it logged in. */
interface Login {
  readonly code: string
  readonly keyId: string
  readonly ip: string
}

/** A helmet that is connected, with the newest location that was taken of it. */
interface Helmet {
  readonly socket: WebSocket
  readonly keyId: string
  readonly ip: string
  last: { readonly info: LocationInfo; readonly time: number } | null
}

type Peer =
  | { readonly role: 'nobody' }
  | ({ readonly role: 'helmet' } & Login)
  | { readonly role: 'administrator'; readonly token: string; readonly userId: string }

export const createHelmetService = (ground: HelmetGround): HelmetService => {
  const helmets = new Map<string, Helmet>()
  const unread: UnreadBudget = { used: 0 }
  const administrators = new Map<WebSocket, string>()
  let messages = 0

  const say = (socket: WebSocket, answer: Readonly<Record<string, unknown>>): void => {
    if (socket.readyState !== socket.OPEN) return
    // Who reads no answers will not read this one either.
    if (socket.bufferedAmount > unsentAtMost) socket.terminate()
    else socket.send(JSON.stringify(answer))
  }
  const pushToAdministrators = async (
    code: string,
    push: (caller: Caller) => Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    for (const [socket, token] of administrators) {
      const caller = await administratorOf(socket, token)
      if (caller && ground.sees(caller, code)) say(socket, push(caller))
    }
  }
  /** That nobody can be told costs the helmet nothing. */
  const tellAdministrators = (code: string, push: (caller: Caller) => Readonly<Record<string, unknown>>): void => {
    pushToAdministrators(code, push).catch((error: unknown) =>
      ground.log.warn({ err: error }, 'administrators of the helmet service could not be told'),
    )
  }
  /** The caller as of now; a socket whose session is over or lost its right is closed. */
  const administratorOf = async (socket: WebSocket, token: string): Promise<Caller | null> => {
    const caller = await ground.authenticate(token)
    if (caller && ground.may(caller, 'see')) return caller
    administrators.delete(socket)
    farewellTo(socket, 4001, 'session')
    return null
  }

  const deviceOf = (code: string, caller: Caller): Readonly<Record<string, unknown>> => {
    const helmet = ground.helmet(code, caller)
    const last = helmets.get(code)?.last
    return {
      user_info: {
        user_id: helmet?.userId ?? '',
        device_id: code,
        mobile: helmet?.mobile ?? '',
        user_name: helmet?.userName ?? '',
        real_name: helmet?.userName ?? '',
        department: helmet?.deptName ?? '',
        sip_id: helmet?.sipId ?? '',
      },
      location_info: last?.info ?? {},
    }
  }

  const refuseLogin = (socket: WebSocket, code: string, msg: string, more: { readonly retry_after?: number } = {}): Peer => {
    say(socket, { cmd: 'ca_login', status: false, code, msg, ...more })
    return { role: 'nobody' }
  }
  const refuseKey = (socket: WebSocket, ip: string, code: string): Peer => {
    const wait = ground.noteWrongKey(ip, code)
    const { deviceKeyInvalid, tooManyRequests } = codes
    if (wait === 0) return refuseLogin(socket, deviceKeyInvalid.code, deviceKeyInvalid.zh)
    const nobody = refuseLogin(socket, tooManyRequests.code, tooManyRequests.zh, { retry_after: wait })
    farewellTo(socket, 1013, 'too many wrong keys')
    return nobody
  }
  /** Whether a helmet has a living connection with another key; one that does not answer is a link that nobody closed. */
  const livesElsewhere = async (socket: WebSocket, code: string, keyId: string): Promise<boolean> => {
    for (;;) {
      const other = helmets.get(code)
      if (!other || other.socket === socket || other.keyId === keyId) return false
      // A key that is the helmet's own is not kept out by one that holds for others as well, nor anybody by one that is over.
      if (!ground.holds(other.keyId, code) || (ground.isOwn(keyId, code) && !ground.isOwn(other.keyId, code))) {
        ground.refuseKey(other.keyId, other.ip, code)
        return false
      }
      if (await isAlive(other.socket)) return helmets.get(code) === other
      if (helmets.get(code) === other) helmets.delete(code)
      other.socket.terminate()
    }
  }
  const loginHelmet = async (socket: WebSocket, ip: string, code: string, key: string): Promise<Peer> => {
    const keyId = ground.findKey(key)
    if (keyId === null) return refuseKey(socket, ip, code)
    if (!ground.holds(keyId, code)) {
      ground.refuseKey(keyId, ip, code)
      return refuseLogin(socket, 'forbidden', '设备密钥不适用于这台安全帽')
    }
    if (!ground.helmet(code, null)) {
      ground.noteUnknown(code)
      return refuseLogin(socket, 'unknownDevice', '设备未登记')
    }
    if (await livesElsewhere(socket, code, keyId)) {
      ground.refuseKey(keyId, ip, code)
      return refuseLogin(socket, 'forbidden', '这台安全帽正用另一个设备密钥连接')
    }
    // One that has gone meanwhile is heard with what it said, but is not the helmet's connection.
    if (socket.readyState !== socket.OPEN) return { role: 'helmet', code, keyId, ip }
    // Of one key the newest connection of a helmet is the living one.
    const older = helmets.get(code)
    helmets.set(code, { socket, keyId, ip, last: older?.last ?? null })
    if (older && older.socket !== socket) farewellTo(older.socket, 4002, 'logged in elsewhere')
    say(socket, { cmd: 'ca_login', status: true })
    return { role: 'helmet', code, keyId, ip }
  }

  /** Not stored, and to be sent again: the line stays open, since a call for help may be next on it. */
  const unlessNotReady = (error: unknown): 'notReady' => {
    if (error instanceof NotReady) return 'notReady'
    throw error
  }
  const reportLocation = async (socket: WebSocket, { code, keyId, ip }: Login, info: LocationInfo): Promise<void> => {
    const read = readLocation(code, info)
    const outcome = await ground.report(keyId, ip, [read]).then(([only]) => only, unlessNotReady)
    if (outcome !== 'accepted' && outcome !== 'duplicate') {
      say(socket, { cmd: 'ca_report_location', status: false, msg: outcome, ctime: info.ctime })
      return
    }
    const entry = helmets.get(code)
    const time = read.time ?? 0
    // What was refused, or is older than what is known, is nothing to be told.
    if (entry?.socket === socket && time >= (entry.last?.time ?? 0)) entry.last = { info: plainInfo(info), time }
    say(socket, { cmd: 'ca_report_location', status: true, ctime: info.ctime })
  }

  const callForHelp = async (socket: WebSocket, { code, keyId, ip }: Login, call: Help): Promise<void> => {
    const kind = call.act === 'ca_sip_sos' ? 4 : helpOf(call.sos_type)
    const [outcome] = kind === null ? [] : await ground.report(keyId, ip, [helpOfHelmet(code, kind, timeOf(call.time))])
    const refused = outcome !== undefined && outcome !== 'accepted' && outcome !== 'duplicate'
    say(socket, { cmd: call.act, status: !refused, ...(refused ? { msg: outcome } : {}), time: call.time })
    if (outcome === 'forbidden') return
    tellAdministrators(code, (caller) =>
      call.act === 'ca_sip_sos'
        ? { cmd: 'server_push_ca_sip_sos', room_id: call.room_id, ca_info: deviceOf(code, caller) }
        : { cmd: 'server_push_sos', sos_type: numberOf(call.sos_type ?? '') ?? 7, data: deviceOf(code, caller) },
    )
  }

  const fromHelmet = (code: string, incoming: Message): boolean => {
    if (incoming.act !== 'ca_sending_message') return false
    const { message_id, status } = incoming
    tellAdministrators(code, () => ({ cmd: 'ca_sending_message', device_id: code, message_id, status }))
    return true
  }

  const helmetOfUser = (userId: string): string | null => {
    for (const code of helmets.keys()) if (ground.helmet(code, null)?.userId === userId) return code
    return null
  }

  const fromAdministrator = (socket: WebSocket, caller: Caller, incoming: Message): boolean => {
    switch (incoming.act) {
      case 'ma_get_active_devices': {
        const seen = [...helmets].filter(([code]) => ground.sees(caller, code))
        say(socket, { cmd: 'ma_get_active_devices', status: true, data: seen.map(([code]) => deviceOf(code, caller)) })
        return true
      }
      case 'ma_set_sip_info': {
        const code = helmetOfUser(incoming.user_id)
        const reachable = code !== null && ground.sees(caller, code)
        say(socket, { cmd: 'ma_set_sip_info', status: false, msg: reachable ? codes.notAvailableYet.zh : '设备不在线' })
        return true
      }
      case 'ma_sending_message': {
        const code = helmetOfUser(incoming.user_id)
        const reachable = code !== null && ground.sees(caller, code) && ground.may(caller, 'message')
        messages += 1
        if (reachable) {
          const target = helmets.get(code)?.socket
          if (target) say(target, { cmd: 'server_push_message', message_id: String(messages), message: incoming.message })
        }
        say(socket, { cmd: 'ma_sending_message', status: reachable, msg: reachable ? '' : '设备不在线或没有权限' })
        return true
      }
      case 'exit_call_room':
        say(socket, { cmd: 'exit_call_room', status: true, device_id: incoming.device_id })
        return true
      default:
        return false
    }
  }

  const asAdministrator = async (socket: WebSocket, token: string, incoming: Message): Promise<boolean> => {
    const caller = await administratorOf(socket, token)
    return caller !== null && fromAdministrator(socket, caller, incoming)
  }

  const loginAdministrator = async (socket: WebSocket, ticket: string): Promise<Peer> => {
    const token = await ground.redeemTicket(ticket)
    const caller = token === null ? null : await ground.authenticate(token)
    // Who has gone meanwhile would be kept among those who are told.
    if (socket.readyState !== socket.OPEN) return { role: 'nobody' }
    if (token === null || !caller || !ground.may(caller, 'see')) {
      say(socket, { cmd: 'ma_login', status: false, msg: 'please login in' })
      return { role: 'nobody' }
    }
    administrators.set(socket, token)
    say(socket, { cmd: 'ma_login', status: true, admin_info: { admin_id: caller.userId, sip_info: null } })
    return { role: 'administrator', token, userId: caller.userId }
  }

  const accept: TakeSocket = (socket, request, greeted) => {
    const ip = ground.addressOf(request)
    let peer: Peer = { role: 'nobody' }
    let malformed = 0
    let strayed = 0
    let underWay = 0
    let lookingAgain: NodeJS.Timeout | null = null
    /** Logins that were read and not looked at yet: who speaks after them is not known. */
    let logins = 0
    const expectLogin = (): NodeJS.Timeout =>
      setTimeout(() => peer.role === 'nobody' && farewellTo(socket, 4000, 'login expected'), loginWithin)
    let late = expectLogin()

    /** One who says anything but who he is, or that wrongly. */
    const stray = (): void => {
      strayed += 1
      if (strayed >= strayedLimit) farewellTo(socket, 4000, 'login expected')
    }
    const leave = (left: Peer): void => {
      if (left.role === 'administrator') administrators.delete(socket)
      if (left.role === 'helmet' && helmets.get(left.code)?.socket === socket) helmets.delete(left.code)
    }
    const broken = (error: unknown): void => {
      if (error instanceof Refusal && error.codeName === 'deviceKeyInvalid') return farewellTo(socket, keyOver, 'device key')
      // Unacknowledged: the helmet comes back and sends it again.
      ground.log.warn({ err: error }, 'a helmet message could not be taken')
      farewellTo(socket, 1013, 'try again')
    }
    /** Whoever it was before, it is who this login makes it. */
    const logIn = async (incoming: LoginMessage): Promise<void> => {
      const before = peer
      const next =
        incoming.act === 'ca_login'
          ? await loginHelmet(socket, ip, incoming.device_id.trim(), incoming.key)
          : await loginAdministrator(socket, incoming.access_token ?? incoming.pwd ?? '')
      if (before.role === 'helmet' && (next.role !== 'helmet' || next.code !== before.code)) leave(before)
      if (before.role === 'administrator' && next.role !== 'administrator') leave(before)
      peer = next
      if (next.role !== 'nobody') {
        strayed = 0
        return greeted(next.role === 'helmet' ? `key:${next.keyId}` : `user:${next.userId}`)
      }
      stray()
      if (before.role === 'nobody') return
      clearTimeout(late)
      if (socket.readyState === socket.OPEN) late = expectLogin()
    }
    /** One after the other. */
    const take = async (incoming: Message): Promise<void> => {
      if (isLogin(incoming)) return logIn(incoming).finally(() => (logins -= 1))
      const known =
        peer.role === 'helmet'
          ? fromHelmet(peer.code, incoming)
          : peer.role === 'administrator'
            ? await asAdministrator(socket, peer.token, incoming)
            : false
      if (known) return
      say(socket, { cmd: incoming.act, status: false, msg: 'please login in' })
      strayIfNobody()
    }
    const carry = (incoming: Message): 'now' | 'later' | Promise<void> => {
      if (peer.role !== 'helmet') return take(incoming).catch(broken)
      if (isHelp(incoming)) {
        callForHelp(socket, peer, incoming).catch(broken)
        return 'now'
      }
      if (incoming.act !== 'ca_report_location') return take(incoming).catch(broken)
      if (underWay >= underWayAtMost) return 'later'
      if (!ground.hasRoom()) {
        lookingAgain ??= setTimeout(() => {
          lookingAgain = null
          inbox.pump()
        }, lookAgainAfter).unref()
        return 'later'
      }
      underWay += 1
      void reportLocation(socket, peer, incoming.location_info)
        .catch(broken)
        .finally(() => {
          underWay -= 1
          inbox.pump()
        })
      return 'now'
    }
    // A call for help that waits to learn who calls is heard though its line has gone; for that the logins before it are needed.
    const inbox = createInbox<Message>(socket, unread, carry, (incoming) => isHelp(incoming) || isLogin(incoming))

    const receive = (text: string, bytes: number): void => {
      // What comes after a line was given up is for nobody.
      if (socket.readyState !== socket.OPEN) return
      const parsed = message.safeParse(jsonOf(text))
      if (!parsed.success) {
        malformed += 1
        say(socket, { cmd: 'error', status: false, code: codes.invalidInput.code, msg: 'malformed message' })
        if (malformed >= malformedLimit) farewellTo(socket, 1008, 'malformed')
        return
      }
      malformed = 0
      const incoming = parsed.data
      // A call for help waits for nothing that its helmet said before it, but who it is.
      if (peer.role === 'helmet' && logins === 0 && isHelp(incoming))
        return void callForHelp(socket, peer, incoming).catch(broken)
      if (isLogin(incoming)) logins += 1
      inbox.push(incoming, bytes)
    }
    const strayIfNobody = (): void => {
      if (peer.role === 'nobody') stray()
    }
    socket.on('ping', strayIfNobody)
    socket.on('pong', strayIfNobody)
    socket.on('message', (data: Buffer, isBinary: boolean) => receive(isBinary ? '' : data.toString(), data.length))
    socket.on('error', (error) => ground.log.debug({ err: error }, 'a helmet connection broke'))
    socket.on('close', () => {
      clearTimeout(late)
      inbox.clear()
      leave(peer)
    })
  }

  return {
    accept,
    serves: (code) => helmets.has(code),
    keysChanged: () => {
      for (const [code, { socket, keyId }] of helmets) {
        if (ground.holds(keyId, code)) continue
        helmets.delete(code)
        farewellTo(socket, keyOver, 'device key')
      }
    },
    stop: () => {
      for (const { socket } of helmets.values()) farewellTo(socket, 1001, 'going away')
      for (const socket of administrators.keys()) farewellTo(socket, 1001, 'going away')
    },
  }
}

/** Epoch seconds, whole or not; null for what is none. */
const timeOf = (text: string | null | undefined): number | null => {
  const seconds = numberOf(text ?? '')
  return seconds === null || seconds <= 0 ? null : Math.round(seconds * 1000)
}

/** x_point is latitude, y_point longitude. What is out of range besides the place is left out, not the whole report. */
const readLocation = (code: string, info: LocationInfo): Incoming => ({
  deviceType: 'hat',
  deviceId: code,
  time: timeOf(info.ctime),
  ...readablePlace(info.y_point, info.x_point),
  ...readableNumbers({
    alt: info.Relative_altitude,
    accuracy: info.c_accuracy,
    speed: info.c_speed,
    course: info.course,
    floor: info.floor,
    battery: info.bat_l,
  }),
  temperature: info.tempdata ? boardTemperature(info.tempdata) : null,
  kind: 0,
})

const jsonOf = (text: string): unknown => {
  try {
    return parseDeviceJson(text)
  } catch {
    return null
  }
}
