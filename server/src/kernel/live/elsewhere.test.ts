import { expect, it } from 'vitest'
import { createElsewhere } from './elsewhere.ts'

it('what a server says of its consoles holds for a few rounds, unless it says so again', () => {
  const elsewhere = createElsewhere()
  const seers = [{ topics: ['alarms'], deptIds: ['1'] }]
  elsewhere.take('a', seers)
  elsewhere.take('b', [{ topics: ['alarms'], deptIds: null }])
  expect(elsewhere.seers('alarms', '1')).toEqual(['a', 'b'])
  expect(elsewhere.seers('alarms', '2')).toEqual(['b'])
  expect(elsewhere.seers('positions', '1')).toEqual([])
  for (let round = 0; round < 3; round += 1) expect(elsewhere.round()).toEqual([])
  elsewhere.take('a', seers)
  expect(elsewhere.round()).toEqual(['b'])
  elsewhere.lose('b')
  expect(elsewhere.seers('alarms', '2')).toEqual([])
})
