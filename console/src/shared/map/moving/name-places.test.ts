import { expect, test } from 'vitest'
import { placeNames, type WantedName } from './name-places.ts'

const name = (slot: number, x: number, y: number, more: Partial<WantedName> = {}): WantedName => ({
  slot,
  x,
  y,
  reach: 16,
  width: 60,
  urgent: false,
  last: null,
  ...more,
})
const window: Parameters<typeof placeNames>[3] = { width: 600, height: 600, covered: [] }
const sides = (wanted: readonly WantedName[], taken: Parameters<typeof placeNames>[1] = [], most = 80, within = window) =>
  [...placeNames(wanted, taken, most, within)].map(([slot, side]) => `${slot} ${side}`)

test('a name stands at the right, and on the free side where something is in its way', () => {
  expect(sides([name(1, 100, 100)])).toEqual(['1 right'])
  expect(sides([name(1, 100, 100), name(2, 150, 100)])).toEqual(['1 left', '2 right'])
  expect(sides([name(1, 100, 100)], [{ left: 110, top: 90, right: 200, bottom: 110 }])).toEqual(['1 left'])
})

test('it stays where it stood while there is room', () => {
  expect(sides([name(1, 100, 100, { last: 'above' })])).toEqual(['1 above'])
  expect(sides([name(1, 100, 100, { last: 'above' })], [{ left: 90, top: 60, right: 110, bottom: 80 }])).toEqual(['1 right'])
})

test('in a crowd those who come first have a name, the others none, but for who is urgent', () => {
  const crowd = Array.from({ length: 9 }, (_, at) => name(at, 100 + (at % 3) * 20, 100 + Math.floor(at / 3) * 20))
  const written = sides(crowd)
  expect(written[0]).toBe('0 left')
  expect(written.length).toBeLessThan(9)
  expect(sides([name(1, 560, 100)])).toEqual(['1 left'])
  expect(sides([...crowd, name(9, 120, 120, { urgent: true })]).at(-1)).toMatch(/^9 /)
  expect(sides([name(1, 20, 20), name(2, 500, 500)], [], 1)).toEqual(['1 right'])
})

test('who is urgent is written upon the mark of an area rather than cut off by the window', () => {
  const marks = [
    { left: 30, top: 90, right: 120, bottom: 110 },
    { left: 0, top: 114, right: 60, bottom: 140 },
    { left: 0, top: 60, right: 60, bottom: 86 },
  ]
  const call = name(1, 12, 100, { urgent: true })
  expect(sides([call], marks)).toEqual(['1 right'])
  // Never upon what another call says.
  expect(sides([name(2, 12, 100, { urgent: true }), call], marks)).toEqual(['2 right', '1 left'])
  expect(sides([{ ...call, urgent: false }], marks)).toEqual([])
})

test('no name is written below tools and panels as long as there is another side, upon the mark of an area if need be', () => {
  const tools = { ...window, covered: [{ left: 110, top: 0, right: 160, bottom: 300 }] }
  expect(sides([name(1, 100, 100)], [], 80, tools)).toEqual(['1 left'])
  const mark = [{ left: 20, top: 0, right: 90, bottom: 300 }]
  expect(sides([name(1, 100, 100)], mark, 80, tools)).toEqual([])
  expect(sides([name(1, 100, 100, { urgent: true })], mark, 80, tools)).toEqual(['1 left'])
})

test('what one call says hides no other call, and rather the mark of an area', () => {
  const upper = name(1, 300, 300, { urgent: true, reach: 28, width: 130 })
  const lower = name(2, 295, 350, { urgent: true, reach: 28 })
  const marks = [
    { left: 330, top: 280, right: 420, bottom: 320 },
    { left: 240, top: 240, right: 360, bottom: 268 },
  ]
  const tools = { ...window, covered: [{ left: 100, top: 180, right: 200, bottom: 380 }] }
  expect(sides([upper, lower], marks, 80, tools)).toEqual(['1 right', '2 right'])
  expect(sides([upper], marks, 80, tools)).toEqual(['1 below'])
})
