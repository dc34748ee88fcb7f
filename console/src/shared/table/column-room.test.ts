import { expect, test } from 'vitest'
import { withinRoom } from './column-room.ts'
import { isShown, noSettings, withShown } from './column-settings.ts'

const columns = ['name', 'who', 'state', 'time', 'code', 'remark'].map((name) => ({
  name,
  width: 200,
  hidden: name === 'remark',
}))
const shown = (room: number, settings: typeof noSettings = noSettings): string[] =>
  withinRoom(columns, settings, room)
    .filter((column) => isShown(column, settings))
    .map(({ name }) => name)

test('what has no room waits, from the first such column on', () => {
  expect(shown(1_000)).toEqual(['name', 'who', 'state', 'time', 'code'])
  expect(shown(999)).toEqual(['name', 'who', 'state', 'time'])
  expect(shown(799)).toEqual(['name', 'who', 'state'])
  // Nothing narrower that comes later takes its place: the order is what matters.
  const narrowLast = columns.map((column) => (column.name === 'code' ? { ...column, width: 64 } : column))
  expect(withinRoom(narrowLast, noSettings, 799).map(({ hidden }) => hidden)).toEqual([false, false, false, true, true, true])
})

test('what the operator asked for stays, what he hid gives its room to others', () => {
  const [, who, , , code] = withinRoom(columns, noSettings, 799)
  if (!who || !code) throw new Error('a column is missing')
  expect(shown(799, withShown(noSettings, code, true))).toEqual(['name', 'who', 'state', 'code'])
  expect(shown(799, withShown(noSettings, who, false))).toEqual(['name', 'state', 'time'])
})

test('a table that is too narrow for most of them scrolls instead', () => {
  expect(shown(360)).toEqual(['name', 'who', 'state', 'time', 'code'])
  expect(shown(0)).toEqual(['name', 'who', 'state', 'time', 'code'])
})
