import { alarmType, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { deviceType } from '@vigil/contract/devices/entities.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { translate, type Translate } from '../../shared/i18n/texts.ts'
import { alarmNameIn } from '../../shared/live/alarm-name.ts'
import { alarmTexts } from './texts.ts'

/** Who or what the alarm is about: a person, else a plate, else the device. */
export const subjectOf = ({ userName, plateNumber, deviceName }: Alarm): string => userName || plateNumber || deviceName

type Tell = (t: Translate<typeof alarmTexts.table>, alarm: Alarm) => string
const sentences: Readonly<Partial<Record<number, Tell>>> = {
  [alarmType.code.fence]: (t, alarm) => t('didFence', { who: subjectOf(alarm), name: alarm.alarmName }),
  [alarmType.code.hazard]: (t, alarm) => t('didHazard', { who: subjectOf(alarm) }),
  [alarmType.code.sos]: (t, alarm) => t('didSos', { who: subjectOf(alarm) }),
  [alarmType.code.silent]: (t, alarm) => t('didSilent', { who: subjectOf(alarm) }),
  [alarmType.code.helmetOff]: (t, alarm) => t('didHelmetOff', { who: subjectOf(alarm) }),
  [alarmType.code.fall]: (t, alarm) => t('didFall', { who: subjectOf(alarm) }),
}
/** How sure the place is, which the server's sentence ends with in every language. */
const accuracy = /±[\d.]+ m/

/** What happened, in a sentence: the server keeps it in Chinese, for other readers it is told anew. */
export const eventOf = (alarm: Alarm, language: Language): string => {
  if (language === 'zh') return alarm.result || alarmNameIn(alarm, language)
  const told = sentences[alarm.alarmType]?.(translate(alarmTexts, language), alarm) ?? alarmNameIn(alarm, language)
  const sure = accuracy.exec(alarm.result)?.[0]
  return sure ? `${told}, ${sure}` : told
}

/** The area with its floor, else the coordinates. */
export const placeOf = ({ areaName, floor, lng, lat }: Alarm, language: Language): string => {
  const t = translate(alarmTexts, language)
  if (areaName) return floor === null ? areaName : t('areaFloor', { area: areaName, floor })
  return lng === null || lat === null ? t('noPlace') : t('coordinates', { east: lng.toFixed(5), north: lat.toFixed(5) })
}

/** `安全帽 AQM-0093 · 电量 64%`; the person is said elsewhere. */
export const deviceOf = (alarm: Alarm, label: string | null, battery: number | null, language: Language): string => {
  const t = translate(alarmTexts, language)
  const name = `${deviceType.name(alarm.deviceType, language)} ${label ?? alarm.deviceName}`
  return battery === null ? name : `${name} · ${t('battery', { percent: battery })}`
}

/** Where the live map shows it. */
export const mapAddressOf = ({ deviceType: type, deviceId, id }: Alarm): string =>
  addressOf('trackRealMgmt', { object: `${type}:${deviceId}`, alarm: id })
