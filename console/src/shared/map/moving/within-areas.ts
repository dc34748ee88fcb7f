import { mercatorX, mercatorY } from '../../geo/mercator.ts'
import { inside, ringOf, type Ring } from '../geometry.ts'
import type { CountedArea } from '../head-count.ts'

const none: readonly CountedArea[] = []

/** Answers of each slot whether it is in an area, and looks again only when the slot's place or the areas are others. */
export class WithinAreas {
  private areas = none
  private rings: readonly Ring[] = []
  private xs = new Float64Array(0)
  private ys = new Float64Array(0)
  private within = new Uint8Array(0)

  /** The areas of what follows, and how many slots there are; `origin` is what places are counted from. */
  begin(areas: readonly CountedArea[], room: number, origin: { readonly x: number; readonly y: number }): void {
    if (areas === this.areas && room === this.xs.length) return
    this.areas = areas
    this.rings = areas.map(({ ring: { xs, ys } }) =>
      ringOf(Array.from(xs, (lng, at) => [mercatorX(lng) - origin.x, mercatorY(ys[at] ?? 0) - origin.y])),
    )
    this.xs = new Float64Array(room).fill(Number.NaN)
    this.ys = new Float64Array(room)
    this.within = new Uint8Array(room)
  }

  has(slot: number, [x, y]: readonly [x: number, y: number]): boolean {
    if (this.xs[slot] !== x || this.ys[slot] !== y) {
      this.xs[slot] = x
      this.ys[slot] = y
      this.within[slot] = this.rings.some((ring) => inside(ring, x, y)) ? 1 : 0
    }
    return this.within[slot] === 1
  }
}
