import {
  ageUnit,
  degreeScale,
  unknown16,
  unknownBattery,
  unknownFloor,
  type PositionColumns,
} from '@vigil/contract/positions/frame.ts'
import { silence, type LiveObject } from '@vigil/contract/positions/entities.ts'
import { mercatorX, mercatorY, unitsPerMetre } from '../geo/mercator.ts'

/** How a thing stands: by its last report, and by the age of its fix. The order is that of growing silence. */
export const presence = { none: 0, online: 1, stale: 2, offline: 3, gone: 4 } as const
export type Presence = (typeof presence)[keyof typeof presence]

export const kinds = ['hat', 'badge', 'car'] as const
export type Kind = (typeof kinds)[number]

/** Numbers of one slot in `motion`: from x, from y, to x, to y (Mercator, from the origin), start s, duration s, course from, to °. */
export const motionSize = 8
/** A jump longer than this, metres, is shown as a jump. */
const jumpFrom = 150
/** Bounds of a glide, milliseconds. */
const glide = { least: 250, most: 8_000, afterSilence: 600 } as const
/** Within so many metres the reports of a thing that stands scatter, and after so many milliseconds there it is taken to stand. */
const rest = { within: 2.5, after: 5_000 } as const
/** The single-precision start times are counted anew after this long, milliseconds. */
const epochLasts = 3_600_000
const firstRoom = 512

/** What is known of one thing at a moment; unknown numbers are null. */
export interface Sighting {
  readonly lng: number
  readonly lat: number
  /** Server times, milliseconds since 1970. */
  readonly fixAt: number
  readonly recvAt: number
  /** km/h. */
  readonly speed: number | null
  readonly course: number | null
  /** Metres. */
  readonly accuracy: number | null
  readonly battery: number | null
  readonly floor: number | null
}

/** Seconds without a report after which a thing of each kind is stale, offline, and not on site any more. */
export type SilenceLimits = Readonly<Record<Kind, { readonly stale: number; readonly offline: number; readonly gone: number }>>

const grown = <A extends Float32Array | Float64Array | Uint8Array | Int8Array | Uint16Array | Uint32Array>(
  old: A,
  room: number,
): A => {
  const next = new (old.constructor as new (length: number) => A)(room)
  next.set(old)
  return next
}

/**
 * Where everything is, outside React: one slot a thing, one typed array a fact. Slots stay with their thing until it leaves the
 * directory. Readers remember `revision` and look for slots whose `stamps` are newer.
 */
export class PositionStore {
  /** Slots in use are below this number; a free one among them has the id 0. */
  size = 0
  revision = 0
  /** Grows whenever the directory changed. */
  directoryRevision = 0
  /** Whether somebody has told the directory, empty as it may be. */
  known = false
  /** Mercator place that `motion` counts from; set by the first position. */
  origin: { readonly x: number; readonly y: number } | null = null
  /** Milliseconds (of the clock that things glide by) that `motion`'s start times count from. */
  epoch: number
  /** When the last glide ends, by that clock; and the greatest speed among the present ones, metres a second. */
  glidesUntil = 0
  fastest = 0

  ids = new Uint32Array(firstRoom)
  kind = new Uint8Array(firstRoom)
  state = new Uint8Array(firstRoom)
  stamps = new Uint32Array(firstRoom)
  motion = new Float32Array(firstRoom * motionSize)
  lng = new Float64Array(firstRoom)
  lat = new Float64Array(firstRoom)
  fixAt = new Float64Array(firstRoom)
  recvAt = new Float64Array(firstRoom)
  speed = new Uint16Array(firstRoom)
  course = new Uint16Array(firstRoom)
  accuracy = new Uint16Array(firstRoom)
  battery = new Uint8Array(firstRoom)
  floor = new Int8Array(firstRoom)
  /** When the last report came and how far apart they usually are, by that clock. */
  private heardAt = new Float64Array(firstRoom)
  private every = new Float64Array(firstRoom)
  /** Where it has been since when, Mercator from the origin: what stands is drawn where it stands, though its reports scatter. */
  private restX = new Float64Array(firstRoom)
  private restY = new Float64Array(firstRoom)
  private restSince = new Float64Array(firstRoom)

  private readonly slots = new Map<number, number>()
  private readonly byDevice = new Map<string, number>()
  private readonly objects: (LiveObject | null)[] = []
  private readonly free: number[] = []
  private readonly listeners = new Set<() => void>()
  private limits: SilenceLimits = silence

  constructor(now: number) {
    this.epoch = now
  }

  slotOf(id: number): number | undefined {
    return this.slots.get(id)
  }
  /** By `hat:<imei>` and the like. */
  slotOfDevice(key: string): number | undefined {
    return this.byDevice.get(key)
  }
  object(slot: number): LiveObject | null {
    return this.objects[slot] ?? null
  }
  hasPosition(slot: number): boolean {
    return this.state[slot] !== presence.none
  }

  /** Whether a marker may stand for it: it has a position and is on site. */
  isOnMap(slot: number): boolean {
    return this.object(slot) !== null && this.state[slot] !== presence.none && this.state[slot] !== presence.gone
  }

  /** Called after every change, within the same turn. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  applyDirectory(whole: boolean, objects: readonly LiveObject[], removed: readonly number[]): void {
    if (whole) {
      const kept = new Set(objects.map(({ id }) => id))
      for (const id of this.slots.keys()) if (!kept.has(id)) this.release(id)
    }
    for (const id of removed) this.release(id)
    for (const object of objects) {
      const slot = this.claim(object.id)
      const old = this.objects[slot]
      if (old) this.forget(old, slot)
      this.objects[slot] = object
      this.byDevice.set(deviceKey(object), slot)
      this.kind[slot] = kinds.indexOf(object.deviceType)
      this.touch(slot)
    }
    this.known = true
    this.directoryRevision += 1
    this.tell()
  }

  /** Nobody tells it any more what there is. */
  clear(): void {
    for (const id of this.slots.keys()) this.release(id)
    this.known = false
    this.directoryRevision += 1
    this.tell()
  }

  /** Takes a frame over; `now` is the clock that the things glide by. */
  applyFrame(frame: PositionColumns, now: number): void {
    this.renewEpoch(now)
    if (now > this.glidesUntil) this.fastest = 0
    const placed = frame.snapshot ? new Set<number>() : null
    for (let row = 0; row < frame.count; row += 1) {
      const id = frame.id[row] ?? 0
      const slot = this.claim(id)
      placed?.add(slot)
      this.place(slot, frame, row, now)
    }
    if (placed) {
      for (const slot of this.slots.values()) {
        if (placed.has(slot) || this.state[slot] === presence.none) continue
        this.state[slot] = presence.none
        this.touch(slot)
      }
    }
    this.tell()
  }

  private place(slot: number, frame: PositionColumns, row: number, now: number): void {
    const lng = (frame.lng[row] ?? 0) / degreeScale
    const lat = (frame.lat[row] ?? 0) / degreeScale
    const x = mercatorX(lng)
    const y = mercatorY(lat)
    this.origin ??= { x, y }
    const course = frame.course[row] ?? unknown16
    const at = slot * motionSize
    const known = this.state[slot] !== presence.none
    const since = now - (this.heardAt[slot] ?? 0)
    const usual = this.every[slot] ?? 0
    if (known && since > 50) this.every[slot] = usual === 0 ? since : usual + (Math.min(since, 3 * usual) - usual) * 0.3
    const { motion } = this
    const stands = this.stands(slot, x - this.origin.x, y - this.origin.y, unitsPerMetre(lat), now)
    const toX = stands ? (motion[at + 2] ?? 0) : x - this.origin.x
    const toY = stands ? (motion[at + 3] ?? 0) : y - this.origin.y
    let duration = 0
    if (known) {
      const part = this.glidePart(slot, now)
      const fromX = mixed(motion[at] ?? 0, motion[at + 2] ?? 0, part)
      const fromY = mixed(motion[at + 1] ?? 0, motion[at + 3] ?? 0, part)
      const fromCourse = turned(motion[at + 6] ?? 0, motion[at + 7] ?? 0, part)
      const metres = Math.hypot(toX - fromX, toY - fromY) / unitsPerMetre(lat)
      const wait =
        usual > 0 && since > 3 * usual
          ? glide.afterSilence
          : Math.min(Math.max((this.every[slot] ?? 0) * 1.05, glide.least), glide.most)
      duration = metres > jumpFrom ? 0 : wait
      motion[at] = duration > 0 ? fromX : toX
      motion[at + 1] = duration > 0 ? fromY : toY
      motion[at + 6] = fromCourse
      if (duration > 0 && metres > 0.05) {
        this.glidesUntil = Math.max(this.glidesUntil, now + duration)
        this.fastest = Math.max(this.fastest, metres / (duration / 1000))
      }
    } else {
      motion[at] = toX
      motion[at + 1] = toY
      motion[at + 6] = course === unknown16 ? 0 : course / 10
    }
    motion[at + 2] = toX
    motion[at + 3] = toY
    motion[at + 4] = (now - this.epoch) / 1000
    motion[at + 5] = duration / 1000
    motion[at + 7] = course === unknown16 || stands ? (motion[at + 6] ?? 0) : course / 10
    this.lng[slot] = lng
    this.lat[slot] = lat
    this.fixAt[slot] = frame.serverTime - (frame.fixAge[row] ?? 0) * ageUnit
    this.recvAt[slot] = frame.serverTime - (frame.recvAge[row] ?? 0) * ageUnit
    this.speed[slot] = frame.speed[row] ?? unknown16
    this.course[slot] = course
    this.accuracy[slot] = frame.accuracy[row] ?? unknown16
    this.battery[slot] = frame.battery[row] ?? unknownBattery
    this.floor[slot] = frame.floor[row] ?? unknownFloor
    this.heardAt[slot] = now
    this.state[slot] = this.judge(slot, frame.serverTime)
    this.touch(slot)
  }

  private stands(slot: number, x: number, y: number, metre: number, now: number): boolean {
    const away = Math.hypot(x - (this.restX[slot] ?? 0), y - (this.restY[slot] ?? 0)) / metre
    if (this.state[slot] !== presence.none && away <= rest.within) return now - (this.restSince[slot] ?? 0) >= rest.after
    this.restX[slot] = x
    this.restY[slot] = y
    this.restSince[slot] = now
    return false
  }

  /** From the next sweep on. */
  setLimits(limits: SilenceLimits): void {
    this.limits = limits
  }

  /** Looks at every silence anew; true when something changed. Once a second is enough. */
  sweep(serverNow: number): boolean {
    let changed = false
    for (let slot = 0; slot < this.size; slot += 1) {
      if (this.state[slot] === presence.none) continue
      const state = this.judge(slot, serverNow)
      if (state === this.state[slot]) continue
      this.state[slot] = state
      this.touch(slot)
      changed = true
    }
    if (changed) this.tell()
    return changed
  }

  /** The last report decides about the device, the fix about its place: an old place never looks fresh. */
  private judge(slot: number, serverNow: number): Presence {
    const limits = this.limits[kinds[this.kind[slot] ?? 0] ?? 'hat']
    const silent = (serverNow - (this.recvAt[slot] ?? 0)) / 1000
    if (silent >= limits.gone) return presence.gone
    if (silent >= limits.offline) return presence.offline
    return Math.max(silent, (serverNow - (this.fixAt[slot] ?? 0)) / 1000) >= limits.stale ? presence.stale : presence.online
  }

  sighting(slot: number): Sighting | null {
    if (!this.hasPosition(slot)) return null
    const tenths = (value: number | undefined): number | null => (value === undefined || value === unknown16 ? null : value / 10)
    const battery = this.battery[slot] ?? unknownBattery
    const floor = this.floor[slot] ?? unknownFloor
    return {
      lng: this.lng[slot] ?? 0,
      lat: this.lat[slot] ?? 0,
      fixAt: this.fixAt[slot] ?? 0,
      recvAt: this.recvAt[slot] ?? 0,
      speed: tenths(this.speed[slot]),
      course: tenths(this.course[slot]),
      accuracy: tenths(this.accuracy[slot]),
      battery: battery === unknownBattery ? null : battery,
      floor: floor === unknownFloor ? null : floor,
    }
  }

  /** Where a thing is drawn at a moment, Mercator from the origin: the same sum as in the vertex shader. */
  drawnAt(slot: number, now: number): readonly [x: number, y: number] {
    const part = this.glidePart(slot, now)
    const at = slot * motionSize
    const { motion } = this
    return [mixed(motion[at] ?? 0, motion[at + 2] ?? 0, part), mixed(motion[at + 1] ?? 0, motion[at + 3] ?? 0, part)]
  }

  private glidePart(slot: number, now: number): number {
    const at = slot * motionSize
    const duration = this.motion[at + 5] ?? 0
    if (duration <= 0) return 1
    return Math.min(Math.max(((now - this.epoch) / 1000 - (this.motion[at + 4] ?? 0)) / duration, 0), 1)
  }

  private renewEpoch(now: number): void {
    const passed = now - this.epoch
    if (passed < epochLasts) return
    this.epoch = now
    for (let slot = 0; slot < this.size; slot += 1) {
      const at = slot * motionSize + 4
      this.motion[at] = (this.motion[at] ?? 0) - passed / 1000
      this.touch(slot)
    }
  }

  private claim(id: number): number {
    const known = this.slots.get(id)
    if (known !== undefined) return known
    const slot = this.free.pop() ?? this.size
    if (slot === this.size) {
      this.size += 1
      if (slot >= this.ids.length) this.grow(this.ids.length * 2)
    }
    this.slots.set(id, slot)
    this.ids[slot] = id
    this.state[slot] = presence.none
    this.every[slot] = 0
    this.heardAt[slot] = 0
    this.objects[slot] = null
    this.touch(slot)
    return slot
  }

  private release(id: number): void {
    const slot = this.slots.get(id)
    if (slot === undefined) return
    const object = this.objects[slot]
    if (object) this.forget(object, slot)
    this.slots.delete(id)
    this.objects[slot] = null
    this.ids[slot] = 0
    this.state[slot] = presence.none
    this.free.push(slot)
    this.touch(slot)
  }

  /** Another thing may have taken its number over already. */
  private forget(object: LiveObject, slot: number): void {
    const key = deviceKey(object)
    if (this.byDevice.get(key) === slot) this.byDevice.delete(key)
  }

  private grow(room: number): void {
    this.ids = grown(this.ids, room)
    this.kind = grown(this.kind, room)
    this.state = grown(this.state, room)
    this.stamps = grown(this.stamps, room)
    this.motion = grown(this.motion, room * motionSize)
    this.lng = grown(this.lng, room)
    this.lat = grown(this.lat, room)
    this.fixAt = grown(this.fixAt, room)
    this.recvAt = grown(this.recvAt, room)
    this.speed = grown(this.speed, room)
    this.course = grown(this.course, room)
    this.accuracy = grown(this.accuracy, room)
    this.battery = grown(this.battery, room)
    this.floor = grown(this.floor, room)
    this.heardAt = grown(this.heardAt, room)
    this.every = grown(this.every, room)
    this.restX = grown(this.restX, room)
    this.restY = grown(this.restY, room)
    this.restSince = grown(this.restSince, room)
  }

  private touch(slot: number): void {
    this.revision += 1
    this.stamps[slot] = this.revision
  }
  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}

export const deviceKey = ({ deviceType, deviceId }: Pick<LiveObject, 'deviceType' | 'deviceId'>): string =>
  `${deviceType}:${deviceId}`

/** The person whom a thing stands for. Null: it is a vehicle, whoever drives it, or nobody wears it. */
export const wearerOf = (store: PositionStore, slot: number): string | null => {
  const object = store.object(slot)
  return object && object.deviceType !== 'car' ? object.userId : null
}

/** Whether it is on site and made to be worn, and nobody is known to wear it. */
export const isUnworn = (store: PositionStore, slot: number): boolean =>
  store.isOnMap(slot) && store.object(slot)?.deviceType !== 'car' && wearerOf(store, slot) === null

const mixed = (from: number, to: number, part: number): number => from + (to - from) * part
/** Between two courses the shorter way round, degrees. */
const turned = (from: number, to: number, part: number): number => {
  const turn = ((to - from + 540) % 360) - 180
  return (from + turn * part + 360) % 360
}
