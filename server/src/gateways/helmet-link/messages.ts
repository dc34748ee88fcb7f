import { z } from 'zod'
import { alarmType, helpTypes } from '@vigil/contract/alarms/types.ts'
import {
  boardTemperature,
  helpOfHelmet,
  numberOf,
  readableNumbers,
  readablePlace,
  timeOfSeconds,
  type HelpKind,
  type Incoming,
} from '../../modules/positions/index.ts'
import type { Pausing } from '../../kernel/rest.ts'
import { parseDeviceJson } from '../shared/json.ts'

/**
 * What a vendor's helmet service says to its administrators (`cmd`). Services differ, numbers come as texts and fields are
 * missing: what can be read is taken, the rest costs nothing but itself.
 */

const word = z.union([z.string().max(4_000), z.number().transform(String)])
/** What cannot be read is left out. */
const maybe = word.nullish().catch(null)

// Members that nobody asks for are passed over, not gone through: there may be a million.
const userInfo = z.object({ device_id: maybe })
const locationInfo = z.object({
  x_point: maybe,
  y_point: maybe,
  ctime: maybe,
  c_accuracy: maybe,
  c_speed: maybe,
  bat_l: maybe,
  tempdata: maybe,
  Relative_altitude: maybe,
})
type LocationInfo = z.output<typeof locationInfo>
/** A helmet as the service tells of it: what it says of itself stands beside or within `user_info`. */
const told = z.object({
  user_info: userInfo.nullish().catch(null),
  location_info: locationInfo.nullish().catch(null),
  device_id: maybe,
})
type Told = z.output<typeof told>

/** As it is: each of a million entries would be looked at otherwise. */
const list = z.custom<readonly unknown[]>((value) => Array.isArray(value))

const said = z.discriminatedUnion('cmd', [
  z.object({ cmd: z.literal('ma_login'), status: z.unknown(), msg: maybe }),
  z.object({ cmd: z.literal('ma_get_active_devices'), status: z.unknown().optional(), msg: maybe, data: list.nullish().catch(null) }),
  z.object({ cmd: z.literal('server_push_sos'), sos_type: maybe, data: told.nullish().catch(null), time: maybe }),
  z.object({
    cmd: z.literal('server_push_ca_sip_sos'),
    ca_info: told.nullish().catch(null),
    x_point: maybe,
    y_point: maybe,
    time: maybe,
  }),
])
export type Said = z.output<typeof said>
const anything = z.object({ cmd: z.string(), status: z.unknown().optional(), msg: maybe })

/** One that is of no concern here, by its own name. */
interface Other extends Omit<z.output<typeof anything>, 'cmd'> {
  readonly cmd: 'other'
  readonly name: string
}

/** A message; `other` for one that is of no concern here, null for what is none. */
export const readSaid = (text: string): Said | Other | null => {
  let json: unknown
  try {
    json = parseDeviceJson(text)
  } catch {
    return null
  }
  const known = said.safeParse(json)
  if (known.success) return known.data
  const other = anything.safeParse(json)
  return other.success ? { ...other.data, cmd: 'other', name: other.data.cmd } : null
}

const isNo = (status: unknown): boolean => status === false || status === 'false'
/**
 * Whether an answer says that our session is over: a service that has forgotten us answers every question so, and pushes nothing more. One
 * that refuses the list, for whatever reason, is asked for another session as well: a line without its list looks well and hears nobody.
 */
export const isOver = (message: Said | Other): boolean => {
  if (message.cmd === 'server_push_sos' || message.cmd === 'server_push_ca_sip_sos') return false
  if (message.msg?.trim().toLowerCase() === 'please login in') return true
  return message.cmd === 'ma_get_active_devices' && isNo(message.status)
}

const codeOf = ({ user_info: user, device_id: own }: Told): string => (user?.device_id?.trim() || own?.trim()) ?? ''

/** A report that says when and where. */
type Fix = Incoming & { readonly time: number }

/** x_point is latitude, y_point longitude; null where it says neither when nor where. */
const fixOf = (code: string, info: LocationInfo): Fix | null => {
  const time = timeOfSeconds(info.ctime)
  const place = readablePlace(info.y_point, info.x_point)
  if (time === null || place.lng === null) return null
  return {
    deviceType: 'hat',
    deviceId: code,
    time,
    ...place,
    ...readableNumbers({
      alt: info.Relative_altitude,
      accuracy: info.c_accuracy,
      speed: info.c_speed,
      battery: info.bat_l,
    }),
    temperature: info.tempdata ? boardTemperature(info.tempdata) : null,
    kind: 0,
  }
}

/** Entries of one list that are looked at, several times what a large site has. */
export const activeAtMost = 20_000

/** A helmet that the service has on its line. `fix` is null where it says nothing of when and where. */
export interface Active {
  readonly code: string
  readonly fix: Fix | null
}
const isOfSomebody = (entry: unknown): boolean =>
  typeof entry === 'object' &&
  entry !== null &&
  typeof (entry as { readonly user_info?: unknown }).user_info === 'object' &&
  (entry as { readonly user_info?: unknown }).user_info !== null
/** Entries without a `user_info` are of nobody. */
export function* activeOf(data: readonly unknown[]): Pausing<Active[]> {
  const active: Active[] = []
  const lookedAt = Math.min(data.length, activeAtMost)
  for (let at = 0; at < lookedAt; at += 1) {
    if (!isOfSomebody(data[at])) continue
    const { data: one } = told.safeParse(data[at])
    const code = one ? codeOf(one) : ''
    if (code !== '') active.push({ code, fix: one?.location_info ? fixOf(code, one.location_info) : null })
    yield
  }
  return active
}

/** A place that was measured longer ago than this is not where somebody calls from; milliseconds. */
const placeHolds = 60_000

/** A call for help that the service tells of: which helmet, what, and when it says. */
const callOf = (
  message: Said,
): { readonly of: Told | null | undefined; readonly kind: HelpKind | null; readonly time: number | null } | null => {
  if (message.cmd === 'server_push_ca_sip_sos')
    return { of: message.ca_info, kind: alarmType.code.sos, time: timeOfSeconds(message.time) }
  if (message.cmd !== 'server_push_sos') return null
  const type = numberOf(message.sos_type ?? '')
  // One that says no type is taken for what it may be.
  return {
    of: message.data,
    kind: type === null ? alarmType.code.sos : (helpTypes[String(type)] ?? null),
    time: timeOfSeconds(message.time),
  }
}

/** The helmet of which a message tells; null for one that tells of none, or of many. */
export const whoseIs = (message: Said): string | null => {
  const of = callOf(message)?.of
  return of ? codeOf(of) || null : null
}

/** The report of a call for help; `nobody` where it does not say whose it is, null for what calls for none. */
export const helpIn = (message: Said, now: number): Incoming | 'nobody' | null => {
  const call = callOf(message)
  if (call === null || call.kind === null) return null
  const code = call.of ? codeOf(call.of) : ''
  if (code === '') return 'nobody'
  const plain = helpOfHelmet(code, call.kind, call.time)
  const own = message.cmd === 'server_push_ca_sip_sos' ? readablePlace(message.y_point, message.x_point) : null
  if (own && own.lng !== null) return { ...plain, ...own }
  const fix = call.of?.location_info ? fixOf(code, call.of.location_info) : null
  if (fix === null || Math.abs(now - fix.time) > placeHolds) return plain
  return { ...fix, time: call.time, kind: call.kind }
}
