import { expect, it } from 'vitest'
import { momentOn, passesFrom } from './desk-times.ts'

it('writes a time as short as the day allows, and never without a year that is another', () => {
  const today = '2026-12-31'
  expect(
    ['2026-12-31 08:00:00', '2026-12-30 08:00:00', '2027-01-01 02:00:00', '2030-12-31 08:00:00', null].map((time) =>
      momentOn(time, today),
    ),
  ).toEqual(['08:00', '12-30 08:00', '2027-01-01 02:00', '2030-12-31 08:00', ''])
})

it('tells the passes of the evening at midnight still', () => {
  expect(['2026-11-29', '2027-01-01', '2028-03-01'].map(passesFrom)).toEqual([
    '2026-11-28 00:00:00',
    '2026-12-31 00:00:00',
    '2028-02-29 00:00:00',
  ])
})
