import type { WebSocket } from 'ws'
import { z } from 'zod'
import { codes } from '@vigil/contract/kernel/codes.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Logger } from '../kernel/log.ts'
import type { TakeSocket } from '../kernel/sockets.ts'
import { boardTemperature, isPlace, numberOf, type Incoming, type Outcome } from './incoming.ts'

/**
 * The helmet service at `/helmet`: the server's side of the act/cmd protocol. Helmets (`ca_…`) log in with a device key and
 * report themselves only; administrators (`ma_…`) log in with a short-lived ticket of their session. Every number of a
 * helmet arrives as a string.
 */

const textual = z.union([z.string().max(4_000), z.number()]).transform(String)
const optional = textual.nullish()

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

const message = z.discriminatedUnion('act', [
  z.object({ act: z.literal('ca_login'), device_id: textual, key: z.string().max(200) }),
  z.object({ act: z.literal('ca_report_location'), location_info: locationInfo }),
  z.object({ act: z.literal('ca_sos'), sos_type: textual, time: optional }),
  z.object({ act: z.literal('ca_sip_sos'), room_id: optional, time: optional }),
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

/** What a pushed sos_type means: the alarm type, or nothing for what is only an event. */
const helpOf: Readonly<Record<string, 2 | 4 | 5 | 12 | 13>> = { '1': 12, '4': 13, '6': 5, '7': 4, '8': 2 }

export interface HelmetGround {
  readonly isDeviceKey: (key: string) => Promise<boolean>
  /** The session token that a ticket stands for. */
  readonly redeemTicket: (ticket: string) => string | null
  readonly authenticate: (token: string) => Promise<Caller | null>
  readonly may: (caller: Caller, what: 'see' | 'message') => boolean
  readonly sees: (caller: Caller, code: string) => boolean
  readonly helmet: (
    code: string,
  ) => { userId: string | null; userName: string | null; mobile: string; sipId: string; deptName: string | null } | null
  readonly noteUnknown: (code: string) => void
  readonly report: (reports: readonly Incoming[]) => Promise<Outcome[]>
  readonly callForHelp: (code: string, kind: 2 | 4 | 5 | 12 | 13, time: number) => Promise<boolean>
  readonly log: Logger
  readonly now: () => number
}

export interface HelmetService {
  readonly accept: TakeSocket
  /** Whether a helmet is connected here, so that nobody needs to save it from a page. */
  readonly serves: (code: string) => boolean
  readonly stop: () => void
}

const loginWithin = 5_000
/** Malformed messages in a row after which the other side is taken for something else than a helmet. */
const malformedLimit = 20

type Peer =
  | { readonly role: 'nobody' }
  | { readonly role: 'helmet'; readonly code: string }
  | { readonly role: 'administrator'; readonly token: string }

export const createHelmetService = (ground: HelmetGround): HelmetService => {
  const helmets = new Map<string, { socket: WebSocket; last: LocationInfo | null }>()
  const administrators = new Map<WebSocket, string>()
  let messages = 0

  const say = (socket: WebSocket, answer: Readonly<Record<string, unknown>>): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(answer))
  }
  const pushToAdministrators = async (code: string, push: Readonly<Record<string, unknown>>): Promise<void> => {
    for (const [socket, token] of administrators) {
      const caller = await administratorOf(socket, token)
      if (caller && ground.sees(caller, code)) say(socket, push)
    }
  }
  /** The caller as of now; a socket whose session is over or lost its right is closed. */
  const administratorOf = async (socket: WebSocket, token: string): Promise<Caller | null> => {
    const caller = await ground.authenticate(token)
    if (caller && ground.may(caller, 'see')) return caller
    administrators.delete(socket)
    socket.close(4001, 'session')
    return null
  }

  const deviceOf = (code: string, last: LocationInfo | null): Readonly<Record<string, unknown>> => {
    const helmet = ground.helmet(code)
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
      location_info: last ?? {},
    }
  }

  const loginHelmet = async (socket: WebSocket, code: string, key: string): Promise<Peer> => {
    if (!(await ground.isDeviceKey(key))) {
      say(socket, { cmd: 'ca_login', status: false, code: codes.deviceKeyInvalid.code, msg: codes.deviceKeyInvalid.zh })
      return { role: 'nobody' }
    }
    if (!ground.helmet(code)) {
      ground.noteUnknown(code)
      say(socket, { cmd: 'ca_login', status: false, code: 'unknownDevice', msg: '设备未登记' })
      return { role: 'nobody' }
    }
    // The newest connection of a helmet is the living one: an older one is a link that nobody closed.
    const older = helmets.get(code)
    helmets.set(code, { socket, last: older?.last ?? null })
    older?.socket.close(4002, 'logged in elsewhere')
    say(socket, { cmd: 'ca_login', status: true })
    return { role: 'helmet', code }
  }

  const reportLocation = async (socket: WebSocket, code: string, info: LocationInfo): Promise<void> => {
    const entry = helmets.get(code)
    if (entry?.socket === socket) entry.last = info
    const refuse = (reason: string): void =>
      say(socket, { cmd: 'ca_report_location', status: false, msg: reason, ctime: info.ctime })
    const read = readLocation(code, info)
    if (typeof read === 'string') return refuse(read)
    const [outcome] = await ground.report([read])
    if (outcome === 'accepted' || outcome === 'duplicate')
      say(socket, { cmd: 'ca_report_location', status: true, ctime: info.ctime })
    else refuse(outcome ?? 'invalid')
  }

  const callForHelp = async (
    socket: WebSocket,
    code: string,
    sosType: string,
    time: string | null | undefined,
  ): Promise<void> => {
    const kind = helpOf[sosType]
    const at = timeOf(time) ?? ground.now()
    if (kind !== undefined) await ground.callForHelp(code, kind, at)
    say(socket, { cmd: 'ca_sos', status: true, time })
    await pushToAdministrators(code, {
      cmd: 'server_push_sos',
      sos_type: Number(sosType),
      data: deviceOf(code, helmets.get(code)?.last ?? null),
    })
  }

  const fromHelmet = async (socket: WebSocket, code: string, incoming: Message): Promise<boolean> => {
    switch (incoming.act) {
      case 'ca_report_location':
        await reportLocation(socket, code, incoming.location_info)
        return true
      case 'ca_sos':
        await callForHelp(socket, code, incoming.sos_type, incoming.time)
        return true
      case 'ca_sip_sos':
        await ground.callForHelp(code, 4, timeOf(incoming.time) ?? ground.now())
        say(socket, { cmd: 'ca_sip_sos', status: true })
        await pushToAdministrators(code, {
          cmd: 'server_push_ca_sip_sos',
          room_id: incoming.room_id,
          ca_info: deviceOf(code, helmets.get(code)?.last ?? null),
        })
        return true
      case 'ca_sending_message':
        await pushToAdministrators(code, {
          cmd: 'ca_sending_message',
          device_id: code,
          message_id: incoming.message_id,
          status: incoming.status,
        })
        return true
      default:
        return false
    }
  }

  const helmetOfUser = (userId: string): string | null => {
    for (const code of helmets.keys()) if (ground.helmet(code)?.userId === userId) return code
    return null
  }

  const fromAdministrator = (socket: WebSocket, caller: Caller, incoming: Message): boolean => {
    switch (incoming.act) {
      case 'ma_get_active_devices': {
        const seen = [...helmets].filter(([code]) => ground.sees(caller, code))
        say(socket, { cmd: 'ma_get_active_devices', status: true, data: seen.map(([code, { last }]) => deviceOf(code, last)) })
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

  const accept: TakeSocket = (socket, _request, greeted) => {
    let peer: Peer = { role: 'nobody' }
    let malformed = 0
    // Messages of one helmet are taken in their order, one after the other.
    let turn = Promise.resolve()
    const late = setTimeout(() => peer.role === 'nobody' && socket.close(4000, 'login expected'), loginWithin)

    const take = async (text: string): Promise<void> => {
      const parsed = message.safeParse(jsonOf(text))
      if (!parsed.success) {
        malformed += 1
        say(socket, { cmd: 'error', status: false, code: codes.invalidInput.code, msg: 'malformed message' })
        if (malformed >= malformedLimit) socket.close(1008, 'malformed')
        return
      }
      malformed = 0
      const incoming = parsed.data
      if (incoming.act === 'ca_login') {
        if (peer.role === 'helmet' && peer.code !== incoming.device_id) leave()
        peer = await loginHelmet(socket, incoming.device_id.trim(), incoming.key)
        if (peer.role === 'helmet') greeted()
        return
      }
      if (incoming.act === 'ma_login') {
        const token = ground.redeemTicket(incoming.access_token ?? incoming.pwd ?? '')
        const caller = token === null ? null : await ground.authenticate(token)
        if (token === null || !caller || !ground.may(caller, 'see')) {
          say(socket, { cmd: 'ma_login', status: false, msg: 'please login in' })
          return
        }
        peer = { role: 'administrator', token }
        greeted()
        administrators.set(socket, token)
        say(socket, { cmd: 'ma_login', status: true, admin_info: { admin_id: caller.userId, sip_info: null } })
        return
      }
      const known =
        peer.role === 'helmet'
          ? await fromHelmet(socket, peer.code, incoming)
          : peer.role === 'administrator'
            ? await asAdministrator(socket, peer.token, incoming)
            : false
      if (!known) say(socket, { cmd: incoming.act, status: false, msg: 'please login in' })
    }
    const leave = (): void => {
      administrators.delete(socket)
      if (peer.role === 'helmet' && helmets.get(peer.code)?.socket === socket) helmets.delete(peer.code)
    }

    socket.on('message', (data: Buffer, isBinary: boolean) => {
      turn = turn
        .then(() => take(isBinary ? '' : data.toString()))
        .catch((error: unknown) => {
          // Unacknowledged: the helmet comes back and sends it again.
          ground.log.warn({ err: error }, 'a helmet message could not be taken')
          socket.close(1013, 'try again')
        })
    })
    socket.on('error', (error) => ground.log.debug({ err: error }, 'a helmet connection broke'))
    socket.on('close', () => {
      clearTimeout(late)
      leave()
    })
  }

  return {
    accept,
    serves: (code) => helmets.has(code),
    stop: () => {
      for (const { socket } of helmets.values()) socket.close(1001, 'going away')
      for (const socket of administrators.keys()) socket.close(1001, 'going away')
    },
  }
}

/** Epoch seconds, whole or not; null for what is none. */
const timeOf = (text: string | null | undefined): number | null => {
  const seconds = numberOf(text ?? '')
  return seconds === null || seconds <= 0 ? null : Math.round(seconds * 1000)
}

const within = (value: unknown, least: number, most: number): number | null => {
  const number = numberOf(value ?? '')
  return number !== null && number >= least && number <= most ? number : null
}

/** x_point is latitude, y_point longitude. What is out of range besides the place is left out, not the whole report. */
const readLocation = (code: string, info: LocationInfo): Incoming | string => {
  const [lat, lng] = [numberOf(info.x_point ?? ''), numberOf(info.y_point ?? '')]
  const time = timeOf(info.ctime)
  if (time === null) return 'invalid: ctime'
  if (lat === null || lng === null || !isPlace(lng, lat)) return 'noFix'
  const battery = within(info.bat_l, 0, 100)
  const floor = within(info.floor, -20, 200)
  return {
    deviceType: 'hat',
    deviceId: code,
    time,
    lng,
    lat,
    alt: within(info.Relative_altitude, -1_000, 20_000),
    accuracy: within(info.c_accuracy, 0, 100_000),
    speed: within(info.c_speed, 0, 500),
    course: within(info.course, 0, 360),
    temperature: info.tempdata ? boardTemperature(info.tempdata) : null,
    floor: floor === null ? null : Math.round(floor),
    battery: battery === null ? null : Math.round(battery),
    kind: 0,
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
