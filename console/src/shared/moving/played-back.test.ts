import { blankObject } from '@vigil/contract/positions/blank-object.ts'
import { createFrame, unknown16, unknownBattery, unknownFloor, type PositionColumns } from '@vigil/contract/positions/frame.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { expect, test } from 'vitest'
import { SceneComposer } from '../map/moving/scene-composer.ts'
import type { Clock } from './moving-source.ts'
import { PositionStore } from './position-store.ts'

const recordedAt = 1_700_000_000_000
const walkers = 12
const people = Array.from(
  { length: walkers },
  (_, at): LiveObject => ({
    ...blankObject(at + 1),
    deviceType: at % 3 === 0 ? 'car' : 'hat',
  }),
)

/** What was sent in a minute: all of them walk apart from one place, each reports at its own pace, the last falls silent. */
const recording = Array.from({ length: 60 }, (_, second): PositionColumns => {
  const rows = people.filter(({ id }) => second % (1 + (id % 4)) === 0 && (id < walkers || second < 10))
  const frame = createFrame(rows.length, recordedAt + second * 1000, second === 0)
  rows.forEach(({ id }, row) => {
    frame.id[row] = id
    frame.lng[row] = Math.round((118.362 + id * second * 2e-6) * 1e7)
    frame.lat[row] = Math.round((31.178 - id * second * 1e-6) * 1e7)
    frame.speed[row] = unknown16
    frame.course[row] = ((id * 20 + second * 3) % 360) * 10
    frame.accuracy[row] = unknown16
    frame.battery[row] = unknownBattery
    frame.floor[row] = unknownFloor
  })
  return frame
})

/** What a map shows at some moments of the minute, when `clock` runs as `wall` says, in milliseconds of this computer. */
const shown = (clock: Pick<Clock, 'now' | 'serverNow' | 'pace'>, wall: { now: number }, pace: number) => {
  const store = new PositionStore(clock.now())
  const composer = new SceneComposer(store)
  store.applyDirectory(true, people, [])
  const start = wall.now
  return Array.from({ length: 180 }, (_, third) => {
    wall.now = start + Math.round((third * 1000) / 3 / pace)
    const frame = third % 3 === 0 ? recording[third / 3] : undefined
    if (frame) store.applyFrame(frame, clock.now())
    store.sweep(clock.serverNow())
    composer.compose({
      zoom: 18,
      shows: () => true,
      selected: 5,
      alarms: new Map([[3, { level: 1, unhandled: true, returned: false, areaId: null }]]),
      clusters: true,
      now: clock.now(),
      pace: clock.pace(),
    })
    return {
      places: people.map(({ id }) => store.drawnAt(store.slotOf(id) ?? 0, clock.now()).map((at) => at.toFixed(12))),
      states: Array.from(store.state.subarray(0, walkers)),
      looks: Array.from(composer.scene.base.subarray(0, walkers * 8)),
      discs: composer.discs.map(({ members }) => members),
      named: composer.named.map(({ slot, stale }) => [slot, stale]),
      gliding: store.glidesUntil > clock.now(),
    }
  })
}

/** As the live link has it: things glide by this computer's clock, the server's is three hours ahead. */
const live = () => {
  const wall = { now: recordedAt - 3 * 3_600_000 }
  const ahead = recordedAt - wall.now
  return shown({ now: () => wall.now, serverNow: () => wall.now + ahead, pace: () => 1 }, wall, 1)
}

/** Months later, so many times as fast: things glide by the time of the recording. */
const playedBack = (pace: number) => {
  const wall = { now: recordedAt + 10_000_000_000 }
  const began = wall.now
  const now = () => recordedAt + Math.round((wall.now - began) * pace)
  return shown({ now, serverNow: now, pace: () => pace }, wall, pace)
}

test('a recording that is played slowly or fast shows what live positions have shown', () => {
  const seen = live()
  expect(new Set(seen.map(({ places }) => JSON.stringify(places))).size).toBeGreaterThan(150)
  expect(seen.at(-1)?.states.at(-1)).not.toBe(seen[0]?.states.at(-1))
  expect(seen[0]?.discs.length).not.toBe(seen.at(-1)?.discs.length)
  expect(playedBack(1)).toEqual(seen)
  // At these paces every third of a second falls on a whole millisecond of both clocks, give or take one.
  for (const pace of [0.25, 8]) {
    const played = playedBack(pace)
    expect(played.map(({ states, discs, named, looks }) => ({ states, discs, named, looks }))).toEqual(
      seen.map(({ states, discs, named, looks }) => ({ states, discs, named, looks })),
    )
    for (const [at, { places }] of played.entries())
      for (const [walker, place] of places.entries())
        for (const axis of [0, 1]) expect(Number(place[axis])).toBeCloseTo(Number(seen[at]?.places[walker]?.[axis]), 9)
  }
})
