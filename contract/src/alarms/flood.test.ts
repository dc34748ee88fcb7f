import { describe, expect, test } from 'vitest'
import { causeOf, isFlood, isGrouped } from './flood.ts'

describe('a flood', () => {
  test('begins with more than ten, goes on with five, and ends with fewer', () => {
    expect(isFlood(false, 10)).toBe(false)
    expect(isFlood(false, 11)).toBe(true)
    expect(isFlood(true, 10)).toBe(true)
    expect(isFlood(true, 5)).toBe(true)
    expect(isFlood(true, 4)).toBe(false)
  })
})

describe('a cause', () => {
  const cause = (ruleId: string | null, areaId: string | null, alarmType = 1) => causeOf({ alarmType, ruleId, areaId })

  test('is the rule of its type, else the area, else the type alone', () => {
    expect(cause('7', '3')).toBe(cause('7', '4'))
    expect(cause('7', '3')).not.toBe(cause('8', '3'))
    expect(cause(null, '3')).not.toBe(cause('3', null))
    expect(cause(null, '3')).not.toBe(cause(null, '4'))
    expect(cause(null, null)).not.toBe(cause(null, null, 2))
  })

  test('gathers neither level one nor cries for help', () => {
    expect(isGrouped({ alarmLevel: 1, alarmType: 1 })).toBe(false)
    expect(isGrouped({ alarmLevel: 2, alarmType: 4 })).toBe(false)
    expect(isGrouped({ alarmLevel: 2, alarmType: 1 })).toBe(true)
    expect(isGrouped({ alarmLevel: 3, alarmType: 1 })).toBe(true)
  })
})
