import { blankAlarm } from '@vigil/contract/alarms/blank-alarm.ts'
import { createTrack } from '@vigil/contract/positions/track-columns.ts'
import { unknown16 } from '@vigil/contract/positions/frame.ts'
import { describe, expect, test } from 'vitest'
import { presence } from '../../shared/moving/position-store.ts'
import { recordedOf, tailOf, type Recorded } from './recorded.ts'
import { Recording } from './recording.ts'
import { marksOf, momentOn, stoodThen } from './stood-then.ts'
import { alarmsThen } from './use-alarms-then.ts'

const startAt = Date.UTC(2026, 10, 24)
const second = 1_000

/** Somebody who walks to the east, a fix at each of these seconds. */
const walker = (id: number, seconds: readonly number[]): Recorded => {
  const track = createTrack(seconds.length)
  seconds.forEach((at, index) => {
    track.time[index] = at * second
    track.lng[index] = 1_183_620_000 + at * 100 * id
    track.lat[index] = 311_780_000
    track.speed[index] = 36
    track.course[index] = unknown16
  })
  const columns = btoa(String.fromCharCode(...track.bytes))
  const device = {
    deviceType: 'hat',
    deviceId: String(id),
    label: `H-${id}`,
    userId: null,
    userName: null,
    deptId: null,
    deptName: null,
  } as const
  return recordedOf({ id, ...device, columns })
}
const every = (step: number, from: number, to: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step)

const recorded = (tracks: readonly Recorded[], end = 1_000) => {
  const wall = { now: 5_000_000 }
  const recording = new Recording({ tracks, startAt, endAt: startAt + end * second }, () => wall.now)
  /** So many milliseconds of this computer, looked at ten times a second. */
  const pass = (ms: number): void => {
    for (let left = ms; left > 0; left -= 100) {
      wall.now += Math.min(100, left)
      recording.look()
    }
  }
  const { store } = recording.source
  const fixOf = (id: number): number | null => {
    const sighting = store.sighting(store.slotOf(id) ?? 0)
    return sighting && (sighting.fixAt - startAt) / second
  }
  return { recording, wall, pass, fixOf, store, at: () => (recording.now() - startAt) / second }
}

describe('a recording', () => {
  test('begins where the first is known to be, and passes as fast as it is told', () => {
    const { recording, pass, fixOf, at } = recorded([walker(1, every(5, 20, 900)), walker(2, every(5, 52, 900))])
    expect([at(), fixOf(1), fixOf(2)]).toEqual([20, 20, null])
    pass(2_000)
    expect(at()).toBe(20)
    recording.play()
    pass(2_000)
    expect([at(), fixOf(1), fixOf(2)]).toEqual([40, 40, null])
    recording.setPace(60)
    pass(1_000)
    expect([at(), fixOf(1), fixOf(2)]).toEqual([100, 100, 97])
    recording.pause()
    pass(5_000)
    expect([at(), recording.source.clock.pace()]).toEqual([100, 0])
  })

  test('leaps without gliding, back as well, and takes back who was not there yet', () => {
    const { recording, fixOf, store } = recorded([walker(1, every(5, 0, 900)), walker(2, every(5, 500, 900))])
    recording.seek(startAt + 603 * second)
    expect([fixOf(1), fixOf(2)]).toEqual([600, 600])
    recording.seek(startAt + 12 * second)
    expect([fixOf(1), fixOf(2)]).toEqual([10, null])
    expect(store.glidesUntil).toBe(0)
    const [x] = store.drawnAt(store.slotOf(1) ?? 0, recording.now())
    recording.seek(startAt + 13 * second)
    expect(store.drawnAt(store.slotOf(1) ?? 0, recording.now())[0]).toBe(x)
    recording.seek(startAt - 99 * second)
    expect(recording.now()).toBe(startAt)
    recording.seek(startAt + 99_999 * second)
    expect(recording.now()).toBe(startAt + 1_000 * second)
  })

  test('stands still at its end, and begins anew from there', () => {
    const { recording, pass, at } = recorded([walker(1, every(5, 10, 90))], 100)
    recording.setPace(60)
    recording.play()
    pass(3_000)
    expect([at(), recording.playing]).toEqual([100, false])
    recording.play()
    expect([at(), recording.playing]).toEqual([10, true])
  })

  test('leaps over the time in which nobody looked', () => {
    const { recording, wall, fixOf, store } = recorded([walker(1, every(5, 0, 900))])
    recording.play()
    wall.now += 60_000
    recording.look()
    expect([fixOf(1), store.glidesUntil]).toEqual([600, 0])
  })

  test('shows who fell silent as a live map does', () => {
    const { recording, store } = recorded([walker(1, every(5, 0, 100))], 2_000)
    const stateAt = (at: number): number | undefined => {
      recording.seek(startAt + at * second)
      return store.state[store.slotOf(1) ?? 0]
    }
    expect([103, 140, 500, 1_500].map(stateAt)).toEqual([presence.online, presence.stale, presence.offline, presence.gone])
  })

  test('shows alarms while they lasted, the worst of each', () => {
    const { recording, pass } = recorded([walker(1, every(5, 0, 900))])
    const alarm = (level: 1 | 2, from: number, to: number) => ({
      id: 1,
      from: startAt + from * second,
      to: startAt + to * second,
      shown: { level, unhandled: false, returned: false, areaId: null } as const,
    })
    const levels: (number | undefined)[] = []
    recording.source.alarms.subscribe(() => levels.push(recording.source.alarms.getState().byObject.get(1)?.level))
    recording.setAlarms([alarm(2, 10, 40), alarm(1, 20, 30)])
    recording.play()
    pass(6_000)
    expect(levels).toEqual([2, 1, 2, undefined])
  })
})

test('a tail is the last part of a way, and ends at a gap', () => {
  const one = walker(1, [...every(5, 0, 100), ...every(5, 200, 300)])
  expect(one.lines).toHaveLength(2)
  expect(tailOf(one, 80 * second, 100 * second).map(({ length }) => length)).toEqual([4])
  expect(tailOf(one, 90 * second, 212 * second).map(({ length }) => length)).toEqual([2, 3])
  expect(tailOf(one, 120 * second, 180 * second)).toEqual([])
})

test('an alarm that came again while it stood begins once more, one that somebody took over does not', () => {
  const stretch = {
    from: '2026-11-20 08:00:00',
    to: '2026-11-20 08:20:00',
    status: 0,
    condition: 'active',
    shelved: false,
  } as const
  const parts = stoodThen({
    alarm: blankAlarm,
    stretches: [
      stretch,
      { ...stretch, status: 1 },
      { ...stretch, status: 1, condition: 'returned' },
      { ...stretch, status: 1, to: null },
    ],
  })
  expect(parts.map(({ begins, shown, to }) => [begins, shown.returned, to === Infinity])).toEqual([
    [true, false, false],
    [false, false, false],
    [false, true, false],
    [true, false, true],
  ])
})

test('what was wrong on somebody’s way lasts from before it on until it was over, and is marked where it began or came again on it', () => {
  const stretch = { status: 0, condition: 'active', shelved: false } as const
  const wire = (minute: number) => `2026-11-20 08:${String(minute).padStart(2, '0')}:00`
  const at = (minute: number) => Date.UTC(2026, 10, 20, 0, minute)
  const { marks, lasting } = alarmsThen(
    [
      {
        alarm: blankAlarm,
        stretches: [
          { ...stretch, from: wire(5), to: wire(15) },
          { ...stretch, from: wire(15), to: wire(20), status: 1 },
          { ...stretch, from: wire(20), to: wire(30), status: 1, condition: 'returned' },
          { ...stretch, from: wire(30), to: null, status: 1 },
        ],
      },
      { alarm: blankAlarm, stretches: [{ ...stretch, from: wire(12), to: wire(13) }] },
    ],
    at(10),
  )
  expect(lasting.map(({ from, to }) => [from, to])).toEqual([
    [at(5), at(15)],
    [at(12), at(13)],
    [at(15), at(20)],
    [at(30), Infinity],
  ])
  expect(marks.map((mark) => mark.at)).toEqual([at(12), at(30)])
})

test('what went and came again within a second stands once, and each time that it came is a mark of its own', () => {
  const stretch = { status: 0, condition: 'active', shelved: false } as const
  const [came, next] = ['2026-11-20 08:00:00', '2026-11-20 08:00:30']
  const at = Date.UTC(2026, 10, 20)
  const parts = stoodThen({
    alarm: blankAlarm,
    stretches: [
      { ...stretch, from: came, to: came },
      { ...stretch, from: came, to: came, condition: 'returned' },
      { ...stretch, from: came, to: next },
      { ...stretch, from: next, to: next, condition: 'returned' },
    ],
  })
  expect(parts.filter(({ from, to }) => from <= at && at < to).map(({ shown }) => shown.returned)).toEqual([false])
  // Of the last of it nothing else tells.
  expect(parts.at(-1)?.to).toBe(at + 31 * second)
  const marks = marksOf(parts, at)
  expect(marks.map((mark) => mark.at)).toEqual([at, at])
  expect(new Set(marks.map(({ key }) => key)).size).toBe(2)
})

test('a moment is told with its day unless that is the one that is looked at', () => {
  const at = Date.UTC(2026, 10, 20, 0, 14, 32)
  expect([momentOn('2026-11-20', at), momentOn('2026-11-21', at), momentOn(null, at)]).toEqual([
    '08:14:32',
    '11-20 08:14:32',
    '11-20 08:14:32',
  ])
})
