import { alarmType } from '@vigil/contract/alarms/types.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { Shape } from './geometry.ts'
import { accuracyLimit, type Fix, type Subject } from './rules.ts'

/**
 * Fences that ask who is inside all at once: how many, how long, how close together. They are judged now and then against where
 * everybody is, and no report waits for them.
 */

/** Somebody who is heard of, and where he is. */
export interface Present {
  readonly device: number
  /** One for everything that somebody wears. */
  readonly who: string
  readonly subject: Subject
  readonly fix: Fix
}

export interface AreaRule {
  readonly fence: Fence
  readonly shape: Shape
  readonly holdsAt: (time: number) => boolean
  readonly watches: (subject: Subject) => boolean
}

/** What holds at a fence, or has begun to; `subject` is empty where it is about the fence as a whole. Times in ms since 1970. */
export interface Condition {
  readonly fence: string
  readonly alarmType: number
  readonly subject: string
  readonly raised: boolean
  readonly since: number
  /** Since when it does not hold any more, null while it does. */
  readonly gone: number | null
}

/** What is to be told of a condition that is raised. */
export interface Finding {
  readonly alarmType: number
  readonly subject: string
  /** Between `holds` and `over` nobody can tell: what was, stays. */
  readonly state: 'holds' | 'over' | 'unsure'
  readonly facts: Readonly<Record<string, number>>
  /** Whose alarm it is, and where; null for the fence's own. */
  readonly at: Present | null
}

export type AreaEffect =
  | { readonly kind: 'raise'; readonly rule: AreaRule; readonly finding: Finding; readonly start: number }
  | { readonly kind: 'return'; readonly condition: Condition; readonly end: number }

export interface AreaJudgement {
  readonly kept: readonly Condition[]
  readonly ended: readonly Condition[]
  readonly effects: readonly AreaEffect[]
}

/** Metres beyond the edge up to which somebody may still be inside, if his fix does not say more: positions tremble. */
const margin = 10
/** A gathering is over once nobody has so many within this times its radius. */
const loosened = 1.3
const { overStaffing, underStaffing, overstay, gathering } = alarmType.code

interface Inside {
  /** By who they are; of two things that one wears the newest fix. */
  readonly sure: ReadonlyMap<string, Present>
  readonly possible: ReadonlyMap<string, Present>
}

interface Everybody {
  readonly all: readonly Present[]
  /** Of those who wear more than one thing, all of it. */
  readonly several: ReadonlyMap<string, readonly Present[]>
}
const everybodyOf = (all: readonly Present[]): Everybody => ({
  all,
  several: new Map([...Map.groupBy(all, ({ who }) => who)].filter(([, things]) => things.length > 1)),
})

const insideOf = ({ fence, shape, watches }: AreaRule, { all, several }: Everybody): Inside => {
  const sure = new Map<string, Present>()
  const possible = new Map<string, Present>()
  const put = (into: Map<string, Present>, one: Present): void => {
    const known = into.get(one.who)
    if (!known || known.fix.time < one.fix.time) into.set(one.who, one)
  }
  const [west, south, east, north] = shape.box
  // Degrees that are more than the margin anywhere people work.
  const wide = 0.001
  for (const one of all) {
    const { lng, lat, accuracy, floor } = one.fix
    const near = wide + accuracy / 50_000
    if (lng < west - near || lng > east + near || lat < south - near || lat > north + near) continue
    if (fence.floor !== null && floor !== null && fence.floor !== floor) continue
    if (!watches(one.subject)) continue
    // He is where the newest fix of what he wears is: what lies in a cabin is not worn.
    if (several.get(one.who)?.some((other) => other.fix.time > one.fix.time && watches(other.subject)) === true) continue
    const distance = shape.distance(lng, lat)
    if (distance <= Math.max(margin, accuracy)) put(possible, one)
    if (distance <= 0 && accuracy <= accuracyLimit) put(sure, one)
  }
  return { sure, possible }
}

const stateOf = (holds: boolean, over: boolean): Finding['state'] => (holds ? 'holds' : over ? 'over' : 'unsure')

const headcount = ({ fence: { maxCount, minCount } }: AreaRule, { sure, possible }: Inside): Finding[] => [
  ...(maxCount === null
    ? []
    : [
        {
          alarmType: overStaffing,
          subject: '',
          state: stateOf(sure.size > maxCount, possible.size <= maxCount),
          facts: { count: sure.size, limit: maxCount },
          at: null,
        },
      ]),
  ...(minCount === null
    ? []
    : [
        {
          alarmType: underStaffing,
          subject: '',
          state: stateOf(possible.size < minCount, sure.size >= minCount),
          facts: { count: possible.size, limit: minCount },
          at: null,
        },
      ]),
]

const stays = ({ fence: { stayLimit } }: AreaRule, { sure, possible }: Inside): Finding[] =>
  [...possible].map(([who, one]) => ({
    alarmType: overstay,
    subject: who,
    state: stateOf(sure.has(who), false),
    facts: { limit: stayLimit ?? 0 },
    at: one,
  }))

const metresPerDegree = 111_195

/** The first of whom so many, himself included, are within `radius` metres, and how many these are. */
const crowdIn = (present: Iterable<Present>, least: number, radius: number): { at: Present; count: number } | null => {
  const list = [...present]
  const [first] = list
  if (!first || list.length < least) return null
  const east = metresPerDegree * Math.cos((first.fix.lat * Math.PI) / 180)
  const cells = new Map<string, { x: number; y: number; one: Present }[]>()
  const cellOf = (x: number, y: number): string => `${Math.floor(x / radius)}:${Math.floor(y / radius)}`
  const placed = list.map((one) => ({
    x: (one.fix.lng - first.fix.lng) * east,
    y: (one.fix.lat - first.fix.lat) * metresPerDegree,
    one,
  }))
  for (const place of placed) {
    const cell = cellOf(place.x, place.y)
    const known = cells.get(cell)
    if (known) known.push(place)
    else cells.set(cell, [place])
  }
  for (const { x, y, one } of placed) {
    let count = 0
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        for (const other of cells.get(cellOf(x + dx * radius, y + dy * radius)) ?? [])
          if (Math.hypot(other.x - x, other.y - y) <= radius) count += 1
    if (count >= least) return { at: one, count }
  }
  return null
}

const gatherings = ({ fence: { gatherCount, gatherRadius } }: AreaRule, { sure, possible }: Inside): Finding[] => {
  if (gatherCount === null) return []
  const crowd = crowdIn(sure.values(), gatherCount, gatherRadius)
  return [
    {
      alarmType: gathering,
      subject: '',
      state: crowd ? 'holds' : crowdIn(possible.values(), gatherCount, gatherRadius * loosened) ? 'unsure' : 'over',
      facts: { count: crowd?.count ?? 0, radius: gatherRadius },
      at: crowd?.at ?? null,
    },
  ]
}

const findings = (rule: AreaRule, everybody: Everybody, now: number): Finding[] => {
  if (!rule.holdsAt(now)) return []
  const inside = insideOf(rule, everybody)
  if (rule.fence.type === 'headcount') return headcount(rule, inside)
  return rule.fence.type === 'stay' ? stays(rule, inside) : gatherings(rule, inside)
}

/** Milliseconds that a condition must last before it is raised, may be interrupted before that, and must be gone to be over. */
const timesOf = ({ type, minInside, minOutside, stayLimit, gatherSeconds }: Fence) => {
  const clear = minOutside * 1000
  if (type === 'stay') return { confirm: (stayLimit ?? 0) * 60_000, forgive: clear, clear }
  return { confirm: (type === 'gathering' ? gatherSeconds : minInside) * 1000, forgive: 0, clear }
}

interface Advanced {
  readonly condition: Condition | null
  readonly effects: readonly AreaEffect[]
}
const nothing: Advanced = { condition: null, effects: [] }

/**
 * ```
 *           holds                    lasts `confirm`
 *   (none) ───────▶ not raised yet ──────────────────▶ raised   (alarm raised)
 *     ▲                   │                               │
 *     │ gone for `forgive`│                               │ gone for `clear` (alarm returned)
 *     └───────────────────┴───────────────────────────────┘
 * ```
 */
const advance = (rule: AreaRule, known: Condition | undefined, finding: Finding, now: number): Advanced => {
  const { confirm, forgive, clear } = timesOf(rule.fence)
  const { alarmType: type, subject, state } = finding
  if (!known && state !== 'holds') return nothing
  const begun = known ?? { fence: rule.fence.id, alarmType: type, subject, raised: false, since: now, gone: null }
  const gone = state === 'over' ? (begun.gone ?? now) : state === 'holds' ? null : begun.gone
  if (gone !== null && now - gone >= (begun.raised ? clear : forgive)) {
    return begun.raised ? { condition: null, effects: [{ kind: 'return', condition: begun, end: gone }] } : nothing
  }
  const condition = begun.gone === gone ? begun : { ...begun, gone }
  // Longer stays are allowed by now.
  if (begun.raised && rule.fence.type === 'stay' && now - begun.since < confirm)
    return { condition: { ...condition, raised: false }, effects: [{ kind: 'return', condition: begun, end: now }] }
  if (begun.raised || state !== 'holds' || now - begun.since < confirm) return { condition, effects: [] }
  // A stay is too long from the moment on at which it has lasted its limit.
  const start = rule.fence.type === 'stay' ? begun.since + confirm : begun.since
  return { condition: { ...condition, raised: true }, effects: [{ kind: 'raise', rule, finding, start }] }
}

const keyOf = ({ fence, alarmType: type, subject }: Pick<Condition, 'fence' | 'alarmType' | 'subject'>): string =>
  `${fence}/${type}/${subject}`

/** All fences at one moment: what is another now than `known`, and what that raises and returns. */
export const judgeAreas = (
  rules: readonly AreaRule[],
  known: readonly Condition[],
  present: readonly Present[],
  now: number,
): AreaJudgement => {
  const left = new Map(known.map((condition) => [keyOf(condition), condition]))
  const kept: Condition[] = []
  const ended: Condition[] = []
  const effects: AreaEffect[] = []
  const settle = (before: Condition | undefined, { condition, effects: more }: Advanced): void => {
    effects.push(...more)
    if (before && !condition) ended.push(before)
    if (condition && condition !== before) kept.push(condition)
  }
  const everybody = everybodyOf(present)
  for (const rule of rules) {
    const found = findings(rule, everybody, now)
    for (const finding of found) {
      const key = keyOf({ fence: rule.fence.id, ...finding })
      const before = left.get(key)
      left.delete(key)
      settle(before, advance(rule, before, finding, now))
    }
  }
  const ruleOf = new Map(rules.map((rule) => [rule.fence.id, rule]))
  for (const before of left.values()) {
    const rule = ruleOf.get(before.fence)
    // Who is not there any more left; a limit that is none any more, or does not hold at this hour, has nothing to say.
    const isLeft = rule !== undefined && rule.fence.type === 'stay' && before.alarmType === overstay && rule.holdsAt(now)
    if (isLeft) {
      const finding = { alarmType: overstay, subject: before.subject, state: 'over', facts: {}, at: null } as const
      settle(before, advance(rule, before, finding, now))
    } else {
      const effect = { kind: 'return', condition: before, end: now } as const
      settle(before, { condition: null, effects: before.raised ? [effect] : [] })
    }
  }
  return { kept, ended, effects }
}
