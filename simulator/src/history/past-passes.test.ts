import { anprPush, gatePush } from '@vigil/contract/pushing/own-form.ts'
import { expect, test } from 'vitest'
import { cast } from '../cast.ts'
import { isTurnstile } from '../checkpoints/passing.ts'
import { speedCameras } from '../equipment.ts'
import { pastPasses, pushesOf } from './past-passes.ts'

const timeZone = 'Asia/Shanghai'
const start = Date.parse('2026-11-20T08:00:00+08:00')

test('what passed before is in the documented form, in order, comes and goes by turns, and was never too fast', () => {
  const past = pastPasses(start + 5 * 3_600_000, 'vigil', timeZone)
  expect(past.length).toBeGreaterThan(200)
  expect(past.map(({ at }) => at)).toEqual(past.map(({ at }) => at).toSorted((one, other) => one - other))
  for (const { place, message } of past) (isTurnstile(place) ? gatePush : anprPush).parse(message)
  const limits = new Map(speedCameras.map(({ name, limit }) => [name, limit]))
  for (const { place, message } of past) expect(Number(message['speed'] ?? 0)).toBeLessThan(limits.get(place) ?? 1)
  const waysOf = (key: 'personNo' | 'plateNumber', isGate: (place: string) => boolean) =>
    [
      ...Map.groupBy(
        past.filter(({ place, message }) => key in message && isGate(place)),
        ({ message }) => message[key],
      ).values(),
    ].map((list) => list.map(({ message }) => message['direction']))
  for (const ways of [...waysOf('personNo', isTurnstile), ...waysOf('plateNumber', (place) => place.startsWith('东门'))])
    for (const [at, way] of ways.entries()) if (at > 0) expect(way).not.toBe(ways[at - 1])
  // Whoever is at work is inside.
  const onShift = cast.helmets.find((helmet) => helmet.onShift && helmet.wearer !== null)
  expect(past.findLast(({ message }) => message['personNo'] === onShift?.wearer)?.message['direction']).toBe('in')
  const pushes = pushesOf(past)
  expect(pushes.reduce((sum, { push }) => sum + (JSON.parse(push.body.toString()) as unknown[]).length, 0)).toBe(past.length)
  expect(Math.max(...pushes.map(({ push }) => (JSON.parse(push.body.toString()) as unknown[]).length))).toBeLessThanOrEqual(50)
})
