import type { Point } from '@vigil/contract/hazards/entities.ts'
import { expect, test } from 'vitest'
import { placeMarks, type Room, type WantedMark } from './area-places.ts'

/** A degree is a pixel, and north is up. */
const room = (more: Partial<Room> = {}): Room => ({
  width: 400,
  height: 400,
  project: (lng, lat) => [lng, 400 - lat],
  covered: [],
  taken: [],
  markers: [],
  ...more,
})
const area = (id: string, west: number, south: number, more: Partial<WantedMark> = {}): WantedMark => ({
  id,
  points: [
    [west, south],
    [west + 100, south],
    [west + 100, south + 100],
    [west, south + 100],
  ] satisfies Point[],
  width: 90,
  small: 34,
  needed: true,
  last: undefined,
  ...more,
})

test('a mark stands in the middle of its area, and elsewhere where somebody stands who must be seen', () => {
  expect(placeMarks([area('a', 100, 100)], room()).get('a')).toEqual({ lng: 150, lat: 150, right: 0, down: 0, nameless: false })
  const somebody = { left: 140, right: 160, top: 240, bottom: 260 }
  expect(placeMarks([area('a', 100, 100)], room({ taken: [somebody] })).get('a')).toMatchObject({ lat: 100, down: 0 })
})

test('it stands where it covers the fewest markers, and stays there until something comes in its way', () => {
  const markers = [
    [150, 250],
    [150, 300],
  ] as const
  const first = placeMarks([area('a', 100, 100)], room({ markers })).get('a')
  expect(first).toMatchObject({ lat: 200 })
  const later = [...markers, [150, 200]] as const
  expect(placeMarks([area('a', 100, 100, { last: first })], room({ markers: later })).get('a')).toEqual(first)
  const somebody = { left: 140, right: 160, top: 190, bottom: 210 }
  expect(placeMarks([area('a', 100, 100, { last: first })], room({ taken: [somebody] })).get('a')).not.toEqual(first)
})

test('where there is no room for a name the count stands alone, and where there is none at all whoever is not needed goes', () => {
  const sides = [
    { left: 0, right: 130, top: 0, bottom: 400 },
    { left: 170, right: 400, top: 0, bottom: 400 },
  ]
  expect(placeMarks([area('a', 100, 100)], room({ taken: sides })).get('a')).toMatchObject({ nameless: true })
  const everywhere = room({ taken: [{ left: 0, right: 400, top: 0, bottom: 400 }] })
  expect(placeMarks([area('a', 100, 100), area('b', 100, 100, { needed: false })], everywhere)).toEqual(
    new Map([['a', { lng: 150, lat: 150, right: 0, down: 0, nameless: true }]]),
  )
})

test('a mark that is needed stands rather upon another mark than upon somebody who must be seen', () => {
  const somebody = { left: 0, right: 400, top: 140, bottom: 260 }
  const all = room({ taken: [somebody], width: 120 })
  const same = ['a', 'b', 'c', 'd'].map((id) => area(id, 100, 100))
  const marks = placeMarks(same, all)
  expect(marks.size).toBe(4)
  for (const { lat, down } of marks.values()) expect(400 - lat + down + 16 < 140 || 400 - lat + down - 16 > 260).toBe(true)
})

test('a mark that is needed stands beside its area where an alarm hides the whole of it', () => {
  const small = (west: number, south: number) =>
    area('a', west, south, {
      points: [
        [west, south],
        [west + 40, south],
        [west + 40, south + 20],
        [west, south + 20],
      ],
    })
  const alarm = { left: 150, right: 230, top: 150, bottom: 230 }
  const [mark] = placeMarks([small(170, 200)], room({ taken: [alarm] })).values()
  expect(mark).toMatchObject({ nameless: true })
  const [x, y] = [(mark?.lng ?? 0) + (mark?.right ?? 0), 400 - (mark?.lat ?? 0) + (mark?.down ?? 0)]
  expect(x + 17 < alarm.left || x - 17 > alarm.right || y + 16 < alarm.top || y - 16 > alarm.bottom).toBe(true)
})

test('at the edge of the window, or of a panel, the count alone is seen whole rather than cut off with its name', () => {
  const marks = [{ left: 0, right: 400, top: 40, bottom: 120 }]
  const atTop = area('a', 150, 370, { last: undefined })
  const [mark] = placeMarks(
    [
      {
        ...atTop,
        points: [
          [180, 380],
          [220, 380],
          [220, 398],
          [180, 398],
        ],
      },
    ],
    room({ taken: marks }),
  ).values()
  expect(400 - (mark?.lat ?? 0) + (mark?.down ?? 0)).toBeGreaterThanOrEqual(16)
  const panel = { left: 0, right: 125, top: 0, bottom: 400 }
  expect(placeMarks([area('a', 100, 100)], room({ covered: [panel] })).get('a')).toMatchObject({ lng: 150, nameless: true })
})

test('the more urgent area chooses first', () => {
  const marks = placeMarks([area('first', 100, 100), area('second', 110, 110)], room())
  expect(marks.get('first')).toMatchObject({ lat: 150 })
  expect(marks.get('second')).not.toMatchObject({ lat: 160 })
})
