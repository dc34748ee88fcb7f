import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseInstant } from './instant.ts'

it('reads what Date.parse reads, to the millisecond, in any offset', () => {
  const instant = fc.date({ min: new Date('1000-01-03T00:00:00Z'), max: new Date('9999-12-29T00:00:00Z'), noInvalidDate: true })
  const offset = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 })
  fc.assert(
    fc.property(instant, offset, (date, minutes) => {
      const sign = minutes < 0 ? '-' : '+'
      const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
      const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1)
      const text = `${local}${sign}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
      expect(parseInstant(text)).toBe(date.getTime())
      expect(parseInstant(date.toISOString())).toBe(date.getTime())
    }),
    { numRuns: 2_000 },
  )
})

it.each(['2026-11-20T08:15:00Z', '2026-11-20t08:15:00z', '2026-11-20T08:15:00.123456789+08:00', '2024-02-29T00:00:00Z'])(
  'takes %s',
  (text) => expect(parseInstant(text)).toBe(Math.floor(Date.parse(text.toUpperCase()))),
)

it.each([
  '',
  'yesterday',
  '2026-11-20',
  '2026-11-20 08:15:00Z',
  '2026-11-20T08:15:00',
  '2026-11-20T08:15:00+0800',
  '2026-11-20T08:15:00.Z',
  '2026-11-20T08:15:00.1234567890Z',
  '2026-02-30T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20T08:60:00Z',
  '2026-11-20T08:15:60Z',
  '0026-11-20T08:15:00Z',
  '2026-11-20T08:15:00Z ',
  '２０２６-11-20T08:15:00Z',
])('refuses %j', (text) => expect(parseInstant(text)).toBeNull())
