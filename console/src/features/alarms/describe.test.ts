import { anAlarm } from './an-alarm.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { driverOf, subjectOf } from '@vigil/contract/alarms/subject.ts'
import { alarmLevel, alarmType } from '@vigil/contract/alarms/entities.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { expect, test } from 'vitest'
import {
  callsUpon,
  cautionOf,
  coordinatesOf,
  deviceOf,
  eventOf,
  listedTime,
  mapAddressOf,
  notRaisedOf,
  nth,
  placeOf,
  shortTime,
  standingOf,
  whatOf,
  withAreaNamed,
} from './describe.ts'
import { alarmTexts } from './texts.ts'

const alarm = {
  id: '7',
  source: { kind: 'device', id: '12', label: 'AQM-0093（陈国强）' },
  deviceType: 'hat',
  deviceId: '864901040093271',
  deviceName: 'AQM-0093（陈国强）',
  userName: '陈国强',
  plateNumber: '',
  areaName: '煤磨 MM',
  floor: 3,
  lng: 118.36463,
  lat: 31.17851,
} as Alarm

test('an alarm is about a person, a vehicle whoever drives it, or at least a device', () => {
  expect(subjectOf(alarm)).toBe('陈国强')
  expect(subjectOf({ ...alarm, userName: '', plateNumber: '皖B·7K362' })).toBe('AQM-0093（陈国强）')
  const driven = { ...alarm, plateNumber: '皖B·7K362' }
  for (const type of ['car', 'speedCamera', 'gate'])
    expect([subjectOf({ ...driven, deviceType: type }), driverOf({ ...driven, deviceType: type })]).toEqual([
      '皖B·7K362',
      '陈国强',
    ])
  // Who is in danger beside a vehicle is whom it is about.
  expect([subjectOf(driven), driverOf(driven)]).toEqual(['陈国强', ''])
  expect(subjectOf({ ...alarm, userName: '' })).toBe('AQM-0093（陈国强）')
})

test('times are counted as each language counts them', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21].map((n) => nth(n, 'en'))).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
  ])
  expect(nth(1, 'zh')).toBe('1')
})

test('a list of alarms says at what time of the day, however long ago it was', () => {
  const on = (time: string) => listedTime(time, '2026-11-26', 'zh')
  expect(on('2026-11-26 08:38:12')).toBe('08:38:12')
  expect(on('2026-11-25 08:38:12')).toBe('昨日 08:38')
  expect(on('2026-11-24 08:38:12')).toBe('11-24 08:38')
  expect(on('2025-11-24 08:38:12')).toBe('2025-11-24 08:38')
})

test('the heading of every alarm fits one line of the column', () => {
  // Characters that 180 px hold, of those that are half as wide as a Chinese one.
  const most = 22
  for (const language of ['zh', 'en'] as const) {
    const t = translate(alarmTexts, language)
    const headings = alarmType.codes.map((code) =>
      t('heading', { level: alarmLevel.name(1, language), type: alarmType.name(code, language) }),
    )
    const wide = headings.filter((heading) => heading.replaceAll(/[^ -~·]/g, '..').length > most)
    expect(wide).toEqual([])
  }
})

const nowhere = (): null => null

test('its place is an area with its floor, else what is next to it, else outside of all, else nobody knows; never coordinates', () => {
  expect(placeOf(alarm, 'zh', () => '距 煤磨 MM 30 m')).toBe('煤磨 MM 3 层')
  expect(placeOf({ ...alarm, floor: null }, 'en', nowhere)).toBe('煤磨 MM')
  expect(placeOf({ ...alarm, areaName: null }, 'zh', () => '距 煤磨 MM 30 m')).toBe('距 煤磨 MM 30 m')
  expect(placeOf({ ...alarm, areaName: null }, 'en', nowhere)).toBe('Outside areas')
  expect(coordinatesOf(alarm, 'en')).toBe('118.36463° E, 31.17851° N')
  expect(coordinatesOf({ lng: null, lat: 31 }, 'en')).toBe('')
  expect(placeOf({ ...alarm, areaName: null, lng: null }, 'zh', () => 'never')).toBe('无定位')
})

test('its area is called as its reader knows it, in every sentence', () => {
  const sos = { ...alarm, alarmType: 4, facts: { person: 'Chen', device: 'AQM-0093', place: 'in', area: '煤磨 MM' } } as Alarm
  const read = withAreaNamed(sos, ({ name }) => (name === '煤磨 MM' ? 'Coal mill' : name))
  expect(placeOf(read, 'en', nowhere)).toBe('Coal mill, floor 3')
  expect(eventOf(read, 'en')).toContain('Coal mill')
  expect(withAreaNamed({ ...sos, areaName: null, facts: null }, () => 'never')).toMatchObject({ areaName: null, facts: null })
})

test('what did it is told without what stands elsewhere', () => {
  const fence = {
    ...alarm,
    alarmType: 1,
    ruleId: '9',
    alarmName: '禁入区',
    facts: { person: '陈国强', device: 'AQM-0093', did: 'entered', fence: '禁入区', accuracy: 2.9 },
  } as Alarm
  expect(whatOf(fence, 'zh')).toBe('进入“禁入区”')
  expect(whatOf(fence, 'en')).toBe('Breached the fence “禁入区”')
  expect(whatOf({ ...fence, facts: null }, 'zh')).toBe('禁入区')
  expect(whatOf({ ...alarm, ruleId: null, alarmType: 4 }, 'zh')).toBeNull()
})

test('what the site did not want to be alarmed of is not called handled', () => {
  const kept = anAlarm(7, { status: 2, suppressed: 'typeOff' })
  expect([standingOf(kept, 'zh'), standingOf(kept, 'en')]).toEqual(['未报警', 'Not raised'])
  expect(notRaisedOf(kept, 'zh')).toBe('未报警 · 站点已关闭此类报警')
  expect(standingOf({ ...kept, suppressed: null }, 'zh')).toBe('已处理')
  expect(notRaisedOf({ ...kept, suppressed: null }, 'zh')).toBeNull()
})

test('times of today are short', () => {
  expect(shortTime('2026-11-20 08:14:32', '2026-11-20')).toBe('08:14:32')
  expect(shortTime('2026-11-19 08:14:32', '2026-11-20')).toBe('11-19 08:14')
})

test('a source that is no device is told by its kind, and has no object on the map', () => {
  const camera = {
    ...alarm,
    source: { kind: 'camera', id: '34', label: '磨房 2' },
    deviceType: 'camera',
    deviceId: '34',
    deviceName: '磨房 2',
  } as const
  expect(deviceOf(camera, null, 'zh')).toBe('摄像机 磨房 2')
  expect(deviceOf(camera, null, 'en')).toBe('Camera 磨房 2')
  expect(mapAddressOf(camera)).toBe('/userSafeMgmt/trackRealMgmt?alarm=7')
})

test("who called by a device that is none of the site's is told so, and leads to no device", () => {
  const source = { kind: 'unregistered', id: '<b>1', label: '<b>1' } as const
  const facts = { unregistered: 'hat', device: '<b>1', place: 'none' } as const
  const over = { source, facts, deviceType: 'unregistered', deviceId: '<b>1', deviceName: '<b>1', userName: '', objectId: null }
  const stranger = anAlarm(7, over)
  expect([subjectOf(stranger), deviceOf(stranger, null, 'en')]).toEqual(['<b>1', 'Unregistered device <b>1'])
  expect([cautionOf(stranger, 'zh'), cautionOf(stranger, 'en')]).toEqual(['未登记设备', 'Unregistered device'])
  expect(eventOf(stranger, 'zh')).toBe('未登记的安全帽 <b>1 发出求救，无定位')
  expect(mapAddressOf(stranger)).toBe('/userSafeMgmt/trackRealMgmt?alarm=7')
  const disabled = anAlarm(8, { facts: { device: 'H-1', state: 'disabled' } })
  expect([cautionOf(disabled, 'zh'), cautionOf(disabled, 'en')]).toEqual(['设备已停用', 'Device disabled'])
  expect(cautionOf(alarm, 'zh')).toBeNull()
})

test('the map is opened on the device and the alarm', () => {
  expect(mapAddressOf(alarm)).toBe('/userSafeMgmt/trackRealMgmt?object=hat%3A864901040093271&alarm=7')
})

test('what happened is written from its facts in the language of the reader, else told as it was written', () => {
  const breach = { ...alarm, alarmType: 1, alarmName: '煤磨禁入区', ruleId: '3', result: '陈国强进入煤磨', facts: null }
  const facts = { person: '陈国强', device: 'AQM-0093', did: 'entered', fence: '煤磨禁入区', accuracy: 2.9 }
  expect(eventOf({ ...breach, facts }, 'zh')).toBe('陈国强（AQM-0093）进入“煤磨禁入区”，精度 ±2.9 m')
  expect(eventOf({ ...breach, facts }, 'en')).toBe('陈国强 breached the fence “煤磨禁入区”, ±2.9 m')
  expect(eventOf(breach, 'zh')).toBe('陈国强进入煤磨')
  expect(eventOf(breach, 'en')).toBe('煤磨禁入区')
  expect(eventOf({ ...breach, alarmType: 9, ruleId: null, result: '' }, 'en')).toBe('Gathering')
})

test('an alarm calls upon whom it went on or was given to, until he takes it', () => {
  const mine = { assigneeId: '7', assignee: '李卫东' }
  expect(callsUpon(anAlarm(1, { ...mine, escalation: 1 }), '7')).toBe(true)
  expect(callsUpon(anAlarm(1, { ...mine, status: 1, handleUser: '王建国' }), '7')).toBe(true)
  expect(callsUpon(anAlarm(1, { ...mine, status: 1, handleUser: '王建国' }), '8')).toBe(false)
  expect(callsUpon(anAlarm(1, { ...mine, status: 1, handleUser: '李卫东' }), '7')).toBe(false)
  expect(callsUpon(anAlarm(1, { ...mine, status: 2, handleUser: '王建国' }), '7')).toBe(false)
  expect(callsUpon(anAlarm(1), undefined)).toBe(false)
})
