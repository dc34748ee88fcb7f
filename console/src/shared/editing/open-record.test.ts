import { expect, test } from 'vitest'
import { isGone, reopened, saved } from './open-record.ts'

const role = (id: string, version: number) => ({ id, version })
const answer = (...records: { id: string; version: number }[]) => records
const begin = (what: string | null, present: ReturnType<typeof role> | null = null, known?: unknown) => ({
  what,
  form: 0,
  record: present,
  foundIn: known,
})

test('a new record that was saved is the same form under its address, whichever comes first', () => {
  const list = answer()
  const fresh = begin('new', null, list)
  const stored = saved(fresh, role('8', 1))
  expect(reopened(stored, '8', null, list)).toMatchObject({ form: 0, what: '8', record: { id: '8' } })
  expect(reopened(stored, 'new', null, list)).toMatchObject({ form: 0, what: 'new', record: { id: '8' } })
  // Another one, or a second new one, is another form.
  expect(reopened(stored, '5', role('5', 2), list)).toMatchObject({ form: 1, record: { id: '5' } })
  const named = reopened(stored, '8', null, list)
  expect(reopened(named, 'new', null, list)).toMatchObject({ form: 1, record: null })
})

test('what was just saved is not taken for deleted until an answer that came since lacks it', () => {
  const before = answer()
  const named = reopened(saved(begin('new', null, before), role('8', 1)), '8', null, before)
  const known = reopened(named, '8', null, before)
  expect(isGone(known, null, before)).toBe(false)
  const later = answer(role('8', 1))
  const found = reopened(known, '8', role('8', 1), later)
  expect(isGone(found, role('8', 1), later)).toBe(false)
  const without = answer()
  expect(isGone(reopened(found, '8', null, without), null, without)).toBe(true)
  expect(isGone(known, null, without)).toBe(true)
  expect(reopened(found, '8', null, without).record).toEqual(role('8', 1))
})

test('the newest that is known stays, and a record that becomes known begins its form', () => {
  const waiting = begin('8')
  const old = answer(role('8', 1))
  const found = reopened(waiting, '8', role('8', 1), old)
  expect(found).toMatchObject({ form: 1, record: { version: 1 } })
  const after = saved(found, role('8', 2))
  expect(reopened(after, '8', role('8', 1), old)).toMatchObject({ form: 1, record: { version: 2 } })
  expect(reopened(after, '8', role('8', 3), answer(role('8', 3)))).toMatchObject({ form: 1, record: { version: 3 } })
})
