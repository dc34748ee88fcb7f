import { expect, test } from 'vitest'
import { speedingTruck } from '../cast.ts'
import { createDirector } from '../director.ts'
import { speedCameras } from '../equipment.ts'
import type { Push } from '../links/pushes.ts'
import { createPlant } from '../plant.ts'
import { createCheckpoints } from './checkpoints.ts'
import { isTurnstile, passes, throughGate } from './passing.ts'

const timeZone = 'Asia/Shanghai'
const start = Date.parse('2026-11-20T08:00:00+08:00')

test('a way leads past a camera once, however it is cut, and past none that it only leads to', () => {
  const camera = [100, 0] as const
  const way = [0, 40, 80, 100, 140, 180].map((x) => [x, 3] as const)
  const seen = way.slice(1).filter((to, at) => passes(way[at] ?? to, to, camera))
  expect(seen).toHaveLength(1)
  expect(passes([0, 3], [60, 3], camera)).toBe(false)
  expect(passes([80, 40], [120, 40], camera)).toBe(false)
  // Who was put somewhere else drove past nothing.
  expect(passes([0, 3], [200, 3], camera)).toBe(false)
})

test('the plant lies between its gates', () => {
  expect(throughGate([1370, 800], [1350, 800])).toEqual({ gate: 'eastGate', isInward: true })
  expect(throughGate([1350, 800], [1370, 800])).toEqual({ gate: 'eastGate', isInward: false })
  expect(throughGate([310, 520], [340, 520])).toEqual({ gate: 'westGate', isInward: true })
  expect(throughGate([340, 520], [310, 520])).toEqual({ gate: 'westGate', isInward: false })
  expect(throughGate([340, 700], [310, 700])).toBeNull()
})

/** So many seconds of the plant, and what its gates and cameras push meanwhile. */
const watched = async (seconds: number, scenario?: string) => {
  const plant = createPlant({ seed: 'vigil' })
  const director = createDirector({ plant, byItself: false, onScenario: () => undefined })
  const pushed: { readonly place: string; readonly text: string }[] = []
  const problems: string[] = []
  let passed = 0
  const checkpoints = createCheckpoints({
    plant,
    seed: 'vigil',
    timeZone,
    linkOf: (place) => {
      passed += 1
      return { push: ({ body }: Push) => void pushed.push({ place, text: body.toString('latin1') }) }
    },
    onProblem: (problem) => problems.push(problem),
  })
  for (let now = start; now <= start + seconds * 1000; now += 1_000) {
    if (now === start + 1_000 && scenario !== undefined) director.play(scenario)
    plant.step(now)
    checkpoints.step(now)
  }
  // Pictures are drawn beside, one after the other.
  await expect.poll(() => pushed.length + problems.length).toBe(passed)
  expect(problems).toEqual([])
  return pushed
}

test('a truck that speeds is pushed with its speed by the cameras it passes, and nobody else is', async () => {
  const pushed = await watched(420, 'speeding-truck')
  const cameras = new Map(speedCameras.map(({ name, limit }) => [name, limit]))
  const measured = pushed.flatMap(({ place, text }) => {
    const limit = cameras.get(place)
    const speed = /<speed>(\d+)<\/speed>/.exec(text)?.[1]
    return limit === undefined || speed === undefined ? [] : [{ text, isFast: Number(speed) > limit }]
  })
  const fast = measured.filter(({ isFast }) => isFast)
  expect(fast.length).toBeGreaterThanOrEqual(1)
  const plate = Buffer.from(speedingTruck.plateNumber.replaceAll('·', '')).toString('latin1')
  expect(fast.every(({ text }) => text.includes(plate))).toBe(true)
  expect(measured.length).toBeGreaterThan(fast.length)
  // Barriers and turnstiles have something to tell as well.
  expect(pushed.some(({ place, text }) => place.startsWith('东门') && text.includes('<eventType>ANPR'))).toBe(true)
  expect(pushed.some(({ place, text }) => isTurnstile(place) && text.includes('AccessControllerEvent'))).toBe(true)
})
