import { expect, it } from 'vitest'
import { resultIn, type AlarmFacts } from './result.ts'
import { alarmType, alarmTypeOf, helpTypes, isCry, isMomentary, reportedTypes, specifiedTypes, titleOf } from './types.ts'

const { fence, hazard, sos, silent, helmetOff, fall, offline, lowBattery, nearPower, climbing } = alarmType.code
const chen = { person: '陈国强', device: 'AQM-0093' }
const told = (type: number, facts: AlarmFacts) => [
  resultIn({ alarmType: type, facts }, 'zh'),
  resultIn({ alarmType: type, facts }, 'en'),
]

it.each([
  [
    fence,
    { ...chen, did: 'entered', fence: '煤磨禁入区', accuracy: 2.94 },
    '陈国强（AQM-0093）进入“煤磨禁入区”，精度 ±2.9 m',
    '陈国强 breached the fence “煤磨禁入区”, ±2.9 m',
  ],
  [
    fence,
    { device: '皖B·7K362', did: 'left', fence: '堆场', accuracy: 3 },
    '皖B·7K362离开“堆场”，精度 ±3.0 m',
    '皖B·7K362 breached the fence “堆场”, ±3.0 m',
  ],
  [
    fence,
    { ...chen, did: 'entered', fence: '[{who}|a]{b}' },
    '陈国强（AQM-0093）进入“[{who}|a]{b}”',
    '陈国强 breached the fence “[{who}|a]{b}”',
  ],
  [sos, chen, '陈国强（AQM-0093）发出求救', '陈国强 pressed SOS'],
  [sos, { ...chen, place: 'none' }, '陈国强（AQM-0093）发出求救，无定位', '陈国强 pressed SOS, no position'],
  [
    silent,
    { ...chen, place: 'in', area: '煤磨 MM' },
    '陈国强（AQM-0093）长时间静止，位于煤磨 MM',
    '陈国强 has not moved for a long time, in 煤磨 MM',
  ],
  [
    hazard,
    { ...chen, place: 'lastIn', area: '{煤磨}' },
    '陈国强（AQM-0093）听到危险源信标，本次无定位，最后位于{煤磨}',
    '陈国强 came near a hazard source beacon, no position, last seen in {煤磨}',
  ],
  [
    helmetOff,
    { device: 'H-1', place: 'last' },
    'H-1脱下安全帽，本次无定位，显示最后位置',
    'H-1 took off the helmet, no position, shown at its last position',
  ],
  [fall, { device: '$&' }, '$&发生跌落', '$& fell'],
  [offline, { ...chen, minutes: 6 }, '陈国强（AQM-0093）离线，已 6 分钟没有上报', '陈国强 is offline: not heard for 6 min'],
  [lowBattery, { device: 'AQM-1', battery: 15 }, 'AQM-1电量低，剩余 15%', 'AQM-1 has a low battery: 15% left'],
  [
    sos,
    { ...chen, place: 'none', state: 'disabled' },
    '陈国强（AQM-0093）发出求救，无定位，设备已停用',
    '陈国强 pressed SOS, no position, the device is disabled',
  ],
  [fall, { unregistered: 'hat', device: '[{who}|a]' }, '未登记的安全帽 [{who}|a] 发生跌落', 'Unregistered helmet [{who}|a] fell'],
  [sos, { unregistered: 'many' }, '另有多台未登记的设备发出求救', 'More unregistered devices pressed SOS'],
  [nearPower, { device: 'AQM-1' }, 'AQM-1靠近带电设备', 'AQM-1 is close to live equipment'],
  [climbing, { device: 'AQM-1' }, 'AQM-1登高', 'AQM-1 is climbing'],
] as const)('what happened of type %d is written out of facts in both languages', (type, facts, zh, en) => {
  expect(told(type, facts)).toEqual([zh, en])
})

it('what is not known is not written', () => {
  expect(told(fence, { ...chen, did: 'entered' })).toEqual([null, null])
  expect(told(fence, { ...chen, did: 'jumped', fence: '堆场' })[0]).toBeNull()
  expect(told(sos, { ...chen, place: 'nowhere' })[0]).toBe('陈国强（AQM-0093）发出求救')
  expect(told(sos, { ...chen, place: 'in' })[0]).toBe('陈国强（AQM-0093）发出求救')
  expect(told(99, chen)).toEqual([null, null])
  expect(resultIn({ alarmType: sos, facts: null }, 'zh')).toBeNull()
})

it('a type says how it is told, how long it lasts, and by which words devices raise it', () => {
  expect(specifiedTypes).toEqual([1, 2, 3, 4, 5])
  expect(helpTypes).toEqual({ '1': 12, '4': 13, '6': 5, '7': 4, '8': 2, '11': 16, '12': 17 })
  expect(reportedTypes).toEqual({ press: 4, silent: 5 })
  expect(alarmType.codes.map((code) => [code, alarmTypeOf(code).level])).toEqual(
    expect.arrayContaining([
      [2, 2],
      [4, 1],
      [5, 1],
      [12, 2],
      [13, 1],
    ]),
  )
  expect([titleOf(4), titleOf(13)]).toMatchObject([
    { zh: 'SOS 求救', en: 'SOS' },
    { zh: '跌落', en: 'Fall' },
  ])
  expect(alarmType.codes.every((code) => alarmTypeOf(code).mergeWithin === 600_000)).toBe(true)
  expect(alarmTypeOf(99)).toMatchObject({ zh: '其他', en: 'Other' })
  expect([isCry(99), isMomentary(99)]).toEqual([false, false])
})
