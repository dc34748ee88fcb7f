import { expect, it } from 'vitest'
import { createDemoClock } from './demo-clock.ts'

it('stands where it is put, goes forward only, and is right again when it is told so or forgotten', () => {
  let real = 1_000_000
  const clock = createDemoClock(() => real)
  expect(clock.now()).toBe(real)
  expect(clock.put(400_000)).toBe(true)
  real += 5_000
  expect(clock.now()).toBe(400_000)
  expect(clock.put(399_999)).toBe(false)
  expect(clock.put(real + 1)).toBe(false)
  expect(clock.now()).toBe(400_000)
  expect(clock.put(500_000)).toBe(true)
  expect(clock.put(null)).toBe(true)
  expect(clock.now()).toBe(real)
  clock.put(600_000)
  real += 120_000
  expect(clock.now()).toBe(real)
})
