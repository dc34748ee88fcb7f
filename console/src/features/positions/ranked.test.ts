import { expect, test } from 'vitest'
import { alarmedFirst } from './ranked.ts'

test('who alarms is found first, the worst first, then what fits best, then what was heard last', () => {
  const things = [
    { id: 'fits', rank: 0, level: null, state: 2 },
    { id: 'never placed', rank: 0, level: null, state: 0 },
    { id: 'fits, heard now', rank: 0, level: null, state: 1 },
    { id: 'level three', rank: 3, level: 3, state: 1 },
    { id: 'level one', rank: 5, level: 1, state: 3 },
    { id: 'fits badly', rank: 2, level: null, state: 1 },
  ]
  expect(alarmedFirst(things).map(({ id }) => id)).toEqual([
    'level one',
    'level three',
    'fits, heard now',
    'fits',
    'never placed',
    'fits badly',
  ])
})
