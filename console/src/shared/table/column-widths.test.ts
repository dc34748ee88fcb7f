import { expect, test } from 'vitest'
import { columnWidths, headingWidth } from './column-widths.ts'

const columns = [
  { name: 'a', width: 100 },
  { name: 'b', width: 200 },
  { name: 'c', width: 100 },
]
const widths = (set: Readonly<Record<string, number>>, room: number): number[] => [...columnWidths(columns, set, room).values()]

test('in a narrow table every column keeps its width, so that the table scrolls', () => {
  expect(widths({}, 300)).toEqual([100, 200, 100])
})

test('room to spare is shared by the columns that nobody set, to the last pixel', () => {
  expect(widths({}, 800)).toEqual([200, 400, 200])
  expect(widths({ b: 200 }, 800)).toEqual([300, 200, 300])
  expect(widths({}, 501).reduce((sum, width) => sum + width, 0)).toBe(501)
})

test('a heading in either writing fits its column, with its carets', () => {
  expect(headingWidth('部门', false)).toBe(54)
  expect(headingWidth('IMEI', true)).toBe(73)
  expect(headingWidth('LoRa网关', true)).toBeGreaterThan(headingWidth('LoRa', true))
})

test('where every column was set, the room stays empty', () => {
  expect(widths({ a: 80, b: 90, c: 100 }, 800)).toEqual([80, 90, 100])
})

test('no column is narrower than can be dragged', () => {
  expect(widths({ a: 10 }, 0)).toEqual([64, 200, 100])
})
