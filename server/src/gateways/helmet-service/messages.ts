import { z } from 'zod'
import { alarmType, helpTypes } from '@vigil/contract/alarms/types.ts'
import { consoleMessages } from '@vigil/contract/telephony/helmet-service.ts'
import {
  boardTemperature,
  numberOf,
  readableNumbers,
  readablePlace,
  timeOfSeconds,
  type HelpKind,
  type Incoming,
} from '../../modules/positions/index.ts'
import { messageStatus } from '../shared/helmet-did.ts'
import { parseDeviceJson } from '../shared/json.ts'

/** The act/cmd protocol: what helmets (`ca_…`) and administrators (`ma_…`) say. Every number of a helmet arrives as a string. */

const textual = z.union([z.string().max(4_000), z.number()]).transform(String)
const optional = textual.nullish()
/** Of a call for help nothing is a reason not to hear it: what cannot be read is left out. */
const ifReadable = optional.catch(null)

/** A number or name of something, which pages are told of as it is. */
const name = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[\w-]{1,64}$/))
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
export type LocationInfo = z.output<typeof locationInfo>

/** What a helmet says of its firmware: a number as makers write them, or nothing. */
const firmware = z
  .string()
  .regex(/^[\w.+-]{1,64}$/)
  .nullish()
  .catch(null)

const message = z.discriminatedUnion('act', [
  z.object({ act: z.literal('ca_login'), device_id: textual, key: z.string().max(200), fw_version: firmware }),
  z.object({ act: z.literal('ca_report_location'), location_info: locationInfo }),
  z.object({ act: z.literal('ca_sos'), sos_type: ifReadable, time: ifReadable }),
  z.object({ act: z.literal('ca_sip_sos'), room_id: name.nullish().catch(null), time: ifReadable }),
  z.object({ act: z.literal('ca_sending_message'), message_id: name, status: messageStatus }),
  z.object({ act: z.literal('ca_get_sip_info') }),
  ...consoleMessages,
])
export type Message = z.output<typeof message>

export type Help = Extract<Message, { act: 'ca_sos' | 'ca_sip_sos' }>
export const isHelp = (incoming: Message): incoming is Help => incoming.act === 'ca_sos' || incoming.act === 'ca_sip_sos'
export type LoginMessage = Extract<Message, { act: 'ca_login' | 'ma_login' }>
export const isLogin = (incoming: Message): incoming is LoginMessage => incoming.act === 'ca_login' || incoming.act === 'ma_login'

const jsonOf = (text: string): unknown => {
  try {
    return parseDeviceJson(text)
  } catch {
    return null
  }
}
/** Null for what is no message of the protocol. */
export const readMessage = (text: string): Message | null => message.safeParse(jsonOf(text)).data ?? null

/** What a pushed sos_type means, null for what is only an event. One that says no type is taken for what it may be. */
export const helpOf = (sosType: string | null | undefined): HelpKind | null => {
  const type = numberOf(sosType ?? '')
  return type === null ? alarmType.code.sos : (helpTypes[String(type)] ?? null)
}

/** x_point is latitude, y_point longitude. What is out of range besides the place is left out, not the whole report. */
export const readLocation = (code: string, info: LocationInfo): Incoming => ({
  deviceType: 'hat',
  deviceId: code,
  time: timeOfSeconds(info.ctime),
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
