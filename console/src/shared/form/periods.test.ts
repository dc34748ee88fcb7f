import { daysText, endOf, periodText } from '@vigil/contract/kernel/period.ts'
import { expect, test } from 'vitest'
import { newRow, withDay } from './periods.ts'

test.each([
  ['08:00', '18:00', 'sameDay'],
  ['20:00', '08:00', 'nextDay'],
  ['20:00', '00:00', 'nextDay'],
  ['08:00', '08:00', 'wholeDay'],
  ['', '08:00', 'sameDay'],
] as const)('from %s to %s ends: %s', (from, to, end) => {
  expect(endOf({ days: [1], from, to })).toBe(end)
})

test('weekdays are put on and off, in their order', () => {
  const row = { days: [1, 3], from: '08:00', to: '09:00' }
  expect(withDay(row, 2).days).toEqual([1, 2, 3])
  expect(withDay(row, 3).days).toEqual([1])
})

test('a second row takes the night', () => {
  const day = newRow([])
  expect(endOf(day)).toBe('sameDay')
  expect(endOf(newRow([day]))).toBe('nextDay')
})

test.each([
  [[1, 2, 3, 4, 5], '周一至周五', 'Mon–Fri'],
  [[6, 7], '周六、周日', 'Sat, Sun'],
  [[1, 3, 4, 5, 7], '周一、周三至周五、周日', 'Mon, Wed–Fri, Sun'],
  [[7, 6, 5, 4, 3, 2, 1], '每天', 'Every day'],
])('days %j', (days, zh, en) => {
  expect(daysText(days, 'zh')).toBe(zh)
  expect(daysText(days, 'en')).toBe(en)
})

test('a row in words says when it ends on the next day', () => {
  expect(periodText({ days: [6], from: '22:00', to: '06:00' }, 'zh')).toBe('周六 22:00–次日06:00')
  expect(periodText({ days: [6], from: '08:00', to: '18:00' }, 'en')).toBe('Sat 08:00–18:00')
})
