import { expect, it } from 'vitest'
import { consequenceOf } from './rules.ts'

const rule = {
  lowPercent: 20,
  highPercent: 50,
  lowPoints: 3,
  highPoints: 6,
  parkingPoints: 2,
  warnings: 1,
  days: 180,
  barAt: 12,
  barDays: 30,
}

it('gives the points of the band, and a warning below it or first', () => {
  const after = (percent: number | null, warnings: number) => consequenceOf(percent, rule, warnings)
  const warning = { kind: 'warning', points: 0 }
  expect([after(60, 0), after(null, 0), after(19.9, 5)]).toEqual([warning, warning, warning])
  expect([20, 49.9, 50, null].map((percent) => after(percent, 1).points)).toEqual([3, 3, 6, 2])
})

it('takes the higher band where somebody has set both the wrong way round, and warns where a band has no points', () => {
  expect(consequenceOf(30, { ...rule, lowPercent: 60 }, 1).kind).toBe('warning')
  expect(consequenceOf(55, { ...rule, lowPercent: 60 }, 1).points).toBe(6)
  expect(consequenceOf(null, { ...rule, parkingPoints: 0 }, 1)).toEqual({ kind: 'warning', points: 0 })
})
