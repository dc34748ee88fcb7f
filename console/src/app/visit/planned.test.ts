import { visitPath } from '@vigil/contract/gates/booking.ts'
import { expect, it } from 'vitest'
import { visitRoute } from '../../shared/visit/at-visit.ts'
import { fieldTime, nextHours, wireTime } from './planned.ts'

const at = (text: string): number => new Date(text).getTime()

it('begins with the next full hour, four hours long, over midnight too', () => {
  expect(nextHours(at('2026-11-26T08:20:31'))).toEqual({ planIn: '2026-11-26T09:00', planOut: '2026-11-26T13:00' })
  expect(nextHours(at('2026-12-31T22:30:00'))).toEqual({ planIn: '2026-12-31T23:00', planOut: '2027-01-01T03:00' })
})

it('writes a time of a field as calls take it', () => {
  expect(wireTime(fieldTime(at('2026-11-26T08:05:00')))).toBe('2026-11-26 08:05:00')
})

it('stands where the links lead that the server makes', () => {
  expect(visitPath(':token')).toBe(visitRoute)
})
