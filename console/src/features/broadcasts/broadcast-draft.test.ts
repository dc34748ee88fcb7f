import { expect, test } from 'vitest'
import { aimOf, draftFor, missingIn } from './broadcast-draft.ts'
import { wavOf } from './record-clip.ts'

test('a draft says what it lacks, and means one kind of recipients alone', () => {
  const draft = draftFor({ deviceIds: ['100'] })
  expect(missingIn(draft)).toBe('needText')
  expect(missingIn({ ...draft, text: ' ' })).toBe('needText')
  expect(missingIn({ ...draft, by: 'recorded' })).toBe('needClip')
  expect(missingIn({ ...draft, text: 'out' })).toBeNull()
  expect(aimOf({ ...draft, deptIds: ['1'] })).toEqual({ deviceIds: ['100'] })
  expect(missingIn({ ...draft, way: 'departments' })).toBe('needWhom')
  const points: [number, number][] = [
    [1, 1],
    [2, 1],
    [2, 2],
  ]
  expect(aimOf(draftFor({ points }))).toMatchObject({ area: { shape: 'polygon', points } })
  expect(aimOf({ ...draftFor({ points }), points: points.slice(1) })).toBeNull()
})

test('what is recorded is kept as 16-bit sound of one channel', async () => {
  const bytes = new DataView(await wavOf(new Float32Array([0, 1, -2])).arrayBuffer())
  const text = (at: number): string => String.fromCharCode(...[0, 1, 2, 3].map((n) => bytes.getUint8(at + n)))
  expect([text(0), text(8), text(36)]).toEqual(['RIFF', 'WAVE', 'data'])
  expect([bytes.byteLength, bytes.getUint32(4, true), bytes.getUint32(40, true)]).toEqual([50, 42, 6])
  expect([44, 46, 48].map((at) => bytes.getInt16(at, true))).toEqual([0, 32_767, -32_767])
})
