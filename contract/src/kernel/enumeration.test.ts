import { describe, expect, it } from 'vitest'
import { enabledFlag } from './enabled.ts'
import { alarmLevel, alarmType, handlingStatus, statisticsInterval } from '../alarms/entities.ts'
import { holidayType, period, weekday } from '../attendance/entities.ts'
import { deviceType } from '../devices/entities.ts'
import { equipmentArea, objectKind } from '../hazards/entities.ts'

type Row = readonly [member: string, code: string | number, zh: string, en: string]
const every: readonly { name: string; of: AnyEnumeration; rows: readonly Row[]; otherwise?: readonly [string, string] }[] = [
  { name: 'enabled flag', of: enabledFlag, rows: [['enabled', 1, '启用', 'Enabled']], otherwise: ['停用', 'Disabled'] },
  {
    name: 'period',
    of: period,
    rows: [
      ['day', 0, '日', 'Day'],
      ['week', 1, '周', 'Week'],
      ['month', 2, '月', 'Month'],
      ['year', 3, '年', 'Year'],
    ],
  },
  {
    name: 'holiday type',
    of: holidayType,
    rows: [
      ['swapOff', 0, '调休（放假）', 'Swapped day off'],
      ['swapWork', 1, '调班（上班）', 'Swapped working day'],
      ['statutory', 2, '法定节假日', 'Statutory holiday'],
    ],
  },
  {
    name: 'equipment area',
    of: equipmentArea,
    rows: [
      ['cementMill', 'SNM', '水泥磨', 'Cement mill'],
      ['preheater', 'YRQ', '预热器', 'Preheater'],
      ['coalMill', 'MM', '煤磨', 'Coal mill'],
      ['inclinedChain', 'XLL', '斜拉链', 'Inclined chain'],
    ],
  },
  {
    name: 'weekday',
    of: weekday,
    rows: [
      ['first', 1, '周一', 'Monday'],
      ['second', 2, '周二', 'Tuesday'],
      ['third', 3, '周三', 'Wednesday'],
      ['fourth', 4, '周四', 'Thursday'],
      ['fifth', 5, '周五', 'Friday'],
      ['sixth', 6, '周六', 'Saturday'],
      ['seventh', 7, '周日', 'Sunday'],
    ],
  },
  {
    name: 'object kind',
    of: objectKind,
    rows: [
      ['hazard', 0, '危险源', 'Hazard source'],
      ['positioning', 1, '定位', 'Positioning'],
    ],
    otherwise: ['危险源', 'Hazard source'],
  },
  {
    name: 'statistics interval',
    of: statisticsInterval,
    rows: [
      ['realTime', 0, '实时', 'Real time'],
      ['day', 1, '按日', 'By day'],
      ['week', 2, '按周', 'By week'],
    ],
    otherwise: ['按月', 'By month'],
  },
  {
    name: 'handling status',
    of: handlingStatus,
    rows: [
      ['unhandled', 0, '未处理', 'Unhandled'],
      ['inProgress', 1, '处理中', 'In progress'],
      ['handled', 2, '已处理', 'Handled'],
    ],
  },
  {
    name: 'device type',
    of: deviceType,
    rows: [
      ['hat', 'hat', '安全帽', 'Helmet'],
      ['badge', 'badge', '工牌', 'Badge'],
      ['car', 'car', '车辆', 'Vehicle'],
    ],
    otherwise: ['其他', 'Other'],
  },
  {
    name: 'alarm type',
    of: alarmType,
    rows: [
      ['fence', 1, '电子围栏', 'Electronic fence'],
      ['hazard', 2, '危险源', 'Hazard source'],
      ['speeding', 3, '车辆超速', 'Vehicle speeding'],
      ['sos', 4, 'SOS', 'SOS'],
      ['silent', 5, '静默报警', 'Silent alarm'],
      ['overStaffing', 6, '超员', 'Over-staffing'],
      ['underStaffing', 7, '缺员', 'Under-staffing'],
      ['overstay', 8, '滞留', 'Overstay'],
      ['gathering', 9, '聚集', 'Gathering'],
      ['offline', 10, '离线', 'Offline'],
      ['lowBattery', 11, '低电量', 'Low battery'],
      ['helmetOff', 12, '脱帽', 'Helmet off'],
      ['fall', 13, '跌落', 'Fall'],
      ['strayed', 14, '串岗', 'Wrong post'],
      ['leftPost', 15, '离岗', 'Post left'],
      ['nearPower', 16, '近电', 'Near live power'],
      ['climbing', 17, '登高', 'Climbing'],
      ['encounter', 20, '人车接近', 'Vehicle near a person'],
      ['visitorOverstay', 31, '访客超时未离', 'Visitor overstay'],
      ['visitorOutOfArea', 32, '访客越界', 'Visitor out of area'],
      ['visitorUnescorted', 33, '访客脱离陪同', 'Visitor unescorted'],
      ['barredVehicle', 41, '黑名单车辆', 'Barred vehicle'],
    ],
    otherwise: ['其他', 'Other'],
  },
  {
    name: 'alarm level',
    of: alarmLevel,
    rows: [
      ['one', 1, '一级', 'Level one'],
      ['two', 2, '二级', 'Level two'],
      ['three', 3, '三级', 'Level three'],
    ],
  },
]

interface AnyEnumeration {
  readonly code: object
  readonly codes: readonly (string | number)[]
  readonly schema: { safeParse: (value: unknown) => { success: boolean } }
  readonly name: (code: string | number | null | undefined, language: 'zh' | 'en') => string
  readonly options: (language: 'zh' | 'en') => readonly { value: string | number; label: string }[]
}

describe.each(every)('$name', ({ of, rows, otherwise }) => {
  it('has exactly its codes', () => {
    expect(Object.entries(of.code)).toEqual(rows.map(([member, code]) => [member, code]))
    expect(of.codes).toEqual(rows.map(([, code]) => code))
  })

  it('names every code in both languages', () => {
    for (const [, code, zh, en] of rows) expect([of.name(code, 'zh'), of.name(code, 'en')]).toEqual([zh, en])
    expect(of.options('zh')).toEqual(rows.map(([, value, label]) => ({ value, label })))
    expect(of.options('en')).toEqual(rows.map(([, value, , label]) => ({ value, label })))
  })

  it('has a name for whatever else comes', () => {
    for (const strange of [99, 'strange', '', '1', 'hasOwnProperty']) {
      expect(of.name(strange, 'zh')).toBe(otherwise?.[0] ?? String(strange))
      expect(of.name(strange, 'en')).toBe(otherwise?.[1] ?? String(strange))
    }
    for (const absent of [null, undefined]) {
      expect(of.name(absent, 'zh')).toBe(otherwise?.[0] ?? '')
      expect(of.name(absent, 'en')).toBe(otherwise?.[1] ?? '')
    }
  })

  it('accepts its codes on the wire and nothing else', () => {
    for (const [, code] of rows) expect(of.schema.safeParse(code).success).toBe(true)
    for (const strange of [99, 'strange', null, undefined, {}]) expect(of.schema.safeParse(strange).success).toBe(false)
  })
})
