import type { Text } from '@vigil/contract/kernel/text.ts'
import { pictureIn } from './pictures.ts'
import type { PassageRead, ReadIn, SightingRead } from './messages.ts'
import { colourSaid, confidenceSaid, parkingSaid, timeSaid } from './said.ts'
import {
  instantOf,
  measuredOf,
  memberOf,
  numberOf,
  partOf,
  textOf,
  unreadOf,
  usualPlate,
  wholeOf,
  type Fields,
} from './values.ts'
import { dahuaMethods } from './words.ts'

/** Events of Dahua: the pushes of its ITSAPI, and events in the form of its other interfaces. */

const directions = new Map([
  ['obverse', 'in'],
  ['approach', 'in'],
  ['reverse', 'out'],
  ['leave', 'out'],
] as const)
const directionOf = (said: string) => directions.get(said.toLowerCase() as 'obverse') ?? 'unknown'

/** One of `/NotificationInfo/TollgateInfo`: message and pictures in one. */
const tollgateOf = (picture: Fields, context: ReadIn): SightingRead => {
  const [plate, vehicle, snap] = ['Plate', 'Vehicle', 'SnapInfo'].map((name) => partOf(picture, name)) as [
    Fields | null,
    Fields | null,
    Fields | null,
  ]
  const time = timeSaid(snap, ['AccurateTime', 'SnapTime'], context)
  const { colour, word } = colourSaid(plate, 'PlateColor')
  const contentOf = (name: string) => pictureIn(memberOf(partOf(picture, name), 'Content'), context.cut)
  return {
    eventKey: textOf(snap, ['UUID', 'SnapID']) || null,
    plateNumber: /^(?:false|0)$/i.test(textOf(plate, ['IsExist'])) ? '' : usualPlate(textOf(plate, ['PlateNumber'])),
    plateColor: colour,
    vehicleType: textOf(vehicle, ['VehicleType'], 32),
    vehicleSize: textOf(vehicle, ['VehicleSize'], 32),
    laneNo: wholeOf(snap, [1, 99], 'LanNo', 'Lane'),
    direction: directionOf(textOf(snap, ['Direction'])),
    passTime: time.at,
    speed: measuredOf(vehicle, 'Speed') ?? measuredOf(snap, 'Speed'),
    limit: measuredOf(snap, 'UpperSpeedLimit', 'SpeedLimit'),
    confidence: confidenceSaid(plate, 'Confidence'),
    eventName: textOf(snap, ['ViolationDesc']),
    ...(parkingSaid([textOf(snap, ['ViolationDesc'])]) ? { isParking: true } : {}),
    isReplayed: false,
    unread: unreadOf([time.word, word]),
    pictures: { whole: contentOf('NormalPic') ?? contentOf('VehiclePic'), plate: contentOf('CutoutPic') },
  }
}

/** What the device names as the violation of a car that did none. */
const usualEvents = /^(?:ANPR|TrafficJunction|TrafficGate|TrafficSnapshot)$/i

const trafficOf = (data: Fields, car: Fields, code: string, { clock, now }: ReadIn): SightingRead => {
  const object = partOf(data, 'Object')
  const isPlate = /^plate$/i.test(textOf(object, ['ObjectType']))
  const seconds = numberOf(data, 'RealUTC', 'UTC') ?? numberOf(car, 'UTC')
  const local = instantOf(textOf(data, ['LocaleTime']), clock)
  const { colour, word } = colourSaid(car, 'PlateColor')
  const event = textOf(car, ['ViolationDesc', 'Event'])
  const sequence = textOf(data, ['EventID'])
  return {
    eventKey: sequence === '' || seconds === null ? null : `${sequence} ${seconds}`,
    plateNumber: usualPlate(textOf(car, ['PlateNumber']) || (isPlate ? textOf(object, ['Text']) : '')),
    plateColor: colour,
    vehicleType: textOf(partOf(data, 'Vehicle'), ['Category'], 32),
    vehicleSize: textOf(car, ['VehicleSize'], 32),
    laneNo: wholeOf(data, [1, 99], 'Lane') ?? wholeOf(car, [1, 99], 'Lane'),
    direction: directionOf(textOf(data, ['JunctionDirection'])),
    // Of some firmware UTC is the local time: what is written as local time says which.
    passTime: local ?? (seconds === null ? now : seconds * 1_000),
    speed: measuredOf(car, 'Speed') ?? measuredOf(data, 'Speed'),
    limit: measuredOf(car, 'UpperSpeedLimit'),
    confidence: confidenceSaid(object, 'Confidence'),
    eventName: usualEvents.test(event) ? '' : event,
    ...(parkingSaid([code, textOf(car, ['Event']), event]) ? { isParking: true } : {}),
    isReplayed: false,
    unread: unreadOf([word]),
    pictures: null,
  }
}

/** The event itself, however it is wrapped. */
const eventIn = (fields: Fields): Fields => partOf(fields, 'Events') ?? partOf(partOf(fields, 'params'), 'eventList') ?? fields

/** Of a device that says it lives, or what it is. */
const isBeat = (fields: Fields): boolean =>
  memberOf(fields, 'KeepAlive', 'DeviceInfo') !== undefined ||
  (memberOf(fields, 'Active', 'DeviceID') !== undefined && partOf(fields, 'Picture') === null)

/** Null for what is none of Dahua's. */
export const sightingOf = (fields: Fields, context: ReadIn): SightingRead | 'ignored' | null => {
  const picture = partOf(fields, 'Picture')
  if (picture) return tollgateOf(picture, context)
  const data = partOf(eventIn(fields), 'Data') ?? eventIn(fields)
  const car = partOf(data, 'TrafficCar')
  if (car) return trafficOf(data, car, textOf(eventIn(fields), ['Code']), context)
  return isBeat(fields) || memberOf(eventIn(fields), 'Code') !== undefined ? 'ignored' : null
}

const refusals = new Map<number, Text>([
  [0x10, { zh: '无通行权限', en: 'no right to pass' }],
  [0x11, { zh: '卡已挂失或注销', en: 'the card was reported lost or cancelled' }],
  [0x12, { zh: '无此门权限', en: 'no right to this door' }],
  [0x13, { zh: '开门方式不符', en: 'not by this way of opening' }],
  [0x14, { zh: '不在允许时段', en: 'outside the permitted hours' }],
  [0x15, { zh: '反潜回', en: 'anti-passback' }],
])
const refusalOf = (code: number | null): Text =>
  refusals.get(code ?? 0) ?? {
    zh: code === null ? '设备拒绝' : `设备拒绝（错误码 ${code}）`,
    en: code === null ? 'refused by the device' : `refused by the device (error code ${code})`,
  }

const wayOf = (data: Fields): PassageRead['direction'] => {
  const type = textOf(data, ['Type']).toLowerCase()
  if (type === 'entry' || type === 'exit') return type === 'entry' ? 'in' : 'out'
  const door = numberOf(data, 'Door')
  return door === 0 ? 'in' : door === 1 ? 'out' : 'unknown'
}

export const passageOf = (fields: Fields, { clock, now }: ReadIn): PassageRead | 'ignored' | null => {
  const event = eventIn(fields)
  const code = textOf(event, ['Code'])
  const data = partOf(event, 'Data')
  if (!data || code !== 'AccessControl') return code !== '' || isBeat(fields) ? 'ignored' : null
  const status = numberOf(data, 'Status')
  // A door that only opened or closed says nothing of anybody.
  if (status === null) return 'ignored'
  const seconds = numberOf(data, 'CreateTime', 'UTC')
  const written = instantOf(textOf(data, ['LocaleTime']), clock)
  const record = textOf(data, ['RecNo'])
  return {
    eventKey: record === '' || seconds === null ? null : `${record} ${seconds}`,
    personNo: textOf(data, ['UserID']),
    personName: textOf(data, ['CardName']),
    cardNo: textOf(data, ['CardNo']),
    direction: wayOf(data),
    // As of a crossing.
    passTime: written ?? (seconds === null ? now : seconds * 1_000),
    passType: dahuaMethods.get(numberOf(data, 'Method') ?? -1) ?? 'other',
    isLetThrough: status === 1,
    refusedFor: status === 1 ? null : refusalOf(numberOf(data, 'ErrorCode')),
    temperature: null,
    isReplayed: false,
    unread: null,
    picture: null,
  }
}
