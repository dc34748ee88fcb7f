import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import type { MovingAlarm } from '../../moving/moving-source.ts'
import { motionSize, presence, type PositionStore } from '../../moving/position-store.ts'
import { latOf, unitsPerMetre } from '../../geo/mercator.ts'
import { badgeShift, digitStep, discRadius, extents, pictures } from './atlas.ts'
import { gather } from './cluster.ts'
import { spriteFlags, spriteSize, type Scene } from './moving-layer.ts'
import { PointGrid } from './point-grid.ts'

/** What the map is asked to show. */
export interface View {
  readonly zoom: number
  /** Whether a thing passes the filters of the map; what is selected or alarmed at level one is shown anyway. */
  readonly shows: (slot: number) => boolean
  readonly selected: number | null
  readonly alarms: ReadonlyMap<number, MovingAlarm>
  /** False: everything is drawn one by one. */
  readonly clusters: boolean
  /** The clock that things glide by, milliseconds, and how many of them pass in one of this computer's. */
  readonly now: number
  readonly pace: number
}

/** A disc as it stands on the map, Mercator from the store's origin. */
export interface Disc {
  readonly x: number
  readonly y: number
  /** Pixels. */
  readonly radius: number
  readonly members: readonly number[]
  /** Of the worst alarm inside, and whether that has returned. */
  readonly level: AlarmLevel | null
  readonly returned: boolean
}

/** A thing that is drawn with a name, or that says how old its place is. */
export interface Named {
  readonly slot: number
  /** The higher, the sooner it gets its room: level one before the selected one before level two and three before stale ones. */
  readonly rank: number
  readonly level: AlarmLevel | null
  /** Its alarm has returned and only waits to be confirmed. */
  readonly returned: boolean
  readonly stale: boolean
}

export type Hit = { readonly kind: 'object'; readonly slot: number } | { readonly kind: 'cluster'; readonly disc: Disc }

/** From this zoom on nothing is clustered, and how wide a crowd is that becomes a disc, pixels. */
export const noClusterFrom = 18.6
const crowdRadius = 32
/** Half of a marker's hit area, pixels; and how far, metres, a marker may lag behind its last report. */
const hitRadius = 16
const lag = 80
/** Seconds of this computer's clock in which a disc moves to its new middle. */
const discGlide = 0.4
/** Bits of `drawing`; the alarm's level stands between the last two. */
const bits = { drawn: 1, selected: 2, clustered: 4, returned: 32 } as const
const levelShift = 3
const levelOf = (drawing: number): AlarmLevel | null => {
  const level = (drawing >> levelShift) & 3
  return level === 1 || level === 2 || level === 3 ? level : null
}
const rankOf = { one: 5, selected: 4, two: 3, three: 2, stale: 1 } as const

/** Decides what of the moving things is drawn how, and answers what lies under the pointer. Run when something changed. */
export class SceneComposer {
  readonly scene: Scene = {
    base: new Uint8Array(0),
    baseChanged: null,
    specialMotion: new Float32Array(64 * motionSize),
    specialSprites: new Uint8Array(64 * spriteSize),
    specialCount: 0,
    specialChanged: false,
    pulsing: false,
  }
  discs: readonly Disc[] = []
  named: readonly Named[] = []

  private readonly store: PositionStore
  private readonly grid = new PointGrid()
  private readonly hits = new PointGrid()
  /** What is drawn of each slot, in bits; 0 is nothing. */
  private drawing = new Uint8Array(0)
  private hitsDue = true

  constructor(store: PositionStore) {
    this.store = store
  }

  compose(view: View): void {
    const { store, scene } = this
    const room = store.ids.length
    if (scene.base.length !== room * spriteSize) {
      scene.base = new Uint8Array(room * spriteSize)
      this.drawing = new Uint8Array(room)
    }
    const perPixel = 1 / (512 * 2 ** view.zoom)
    this.mark(view)
    const oldDiscs = this.discs
    this.discs = view.clusters && view.zoom < noClusterFrom ? this.cluster(view, crowdRadius * perPixel) : []
    this.hitsDue = true

    const named: Named[] = []
    const specials: { readonly slot: number; readonly rank: number; readonly selected: boolean }[] = []
    for (let slot = 0; slot < store.size; slot += 1) {
      const drawing = this.drawing[slot] ?? 0
      if (drawing === 0 || drawing & bits.clustered) {
        this.base(slot, 0, 0, 0, 0)
        continue
      }
      const state = store.state[slot] ?? presence.none
      const quiet = state !== presence.online
      const level = levelOf(drawing)
      const selected = (drawing & bits.selected) !== 0
      const returned = (drawing & bits.returned) !== 0
      const rank = rankFor(level, selected, returned)
      if (level !== null || selected || quiet) named.push({ slot, rank, level, returned, stale: quiet })
      if (level !== null || selected) {
        specials.push({ slot, rank, selected })
        this.base(slot, 0, 0, 0, 0)
        continue
      }
      const kind = store.kind[slot] ?? 0
      const flags = kind === 2 ? spriteFlags.turns : 0
      if (quiet) this.base(slot, pictures.mark(kind, 'quiet'), extents.quiet, flags, state === presence.stale ? 255 : 190)
      else this.base(slot, pictures.mark(kind, 'normal'), extents.mark, flags, 255)
    }
    this.named = named.sort((a, b) => b.rank - a.rank)

    scene.specialCount = 0
    scene.pulsing = false
    for (const disc of this.discs) this.drawDisc(disc, oldDiscs, perPixel, view)
    for (const { slot, selected } of specials.sort((a, b) => a.rank - b.rank)) {
      this.drawSpecial(slot, view.alarms.get(store.ids[slot] ?? 0) ?? null, selected)
    }
    scene.specialChanged = true
  }

  /** What lies under a place, Mercator from the origin: level one and the selected one first, then discs, then the rest. */
  hit(x: number, y: number, zoom: number, now: number): Hit | null {
    const { store } = this
    const perPixel = 1 / (512 * 2 ** zoom)
    const reach = hitRadius * perPixel
    if (this.hitsDue) {
      this.hitsDue = false
      this.hits.build(store.size, 64 * perPixel, (slot) => {
        const drawing = this.drawing[slot] ?? 0
        return drawing === 0 || drawing & bits.clustered ? null : this.target(slot)
      })
    }
    let best: number | null = null
    let least = reach * reach
    const consider = (slot: number): void => {
      const [drawnX, drawnY] = store.drawnAt(slot, now)
      const squared = (drawnX - x) ** 2 + (drawnY - y) ** 2
      if (squared > least) return
      least = squared
      best = slot
    }
    for (const { slot, rank } of this.named) if (rank >= rankOf.selected) consider(slot)
    if (best !== null) return { kind: 'object', slot: best }
    const disc = this.discs.find((candidate) => Math.hypot(candidate.x - x, candidate.y - y) <= candidate.radius * perPixel)
    if (disc) return { kind: 'cluster', disc }
    const metre = unitsPerMetre(latOf(store.origin?.y ?? 0.5))
    this.hits.near(x, y, reach + lag * metre, consider)
    return best === null ? null : { kind: 'object', slot: best }
  }

  private target(slot: number): readonly [number, number] {
    const at = slot * motionSize
    return [this.store.motion[at + 2] ?? 0, this.store.motion[at + 3] ?? 0]
  }

  private mark({ shows, selected, alarms }: View): void {
    const { store, drawing } = this
    for (let slot = 0; slot < store.size; slot += 1) {
      const state = store.state[slot]
      const there = state !== presence.none && state !== presence.gone && store.object(slot) !== null
      drawing[slot] = there && shows(slot) ? bits.drawn : 0
    }
    const known = (id: number): number | null => {
      const slot = store.slotOf(id)
      return slot !== undefined && store.hasPosition(slot) && store.object(slot) !== null ? slot : null
    }
    const told = ({ level, returned }: MovingAlarm): number => (level << levelShift) | (returned ? bits.returned : 0)
    for (const [id, alarm] of alarms) {
      const slot = known(id)
      if (slot !== null && (alarm.level === 1 || drawing[slot])) drawing[slot] = bits.drawn | told(alarm)
    }
    const slot = selected === null ? null : known(selected)
    if (slot !== null) drawing[slot] = (drawing[slot] ?? 0) | bits.drawn | bits.selected
    // A thing that is away but selected still tells its alarm.
    const alarm = selected === null ? undefined : alarms.get(selected)
    if (slot !== null && alarm) drawing[slot] = (drawing[slot] ?? 0) | told(alarm)
  }

  private cluster({ alarms }: View, radius: number): Disc[] {
    const { store, drawing } = this
    this.grid.build(store.size, radius * 1.5, (slot) => {
      const bit = drawing[slot] ?? 0
      return bit === 0 || bit & bits.selected || levelOf(bit) === 1 ? null : this.target(slot)
    })
    return gather(this.grid, radius).map(({ x, y, members }) => {
      let level: AlarmLevel | null = null
      let returned = true
      for (const slot of members) {
        const drawn = drawing[slot] ?? 0
        const itsLevel = alarms.size === 0 ? null : levelOf(drawn)
        const itReturned = (drawn & bits.returned) !== 0
        // What goes on comes before what has returned.
        if (itsLevel !== null && (level === null || (itReturned === returned ? itsLevel < level : returned))) {
          level = itsLevel
          returned = itReturned
        }
        drawing[slot] = drawn | bits.clustered
      }
      const size = members.length < 10 ? 0 : members.length < 40 ? 1 : 2
      return { x, y, members, radius: discRadius[size], level, returned: level !== null && returned }
    })
  }

  private base(slot: number, picture: number, size: number, flags: number, opacity: number): void {
    const { scene } = this
    const at = slot * spriteSize
    const { base } = scene
    if (base[at] === picture && base[at + 1] === size && base[at + 2] === flags && base[at + 3] === opacity) return
    base[at] = picture
    base[at + 1] = size
    base[at + 2] = flags
    base[at + 3] = opacity
    scene.baseChanged = scene.baseChanged
      ? { from: Math.min(scene.baseChanged.from, slot), to: Math.max(scene.baseChanged.to, slot + 1) }
      : { from: slot, to: slot + 1 }
  }

  private drawSpecial(slot: number, alarm: MovingAlarm | null, selected: boolean): void {
    const { store } = this
    const at = slot * motionSize
    const motion = store.motion.subarray(at, at + motionSize)
    const kind = store.kind[slot] ?? 0
    const turns = kind === 2 ? spriteFlags.turns : 0
    const level = alarm?.level ?? null
    const returned = alarm?.returned ?? false
    if (level !== null && returned) this.push(motion, pictures.outline(level), extents.outline, 0)
    else if (level !== null) this.push(motion, pictures.halo(level), extents.halo[level] ?? 64, 0)
    if (level === 1 && alarm?.unhandled && !returned) {
      this.push(motion, pictures.pulse, extents.pulse, spriteFlags.pulses)
      this.scene.pulsing = true
    }
    if (selected) this.push(motion, pictures.selection, extents.selection, 0)
    const quiet = store.state[slot] !== presence.online
    if (level !== null && !returned) this.push(motion, pictures.mark(kind, `level${level}`), extents.mark, turns)
    else this.push(motion, pictures.mark(kind, quiet ? 'quiet' : 'normal'), quiet ? extents.quiet : extents.mark, turns)
    if (level !== null) {
      const badge = returned ? pictures.hollowBadge(level) : pictures.badge(level)
      this.push(motion, badge, extents.badge, 0, badgeShift.x, badgeShift.y)
    }
  }

  private drawDisc(disc: Disc, old: readonly Disc[], perPixel: number, { now, pace }: View): void {
    const before = old.find((candidate) => Math.hypot(candidate.x - disc.x, candidate.y - disc.y) < 30 * perPixel) ?? disc
    const motion = Float32Array.of(before.x, before.y, disc.x, disc.y, (now - this.store.epoch) / 1000, discGlide * pace, 0, 0)
    const size = Math.max(0, discRadius.indexOf(disc.radius as (typeof discRadius)[number]))
    this.push(motion, pictures.disc(size), extents.disc[size] ?? 58, 0)
    if (disc.level !== null && disc.level > 1) {
      if (!disc.returned) this.push(motion, pictures.discRing(size, disc.level), extents.discRing[size] ?? 62, 0)
      const badge = disc.returned ? pictures.hollowBadge(disc.level) : pictures.badge(disc.level)
      const aside = Math.round(disc.radius * 0.75)
      this.push(motion, badge, extents.badge, 0, aside, -aside)
    }
    const digits = [...String(disc.members.length)]
    digits.forEach((digit, place) => {
      const shift = Math.round((place - (digits.length - 1) / 2) * digitStep)
      this.push(motion, pictures.digit(Number(digit)), extents.digit, 0, shift)
    })
  }

  private push(motion: Float32Array, picture: number, size: number, flags: number, shiftX = 0, shiftY = 0): void {
    const { scene } = this
    if ((scene.specialCount + 1) * spriteSize > scene.specialSprites.length) {
      const sprites = new Uint8Array(scene.specialSprites.length * 2)
      sprites.set(scene.specialSprites)
      scene.specialSprites = sprites
      const motions = new Float32Array(scene.specialMotion.length * 2)
      motions.set(scene.specialMotion)
      scene.specialMotion = motions
    }
    scene.specialMotion.set(motion, scene.specialCount * motionSize)
    scene.specialSprites.set([picture, size, flags, 255, shiftX & 0xff, shiftY & 0xff, 0, 0], scene.specialCount * spriteSize)
    scene.specialCount += 1
  }
}

const rankFor = (level: AlarmLevel | null, selected: boolean, returned: boolean): number => {
  if (level === 1 && !returned) return rankOf.one
  if (selected) return rankOf.selected
  if (level === 1 || level === 2) return rankOf.two
  return level === 3 ? rankOf.three : rankOf.stale
}
