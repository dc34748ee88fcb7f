import { createFrame, unknown16, unknownBattery, unknownFloor, ageUnit } from '@vigil/contract/positions/frame.ts'
import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import { PositionStore, type SilenceLimits } from '../../shared/moving/position-store.ts'
import type { MovingAlarm, MovingAlarms, MovingSource } from '../../shared/moving/moving-source.ts'
import { fixBefore, type Recorded } from './recorded.ts'

/** An alarm as it stood at its time. */
export interface AlarmThen {
  /** Of the moving thing; null of what is nothing that moves. */
  readonly id: number | null
  /** ms since 1970. */
  readonly from: number
  readonly to: number
  readonly shown: MovingAlarm
}

interface Recordings {
  readonly tracks: readonly Pick<Recorded, 'device' | 'track'>[]
  /** Where the columns' times count from, and the time that is played; ms since 1970. */
  readonly startAt: number
  readonly endAt: number
  /** Where it begins to be played, if that is later than where the columns' times count from. */
  readonly playedFrom?: number
}

/** How many times as fast as it was. */
export const paces = [1, 5, 10, 30, 60] as const
export type Pace = (typeof paces)[number]

/** Milliseconds of this computer between two looks at what was reported meanwhile: as often as a live map hears. */
const lookEvery = 100
/** After so many without a look (a tab that was behind another) it is a leap. */
const leapAfter = 1_500

const noAlarms: MovingAlarms = { byObject: new Map(), byArea: new Map() }

/**
 * A recording that plays: to the map it is a store of positions and a clock like the live link's. Whoever shows it calls `look` with
 * every frame; nothing here is drawn by React.
 */
export class Recording {
  readonly source: MovingSource
  pace: Pace = 10
  playing = false

  private readonly of: Recordings
  private readonly wall: () => number
  private readonly store: PositionStore
  private readonly clockListeners = new Set<() => void>()
  private readonly alarmListeners = new Set<() => void>()
  private alarms: readonly AlarmThen[] = []
  private alarmsNow: MovingAlarms = noAlarms
  private lastingNow: readonly AlarmThen[] = []
  /** The recorded moment at `wallAt` of this computer's clock. */
  private at: number
  private wallAt: number
  private looked: number
  /** Of each track the fix that comes next. */
  private readonly next: Int32Array

  constructor(of: Recordings, wall: () => number = () => performance.now()) {
    this.of = of
    this.wall = wall
    this.at = of.startAt
    this.wallAt = this.looked = wall()
    this.next = new Int32Array(of.tracks.length)
    this.store = new PositionStore(of.startAt)
    this.store.applyDirectory(
      true,
      of.tracks.map(({ device }) => ({ ...device, post: '', mobile: '', sipId: '' })),
      [],
    )
    this.source = {
      store: this.store,
      alarms: {
        getState: () => this.alarmsNow,
        subscribe: (listener) => {
          this.alarmListeners.add(listener)
          return () => this.alarmListeners.delete(listener)
        },
      },
      clock: { now: this.now, serverNow: this.now, pace: () => (this.playing ? this.pace : 0), subscribe: this.subscribe },
    }
    this.seek(this.begin)
  }

  /** Where the first of them is first known to be. */
  private get begin(): number {
    const { tracks, startAt, playedFrom } = this.of
    return playedFrom ?? startAt + Math.min(...tracks.map(({ track }) => track.time[0] ?? Infinity))
  }

  /** The alarms that stand at the moment that is shown: another list once they are others. */
  readonly lasting = (): readonly AlarmThen[] => this.lastingNow

  /** The moment that is shown, ms since 1970. */
  readonly now = (): number =>
    this.playing ? Math.min(this.of.endAt, this.at + (this.wall() - this.wallAt) * this.pace) : this.at

  /** A moment as the columns count it. */
  readonly since = (moment: number): number => moment - this.of.startAt

  /** Called when it stands still, goes on, goes on faster, or leaps. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.clockListeners.add(listener)
    return () => this.clockListeners.delete(listener)
  }

  play(): void {
    if (this.playing) return
    // From its end it begins anew.
    if (this.at >= this.of.endAt) this.seek(this.begin)
    this.wallAt = this.looked = this.wall()
    this.playing = true
    this.tell()
  }

  pause(): void {
    if (!this.playing) return
    this.at = this.now()
    this.playing = false
    this.tell()
  }

  setPace(pace: Pace): void {
    this.at = this.now()
    this.wallAt = this.wall()
    this.pace = pace
    this.tell()
  }

  /** Leaps to a moment: nothing glides there. */
  seek(moment: number): void {
    const { tracks, startAt, endAt, playedFrom = startAt } = this.of
    const at = Math.min(endAt, Math.max(playedFrom, moment))
    this.at = at
    this.wallAt = this.looked = this.wall()
    for (const [index, { track }] of tracks.entries()) this.next[index] = fixBefore(track, at - startAt) + 1
    // Of what was there before nothing is left: it would glide from where it was.
    this.store.applyFrame(createFrame(0, at, true), at)
    this.apply(
      tracks.flatMap((_, index) => ((this.next[index] ?? 0) > 0 ? [index] : [])),
      at,
    )
    this.store.glidesUntil = 0
    this.settle(at)
    this.tell()
  }

  /** What was reported since the last look; at the end it stands still. */
  look(): void {
    if (!this.playing) return
    const wall = this.wall()
    const waited = wall - this.looked
    if (waited < lookEvery) return
    const at = this.now()
    if (waited > leapAfter) this.seek(at)
    else {
      this.looked = wall
      const { tracks, startAt } = this.of
      const moved: number[] = []
      for (const [index, { track }] of tracks.entries()) {
        const before = this.next[index] ?? 0
        let next = before
        while (next < track.count && (track.time[next] ?? 0) <= at - startAt) next += 1
        if (next === before) continue
        this.next[index] = next
        moved.push(index)
      }
      if (moved.length > 0) this.apply(moved, at)
      this.settle(at)
    }
    if (at >= this.of.endAt) this.pause()
  }

  /** How long somebody may be silent, as the site has chosen it. */
  setLimits(limits: SilenceLimits): void {
    this.store.setLimits(limits)
    this.store.sweep(this.now())
  }

  /** The alarms of these devices in this time. */
  setAlarms(alarms: readonly AlarmThen[]): void {
    this.alarms = alarms
    this.settle(this.now())
  }

  /** Puts tracks where their last fix was. */
  private apply(indices: readonly number[], at: number): void {
    const { tracks, startAt } = this.of
    const frame = createFrame(indices.length, at, false)
    for (const [row, index] of indices.entries()) {
      const { device, track } = tracks[index] as Recordings['tracks'][number]
      const fix = (this.next[index] ?? 0) - 1
      frame.id[row] = device.id
      frame.lng[row] = track.lng[fix] ?? 0
      frame.lat[row] = track.lat[fix] ?? 0
      frame.fixAge[row] = frame.recvAge[row] = Math.round((at - startAt - (track.time[fix] ?? 0)) / ageUnit)
      frame.speed[row] = track.speed[fix] ?? unknown16
      frame.course[row] = track.course[fix] ?? unknown16
      frame.accuracy[row] = unknown16
      frame.battery[row] = unknownBattery
      frame.floor[row] = unknownFloor
    }
    this.store.applyFrame(frame, at)
  }

  /** Silences and alarms as they are at a moment. */
  private settle(at: number): void {
    this.store.sweep(at)
    const lasting = this.alarms.filter(({ from, to }) => from <= at && at < to)
    const before = this.lastingNow
    if (before.length === lasting.length && lasting.every((alarm, index) => alarm === before[index])) return
    const byObject = new Map<number, MovingAlarm>()
    const byArea = new Map<string, AlarmLevel>()
    for (const { id, shown } of lasting) {
      if (id !== null) {
        if ((byObject.get(id)?.level ?? 4) > shown.level) byObject.set(id, shown)
      } else if (shown.areaId !== null && !shown.returned && (byArea.get(shown.areaId) ?? 4) > shown.level)
        byArea.set(shown.areaId, shown.level)
    }
    this.lastingNow = lasting
    this.alarmsNow = { byObject, byArea }
    for (const listener of this.alarmListeners) listener()
  }

  private tell(): void {
    for (const listener of this.clockListeners) listener()
  }
}
