import { expect, test } from 'vitest'
import { dayBeside, listedAs, listedAtHour, readStretch } from './view.ts'

const read = (search: string) => readStretch(new URLSearchParams(search), '2026-11-20')

test('a stretch is the one of the address, or today where that makes no sense', () => {
  expect(read('')).toMatchObject({ period: 'day', startTime: '2026-11-20 00:00:00', endTime: '2026-11-20 23:59:59' })
  expect(read('period=week')).toMatchObject({ from: '2026-11-16', to: '2026-11-22' })
  expect(read('period=month&day=2026-02-10')).toMatchObject({ from: '2026-02-01', to: '2026-02-28' })
  expect(read('period=century&day=2026-02-31')).toMatchObject({ period: 'day', from: '2026-11-20' })
})

test('the stretches beside it have no gap to it', () => {
  expect(dayBeside(read('period=week'), -1)).toBe('2026-11-15')
  expect(dayBeside(read('period=month'), 1)).toBe('2026-12-01')
})

test('a number leads to exactly its records, or nowhere', () => {
  expect(listedAs(read('day=2026-11-19'))).toEqual({ passTimeFrom: '2026-11-19 00:00:00', passTimeTo: '2026-11-19 23:59:59' })
  expect(listedAtHour(read(''), 8)).toEqual({ passTimeFrom: '2026-11-20 08:00:00', passTimeTo: '2026-11-20 08:59:59' })
  expect(listedAtHour(read('period=week'), 8)).toBeNull()
})
