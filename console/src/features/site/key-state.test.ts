import { expect, test } from 'vitest'
import { fromSiteTime } from '../../shared/time/site-clock.ts'
import { keyState } from './key-state.ts'

const now = fromSiteTime('2026-03-01 12:00:00')

test.each([
  [null, 'active'],
  ['2026-03-01 12:00:01', 'ending'],
  ['2026-03-01 12:00:00', 'ended'],
  ['2026-02-28 23:59:59', 'ended'],
])('a key with the end %s is %s', (revokedAt, state) => {
  expect(keyState(revokedAt, now)).toBe(state)
})
