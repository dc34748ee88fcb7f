import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import type { MovingAlarm } from '../../moving/moving-source.ts'
import { motionSize, presence, type PositionStore } from '../../moving/position-store.ts'
import { latOf, unitsPerMetre } from '../../geo/mercator.ts'
import type { CountedArea } from '../head-count.ts'
import { badgeShift, digitStep, discRadius, extents, pictures } from './atlas.ts'
import { Crowds, type Crowd } from './crowds.ts'
import { perRow, spriteFlags, spriteSize, type Scene } from './moving-layer.ts'
import { PointGrid } from './point-grid.ts'
import { WithinAreas } from './within-areas.ts'

/** What the map is asked to show. */
export interface View {
  readonly zoom: number
  /** Whether a thing passes the filters of the map; what is selected or alarmed at level one is shown anyway. */
  readonly shows: (slot: number) => boolean
  readonly selected: number | null
  readonly alarms: ReadonlyMap<number, MovingAlarm>
  /** False: everything is drawn one by one. */
  readonly clusters: boolean
  /** Areas whose marks stand for whoever is in them when seen from afar; none unless said, the same list while they are the same. */
  readonly areas?: readonly CountedArea[]
  /** What the window shows, Mercator from the store's origin: names elsewhere are not written. Everything unless said. */
  readonly seen?: Seen
  /** The clock that things glide by, milliseconds, and how many of them pass in one of this computer's. */
  readonly now: number
  readonly pace: number
}

interface Seen {
  readonly west: number
  readonly north: number
  readonly east: number
  readonly south: number
}

/** A disc as it stands on the map, Mercator from the store's origin. */
export interface Disc extends Crowd {
  /** Pixels. */
  readonly radius: number
  /** Where it comes from, and since when by the clock that things glide by. */
  readonly fromX: number
  readonly fromY: number
  readonly since: number
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

/**
 * How near one has to be to see what. Between the first two an area's mark stands for whoever is in it, and crowds elsewhere
 * become discs; then everybody is seen, but for those who stand upon each other; from the last one on everybody has a name.
 */
export const zooms = { areas: 14, people: 17, names: 18.5 } as const
/** How wide a crowd is that becomes a disc, pixels: seen from afar, and where people are seen. */
const crowdRadius = { far: 32, near: 12 } as const
/** What takes a thing out of its crowd or into another: so much of the crowd's radius. */
const movedEnough = 0.3
/** Stale things are drawn one by one as long as they are so few; when a whole link is down they would hide everything else. */
const mostStale = 60
/** Half of a marker's hit area, pixels; and how far, metres, a marker may lag behind its last report. */
const hitRadius = 16
const lag = 80
/** Seconds of this computer's clock in which a disc moves to its new middle. */
const discGlide = 0.4
/** Bits of `drawing`; `covered`: a disc or the mark of its area stands for it. The alarm's level stands between the last two. */
const bits = { drawn: 1, selected: 2, covered: 4, returned: 32 } as const
const levelShift = 3
const levelOf = (drawing: number): AlarmLevel | null => {
  const level = (drawing >> levelShift) & 3
  return level === 1 || level === 2 || level === 3 ? level : null
}
const noAreas: readonly CountedArea[] = []
const rankOf = { one: 5, selected: 4, two: 3, three: 2, stale: 1, plain: 0 } as const

interface Special {
  readonly slot: number
  readonly rank: number
  readonly selected: boolean
}

/** Decides what of the moving things is drawn how, and answers what lies under the pointer. Run when something changed. */
export class SceneComposer {
  readonly scene: Scene = {
    base: new Uint8Array(0),
    baseChanged: null,
    specialMotion: new Float32Array(perRow * motionSize),
    specialSprites: new Uint8Array(perRow * spriteSize),
    specialCount: 0,
    specialChanged: false,
    pulsing: false,
    glidesUntil: 0,
  }
  discs: readonly Disc[] = []
  named: readonly Named[] = []

  private readonly store: PositionStore
  private readonly crowds = new Crowds()
  private readonly withinAreas = new WithinAreas()
  private readonly hits = new PointGrid()
  /** What is drawn of each slot, in bits; 0 is nothing. */
  private drawing = new Uint8Array(0)
  private staleSingly = true
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
    this.mark(view)
    this.countStale()
    const afar = view.clusters && view.zoom < zooms.people
    if (afar && view.zoom >= zooms.areas) this.gatherInAreas(view.areas ?? noAreas)
    this.discs = view.clusters && view.zoom < zooms.names ? this.cluster(view) : []
    this.hitsDue = true

    const named: Named[] = []
    const specials: Special[] = []
    for (let slot = 0; slot < store.size; slot += 1) {
      const drawing = this.drawing[slot] ?? 0
      if (drawing === 0 || drawing & bits.covered) {
        this.base(slot, 0, 0, 0, 0)
        continue
      }
      const told = this.tell(slot, drawing)
      if (told.rank > rankOf.plain || (view.zoom >= zooms.names && this.isSeen(slot, view.seen))) named.push(told)
      // From afar a stale one stands above the discs too.
      if (told.rank > rankOf.stale || (told.stale && afar)) {
        specials.push({ slot, rank: told.rank, selected: (drawing & bits.selected) !== 0 })
        this.base(slot, 0, 0, 0, 0)
        continue
      }
      const kind = store.kind[slot] ?? 0
      const flags = kind === 2 ? spriteFlags.turns : 0
      if (told.stale) this.base(slot, pictures.mark(kind, 'quiet'), extents.quiet, flags, this.opacityOf(slot))
      else this.base(slot, pictures.mark(kind, 'normal'), extents.mark, flags, 255)
    }
    this.named = named.sort((a, b) => b.rank - a.rank)

    scene.specialCount = 0
    scene.pulsing = false
    scene.glidesUntil = 0
    for (const disc of this.discs) this.drawDisc(disc, view.pace)
    for (const { slot, selected } of specials.sort((a, b) => a.rank - b.rank)) {
      this.drawSpecial(slot, view.alarms.get(store.ids[slot] ?? 0) ?? null, selected)
    }
    scene.specialChanged = true
  }

  private tell(slot: number, drawing: number): Named {
    const level = levelOf(drawing)
    const returned = (drawing & bits.returned) !== 0
    const stale = this.store.state[slot] !== presence.online
    return { slot, rank: rankFor(level, (drawing & bits.selected) !== 0, returned, stale), level, returned, stale }
  }

  private isSeen(slot: number, seen: Seen | undefined): boolean {
    const [x, y] = this.target(slot)
    return !seen || (x >= seen.west && x <= seen.east && y >= seen.north && y <= seen.south)
  }

  private opacityOf(slot: number): number {
    return this.store.state[slot] === presence.stale ? 255 : 190
  }

  /** What lies under a place, Mercator from the origin: what has a name of its own first, then discs, then the rest. */
  hit(x: number, y: number, zoom: number, now: number): Hit | null {
    const { store } = this
    const perPixel = 1 / (512 * 2 ** zoom)
    const reach = hitRadius * perPixel
    if (this.hitsDue) {
      this.hitsDue = false
      this.hits.build(store.size, 64 * perPixel, (slot) => {
        const drawing = this.drawing[slot] ?? 0
        return drawing === 0 || drawing & bits.covered ? null : this.target(slot)
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
    if (best === null) for (const { slot, rank } of this.named) if (rank > rankOf.plain) consider(slot)
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

  /** Whether it is drawn by itself wherever it is: alarmed, selected, or stale. */
  private isSingle(slot: number): boolean {
    const drawing = this.drawing[slot] ?? 0
    if (drawing & bits.selected || levelOf(drawing) !== null) return true
    return this.staleSingly && this.store.state[slot] !== presence.online
  }

  /** Looks whether the stale are few; once they are too many they have to become far fewer. */
  private countStale(): void {
    const { store, drawing } = this
    let stale = 0
    for (let slot = 0; slot < store.size; slot += 1) if (drawing[slot] && store.state[slot] !== presence.online) stale += 1
    this.staleSingly = stale <= (this.staleSingly ? mostStale : mostStale / 2)
  }

  private gatherInAreas(areas: readonly CountedArea[]): void {
    const { store, drawing, withinAreas } = this
    if (areas.length === 0 || !store.origin) return
    withinAreas.begin(areas, store.ids.length, store.origin)
    for (let slot = 0; slot < store.size; slot += 1) {
      const drawn = drawing[slot] ?? 0
      if (drawn !== 0 && !this.isSingle(slot) && withinAreas.has(slot, this.target(slot))) drawing[slot] = drawn | bits.covered
    }
  }

  private cluster({ zoom, now, pace }: View): Disc[] {
    const { store, drawing } = this
    const perPixel = 1 / (512 * 2 ** zoom)
    const radius = (zoom < zooms.people ? crowdRadius.far : crowdRadius.near) * perPixel
    const old = new Map(this.discs.map((disc) => [disc.id, disc]))
    const crowds = this.crowds.update(store.size, radius, radius * movedEnough, (slot) => {
      const drawn = drawing[slot] ?? 0
      return drawn === 0 || drawn & bits.covered || this.isSingle(slot) ? null : this.target(slot)
    })
    return crowds.map((crowd) => {
      for (const slot of crowd.members) drawing[slot] = (drawing[slot] ?? 0) | bits.covered
      const before = old.get(crowd.id)
      const size = crowd.members.length < 10 ? 0 : crowd.members.length < 40 ? 1 : 2
      const moves = before && (before.x !== crowd.x || before.y !== crowd.y)
      const [fromX, fromY] = before && moves ? discAt(before, now, pace) : [before?.fromX ?? crowd.x, before?.fromY ?? crowd.y]
      return { ...crowd, radius: discRadius[size], fromX, fromY, since: before && !moves ? before.since : now }
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
    else if (quiet) this.push(motion, pictures.mark(kind, 'quiet'), extents.quiet, turns, 0, 0, this.opacityOf(slot))
    else this.push(motion, pictures.mark(kind, 'normal'), extents.mark, turns)
    if (level !== null) {
      const badge = returned ? pictures.hollowBadge(level) : pictures.badge(level)
      this.push(motion, badge, extents.badge, 0, badgeShift.x, badgeShift.y)
    }
  }

  private drawDisc(disc: Disc, pace: number): void {
    const { x, y, fromX, fromY, since } = disc
    const motion = Float32Array.of(fromX, fromY, x, y, (since - this.store.epoch) / 1000, discGlide * pace, 0, 0)
    this.scene.glidesUntil = Math.max(this.scene.glidesUntil, fromX === x && fromY === y ? 0 : since + discGlide * pace * 1000)
    const size = Math.max(0, discRadius.indexOf(disc.radius as (typeof discRadius)[number]))
    this.push(motion, pictures.disc(size), extents.disc[size] ?? 58, 0)
    const digits = [...String(disc.members.length)]
    digits.forEach((digit, place) => {
      const shift = Math.round((place - (digits.length - 1) / 2) * digitStep)
      this.push(motion, pictures.digit(Number(digit)), extents.digit, 0, shift)
    })
  }

  private push(motion: Float32Array, picture: number, size: number, flags: number, shiftX = 0, shiftY = 0, opacity = 255): void {
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
    scene.specialSprites.set([picture, size, flags, opacity, shiftX & 0xff, shiftY & 0xff, 0, 0], scene.specialCount * spriteSize)
    scene.specialCount += 1
  }
}

/** Where a disc is drawn at a moment. */
const discAt = ({ x, y, fromX, fromY, since }: Disc, now: number, pace: number): readonly [x: number, y: number] => {
  const part = pace > 0 ? Math.min(Math.max((now - since) / (discGlide * pace * 1000), 0), 1) : 1
  return [fromX + (x - fromX) * part, fromY + (y - fromY) * part]
}

const rankFor = (level: AlarmLevel | null, selected: boolean, returned: boolean, stale: boolean): number => {
  if (level === 1 && !returned) return rankOf.one
  if (selected) return rankOf.selected
  if (level === 1 || level === 2) return rankOf.two
  if (level === 3) return rankOf.three
  return stale ? rankOf.stale : rankOf.plain
}
