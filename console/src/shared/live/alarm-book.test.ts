import { blankAlarm } from '@vigil/contract/alarms/blank-alarm.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { expect, test } from 'vitest'
import { emptyBook, withAlarm, withList } from './alarm-book.ts'

const alarm = (id: string, more: Partial<Alarm> = {}): Alarm => ({ ...blankAlarm, id, alarmLevel: 2, objectId: 1, ...more })
const ids = ({ open }: { readonly open: readonly Alarm[] }): string[] => open.map(({ id }) => id)

test('the worst open alarm of a thing counts, one that nobody took up before one in progress', () => {
  const book = withList(
    emptyBook,
    [
      alarm('1', { alarmLevel: 3 }),
      alarm('2', { alarmLevel: 1, status: 1 }),
      alarm('3', { alarmLevel: 1 }),
      alarm('4', { objectId: null }),
    ],
    0,
  )
  expect(book.byObject.get(1)).toMatchObject({ level: 1, unhandled: true, alarm: { id: '3' } })
  expect(book.byObject.size).toBe(1)
})

test('what goes on at a thing counts before what has returned there', () => {
  const returned = alarm('1', { alarmLevel: 1, condition: 'returned' })
  expect(withList(emptyBook, [returned], 0).byObject.get(1)).toMatchObject({ level: 1, returned: true })
  const book = withList(emptyBook, [returned, alarm('2', { alarmLevel: 2 })], 0)
  expect(book.byObject.get(1)).toMatchObject({ level: 2, returned: false, alarm: { id: '2' } })
})

test('level one comes first, the newest first within a level', () => {
  const book = withList(
    emptyBook,
    [
      alarm('1', { findTime: '2026-11-20 08:00:00' }),
      alarm('2', { findTime: '2026-11-20 09:00:00' }),
      alarm('3', { alarmLevel: 1, findTime: '2026-11-20 07:00:00' }),
    ],
    0,
  )
  expect(ids(book)).toEqual(['3', '2', '1'])
})

test('a handled alarm leaves, and an older list does not bring it back', () => {
  const before = withList(emptyBook, [alarm('1')], 5)
  const handled = withAlarm(before, alarm('1', { version: 2, status: 2 }), 7)
  expect(ids(handled)).toEqual([])
  expect(ids(withList(handled, [alarm('1')], 6))).toEqual([])
  expect(ids(withList(handled, [], 7))).toEqual([])
})

test('an alarm that was raised while the list was on its way stays', () => {
  const raised = withAlarm(emptyBook, alarm('9'), 8)
  const book = withList(raised, [alarm('1')], 6)
  expect(ids(book).sort()).toEqual(['1', '9'])
})

test('the same event twice, or an older version, changes nothing', () => {
  const book = withAlarm(emptyBook, alarm('1', { version: 3, count: 2 }), 4)
  expect(withAlarm(book, alarm('1', { version: 3, count: 9 }), 4)).toBe(book)
  expect(withAlarm(book, alarm('1', { version: 2 }), 5)).toBe(book)
})
