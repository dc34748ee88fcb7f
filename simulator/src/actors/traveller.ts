import { courseOf, distance, type Metres } from '../world/geometry.ts'
import type { Leg, RoadNetwork, TravelMode } from '../world/roads.ts'

/** One thing to do; `pace` is m/s. `walk` leaves the roads and footpaths, `go` never does. */
export type Errand =
  | { readonly kind: 'go'; readonly to: Metres; readonly pace?: number }
  | { readonly kind: 'walk'; readonly along: readonly Metres[]; readonly pace?: number }
  | { readonly kind: 'stay'; readonly seconds: number }
  | { readonly kind: 'wait'; readonly until: () => boolean }
  | { readonly kind: 'do'; readonly act: () => void }

/** How something moves: at which speed, and how far to the right of the middle line. */
export interface Gait {
  readonly by: TravelMode
  /** Metres to the right of a leg's middle line. */
  side(leg: Leg): number
  /** m/s for the next instant, from the speed now. */
  speed(now: number, pace: number, ahead: Ahead): number
  /** Seconds over which one speed may be kept. */
  readonly instant: number
}

/** What lies ahead of a driver. */
export interface Ahead {
  readonly leg: Leg
  /** Metres to the end of the way. */
  readonly toEnd: number
  /** Metres to the next sharp turn, at most `sight`. */
  readonly toTurn: number
}
const sight = 60
const sharpTurn = 30
/** m/s at which something moves over to the other side of the way. */
const sideSpeed = { foot: 0.7, vehicle: 2 } as const

/**
 * Somebody or something under way. It does its errands in order; without one it asks for its routine, for ever:
 *
 *     resting ──(rest is over)──▶ choosing ──(a way)──▶ moving ──(arrived)──▶ choosing
 *        ▲───────(a stay, a wait)─────┘
 */
export class Traveller {
  /** m/s. */
  speed = 0
  /** Degrees clockwise from north. */
  course = 0
  private readonly network: RoadNetwork
  private readonly gait: Gait
  private readonly routine: () => readonly Errand[]
  private middle: Metres
  private side: Metres = [0, 0]
  private legs: Leg[] = []
  private along = 0
  private pace = 0
  private left = 0
  private until: (() => boolean) | null = null
  private errands: Errand[] = []
  private directions: Errand[] = []

  constructor(network: RoadNetwork, gait: Gait, start: Metres, routine: () => readonly Errand[]) {
    this.network = network
    this.gait = gait
    this.middle = start
    this.routine = routine
  }

  get place(): Metres {
    return [this.middle[0] + this.side[0], this.middle[1] + this.side[1]]
  }
  /** True while somebody else's orders are carried out. */
  get directed(): boolean {
    return this.directions.length > 0
  }
  /** Seconds until it moves, 0 while it does. */
  get resting(): number {
    return this.legs.length > 0 ? 0 : this.left
  }

  /** Drops what it was doing and does this; its routine goes on from where that ends. */
  direct(errands: readonly Errand[]): void {
    this.errands = []
    this.legs = []
    this.left = 0
    this.until = null
    this.directions = [...errands, { kind: 'do', act: () => undefined }]
  }

  /** Puts it somewhere else at once, with nothing to do. */
  moveTo(at: Metres): void {
    this.middle = at
    this.side = [0, 0]
    this.legs = []
    this.left = 0
  }

  /** Lets it rest before it does what comes next. */
  rest(seconds: number): void {
    this.left = seconds
  }

  advance(seconds: number): void {
    for (let left = seconds; left > 1e-6; ) {
      const leg = this.legs[0]
      if (leg) left -= this.move(leg, left)
      else if (this.left > 0) left -= this.stand(left)
      else if (this.until) left -= this.wait(this.until, left)
      else this.choose()
    }
  }

  private move(leg: Leg, left: number): number {
    this.speed = this.gait.speed(this.speed, this.pace, this.look(leg))
    const length = distance(leg.from, leg.to)
    const time = Math.min(left, this.gait.instant, (length - this.along) / this.speed)
    this.along += time * this.speed
    this.course = length > 0 ? courseOf(leg.from, leg.to) : this.course
    const part = length > 0 ? Math.min(1, this.along / length) : 1
    this.middle = [leg.from[0] + (leg.to[0] - leg.from[0]) * part, leg.from[1] + (leg.to[1] - leg.from[1]) * part]
    if (length > 0) this.keepSide(leg, length, time)
    if (length - this.along < 1e-6) {
      this.legs.shift()
      this.along = 0
      if (this.legs.length === 0) this.speed = 0
    }
    return time
  }

  private keepSide(leg: Leg, length: number, seconds: number): void {
    const right = this.gait.side(leg) / length
    const wanted: Metres = [-(leg.to[1] - leg.from[1]) * right, (leg.to[0] - leg.from[0]) * right]
    const off = distance(this.side, wanted)
    const part = off > 0 ? Math.min(1, (sideSpeed[this.gait.by] * seconds) / off) : 1
    this.side = [this.side[0] + (wanted[0] - this.side[0]) * part, this.side[1] + (wanted[1] - this.side[1]) * part]
  }

  private look(leg: Leg): Ahead {
    let toEnd = distance(leg.from, leg.to) - this.along
    let toTurn = Number.POSITIVE_INFINITY
    let course = courseOf(leg.from, leg.to)
    for (let at = 1; at < this.legs.length && toEnd <= sight; at += 1) {
      const next = this.legs[at] as Leg
      const bend = Math.abs(((courseOf(next.from, next.to) - course + 540) % 360) - 180)
      if (bend > sharpTurn) toTurn = Math.min(toTurn, toEnd)
      course = courseOf(next.from, next.to)
      toEnd += distance(next.from, next.to)
    }
    return { leg, toEnd, toTurn: Math.min(toTurn, sight) }
  }

  private stand(left: number): number {
    const time = Math.min(this.left, left)
    this.left -= time
    this.speed = 0
    return time
  }

  private wait(until: () => boolean, left: number): number {
    this.speed = 0
    if (!until()) return left
    this.until = null
    return 0
  }

  private choose(): void {
    if (this.directions.length > 0) {
      const errand = this.directions.shift()
      if (errand) this.begin(errand)
      return
    }
    if (this.errands.length === 0) this.errands = [...this.routine()]
    const errand = this.errands.shift()
    if (errand) this.begin(errand)
    else this.left = 1
  }

  private begin(errand: Errand): void {
    if (errand.kind === 'stay') this.left = errand.seconds
    else if (errand.kind === 'wait') this.until = errand.until
    else if (errand.kind === 'do') errand.act()
    else {
      this.pace = errand.pace ?? 0
      this.legs = errand.kind === 'go' ? this.wayTo(errand.to) : this.straight(errand.along)
      this.along = 0
    }
  }

  private wayTo(to: Metres): Leg[] {
    const from = this.network.nearest(this.middle, this.gait.by)
    const way = this.network.route(from, this.network.nearest(to, this.gait.by), this.gait.by)
    const start = this.network.at(from)
    // It may stand between two nodes, or where an order led it off every way: first to the nearest node.
    return distance(this.middle, start) > 0.1 ? [...this.straight([start]), ...way] : way
  }

  private straight(along: readonly Metres[]): Leg[] {
    let from = this.middle
    return along.map((to) => {
      const leg: Leg = { kind: 'footpath', halfWidth: 1.5, limit: 5, from, to }
      from = to
      return leg
    })
  }
}
