import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { describe, expect, test } from 'vitest'
import {
  arrange,
  emptyQueue,
  farewell,
  minimised,
  restored,
  withChanged,
  withClock,
  withHeard,
  withList,
  without,
  withRaised,
  type PopupQueue,
} from './popup-queue.ts'

const alarm = (id: number, over: Partial<Alarm> = {}): Alarm => ({
  id: String(id),
  version: 1,
  source: { kind: 'device', id: '1', label: '' },
  deviceType: 'hat',
  alarmType: 4,
  alarmLevel: 1,
  alarmName: 'SOS 求救',
  result: '',
  facts: null,
  findTime: '2026-11-20 08:14:32',
  deviceId: '864901040093271',
  deviceName: 'AQM-0093（陈国强）',
  status: 0,
  remark: '',
  handleNote: '',
  handleUser: '',
  handleTime: null,
  reasonCode: '',
  condition: 'active',
  startTime: '2026-11-20 08:14:32',
  endTime: null,
  count: 1,
  lastTime: `2026-11-20 08:14:${String(id % 60).padStart(2, '0')}`,
  areaId: null,
  areaName: null,
  ruleId: null,
  objectId: null,
  deptId: null,
  deptName: null,
  userName: '陈国强',
  plateNumber: '',
  lng: null,
  lat: null,
  floor: null,
  quiet: false,
  deviceTime: null,
  ...over,
})
const ids = (queue: PopupQueue) => queue.popups.map(({ alarm: { id } }) => id)
const unheard = (queue: PopupQueue) => queue.unheard.map(({ id }) => id)
const met = (...open: Alarm[]) => withHeard(withList(emptyQueue, open))

describe('after signing in', () => {
  test('unhandled level ones pop up, what is less or taken up already does not', () => {
    const queue = withList(emptyQueue, [alarm(1), alarm(2, { alarmLevel: 2 }), alarm(3, { status: 1 }), alarm(4)])
    expect(ids(queue)).toEqual(['4', '1'])
    expect(unheard(queue)).toEqual(['1', '4'])
  })

  test('an event before the list is neither lost nor announced twice by it', () => {
    const early = withHeard(withRaised(emptyQueue, alarm(9, { alarmLevel: 3 })))
    const queue = withList(early, [alarm(9, { alarmLevel: 3 }), alarm(1)])
    expect(ids(queue)).toEqual(['1', '9'])
    expect(unheard(queue)).toEqual(['1'])
  })
})

describe('while alarms come', () => {
  test('one pop-up an alarm, level one first, the newest first within a level', () => {
    let queue = met()
    for (const raised of [alarm(1, { alarmLevel: 3 }), alarm(2), alarm(3, { alarmLevel: 2 }), alarm(4), alarm(4)])
      queue = withRaised(queue, raised)
    expect(ids(queue)).toEqual(['4', '2', '3', '1'])
    expect(unheard(queue)).toEqual(['1', '2', '3', '4'])
  })

  test('a cry for help stands before every breach of its level, one that has returned too, never before a greater level', () => {
    const breach = { alarmType: 1, count: 7 } as const
    let queue = withRaised(withRaised(met(), alarm(1, { condition: 'returned' })), alarm(2, { alarmType: 5 }))
    for (const id of [3, 4]) queue = withRaised(queue, alarm(id, breach))
    queue = withRaised(queue, alarm(5, { alarmLevel: 2 }))
    expect(ids(queue)).toEqual(['2', '1', '4', '3', '5'])
  })

  test('what goes on stands before what has returned', () => {
    const queue = withRaised(withRaised(met(), alarm(1)), alarm(2))
    expect(ids(withChanged(queue, alarm(2, { version: 2, condition: 'returned' }), 0, false))).toEqual(['1', '2'])
  })

  test('an alarm that is announced again sounds again and stays one pop-up', () => {
    const queue = withRaised(met(alarm(1)), alarm(1, { count: 2, version: 2 }))
    expect(ids(queue)).toEqual(['1'])
    expect(unheard(queue)).toEqual(['1'])
  })

  test('the same event twice is heard once', () => {
    const queue = withHeard(withRaised(met(), alarm(1)))
    expect(unheard(withRaised(queue, alarm(1)))).toEqual([])
  })

  test('a late alarm pops up in silence', () => {
    const queue = withRaised(met(), alarm(1, { quiet: true }))
    expect(ids(queue)).toEqual(['1'])
    expect(unheard(queue)).toEqual([])
  })

  test('counted again and returned, it stands where it stood with what is new', () => {
    const queue = withChanged(met(alarm(1)), alarm(1, { version: 2, count: 3, condition: 'returned' }), 0, false)
    expect(queue.popups[0]?.alarm).toMatchObject({ count: 3, condition: 'returned' })
    expect(unheard(queue)).toEqual([])
  })
})

describe('when an alarm is handled', () => {
  const handled = alarm(1, { version: 2, status: 2, handleUser: '王建国' })

  test('here, its pop-up is gone at once', () => {
    expect(ids(withChanged(met(alarm(1)), handled, 0, true))).toEqual([])
  })

  test('elsewhere, it says by whom for three seconds, whatever the list says meanwhile', () => {
    const told = withChanged(met(alarm(1)), handled, 1_000, false)
    expect(told.popups[0]).toMatchObject({ leavesAt: 1_000 + farewell, alarm: { handleUser: '王建国' } })
    const listed = withList(told, [])
    expect(ids(withClock(listed, 1_000 + farewell - 1))).toEqual(['1'])
    expect(ids(withClock(listed, 1_000 + farewell))).toEqual([])
  })

  test('elsewhere while it stood in its corner, nobody needs to be told', () => {
    expect(ids(withChanged(minimised(met(alarm(1))), handled, 0, false))).toEqual([])
  })

  test('while the link was down, it leaves with the next list', () => {
    expect(ids(withList(met(alarm(1), alarm(2)), [alarm(2)]))).toEqual(['2'])
  })

  test('what has not been heard is not heard any more', () => {
    const queue = withRaised(met(), alarm(1))
    expect(unheard(withChanged(queue, handled, 0, false))).toEqual([])
    expect(unheard(without(queue, '1'))).toEqual([])
    expect(unheard(withList(queue, []))).toEqual([])
  })
})

describe('after the link was down', () => {
  test('what was missed pops up whatever its level, what is known does not sound again', () => {
    const queue = withList(met(alarm(1)), [alarm(1), alarm(2, { alarmLevel: 3 })])
    expect(ids(queue)).toEqual(['1', '2'])
    expect(unheard(queue)).toEqual(['2'])
  })

  test('a list that says the same changes nothing', () => {
    const queue = met(alarm(1), alarm(2, { alarmLevel: 2 }))
    const again = withList(queue, [alarm(1), alarm(2, { alarmLevel: 2 })])
    expect([ids(again), unheard(again)]).toEqual([['1'], []])
  })
})

describe('what stands on the screen', () => {
  test('minimised pop-ups wait in their corner and come back together', () => {
    const queue = minimised(met(alarm(1), alarm(2)))
    expect(arrange(queue, [alarm(1), alarm(2)], null).shown).toEqual([])
    expect(arrange(restored(queue), [], null).shown).toHaveLength(2)
  })

  test('a lesser alarm brings a minimised level one back above it, a greater one leaves the lesser where it is', () => {
    const lesser = withRaised(minimised(met(alarm(1))), alarm(2, { alarmLevel: 3 }))
    expect(arrange(lesser, [], null).shown.map(({ alarm: { id } }) => id)).toEqual(['1', '2'])
    const greater = withRaised(minimised(withRaised(met(), alarm(3, { alarmLevel: 3 }))), alarm(4))
    expect(arrange(greater, [], null).shown.map(({ alarm: { id } }) => id)).toEqual(['4'])
  })

  test('four stand, the others are counted, level one first', () => {
    let queue = met()
    const open = [1, 2, 3, 4, 5, 6].map((id) => alarm(id, { alarmLevel: id < 3 ? 1 : 3 }))
    for (const raised of open) queue = withRaised(queue, raised)
    const { shown, others } = arrange(queue, [...open, alarm(7, { alarmLevel: 2 }), alarm(8, { status: 1 })], null)
    expect(shown.map(({ alarm: { id } }) => id)).toEqual(['2', '1', '6', '5'])
    expect(others.map(({ id }) => id)).toEqual(['7', '4', '3'])
  })

  test('a breach neither hides a cry for help that was minimised nor keeps it from the first place', () => {
    const breach = alarm(2, { alarmType: 1 })
    const queue = withRaised(minimised(met(alarm(1))), breach)
    expect(arrange(queue, [], breach.id).shown.map(({ alarm: { id } }) => id)).toEqual(['1', '2'])
  })

  test('the one under the hand keeps its place before its equals, never before a greater one', () => {
    const equals = met(alarm(1), alarm(2))
    expect(arrange(equals, [], '1').shown[0]?.alarm.id).toBe('1')
    const greater = withRaised(withRaised(met(), alarm(3, { alarmLevel: 3 })), alarm(4))
    expect(arrange(greater, [], '3').shown[0]?.alarm.id).toBe('4')
    expect(arrange(equals, [], 'gone').shown[0]?.alarm.id).toBe('2')
  })
})
