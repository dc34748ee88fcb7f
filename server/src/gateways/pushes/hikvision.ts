import { hikvisionMinors } from './words.ts'
import type { PassageRead, ReadIn, SightingRead } from './messages.ts'
import { colourSaid, confidenceSaid, parkingSaid, timeSaid } from './said.ts'
import { measuredOf, memberOf, numberOf, partOf, textOf, unreadOf, usualPlate, wholeOf, type Fields } from './values.ts'

/** Events of Hikvision's ISAPI, as XML or JSON. */

/** The alert itself, also where JSON has it below its own name; null for what is none. */
export const alertIn = (fields: Fields): Fields | null => {
  const alert = partOf(fields, 'EventNotificationAlert') ?? fields
  return memberOf(alert, 'eventType') === undefined && partOf(alert, 'AccessControllerEvent') === null ? null : alert
}

/** What only says that the device lives. */
const isBeat = (alert: Fields): boolean =>
  /^(?:videoloss|heart_?beat)$/i.test(textOf(alert, ['eventType'])) || /^inactive$/i.test(textOf(alert, ['eventState']))

const isTrue = (said: string): boolean => /^(?:true|1)$/i.test(said)

const timeOf = (alert: Fields, context: ReadIn) => timeSaid(alert, ['dateTime', 'time'], context)

/** A word, which tells more than the number that some cameras have beside it. */
const kindOf = (vehicle: Fields | null, anpr: Fields): string => {
  const said = [vehicle, anpr].map((of) => textOf(of, ['vehicleType'], 32)).filter((kind) => kind !== '')
  return said.find((kind) => !/^\d+$/.test(kind)) ?? said[0] ?? ''
}

const directions = new Map([
  ['forward', 'in'],
  ['reverse', 'out'],
] as const)

/** Of GA/T 16.31, by which cameras name what is illegal: standing where that is forbidden, with the digit by which some part it. */
const parkingCode = /^1039\d?$/

export const sightingOf = (alert: Fields, context: ReadIn): SightingRead | 'ignored' => {
  const anpr = partOf(alert, 'ANPR', 'aNPR', 'anpr')
  if (isBeat(alert) || anpr === null) return 'ignored'
  const vehicle = partOf(anpr, 'vehicleInfo')
  const illegal = partOf(anpr, 'illegalInfo')
  const time = timeOf(alert, context)
  const plate = colourSaid(anpr, 'plateColor')
  const direction = textOf(anpr, ['direction'])
  const code = textOf(illegal, ['illegalCode'])
  const isIllegal = code !== '0'
  const said = [textOf(alert, ['eventType']), isIllegal ? textOf(illegal, ['illegalName']) : '']
  const isParking = parkingCode.test(code) || parkingSaid(said)
  return {
    eventKey: textOf(alert, ['UUID', 'uuid']) || null,
    plateNumber: usualPlate(textOf(anpr, ['licensePlate'])) || usualPlate(textOf(anpr, ['originalLicensePlate'])),
    plateColor: plate.colour,
    vehicleType: kindOf(vehicle, anpr),
    vehicleSize: '',
    laneNo: wholeOf(anpr, [1, 99], 'line', 'laneNo'),
    direction: directions.get(direction.toLowerCase() as 'forward') ?? 'unknown',
    passTime: time.at,
    speed: measuredOf(vehicle, 'speed'),
    limit: measuredOf(anpr, 'speedLimit'),
    confidence: confidenceSaid(anpr, 'confidenceLevel'),
    eventName: isIllegal ? textOf(illegal, ['illegalName']) : '',
    ...(isParking ? { isParking } : {}),
    isReplayed: isTrue(textOf(alert, ['isDataRetransmission'])) || textOf(anpr, ['alarmDataType']) === '1',
    unread: unreadOf([time.word, plate.word]),
    pictures: null,
  }
}

/** Some firmware nests it one level deeper. */
const accessIn = (alert: Fields): Fields | null => {
  const event = partOf(alert, 'AccessControllerEvent')
  return partOf(event, 'AccessControllerEvent') ?? event
}

/** Somebody opened it from elsewhere: of the class of operations, not of events. */
const [operations, events, remoteOpen] = [3, 5, 0x400]

const passOf = (event: Fields) => {
  const [major, minor] = [numberOf(event, 'majorEventType', 'major'), numberOf(event, 'subEventType', 'minor')]
  if (major === operations && minor === remoteOpen) return { by: 'remote', refused: null } as const
  return major === events && minor !== null ? (hikvisionMinors.get(minor) ?? null) : null
}

const temperatureOf = (event: Fields): number | null => {
  const degrees = numberOf(event, 'currTemperature')
  return degrees !== null && degrees >= 30 && degrees <= 45 ? degrees : null
}

/** By its door; of a terminal without one, by what the person says that he comes for. */
const wayOf = (event: Fields): PassageRead['direction'] => {
  const door = numberOf(event, 'doorNo')
  if (door !== null) return door === 1 ? 'in' : door === 2 ? 'out' : 'unknown'
  const attendance = textOf(event, ['attendanceStatus'])
  return /in$/i.test(attendance) ? 'in' : /out$/i.test(attendance) ? 'out' : 'unknown'
}

export const passageOf = (alert: Fields, context: ReadIn): PassageRead | 'ignored' => {
  const event = isBeat(alert) ? null : accessIn(alert)
  const pass = event && passOf(event)
  if (!event || !pass) return 'ignored'
  const time = timeOf(alert, context)
  const serial = textOf(event, ['serialNo'])
  return {
    eventKey: textOf(alert, ['UUID', 'uuid']) || (serial === '' ? null : `${serial} ${time.said}`),
    personNo: textOf(event, ['employeeNoString', 'employeeNo']),
    personName: textOf(event, ['name']),
    cardNo: textOf(event, ['cardNo']),
    direction: wayOf(event),
    passTime: time.at,
    passType: pass.by,
    isLetThrough: pass.refused === null,
    refusedFor: pass.refused,
    temperature: temperatureOf(event),
    isReplayed: isTrue(textOf(alert, ['isDataRetransmission'])) || /^false$/i.test(textOf(event, ['currentEvent'])),
    unread: unreadOf([time.word]),
    picture: null,
  }
}
