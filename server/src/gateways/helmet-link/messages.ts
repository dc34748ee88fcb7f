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

/** By what a service calls a helmet: its IMEI, the number of its SIP account and of its card, and who is logged in on it. */
const naming = { device_id: maybe, sip_id: maybe, mobile: maybe, user_id: maybe }

/** Entries of one list of calls that are looked at. */
const calledAtMost = 1_000
type Fields = Readonly<Record<string, unknown>>
/**
 * The objects of which a member tells: itself, those in a list, or what a text holds as JSON. A text or a number that is none of these
 * is taken for the code of a helmet.
 */
const unfolded = (value: unknown, depth = 0): readonly Fields[] => {
  if (Array.isArray(value))
    return depth > 1 ? [] : value.slice(0, calledAtMost).flatMap((one: unknown) => unfolded(one, depth + 1))
  if (typeof value === 'object' && value !== null) return [value as Fields]
  if (typeof value === 'number') return [{ device_id: value }]
  if (typeof value !== 'string' || value.trim() === '') return []
  const json = /^\s*[[{]/.test(value) ? readJson(value) : undefined
  return json === undefined ? [{ device_id: value }] : unfolded(json, depth + 1)
}
const readJson = (text: string): unknown => {
  try {
    return parseDeviceJson(text)
  } catch {
    return undefined
  }
}
/** A member that should be one object. */
const oneOf = (member: unknown): unknown => unfolded(member)[0] ?? null

// Members that nobody asks for are passed over, not gone through: there may be a million.
const userInfo = z.object(naming)
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
  user_info: z.preprocess(oneOf, userInfo.nullish()).catch(null),
  location_info: z.preprocess(oneOf, locationInfo.nullish()).catch(null),
  ...naming,
})
type Told = z.output<typeof told>

/** As it is: each of a million entries would be looked at otherwise. */
const list = z.custom<readonly unknown[]>((value) => Array.isArray(value))

const said = z.discriminatedUnion('cmd', [
  z.object({ cmd: z.literal('ma_login'), status: z.unknown(), msg: maybe }),
  z.object({
    cmd: z.literal('ma_get_active_devices'),
    status: z.unknown().optional(),
    msg: maybe,
    data: list.nullish().catch(null),
  }),
  z.object({ cmd: z.literal('ma_sending_message'), status: z.unknown().optional(), msg: maybe }),
  z.object({ cmd: z.literal('server_push_sos'), sos_type: maybe, data: z.unknown().optional(), time: maybe, ...naming }),
  z.object({
    cmd: z.literal('server_push_ca_sip_sos'),
    room_id: maybe,
    ca_info: z.unknown().optional(),
    ...naming,
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

/** Whether an answer says yes, in either way of writing it. */
export const isYes = (status: unknown): boolean => status === true || status === 'true'
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

/** What a helmet is called by; each empty where nothing is said of it. */
export interface Names {
  readonly code: string
  readonly sipId: string
  readonly mobile: string
  readonly userId: string
}
const namesOf = (of: Told): Names => {
  const said = (name: keyof typeof naming): string => (of.user_info?.[name]?.trim() || of[name]?.trim()) ?? ''
  return { code: said('device_id'), sipId: said('sip_id'), mobile: said('mobile'), userId: said('user_id') }
}
export const isNamed = (names: Names): boolean => Object.values(names).some((name) => name !== '')

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
  readonly names: Names
  readonly fix: Fix | null
  /** What it says of itself, as the service tells it. */
  readonly info: LocationInfo | null
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
    const names = one ? namesOf(one) : null
    if (names && names.code !== '') {
      const { code } = names
      const info = one?.location_info ?? null
      active.push({ code, names, info, fix: info && fixOf(code, info) })
    }
    yield
  }
  return active
}

/** A place that was measured longer ago than this is not where somebody calls from; milliseconds. */
const placeHolds = 60_000

type Push = Extract<Said, { readonly cmd: 'server_push_sos' | 'server_push_ca_sip_sos' }>
const isPush = (message: Said): message is Push => message.cmd === 'server_push_sos' || message.cmd === 'server_push_ca_sip_sos'

/** What a push calls for; null for what calls for nothing. One that says no type is taken for what it may be. */
const kindOf = (push: Push): HelpKind | null => {
  const type = push.cmd === 'server_push_sos' ? numberOf(push.sos_type ?? '') : null
  return type === null ? alarmType.code.sos : (helpTypes[String(type)] ?? null)
}

/** Whom a push tells of: never nobody, since it is said beside whom it should say it of, or not at all. */
const toldBy = (push: Push): readonly Told[] => {
  const of = unfolded(push.cmd === 'server_push_sos' ? push.data : push.ca_info).map((one) => told.parse(one))
  const named = of.filter((one) => isNamed(namesOf(one)))
  return named.length > 0 ? named : [told.parse({ ...of[0], ...push })]
}

/** The helmet of which a message tells by its code; null for one that tells of none, or of many. */
export const whoseIs = (message: Said): string | null => {
  const [of, another] = isPush(message) ? toldBy(message) : []
  return of && !another ? namesOf(of).code || null : null
}

/** A call for help, and by what its helmet is called; the report has no code yet. */
export interface Called {
  readonly names: Names
  readonly report: Incoming
}
const calledBy = (push: Push, kind: HelpKind, of: Told, now: number): Incoming => {
  const time = timeOfSeconds(push.time)
  const way = push.cmd === 'server_push_sos' ? 'push' : 'sip'
  const plain = helpOfHelmet('', kind, time, way)
  const own = push.cmd === 'server_push_ca_sip_sos' ? readablePlace(push.y_point, push.x_point) : null
  if (own && own.lng !== null) return { ...plain, ...own }
  const fix = of.location_info ? fixOf('', of.location_info) : null
  if (fix === null || Math.abs(now - fix.time) > placeHolds) return plain
  return { ...fix, time, kind, way }
}

/** The calls for help of a message: one for each whom it tells of, and one of nobody where it tells of nobody. */
export const helpIn = (message: Said, now: number): readonly Called[] => {
  const kind = isPush(message) ? kindOf(message) : null
  if (!isPush(message) || kind === null) return []
  return toldBy(message).map((of) => ({ names: namesOf(of), report: calledBy(message, kind, of, now) }))
}

/** What a message tells that administrators hear of, and by what whose helmet it was is called; of nobody nothing is told. */
export const deedsIn = (
  message: Said,
): readonly {
  readonly names: Names
  readonly did:
    | { readonly act: 'ca_sos'; readonly sos_type: string | null }
    | { readonly act: 'ca_sip_sos'; readonly room_id: string | null }
}[] => {
  if (!isPush(message)) return []
  const did =
    message.cmd === 'server_push_sos'
      ? ({ act: 'ca_sos', sos_type: message.sos_type ?? null } as const)
      : ({ act: 'ca_sip_sos', room_id: message.room_id ?? null } as const)
  return toldBy(message)
    .map(namesOf)
    .filter(isNamed)
    .map((names) => ({ names, did }))
}
