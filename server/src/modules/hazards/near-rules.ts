import type { HazardPoint } from '@vigil/contract/hazards/hazard-point.ts'
import { insideOf, pausingAt, type Everybody, type Present } from './area-rules.ts'
import type { Pausing } from '../../kernel/rest.ts'
import type { Shape } from './geometry.ts'
import type { Subject } from './rules.ts'

/** Hazard sources that warn of who comes near them; judged together with who is inside of what. */

export interface NearRule {
  readonly point: HazardPoint
  /** Everything that is nearer than its radius; null of one that only its beacon tells of. */
  readonly shape: Shape | null
  readonly watches: (subject: Subject) => boolean
}

/** Somebody is near a hazard source, or was just now. Times in ms since 1970. */
export interface Near {
  readonly point: string
  readonly subject: string
  /** Since when he is not any more, null while he is. */
  readonly gone: number | null
}

/** Somebody's device reported the beacon of a hazard source, `at` ms since 1970 the last time. */
export interface Heard {
  readonly point: string
  readonly subject: string
  readonly device: number
  readonly at: number
}

export type NearEffect =
  | {
      readonly kind: 'raise'
      readonly rule: NearRule
      readonly subject: string
      readonly device: number
      /** Null of whoever heard its beacon while nobody knows where he is: he is there. */
      readonly at: Present | null
      /** By its beacon, not by where he is. */
      readonly isHeard: boolean
      readonly start: number
    }
  | { readonly kind: 'return'; readonly near: Near; readonly end: number }

export interface NearJudgement {
  readonly kept: readonly Near[]
  readonly ended: readonly Near[]
  readonly effects: readonly NearEffect[]
}

/** Milliseconds that somebody must be further away before it is over. */
const clear = 30_000
/** Milliseconds for which somebody who heard a beacon counts as near it: not every report names all that it heard. */
export const heardFor = 30_000
/** Whose device heard a beacon, and where he is as far as anybody knows. */
interface Hearer {
  readonly device: number
  readonly at: Present | null
}
const noneHear: ReadonlyMap<string, Hearer> = new Map()
const noneInside = { sure: new Map<string, Present>(), possible: new Map<string, Present>() }

const keyOf = ({ point, subject }: Pick<Near, 'point' | 'subject'>): string => `${point}/${subject}`

/** All hazard sources at one moment: who is near that was not, and who is not any more. `whoHas` tells it of a device that is nowhere. */
export function* judgeNear(
  rules: readonly NearRule[],
  known: readonly Near[],
  everybody: Everybody,
  now: number,
  heard: readonly Heard[] = [],
  whoHas: (device: number) => string | null = () => null,
): Pausing<NearJudgement> {
  const hearing = new Map<string, Map<string, Hearer>>()
  if (heard.length > 0) {
    const byDevice = new Map<number, Present>()
    yield* pausingAt(everybody.all, (one) => byDevice.set(one.device, one))
    yield* pausingAt(heard, ({ point, subject, device, at }) => {
      const one = byDevice.get(device) ?? null
      if ((one ? one.who : whoHas(device)) !== subject || now - at >= heardFor) return
      const ofPoint = hearing.get(point) ?? new Map<string, Hearer>()
      hearing.set(point, ofPoint.set(subject, { device, at: one }))
    })
  }
  const left = new Map<string, Near>()
  yield* pausingAt(known, (near) => left.set(keyOf(near), near))
  const kept: Near[] = []
  const ended: Near[] = []
  const effects: NearEffect[] = []
  const warning = new Set(rules.map(({ point }) => point.id))
  for (const rule of rules) {
    const { id, floor } = rule.point
    const { sure, possible } = rule.shape ? yield* insideOf(floor, rule.shape, everybody, rule.watches) : noneInside
    const hears = hearing.get(id) ?? noneHear
    yield* pausingAt(new Set([...possible.keys(), ...hears.keys()]), (subject) => {
      const near = left.get(keyOf({ point: id, subject }))
      left.delete(keyOf({ point: id, subject }))
      const inside = sure.get(subject)
      const found = inside ? { device: inside.device, at: inside } : hears.get(subject)
      // Between near and away nothing begins and nothing ends.
      if (near) {
        if (near.gone !== null) kept.push({ ...near, gone: null })
      } else if (found) {
        kept.push({ point: id, subject, gone: null })
        effects.push({ kind: 'raise', rule, subject, ...found, isHeard: !inside, start: now })
      }
    })
    yield
  }
  yield* pausingAt(left.values(), (near) => {
    const gone = near.gone ?? now
    if (now - gone >= clear || !warning.has(near.point)) {
      ended.push(near)
      effects.push({ kind: 'return', near, end: gone })
    } else if (near.gone === null) kept.push({ ...near, gone })
  })
  return { kept, ended, effects }
}
