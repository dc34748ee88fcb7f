import { blankAlarm } from '@vigil/contract/alarms/blank-alarm.ts'
import { beforeEach, expect, test } from 'vitest'
import { confirming, followConfirming, useConfirming } from './confirming.ts'

const [first, second] = [
  { ...blankAlarm, id: '1' },
  { ...blankAlarm, id: '2' },
]
const words = () => {
  const { now, reason, note } = useConfirming.getState()
  return [now?.id, reason, note]
}
const begin = () => {
  confirming.open(first, true)
  confirming.choose('drill')
  confirming.write('演练')
}
beforeEach(() => followConfirming())

test('what was begun of an alarm is there when one comes back to it from another', () => {
  begin()
  confirming.open(second, true)
  expect(words()).toEqual(['2', '', ''])
  confirming.write('误报')
  confirming.closeOf('2')
  confirming.open(first, false)
  expect(words()).toEqual(['1', 'drill', '演练'])
  confirming.open(second, true)
  expect(words()).toEqual(['2', '', ''])
})

test('a late answer for one alarm takes nothing of what is being written of another', () => {
  begin()
  confirming.open(second, true)
  confirming.write('误报')
  confirming.closeOf('1')
  expect(words()).toEqual(['2', '', '误报'])
})

test('what is cancelled or confirmed is forgotten', () => {
  begin()
  confirming.close()
  confirming.open(first, true)
  expect(words()).toEqual(['1', '', ''])
})

test('nobody goes on with the words of who was here before', () => {
  const end = followConfirming()
  begin()
  confirming.open(second, true)
  end()
  confirming.open(first, true)
  expect(words()).toEqual(['1', '', ''])
})
