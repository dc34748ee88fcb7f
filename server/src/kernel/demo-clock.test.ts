import { expect, it } from 'vitest'
import { createDemoClock } from './demo-clock.ts'

const begun = 1_000_000
const clockAt = () => {
  const real = { time: begun }
  return { real, clock: createDemoClock(() => real.time) }
}

it('stands where it is put, goes forward only, and is right again when it is told so', () => {
  const { real, clock } = clockAt()
  expect(clock.now()).toBe(begun)
  expect(clock.put(400_000)).toBe(true)
  real.time += 5_000
  expect(clock.now()).toBe(400_000)
  expect(clock.put(399_999)).toBe(false)
  expect(clock.put(400_000)).toBe(true)
  expect(clock.put(real.time + 1)).toBe(false)
  expect(clock.now()).toBe(400_000)
  expect(clock.put(500_000)).toBe(true)
  expect(clock.now()).toBe(500_000)
  expect(clock.put(real.time)).toBe(true)
  real.time += 1
  expect(clock.now()).toBe(real.time - 1)
  expect(clock.put(null)).toBe(true)
  expect(clock.now()).toBe(real.time)
  // Whoever begins anew begins at the beginning.
  expect(clock.put(0)).toBe(true)
  expect(clock.now()).toBe(0)
})

it('goes by itself two minutes after it was last put, and comes no more to any past', () => {
  const { real, clock } = clockAt()
  clock.put(400_000)
  real.time += 60_000
  clock.put(500_000)
  real.time += 119_999
  expect(clock.now()).toBe(500_000)
  real.time += 1
  expect(clock.now()).toBe(real.time)
  for (const time of [0, 500_000, 600_000, real.time]) {
    expect(clock.put(time)).toBe(false)
    expect(clock.now()).toBe(real.time)
  }
  expect(clock.put(null)).toBe(true)
  expect(clock.put(400_000)).toBe(true)
  expect(clock.now()).toBe(400_000)
})
