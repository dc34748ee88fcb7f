import { alarmSourceKind, handlingStatus, suppressReason, type Alarm, type AlarmSource } from '@vigil/contract/alarms/entities.ts'
import { resultIn } from '@vigil/contract/alarms/result.ts'
import { deviceType } from '@vigil/contract/devices/entities.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { alarmNameIn } from '../../shared/live/alarm-name.ts'
import { formatMoment } from '../../shared/time/format.ts'
import { alarmTexts } from './texts.ts'

/** Nobody took it up, so that it went on to the next on duty. */
export const isEscalated = ({ status, escalation }: Alarm): boolean => status === handlingStatus.code.unhandled && escalation > 0

/** Somebody gave it to another, who has not said yet that he has it. */
export const isGiven = ({ status, assigneeId, assignee, handleUser }: Alarm): boolean =>
  status === handlingStatus.code.inProgress && assigneeId !== null && handleUser !== assignee

/** It went on, or was given, to somebody: he is called upon until he takes it. */
export const callsUpon = (alarm: Alarm, userId: string | undefined): boolean =>
  userId !== undefined && alarm.assigneeId === userId && (isEscalated(alarm) || isGiven(alarm))

/** How far it was dealt with, and by whom or to whom, where that is known. */
export const standingOf = (alarm: Alarm, language: Language): string => {
  const t = translate(alarmTexts, language)
  const { status, assignee: user, suppressed } = alarm
  if (suppressed) return t('notRaised')
  if (status === handlingStatus.code.inProgress && user !== '') return t('inHands', { user })
  if (isEscalated(alarm)) return user === '' ? t('escalatedToNobody') : t('escalatedTo', { user })
  return handlingStatus.name(status, language)
}

/** That the site did not want to be alarmed of it, and why; null of an alarm that was raised. */
export const notRaisedOf = ({ suppressed }: Alarm, language: Language): string | null =>
  suppressed ? translate(alarmTexts, language)('notRaisedFor', { why: suppressReason.name(suppressed, language) }) : null

/** What happened, in a sentence; of an old alarm of which only the Chinese text is known, that or what it is called. */
export const eventOf = (alarm: Alarm, language: Language): string =>
  resultIn(alarm, language) ?? ((language === 'zh' && alarm.result) || alarmNameIn(alarm, language))

/** What did it, where the heading does not say so already: the fence that was entered, without who, where and how exactly. */
export const whatOf = (alarm: Alarm, language: Language): string | null => {
  if (alarm.ruleId === null) return null
  const { person: _person, device: _device, place: _place, area: _area, accuracy: _accuracy, ...facts } = alarm.facts ?? {}
  const told = resultIn({ alarmType: alarm.alarmType, facts: alarm.facts && facts }, language)?.trim()
  return told ? told.charAt(0).toUpperCase() + told.slice(1) : alarmNameIn(alarm, language)
}

/** The alarm with its area called by the name that the reader knows, wherever it is said. */
export const withAreaNamed = (alarm: Alarm, nameOf: (area: { readonly name: string }) => string): Alarm => {
  const { areaName, facts } = alarm
  const area = facts?.['area']
  return {
    ...alarm,
    areaName: areaName && nameOf({ name: areaName }),
    facts: typeof area === 'string' ? { ...facts, area: nameOf({ name: area }) } : facts,
  }
}

/** The area with its floor, else what is next to it, in words: coordinates are told where one asks for them. */
export const placeOf = (
  { areaName, floor, lng, lat }: Pick<Alarm, 'areaName' | 'floor' | 'lng' | 'lat'>,
  language: Language,
  near: (lng: number, lat: number) => string | null,
): string => {
  const t = translate(alarmTexts, language)
  if (areaName) return floor === null ? areaName : t('areaFloor', { area: areaName, floor })
  const name = lng === null || lat === null ? null : near(lng, lat)
  if (name !== null) return name
  return t(lng === null || lat === null ? 'noPlace' : 'outside')
}

/** Where it was raised, as a map takes it; empty where nobody knows. */
export const coordinatesOf = ({ lng, lat }: Pick<Alarm, 'lng' | 'lat'>, language: Language): string =>
  lng === null || lat === null
    ? ''
    : translate(alarmTexts, language)('coordinates', { east: lng.toFixed(5), north: lat.toFixed(5) })

const isDevice = ({ kind }: AlarmSource): boolean => kind === alarmSourceKind.code.device

/** What kind of device it came from, or of what else. */
export const deviceKindOf = ({ source, deviceType: type }: Alarm, language: Language): string =>
  isDevice(source) ? deviceType.name(type, language) : alarmSourceKind.name(source.kind, language)

/** `安全帽 AQM-0093`; the person is said elsewhere. */
export const deviceOf = (alarm: Alarm, label: string | null, language: Language): string =>
  `${deviceKindOf(alarm, language)} ${label ?? alarm.deviceName}`

/** What is to be known of the device that called: nobody registered it, or it is switched off. */
export const cautionOf = ({ source, facts }: Pick<Alarm, 'source' | 'facts'>, language: Language): string | null => {
  const { unregistered } = alarmSourceKind.code
  if (source.kind === unregistered) return alarmSourceKind.name(unregistered, language)
  return facts?.['state'] === 'disabled' ? translate(alarmTexts, language)('deviceDisabled') : null
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }

/** A number as it counts times: 第 {n} 次 takes the number itself, in English it is 1st, 2nd, 3rd. */
export const nth = (n: number, language: Language): string =>
  language === 'zh' ? String(n) : `${n}${endings[ordinals.select(n)] ?? 'th'}`

/**
 * A time as lists of alarms write it: at what time of the day it was is never left out, since an alarm is looked up by it. One of
 * another year is told with its year.
 */
export const listedTime = (time: string, today: string, language: Language): string => {
  const moment = formatMoment(time, today, language)
  if (moment !== time.slice(0, 10)) return moment
  return time.slice(0, 4) === today.slice(0, 4) ? time.slice(5, 16) : time.slice(0, 16)
}

/** A time of today as `08:14:32`, of another day as `11-20 08:14`; both on the site's clock. */
export const shortTime = (time: string, today: string): string => (time.startsWith(today) ? time.slice(11) : time.slice(5, 16))

/** Where one alarm is dealt with on a screen of its own. */
export const cockpitOf = (id: string): string => addressOf('alarmCockpit', { id })

/** Where the live map shows it, with the way that led there if that is asked for. */
export const mapAddressOf = ({ source, deviceType: type, deviceId, id }: Alarm, withTrail = false): string =>
  addressOf('trackRealMgmt', {
    ...(isDevice(source) ? { object: `${type}:${deviceId}` } : {}),
    alarm: id,
    trail: withTrail ? 1 : null,
  })
