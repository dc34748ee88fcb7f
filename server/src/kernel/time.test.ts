import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSiteClock } from './time.ts'

it.each(['Asia/Shanghai', 'UTC', 'Australia/Lord_Howe', 'America/St_Johns'])(
  'writes any instant as the calendar of %s has it, whichever it wrote before',
  (timeZone) => {
    const clock = createSiteClock(timeZone)
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    const instant = fc.oneof(
      fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2100, 0) }),
      fc.integer({ min: Date.UTC(2026, 9, 25), max: Date.UTC(2026, 9, 25, 2) }),
    )
    fc.assert(fc.property(instant, (at) => clock.toWire(at) === calendar.format(at)))
    expect(clock.toWire(-1)).toBe(calendar.format(-1))
  },
)
