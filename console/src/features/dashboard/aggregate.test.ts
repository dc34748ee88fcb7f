import { describe, expect, test } from 'vitest'
import {
  areaBars,
  behindArea,
  behindType,
  dayOf,
  daysSince,
  largestDepts,
  rangeOf,
  typeBars,
  type AreaRow,
  type TypeRow,
} from './aggregate.ts'

describe('the period of a statistic', () => {
  test('a day, a week from Monday and a month end with today', () => {
    // 2026-11-20 is a Friday.
    expect(rangeOf('day', '2026-11-20 08:15:00')).toEqual({ startTime: '2026-11-20 00:00:00', endTime: '2026-11-20 23:59:59' })
    expect(rangeOf('week', '2026-11-20').startTime).toBe('2026-11-16 00:00:00')
    expect(rangeOf('month', '2026-11-20').startTime).toBe('2026-11-01 00:00:00')
  })

  test('on a Monday the week begins today, on a Sunday it is almost over', () => {
    expect(rangeOf('week', '2026-11-16').startTime).toBe('2026-11-16 00:00:00')
    expect(rangeOf('week', '2026-11-22').startTime).toBe('2026-11-16 00:00:00')
    expect(rangeOf('week', '2027-01-01').startTime).toBe('2026-12-28 00:00:00')
  })
})

test('safe days count from the day that was set', () => {
  expect(daysSince('2023-05-13', '2026-11-20 08:15:00')).toBe(1287)
  expect(daysSince('2026-11-20', '2026-11-20')).toBe(0)
  expect(daysSince('', '2026-11-20')).toBeNull()
  expect(daysSince('2026-11-21', '2026-11-20')).toBeNull()
})

const area = (areaId: string | null, levels: [number, number, number]): AreaRow => ({
  areaId,
  areaName: areaId === null ? '' : `区域 ${areaId}`,
  levels,
  total: levels[0] + levels[1] + levels[2],
})

describe('alarms by area', () => {
  test('the busiest comes first and the levels add up over all', () => {
    const { bars, levels } = areaBars([area('1', [0, 1, 1]), area('2', [1, 3, 5]), area(null, [0, 0, 1])], 7)
    expect(bars.map(({ areaId, total }) => [areaId, total])).toEqual([
      ['2', 9],
      ['1', 2],
      [null, 1],
    ])
    expect(levels).toEqual([1, 4, 7])
  })

  test('what has no room of its own is one bar at the end, and nothing is lost', () => {
    const rows = ['1', '2', '3', '4'].map((id, index) => area(id, [0, 1, index]))
    const { bars, levels } = areaBars(rows, 3)
    expect(bars.map(({ areaId }) => areaId)).toEqual(['4', '3', undefined])
    expect(bars.reduce((sum, { total }) => sum + total, 0)).toBe(levels[0] + levels[1] + levels[2])
    expect(areaBars(rows, 4).bars).toHaveLength(4)
    expect(areaBars([], 3)).toEqual({ bars: [], levels: [0, 0, 0] })
  })
})

const type = (alarmType: number, total: number, yesterday: number, hour: number): TypeRow => ({
  alarmType,
  total,
  yesterday,
  hours: Array.from({ length: 24 }, (_, at) => (at === hour ? total : 0)),
})

test('a number leads to exactly its alarms, handled or not, or nowhere', () => {
  const range = rangeOf('day', '2026-11-20')
  const every = { ...range, anyStatus: '1' }
  const { bars } = areaBars([area('1', [0, 0, 9]), area(null, [0, 0, 8]), area('3', [0, 0, 1]), area('4', [0, 0, 1])], 3)
  expect(bars.map((bar) => behindArea(bar, bars, range))).toEqual([
    { ...every, place: '1:区域 1' },
    { ...every, place: ':' },
    { ...every, notPlaces: '1:区域 1\n:' },
  ])
  const types = typeBars([type(1, 12, 9, 8), type(9, 2, 0, 3)]).bars
  expect([types[0], types[5]].map((bar) => bar && behindType(bar, range))).toEqual([{ ...every, alarmType: 1 }, null])
})

describe('alarms by type', () => {
  test('five types have a row each, the others are one, and it all adds up', () => {
    const { bars, total } = typeBars([type(1, 12, 9, 8), type(9, 2, 0, 3), type(11, 1, 4, 3)])
    expect(bars.map(({ alarmType }) => alarmType)).toEqual([1, 2, 3, 4, 5, null])
    expect(bars[0]).toMatchObject({ total: 12, difference: 3 })
    expect(bars[5]).toMatchObject({ total: 3, difference: -1 })
    expect(bars[5]?.hours[3]).toBe(3)
    expect(total).toBe(15)
  })

  test('there are 24 bars whatever the server knows', () => {
    const { bars } = typeBars([{ alarmType: 1, total: 0, yesterday: 0, hours: [] }])
    expect(bars[0]?.hours).toEqual(Array.from({ length: 24 }, () => 0))
  })
})

test('the largest departments, of those that have a name', () => {
  const counts = new Map([
    ['1', { online: 3, total: 10 }],
    ['2', { online: 9, total: 20 }],
    ['', { online: 1, total: 90 }],
  ])
  const names = new Map([
    ['1', '煤磨工段'],
    ['2', '包装工段'],
  ])
  expect(largestDepts(counts, names, 5).map(({ name, online }) => [name, online])).toEqual([
    ['包装工段', 9],
    ['煤磨工段', 3],
  ])
  expect(largestDepts(counts, names, 1)).toHaveLength(1)
})

test('a number of today leads to the records of the whole day', () => {
  expect(dayOf('passTime', '2026-11-20')).toEqual({ passTimeFrom: '2026-11-20 00:00:00', passTimeTo: '2026-11-20 23:59:59' })
})
