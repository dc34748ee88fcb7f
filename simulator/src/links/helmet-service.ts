import { pushedTypes } from '@vigil/contract/alarms/types.ts'
import type { Report } from '@vigil/contract/positions/report.ts'
import type { SipAccount } from '@vigil/contract/telephony/entities.ts'
import { WebSocket, type RawData } from 'ws'
import { backoff } from './backoff.ts'

/** What a helmet tells beside where it is. */
export interface HelmetState {
  readonly charging: boolean
  /** The board's sensors, as the device lists them. */
  readonly tempdata: string
}

export interface HelmetLinkOptions {
  /** `http://…` or `https://…`, without a slash at the end. */
  readonly origin: string
  readonly imei: string
  readonly deviceKey: string
  /** What it says of its firmware. */
  readonly fwVersion: string
  readonly onProblem: (problem: string) => void
  /** Told, after each login, with what it is called and calls; without it that is not asked for. */
  readonly onSipAccount?: (account: SipAccount) => void
  /** Told of a room that it is to go into: one that it opened and that stands, or one into which it is asked. */
  readonly onRoom?: (room: { readonly roomId: string; readonly deviceId: string }) => void
  /** Milliseconds of the first wait before it connects again, doubled up to fifteen times as long; 1000 unless said. */
  readonly firstWait?: number
  /** Milliseconds after which a message that it was sent is spoken; 1500 unless said. */
  readonly spokenAfter?: number
  /** Milliseconds without an answer after which a link counts as dead; 20,000 unless said. */
  readonly patience?: number
}

/**
 * One helmet's connection to the helmet service.
 *
 *     closed ──open()──▶ connecting ──(socket open)──▶ loggingIn ──(ca_login true)──▶ ready
 *       ▲                    │                            │                            │
 *       │close()             └──────────┬─────────────────┴──────(socket closed)───────┘
 *       │                               ▼
 *       └──────────────────────────  waiting ──(1, 2, 4 … 15 s)──▶ connecting
 */
export type HelmetLinkState = 'closed' | 'connecting' | 'loggingIn' | 'ready' | 'waiting'

export interface HelmetLink {
  readonly state: HelmetLinkState
  /** Reports and calls for help that the server has not answered for. */
  readonly unanswered: number
  open(): void
  /** Sends a report, now or once the link is ready. Of the unanswered ones the newest hundred are kept, and every SOS. */
  report(report: Report, state: HelmetState): void
  /** Pushes what its sensors or a press say, as a `sos_type` of the protocol, of a time in ms since 1970; kept until it is answered. */
  push(sosType: string, time: number): void
  /** Calls for help into a room of its own; false while the link is not ready. */
  callInto(roomId: string, time: number): boolean
  close(): void
}

const kept = 100

/** A message of the service; its numbers may come as strings or as numbers. */
interface FromService {
  readonly cmd: string
  readonly status?: unknown
  readonly msg?: unknown
  readonly ctime?: unknown
  readonly time?: unknown
  readonly message_id?: unknown
  readonly sip_info?: SipAccount | null
  readonly room_id?: unknown
  readonly device_id?: unknown
}

/** One link, as far as it has come. */
interface Link {
  readonly options: HelmetLinkOptions
  readonly patience: number
  /** What waits for its answer, by the seconds since 1970 that it carries. */
  readonly positions: Map<string, string>
  readonly cries: Map<string, string>
  state: HelmetLinkState
  socket: WebSocket | null
  timer: NodeJS.Timeout | undefined
  failures: number
  /** When the oldest of the messages that wait for an answer on this connection was sent. */
  askedAt: number | null
  /** The room into which it calls, until the service has it. */
  calling: string | null
}

const send = (link: Link, message: string): void => {
  link.askedAt ??= Date.now()
  link.socket?.send(message)
}

const connect = (link: Link): void => {
  const { options, patience } = link
  link.state = 'connecting'
  link.askedAt = null
  const opened = new WebSocket(`${options.origin.replace(/^http/, 'ws')}/helmet`, {
    perMessageDeflate: false,
    handshakeTimeout: patience,
  })
  link.socket = opened
  // A socket that was closed or replaced may still speak; nobody listens to it any more.
  const current = (): boolean => link.socket === opened
  opened.on('open', () => {
    if (!current()) return
    link.state = 'loggingIn'
    send(
      link,
      JSON.stringify({ act: 'ca_login', device_id: options.imei, key: options.deviceKey, fw_version: options.fwVersion }),
    )
  })
  opened.on('message', (data) => {
    if (current()) hear(link, data)
  })
  opened.on('error', (error) => {
    if (current()) options.onProblem(`helmet service: ${error.message}`)
  })
  opened.on('close', () => {
    if (!current()) return
    link.socket = null
    link.state = 'waiting'
    link.failures += 1
    link.timer = setTimeout(connect, backoff(link.failures, options.firstWait), link)
  })
}

const hear = (link: Link, data: RawData): void => {
  const message = read(data)
  if (!message) return
  link.askedAt = null
  if (message.cmd === 'ca_login') loggedIn(link, message)
  else if (message.cmd === 'ca_report_location') settle(link, link.positions, message.ctime, message)
  else if (message.cmd === 'ca_sos') settle(link, link.cries, message.time, message)
  else if (message.cmd === 'ca_get_sip_info') {
    if (message.sip_info) link.options.onSipAccount?.(message.sip_info)
  } else if (message.cmd === 'server_push_call_room') {
    const { room_id: roomId, device_id: deviceId } = message
    if (typeof roomId === 'string' && typeof deviceId === 'string') link.options.onRoom?.({ roomId, deviceId })
  } else if (message.cmd === 'ca_sip_sos') {
    const room = link.calling
    link.calling = null
    if (room !== null && message.status === true) link.options.onRoom?.({ roomId: room, deviceId: link.options.imei })
  } else if (message.message_id !== undefined) {
    answerMessage(link, message.message_id)
  }
}

/** It has a message at once, and says so again when it has spoken it. */
const answerMessage = (link: Link, messageId: unknown): void => {
  const answer = (status: true | 'played'): void =>
    link.socket?.send(JSON.stringify({ act: 'ca_sending_message', message_id: messageId, status }))
  answer(true)
  const { spokenAfter = 1_500 } = link.options
  setTimeout(() => {
    if (link.state === 'ready') answer('played')
  }, spokenAfter).unref()
}

const loggedIn = (link: Link, message: FromService): void => {
  if (message.status !== true) {
    link.options.onProblem(`helmet service: login refused: ${textOf(message.msg)}`)
    link.failures = Math.max(link.failures, 4)
    link.socket?.close()
    return
  }
  link.state = 'ready'
  link.failures = 0
  for (const cry of link.cries.values()) send(link, cry)
  for (const position of link.positions.values()) send(link, position)
  if (link.options.onSipAccount) link.socket?.send(JSON.stringify({ act: 'ca_get_sip_info' }))
}

/**
 * An answer without a time is for the oldest. A refusal settles it too, since the same message would be refused for ever; not
 * so where the service could not store it now.
 */
const settle = (link: Link, list: Map<string, string>, time: unknown, message: FromService): void => {
  const key = typeof time === 'string' || typeof time === 'number' ? String(time) : list.keys().next().value
  if (key !== undefined && message.msg === 'notReady') sendLater(link, list, key)
  else if (key !== undefined) list.delete(key)
  if (message.status !== true) link.options.onProblem(`helmet service: ${message.cmd} refused: ${textOf(message.msg)}`)
}

const sendLater = (link: Link, list: ReadonlyMap<string, string>, key: string): void => {
  const asked = link.socket
  setTimeout(() => {
    const message = list.get(key)
    // Another connection has sent all of them by itself.
    if (message !== undefined && link.socket === asked && link.state === 'ready') send(link, message)
  }, link.options.firstWait ?? 1_000).unref()
}

const secondsOf = (time: number): string => String(Math.floor(time / 1000))

const keepCry = ({ cries }: Link, sosType: string, seconds: string): string => {
  const cry = JSON.stringify({ act: 'ca_sos', sos_type: sosType, time: seconds })
  cries.set(seconds, cry)
  return cry
}

const pushOn = (link: Link, sosType: string, time: number): void => {
  const cry = keepCry(link, sosType, secondsOf(time))
  if (link.state === 'ready') send(link, cry)
}

const reportOn = (link: Link, report: Report, helmet: HelmetState): void => {
  const { positions, patience } = link
  const seconds = secondsOf(Date.parse(report.time))
  const position = JSON.stringify({ act: 'ca_report_location', location_info: locationInfo(report, helmet, seconds) })
  positions.set(seconds, position)
  for (const oldest of positions.keys()) {
    if (positions.size <= kept) break
    positions.delete(oldest)
  }
  const cry = report.sos ? keepCry(link, pushedTypes[report.sos], seconds) : null
  const silent = link.askedAt !== null && Date.now() - link.askedAt > patience
  if (silent && (link.state === 'ready' || link.state === 'loggingIn')) link.socket?.terminate()
  if (silent || link.state !== 'ready') return
  if (cry) send(link, cry)
  send(link, position)
}

const close = (link: Link): void => {
  link.state = 'closed'
  clearTimeout(link.timer)
  const closing = link.socket
  link.socket = null
  closing?.close()
}

export const createHelmetLink = (options: HelmetLinkOptions): HelmetLink => {
  const link: Link = {
    options,
    patience: options.patience ?? 20_000,
    positions: new Map(),
    cries: new Map(),
    state: 'closed',
    socket: null,
    timer: undefined,
    failures: 0,
    askedAt: null,
    calling: null,
  }
  return {
    get state() {
      return link.state
    },
    get unanswered() {
      return link.positions.size + link.cries.size
    },
    open: () => {
      if (link.state === 'closed') connect(link)
    },
    report: (report, helmet) => reportOn(link, report, helmet),
    push: (sosType, time) => pushOn(link, sosType, time),
    callInto: (roomId, time) => {
      if (link.state !== 'ready') return false
      link.calling = roomId
      send(link, JSON.stringify({ act: 'ca_sip_sos', room_id: roomId, time: String(Math.floor(time / 1_000)) }))
      return true
    },
    close: () => close(link),
  }
}

/** A helmet's position as the protocol has it: every number a string, `x_point` the latitude. */
export const locationInfo = (report: Report, helmet: HelmetState, ctime: string) => ({
  x_point: String(report.lat),
  y_point: String(report.lng),
  ctime,
  c_accuracy: String(report.accuracy ?? ''),
  c_speed: String(report.speed ?? ''),
  Relative_altitude: String(report.alt ?? ''),
  bat_l: String(report.battery ?? ''),
  charging: helmet.charging ? '1' : '0',
  tempdata: helmet.tempdata,
  is_weared: '1',
  in_use: '1',
  gps: '1',
  gps_level: '4',
  net_type: '1',
  net_strenth: '4',
  sim_data_num: '0',
  bt_signal_info: '',
})

const read = (data: RawData): FromService | null => {
  try {
    const message: unknown = JSON.parse((data as Buffer).toString())
    return isFromService(message) ? message : null
  } catch {
    return null
  }
}
const isFromService = (message: unknown): message is FromService =>
  typeof message === 'object' && message !== null && 'cmd' in message && typeof message.cmd === 'string'
const textOf = (message: unknown): string => (typeof message === 'string' ? message : 'no reason given')
