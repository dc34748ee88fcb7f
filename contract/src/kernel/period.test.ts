import { expect, test } from 'vitest'
import { periodText, readPeriods } from './period.ts'

const periods = [
  { days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00' },
  { days: [6, 7], from: '20:00', to: '08:00' },
  { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' },
  { days: [1, 3, 4, 5, 7], from: '07:30', to: '09:05' },
]

test.each(['zh', 'en'] as const)('what is written in %s is read back', (language) => {
  expect(readPeriods(periods.map((period) => periodText(period, language)).join('; '))).toEqual(periods)
})

test.each([
  ['8:00-20:00', [{ days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '20:00' }]],
  [
    '工作日 22:00~6:00；周末 00:00-00:00',
    [
      { days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00' },
      { days: [6, 7], from: '00:00', to: '00:00' },
    ],
  ],
  ['星期一到星期三、周天 8：00至9：00', [{ days: [1, 2, 3, 7], from: '08:00', to: '09:00' }]],
  ['Mon-Wed, Saturday 08:00-09:00', [{ days: [1, 2, 3, 6], from: '08:00', to: '09:00' }]],
  ['1-5 08:00-20:00', [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00' }]],
])('%s', (text, expected) => {
  expect(readPeriods(text)).toEqual(expected)
})

test.each(['白天', '周一 8点到9点', '周八 08:00-09:00', '周五至周一 08:00-09:00', 'M 08:00-09:00', '周一 25:00-26:00', '08:00'])(
  '%s means nothing',
  (text) => {
    expect(readPeriods(text)).toBeNull()
  },
)
