import { alarmForm, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { expect, test } from 'vitest'
import { confirmForm, meanwhile } from './confirm-form.ts'

const seen = {
  id: '7',
  version: 3,
  status: 0,
  condition: 'active',
  count: 1,
  assigneeId: null,
  escalation: 0,
  shelvedUntil: null,
  handleUser: '',
  handleTime: null,
} as Alarm

test('confirming closes the alarm with the words of the specification', () => {
  const form = confirmForm(seen, 'drill', ' ')
  expect(form).toEqual({
    id: '7',
    version: 3,
    status: 2,
    remark: '确认并关闭',
    handleNote: '确认并关闭',
    reasonCode: 'drill',
  })
  expect(alarmForm.parse(form)).toEqual(form)
})

test('what the operator wrote is kept', () => {
  expect(confirmForm(seen, '', ' 已派人到二层查看 ')).toMatchObject({ remark: '确认并关闭', handleNote: '已派人到二层查看' })
})

test('a reason may be left out', () => {
  expect(alarmForm.parse(confirmForm(seen, '', '')).reasonCode).toBe('')
})

test('what changed meanwhile is told, the weightiest first', () => {
  const now = (over: Partial<Alarm>): Alarm => ({ ...seen, version: 4, ...over })
  expect(meanwhile(seen, seen)).toBeNull()
  expect(meanwhile(seen, now({ status: 2, count: 2, handleUser: '王建国', handleTime: '2026-11-20 08:15:40' }))).toEqual({
    kind: 'handled',
    user: '王建国',
    time: '2026-11-20 08:15:40',
  })
  expect(meanwhile(seen, now({ status: 1, assigneeId: '4', assignee: '李建军' }))).toEqual({ kind: 'taken', user: '李建军' })
  expect(meanwhile(now({ status: 1 }), { ...seen, version: 5 })).toEqual({ kind: 'putBack' })
  expect(meanwhile(seen, now({ escalation: 1, assigneeId: '4', assignee: '李建军' }))).toEqual({
    kind: 'escalated',
    user: '李建军',
  })
  const shelved = now({ shelvedUntil: '2026-11-20 08:30:00', shelvedBy: '李建军' })
  expect(meanwhile(seen, shelved)).toEqual({ kind: 'shelved', user: '李建军' })
  expect(meanwhile(seen, now({ count: 2, condition: 'returned' }))).toEqual({ kind: 'counted', count: 2 })
  expect(meanwhile(seen, now({ condition: 'returned' }))).toEqual({ kind: 'returned' })
})
