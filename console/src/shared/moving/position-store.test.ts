import { blankObject } from '@vigil/contract/positions/blank-object.ts'
import { createFrame, unknown16, unknownBattery, unknownFloor } from '@vigil/contract/positions/frame.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { countOverview, renewed } from '../live/overview.ts'
import { motionSize, PositionStore, presence } from './position-store.ts'

const start = 1_700_000_000_000
const base = { lng: 118.362, lat: 31.178 }

interface At {
  readonly id: number
  readonly lng?: number
  readonly lat?: number
  /** Seconds. */
  readonly fixAge?: number
  readonly recvAge?: number
  readonly course?: number
}
const frame = (at: number, places: readonly At[], snapshot = false) => {
  const made = createFrame(places.length, at, snapshot)
  places.forEach(({ id, lng = base.lng, lat = base.lat, fixAge = 0, recvAge = fixAge, course }, row) => {
    made.id[row] = id
    made.lng[row] = Math.round(lng * 1e7)
    made.lat[row] = Math.round(lat * 1e7)
    made.fixAge[row] = fixAge * 10
    made.recvAge[row] = recvAge * 10
    made.speed[row] = unknown16
    made.course[row] = course === undefined ? unknown16 : course * 10
    made.accuracy[row] = 21
    made.battery[row] = unknownBattery
    made.floor[row] = unknownFloor
  })
  return made
}
const thing = (id: number, more: Partial<LiveObject> = {}): LiveObject => ({
  ...blankObject(id),
  deviceId: `imei${id}`,
  label: `AQM-${id}`,
  userId: String(id),
  userName: `人${id}`,
  deptId: '1',
  deptName: '烧成车间',
  ...more,
})

let store: PositionStore
const slot = (id: number): number => store.slotOf(id) ?? -1
beforeEach(() => {
  store = new PositionStore(start)
})

describe('places', () => {
  test('a frame is read into columns, unknown numbers are null', () => {
    store.applyDirectory(true, [thing(5)], [])
    store.applyFrame(frame(start, [{ id: 5, fixAge: 3, recvAge: 1 }]), start)
    expect(store.sighting(slot(5))).toEqual({
      ...base,
      fixAt: start - 3_000,
      recvAt: start - 1_000,
      speed: null,
      course: null,
      accuracy: 2.1,
      battery: null,
      floor: null,
    })
  })

  test('the first place is taken at once, the next one is glided to over the usual time between reports', () => {
    store.applyFrame(frame(start, [{ id: 1 }]), start)
    store.applyFrame(frame(start + 4_000, [{ id: 1, lng: base.lng + 1e-4 }]), start + 4_000)
    const [fromX] = store.drawnAt(slot(1), start + 4_000)
    const [middleX] = store.drawnAt(slot(1), start + 4_000 + 2_100)
    const [endX] = store.drawnAt(slot(1), start + 9_000)
    expect(fromX).toBeCloseTo(0, 12)
    expect(middleX / endX).toBeCloseTo(0.5, 2)
    expect(endX * 360).toBeCloseTo(1e-4, 9)
    expect(store.glidesUntil).toBe(start + 8_200)
  })

  test('a report in the middle of a glide goes on from where the marker is drawn', () => {
    store.applyFrame(frame(start, [{ id: 1 }]), start)
    store.applyFrame(frame(start + 4_000, [{ id: 1, lng: base.lng + 1e-4 }]), start + 4_000)
    const [before] = store.drawnAt(slot(1), start + 6_000)
    store.applyFrame(frame(start + 6_000, [{ id: 1, lng: base.lng + 2e-4 }]), start + 6_000)
    const [after] = store.drawnAt(slot(1), start + 6_000)
    expect(after).toBeCloseTo(before, 12)
  })

  test('a jump is shown as a jump', () => {
    store.applyFrame(frame(start, [{ id: 1 }]), start)
    store.applyFrame(frame(start + 3_000, [{ id: 1, lng: base.lng + 0.01 }]), start + 3_000)
    const [x] = store.drawnAt(slot(1), start + 3_000)
    expect(x * 360).toBeCloseTo(0.01, 6)
  })

  test('a vehicle turns the shorter way round', () => {
    store.applyFrame(frame(start, [{ id: 1, course: 350 }]), start)
    store.applyFrame(frame(start + 2_000, [{ id: 1, course: 10 }]), start + 2_000)
    store.applyFrame(frame(start + 4_000, [{ id: 1, course: 10 }]), start + 3_050)
    const half = store.motion[slot(1) * motionSize + 6] ?? 0
    expect(half > 355 || half < 5).toBe(true)
  })

  test('many things, more than there was room for', () => {
    const places = Array.from({ length: 3_000 }, (_, at): At => ({ id: at + 1, lng: base.lng + at * 1e-6 }))
    store.applyFrame(frame(start, places), start)
    expect(store.size).toBe(3_000)
    expect(store.sighting(slot(2_500))?.lng).toBeCloseTo(base.lng + 2_499e-6, 6)
  })

  test('only what changed carries a new stamp', () => {
    store.applyFrame(frame(start, [{ id: 1 }, { id: 2 }]), start)
    const { revision } = store
    store.applyFrame(frame(start, [{ id: 2 }]), start)
    expect(store.stamps[slot(1)]).toBeLessThanOrEqual(revision)
    expect(store.stamps[slot(2)]).toBeGreaterThan(revision)
  })

  test('after hours the start times are counted anew and everybody stays in place', () => {
    store.applyFrame(frame(start, [{ id: 1 }]), start)
    const later = start + 5 * 3_600_000
    store.applyFrame(frame(later, [{ id: 2, lng: base.lng + 1e-4 }]), later)
    expect(store.epoch).toBe(later)
    expect(store.motion[slot(2) * motionSize + 4]).toBe(0)
    expect(store.drawnAt(slot(1), later)[0]).toBeCloseTo(0, 12)
  })
})

describe('the directory', () => {
  test('names things by id and by device, and lets them go', () => {
    store.applyDirectory(true, [thing(1), thing(2)], [])
    expect(store.object(store.slotOfDevice('hat:imei2') ?? -1)?.label).toBe('AQM-2')
    store.applyDirectory(false, [thing(1, { deviceId: 'other' })], [2])
    expect(store.slotOfDevice('hat:imei1')).toBeUndefined()
    expect(store.slotOfDevice('hat:other')).toBe(slot(1))
    expect(store.slotOf(2)).toBeUndefined()
    store.applyDirectory(true, [thing(3)], [])
    expect(store.slotOf(1)).toBeUndefined()
    expect(store.size).toBe(2)
  })

  test('names by device what took a number over, in whatever order that is told', () => {
    store.applyDirectory(true, [thing(1), thing(2)], [])
    store.applyDirectory(false, [thing(2, { deviceId: 'imei1' }), thing(1, { deviceId: 'imei2' })], [])
    expect([store.slotOfDevice('hat:imei1'), store.slotOfDevice('hat:imei2')]).toEqual([slot(2), slot(1)])
    store.applyDirectory(false, [thing(3, { deviceId: 'imei2' })], [])
    store.applyDirectory(false, [], [1])
    expect(store.slotOfDevice('hat:imei2')).toBe(slot(3))
  })

  test('without a position a thing is known and has no place', () => {
    store.applyDirectory(true, [thing(1)], [])
    expect(store.hasPosition(slot(1))).toBe(false)
    expect(store.sighting(slot(1))).toBeNull()
  })

  test('a snapshot replaces every place', () => {
    store.applyFrame(frame(start, [{ id: 1 }, { id: 2 }]), start)
    store.applyFrame(frame(start, [{ id: 2 }], true), start)
    expect(store.hasPosition(slot(1))).toBe(false)
    expect(store.hasPosition(slot(2))).toBe(true)
  })

  test('whoever listens hears of every change', () => {
    const heard = vi.fn()
    const leave = store.subscribe(heard)
    store.applyFrame(frame(start, [{ id: 1 }]), start)
    leave()
    store.applyFrame(frame(start, [{ id: 1 }]), start)
    expect(heard).toHaveBeenCalledOnce()
  })
})

describe('silence', () => {
  test.each([
    ['hat', 29, presence.online],
    ['hat', 30, presence.stale],
    ['hat', 300, presence.offline],
    ['hat', 1_200, presence.gone],
    ['car', 59, presence.online],
    ['car', 60, presence.stale],
    ['car', 600, presence.offline],
  ] as const)('a %s silent for %i s', (deviceType, seconds, expected) => {
    store.applyDirectory(true, [thing(1, { deviceType })], [])
    store.applyFrame(frame(start, [{ id: 1 }]), start)
    store.sweep(start + seconds * 1_000)
    expect(store.state[slot(1)]).toBe(expected)
  })

  test('an old fix never looks fresh, even when the device still reports', () => {
    store.applyDirectory(true, [thing(1)], [])
    store.applyFrame(frame(start, [{ id: 1, fixAge: 900, recvAge: 1 }]), start)
    expect(store.state[slot(1)]).toBe(presence.stale)
  })

  test('the limits of the site hold from the next sweep on', () => {
    const limits = { stale: 10, offline: 60, gone: 1_200 }
    store.applyDirectory(true, [thing(1), thing(2, { deviceType: 'car', deviceId: 'c' })], [])
    store.applyFrame(frame(start, [{ id: 1 }, { id: 2 }]), start)
    store.setLimits({ hat: limits, badge: limits, car: { ...limits, offline: 3_600, gone: 3_600 } })
    const after = (seconds: number) => {
      store.sweep(start + seconds * 1_000)
      return [store.state[slot(1)], store.state[slot(2)]]
    }
    expect(after(9)).toEqual([presence.online, presence.online])
    expect(after(10)).toEqual([presence.stale, presence.stale])
    expect(after(60)).toEqual([presence.offline, presence.stale])
    expect(after(1_200)).toEqual([presence.gone, presence.stale])
    expect(after(3_600)).toEqual([presence.gone, presence.gone])
  })

  test('a sweep says whether anything changed', () => {
    store.applyFrame(frame(start, [{ id: 1 }]), start)
    expect(store.sweep(start + 1_000)).toBe(false)
    expect(store.sweep(start + 31_000)).toBe(true)
  })
})

test('somebody with helmet and badge is one person on site, as fresh as the fresher of the two; what nobody wears is none', () => {
  store.applyDirectory(
    true,
    [
      thing(1, { userId: '7' }),
      thing(2, { userId: '7', deviceType: 'badge', deviceId: 'b' }),
      thing(3, { userId: '8' }),
      thing(4, { deviceType: 'car', userId: null, deptId: null }),
      thing(5, { userId: '9', deptId: '2' }),
      thing(6, { userId: null, deviceType: 'badge', deptId: '2' }),
    ],
    [],
  )
  store.applyFrame(frame(start, [{ id: 1, fixAge: 100 }, { id: 2 }, { id: 3, fixAge: 40 }, { id: 4 }, { id: 6 }]), start)
  const overview = countOverview(store)
  expect(overview).toMatchObject({
    byKind: { hat: { online: 2, total: 3 }, badge: { online: 2, total: 2 }, car: { online: 1, total: 1 } },
    onSite: 2,
    interrupted: 1,
    unworn: 1,
    withoutPosition: 1,
  })
  expect(overview.byDept.get('1')).toEqual({ online: 2, total: 2 })
  expect(overview.byDept.get('2')).toEqual({ online: 0, total: 1 })
  // The tree counts people as home does, and not what they drive.
  expect(overview.byDept.has('')).toBe(false)
  expect([...overview.byDept.values()].reduce((sum, { online }) => sum + online, 0)).toBe(overview.onSite)
})

test('counts that did not change stay the same object, so that nothing is drawn anew', () => {
  store.applyDirectory(true, [thing(1), thing(2, { deptId: '2' })], [])
  const first = countOverview(store)
  expect(renewed(first, countOverview(store))).toBe(first)
  store.applyFrame(frame(start, [{ id: 2 }]), start)
  const second = renewed(first, countOverview(store))
  expect(second.onSite).toBe(1)
  expect(second.byDept).not.toBe(first.byDept)
})
