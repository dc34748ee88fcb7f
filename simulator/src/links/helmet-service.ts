import type { Report } from '@vigil/contract/positions/report.ts'
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
  readonly onProblem: (problem: string) => void
  /** Milliseconds of the first wait before it connects again, doubled up to fifteen times as long; 1000 unless said. */
  readonly firstWait?: number
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
  close(): void
}

const kept = 100
const sosType = { press: '7', silent: '6' } as const

/** A message of the service; its numbers may come as strings or as numbers. */
interface FromService {
  readonly cmd: string
  readonly status?: unknown
  readonly msg?: unknown
  readonly ctime?: unknown
  readonly time?: unknown
  readonly message_id?: unknown
}

export const createHelmetLink = (options: HelmetLinkOptions): HelmetLink => {
  const patience = options.patience ?? 20_000
  let state: HelmetLinkState = 'closed'
  let socket: WebSocket | null = null
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  /** When the oldest of the messages that wait for an answer on this connection was sent. */
  let askedAt: number | null = null
  const positions = new Map<string, string>()
  const cries = new Map<string, string>()

  const send = (message: string): void => {
    askedAt ??= Date.now()
    socket?.send(message)
  }

  const connect = (): void => {
    state = 'connecting'
    askedAt = null
    const opened = new WebSocket(`${options.origin.replace(/^http/, 'ws')}/helmet`, {
      perMessageDeflate: false,
      handshakeTimeout: patience,
    })
    socket = opened
    // A socket that was closed or replaced may still speak; nobody listens to it any more.
    const current = (): boolean => socket === opened
    opened.on('open', () => {
      if (!current()) return
      state = 'loggingIn'
      send(JSON.stringify({ act: 'ca_login', device_id: options.imei, key: options.deviceKey }))
    })
    opened.on('message', (data) => {
      if (current()) hear(data)
    })
    opened.on('error', (error) => {
      if (current()) options.onProblem(`helmet service: ${error.message}`)
    })
    opened.on('close', () => {
      if (!current()) return
      socket = null
      state = 'waiting'
      failures += 1
      timer = setTimeout(connect, backoff(failures, options.firstWait))
    })
  }

  const hear = (data: RawData): void => {
    const message = read(data)
    if (!message) return
    askedAt = null
    if (message.cmd === 'ca_login') loggedIn(message)
    else if (message.cmd === 'ca_report_location') settle(positions, message.ctime, message)
    else if (message.cmd === 'ca_sos') settle(cries, message.time, message)
    else if (message.message_id !== undefined) {
      socket?.send(JSON.stringify({ act: 'ca_sending_message', message_id: message.message_id, status: true }))
    }
  }

  const loggedIn = (message: FromService): void => {
    if (message.status !== true) {
      options.onProblem(`helmet service: login refused: ${textOf(message.msg)}`)
      failures = Math.max(failures, 4)
      socket?.close()
      return
    }
    state = 'ready'
    failures = 0
    for (const cry of cries.values()) send(cry)
    for (const position of positions.values()) send(position)
  }

  /**
   * An answer without a time is for the oldest. A refusal settles it too, since the same message would be refused for ever; not
   * so where the service could not store it now.
   */
  const settle = (list: Map<string, string>, time: unknown, message: FromService): void => {
    const key = typeof time === 'string' || typeof time === 'number' ? String(time) : list.keys().next().value
    if (key !== undefined && message.msg === 'notReady') sendLater(list, key)
    else if (key !== undefined) list.delete(key)
    if (message.status !== true) options.onProblem(`helmet service: ${message.cmd} refused: ${textOf(message.msg)}`)
  }

  const sendLater = (list: ReadonlyMap<string, string>, key: string): void => {
    const asked = socket
    setTimeout(() => {
      const message = list.get(key)
      // Another connection has sent all of them by itself.
      if (message !== undefined && socket === asked && state === 'ready') send(message)
    }, options.firstWait ?? 1_000).unref()
  }

  return {
    get state() {
      return state
    },
    get unanswered() {
      return positions.size + cries.size
    },
    open: () => {
      if (state === 'closed') connect()
    },
    report: (report, helmet) => {
      const seconds = String(Math.floor(Date.parse(report.time) / 1000))
      const position = JSON.stringify({ act: 'ca_report_location', location_info: locationInfo(report, helmet, seconds) })
      positions.set(seconds, position)
      for (const oldest of positions.keys()) {
        if (positions.size <= kept) break
        positions.delete(oldest)
      }
      const cry = report.sos ? JSON.stringify({ act: 'ca_sos', sos_type: sosType[report.sos], time: seconds }) : null
      if (cry) cries.set(seconds, cry)
      const silent = askedAt !== null && Date.now() - askedAt > patience
      if (silent && (state === 'ready' || state === 'loggingIn')) socket?.terminate()
      if (silent || state !== 'ready') return
      if (cry) send(cry)
      send(position)
    },
    close: () => {
      state = 'closed'
      clearTimeout(timer)
      const closing = socket
      socket = null
      closing?.close()
    },
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
