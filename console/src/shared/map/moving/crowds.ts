import { clusterFrom, gather } from './cluster.ts'
import { PointGrid } from './point-grid.ts'

/** People who stand so near each other that one disc stands for them. */
export interface Crowd {
  /** The same as long as it is the same crowd. */
  readonly id: number
  readonly x: number
  readonly y: number
  /** Indexes, in order. */
  readonly members: readonly number[]
}

/** It takes `clusterFrom` to become a crowd, and fewer than this to be none any more: one who comes and goes changes nothing. */
const fallsApartBelow = clusterFrom - 1
/** In parts of the radius: how far from its middle a member still belongs to it, and how near two middles become one crowd. */
const leavesBeyond = 1.35
const joinsWithin = 0.75
const nobody = -1

type At = (index: number) => readonly [x: number, y: number] | null

/**
 * Crowds that are remembered. Who belongs to which is decided when they come, and again when they themselves have moved
 * `enough`; a crowd changes only by its own members. So a plant that stands still stays the same picture.
 */
export class Crowds {
  private radius = 0
  private xs = new Float64Array(0)
  private ys = new Float64Array(0)
  private crowdOf = new Int32Array(0)
  private lastId = 0
  private crowds: readonly Crowd[] = []
  private readonly middles = new PointGrid(64)
  private readonly loose = new PointGrid()

  /** The crowds now. `at` answers where each of `count` stands, null for who cannot be in one; of another radius all begin anew. */
  update(count: number, radius: number, enough: number, at: At): readonly Crowd[] {
    if (radius !== this.radius) this.forget()
    this.radius = radius
    this.makeRoom(count)
    const touched = new Set<number>()
    const moved = this.settle(count, enough, at, touched)
    if (moved.length === 0 && touched.size === 0) return this.crowds
    this.belong(moved, touched)
    this.found(count, new Set(moved), touched)
    return this.tell(count, touched)
  }

  /** Everybody is decided about anew. */
  forget(): void {
    this.xs.fill(Number.NaN)
    this.crowds = []
  }

  private makeRoom(count: number): void {
    if (count <= this.xs.length) return
    const room = Math.max(count, this.xs.length * 2)
    const xs = new Float64Array(room).fill(Number.NaN)
    const ys = new Float64Array(room)
    const crowdOf = new Int32Array(room).fill(nobody)
    xs.set(this.xs)
    ys.set(this.ys)
    crowdOf.set(this.crowdOf)
    this.xs = xs
    this.ys = ys
    this.crowdOf = crowdOf
  }

  /** Who has moved enough since they were decided about, or has come; crowds that lost or moved somebody are `touched`. */
  private settle(count: number, enough: number, at: At, touched: Set<number>): number[] {
    const { xs, ys, crowdOf } = this
    const moved: number[] = []
    for (let index = 0; index < count; index += 1) {
      const place = at(index)
      const crowd = crowdOf[index] ?? nobody
      if (!place) {
        xs[index] = Number.NaN
        crowdOf[index] = nobody
        if (crowd !== nobody) touched.add(crowd)
        continue
      }
      const away = Math.hypot(place[0] - (xs[index] ?? 0), place[1] - (ys[index] ?? 0))
      if (away <= enough) continue
      xs[index] = place[0]
      ys[index] = place[1]
      moved.push(index)
      if (crowd !== nobody) touched.add(crowd)
    }
    return moved
  }

  /** Those who moved stay in their crowd, leave it, or come to one that stands there. */
  private belong(moved: readonly number[], touched: Set<number>): void {
    const { radius, crowdOf, crowds, middles } = this
    middles.build(crowds.length, radius * 2, (at) => [crowds[at]?.x ?? 0, crowds[at]?.y ?? 0])
    for (const index of moved) {
      const own = crowdOf[index] ?? nobody
      const [x, y] = [this.xs[index] ?? 0, this.ys[index] ?? 0]
      let next = nobody
      let least = Infinity
      middles.near(x, y, radius * leavesBeyond, (at, squared) => {
        const { id } = crowds[at] ?? { id: nobody }
        if (id === own) [next, least] = [own, -1]
        else if (squared < least && squared <= radius * radius) [next, least] = [id, squared]
      })
      crowdOf[index] = next
      if (next !== nobody) touched.add(next)
    }
  }

  /** New crowds, of those who belong to none; somebody who moved has to be among them. */
  private found(count: number, moved: ReadonlySet<number>, touched: Set<number>): void {
    const { xs, ys, crowdOf, loose, radius } = this
    if (![...moved].some((index) => crowdOf[index] === nobody)) return
    loose.build(count, radius * 1.5, (index) =>
      crowdOf[index] !== nobody || Number.isNaN(xs[index] ?? Number.NaN) ? null : [xs[index] ?? 0, ys[index] ?? 0],
    )
    for (const { members } of gather(loose, radius)) {
      if (!members.some((index) => moved.has(index))) continue
      this.lastId += 1
      for (const index of members) crowdOf[index] = this.lastId
      touched.add(this.lastId)
    }
  }

  /** The crowds as their members say, those not touched as the same objects. */
  private tell(count: number, touched: ReadonlySet<number>): readonly Crowd[] {
    const members = this.membersOf(count, touched)
    const all = this.crowds.filter(({ id }) => !touched.has(id))
    for (const [id, indexes] of members) {
      if (indexes.length < fallsApartBelow) {
        this.assign(indexes, nobody)
        continue
      }
      const crowd = this.crowd(id, indexes)
      const near = all.findIndex(({ x, y }) => Math.hypot(x - crowd.x, y - crowd.y) < this.radius * joinsWithin)
      const other = all[near]
      if (!other) {
        all.push(crowd)
        continue
      }
      this.assign(indexes, other.id)
      const together = [...other.members, ...indexes].sort((a, b) => a - b)
      all[near] = this.crowd(other.id, together)
    }
    this.crowds = all
    return all
  }

  private membersOf(count: number, crowds: ReadonlySet<number>): ReadonlyMap<number, number[]> {
    const members = new Map<number, number[]>([...crowds].map((id) => [id, []]))
    for (let index = 0; index < count; index += 1) members.get(this.crowdOf[index] ?? nobody)?.push(index)
    return members
  }

  private assign(indexes: readonly number[], crowd: number): void {
    for (const index of indexes) this.crowdOf[index] = crowd
  }

  private crowd(id: number, members: readonly number[]): Crowd {
    const mean = (of: Float64Array): number => members.reduce((sum, index) => sum + (of[index] ?? 0), 0) / members.length
    return { id, x: mean(this.xs), y: mean(this.ys), members }
  }
}
