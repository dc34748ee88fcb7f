import { expect, it } from 'vitest'
import { suppressReason } from '@vigil/contract/alarms/entities.ts'
import { stretchesOf } from './stood.rules.ts'

it('what the site does not want is an alarm to nobody until somebody takes it up, and what a flood held back is one from its beginning', () => {
  const alarm = { findTime: 0, startTime: 0, endTime: null, handleTime: null, status: 0 } as const
  const begins = suppressReason.codes.map((reason) => {
    const steps = [
      { at: 0, kind: 'suppressed', reason, count: null },
      { at: 60_000, kind: 'reopened', reason: '', count: null },
    ] as const
    return [reason, stretchesOf(alarm, steps, 'fix')[0]?.from]
  })
  expect(Object.fromEntries(begins)).toEqual({ flood: 0, typeOff: 60_000, otherArea: 60_000 })
})
