import { metresPerDegree } from '@vigil/contract/kernel/earth.ts'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import { postDefaults, type FenceType } from '@vigil/contract/hazards/entities.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { Pausing } from '../../kernel/rest.ts'
import type { Shape } from './geometry.ts'
import { createPlaces } from './grid.ts'
import { isAway, isTooLong, margin, stateOf, stillTimes, turn, type Lasting, type State, type Times } from './lasting.ts'
import { accuracyLimit, isPerson, type Fix, type Subject } from './rules.ts'

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
  /** The people that it names: whose post it is, or who has to come. */
  readonly names: (subject: Subject) => boolean
  /** When the hours began in which it holds at a time: without an end before that. */
  readonly heldSince: (time: number) => number
}

/** What holds at a fence, or has begun to; `subject` is empty where it is about the fence as a whole. Times in ms since 1970. */
export interface Condition extends Lasting {
  readonly fence: string
  readonly alarmType: number
  readonly subject: string
  /** Where somebody has stood still since then; both null of all else. */
  readonly lng: number | null
  readonly lat: number | null
}

/** What is to be told of a condition that is raised. */
export interface Finding {
  readonly alarmType: number
  readonly subject: string
  readonly state: State
  readonly facts: Readonly<Record<string, string | number>>
  /** Whose alarm it is, and where; null for the fence's own. */
  readonly at: Present | null
  /** Of what only reports can tell: the time of the newest one. */
  readonly time?: number
}

export type AreaEffect =
  | { readonly kind: 'raise'; readonly rule: AreaRule; readonly finding: Finding; readonly start: number }
  | { readonly kind: 'return'; readonly condition: Condition; readonly end: number }

export interface AreaJudgement {
  readonly kept: readonly Condition[]
  readonly ended: readonly Condition[]
  readonly effects: readonly AreaEffect[]
}

/** A gathering is over once nobody has so many within this times its radius. */
const loosened = 1.3
const { fence: crossed, overStaffing, underStaffing, overstay, gathering, strayed, leftPost } = alarmType.code
/** What is raised of each who is inside: that is over when he left, though no fix of his says so. */
const raisedOfWho: Readonly<Partial<Record<FenceType, number>>> = { still: crossed, stay: overstay, post: strayed }

interface Inside {
  /** By who they are; of two things that one wears the newest fix. */
  readonly sure: ReadonlyMap<string, Present>
  readonly possible: ReadonlyMap<string, Present>
  /** Possibly there by a fix that tells one place from another: nobody else makes up for who is missing. */
  readonly found: ReadonlyMap<string, Present>
}

/** Where everybody is at one moment: the same for all rules that are judged then. */
export interface Everybody {
  readonly all: readonly Present[]
  /** Of those who wear more than one thing, all of it. */
  readonly several: ReadonlyMap<string, readonly Present[]>
  /** Who may be within a box, by the places in `all`. */
  readonly near: (box: Shape['box']) => readonly number[]
}
/** Metres up to which somebody may be elsewhere than his fix says. */
const reachOf = ({ accuracy }: Fix): number => Math.max(margin, accuracy)
/** People who are looked at before others may have their turn. */
const peopleAtOnce = 250
/** Each of them, with a pause now and then. */
export function* pausingAt<T>(list: Iterable<T>, each: (one: T) => unknown): Pausing<void> {
  let seen = 0
  for (const one of list) {
    each(one)
    seen += 1
    if (seen % peopleAtOnce === 0) yield
  }
}

/** `all` must not change meanwhile. */
export function* everybodyOf(all: readonly Present[]): Pausing<Everybody> {
  const first = new Map<string, Present>()
  const several = new Map<string, Present[]>()
  const places = createPlaces(all.length)
  yield* pausingAt(all, (one) => {
    const other = first.get(one.who)
    if (other === undefined) first.set(one.who, one)
    else several.set(one.who, [...(several.get(one.who) ?? [other]), one])
    places.add(one.fix.lng, one.fix.lat, reachOf(one.fix))
  })
  return { all, several, near: places.finish() }
}

/** Degrees that are more than the margin anywhere people work. */
const wide = 0.001
/** Whether a fix may count as one that is in a shape: what is further off is none by any rule. */
export const mayCount = (
  { box: [west, south, east, north] }: Shape,
  { lng, lat, accuracy }: Omit<Fix, 'time' | 'floor'>,
): boolean => {
  const near = wide + accuracy / 50_000
  return lng >= west - near && lng <= east + near && lat >= south - near && lat <= north + near
}

/** Who of those that are watched is at a place, which is on a floor or on all of them. */
export function* insideOf(
  floorOfPlace: number | null,
  shape: Shape,
  { all, several, near }: Everybody,
  watches: (subject: Subject) => boolean,
): Pausing<Inside> {
  const sure = new Map<string, Present>()
  const possible = new Map<string, Present>()
  const found = new Map<string, Present>()
  const put = (into: Map<string, Present>, one: Present): void => {
    const known = into.get(one.who)
    if (!known || known.fix.time < one.fix.time) into.set(one.who, one)
  }
  yield* pausingAt(near(shape.box), (place) => {
    const one = all[place] as Present
    const { lng, lat, accuracy, floor } = one.fix
    if (floorOfPlace !== null && floor !== null && floorOfPlace !== floor) return
    if (!watches(one.subject)) return
    // He is where the newest fix of what he wears is: what lies in a cabin is not worn.
    if (several.get(one.who)?.some((other) => other.fix.time > one.fix.time && watches(other.subject)) === true) return
    const distance = shape.distance(lng, lat)
    if (distance > reachOf(one.fix)) return
    put(possible, one)
    if (accuracy > accuracyLimit) return
    put(found, one)
    if (distance <= 0) put(sure, one)
  })
  return { sure, possible, found }
}

const headcount = ({ fence: { maxCount, minCount } }: AreaRule, { sure, possible, found }: Inside): Finding[] => [
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
          state: stateOf(found.size < minCount, sure.size >= minCount),
          facts: { count: found.size, limit: minCount },
          at: null,
        },
      ]),
]

/** What is made of each who may be there. */
function* ofEach(possible: ReadonlyMap<string, Present>, make: (who: string, one: Present) => Finding): Pausing<Finding[]> {
  const list: Finding[] = []
  yield* pausingAt(possible, ([who, one]) => list.push(make(who, one)))
  return list
}

const stays = ({ fence: { stayLimit } }: AreaRule, { sure, possible }: Inside): Pausing<Finding[]> =>
  ofEach(possible, (who, one) => ({
    alarmType: overstay,
    subject: who,
    state: stateOf(sure.has(who), false),
    facts: { limit: stayLimit ?? 0 },
    at: one,
  }))

/** Neighbours who are counted before others may have their turn. */
const comparedAtOnce = 10_000

/** The first of whom so many, himself included, are within `radius` metres, and how many these are. */
function* crowdIn(present: Iterable<Present>, least: number, radius: number): Pausing<{ at: Present; count: number } | null> {
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
  let compared = 0
  for (const { x, y, one } of placed) {
    let count = 0
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        for (const other of cells.get(cellOf(x + dx * radius, y + dy * radius)) ?? [])
          if (Math.hypot(other.x - x, other.y - y) <= radius) count += 1
    if (count >= least) return { at: one, count }
    compared += 1 + count
    if (compared > comparedAtOnce) {
      compared = 0
      yield
    }
  }
  return null
}

function* gatherings({ fence: { gatherCount, gatherRadius } }: AreaRule, { sure, possible }: Inside): Pausing<Finding[]> {
  if (gatherCount === null) return []
  const crowd = yield* crowdIn(sure.values(), gatherCount, gatherRadius)
  const mayStand = crowd ?? (yield* crowdIn(possible.values(), gatherCount, gatherRadius * loosened))
  return [
    {
      alarmType: gathering,
      subject: '',
      state: crowd ? 'holds' : mayStand ? 'unsure' : 'over',
      facts: { count: crowd?.count ?? 0, radius: gatherRadius },
      at: crowd?.at ?? null,
    },
  ]
}

/** What standing still is judged by, beside who is inside. */
interface Stillness {
  readonly known: ReadonlyMap<string, Condition>
  /** Who has raised a silent alarm that nobody has handled, and when the last time, ms since 1970. */
  readonly silent: ReadonlyMap<string, number>
  readonly now: number
}

const stills = (
  { fence: { id, stillLimit } }: AreaRule,
  { sure, possible }: Inside,
  { known, silent, now }: Stillness,
): Pausing<Finding[]> =>
  ofEach(possible, (who, one) => {
    const before = known.get(keyOf({ fence: id, alarmType: crossed, subject: who }))
    const isOver = before !== undefined && isAway(before, one.fix)
    // An alarm from before he stood here says nothing of him now.
    const isSilent = (silent.get(who) ?? Number.NEGATIVE_INFINITY) >= (before?.since ?? now - (stillLimit ?? 0) * 60_000)
    return {
      alarmType: crossed,
      subject: who,
      state: stateOf(!isOver && sure.has(who) && !isSilent, isOver),
      facts: { did: 'still', limit: stillLimit ?? 0 },
      at: one,
      time: one.fix.time,
    }
  })

function* atPost({ fence, shape, watches, names }: AreaRule, everybody: Everybody): Pausing<Finding[]> {
  const { minCount, stayLimit, floor } = fence
  // Whose post it is counts there, whatever department the fence watches.
  const own = yield* insideOf(floor, shape, everybody, (subject) => isPerson(subject) && names(subject))
  const others = yield* insideOf(floor, shape, everybody, (subject) => watches(subject) && !names(subject))
  const least = minCount ?? 1
  return [
    {
      alarmType: leftPost,
      subject: '',
      state: stateOf(own.found.size < least, own.sure.size >= least),
      facts: { count: own.found.size, limit: least, minutes: stayLimit ?? postDefaults.minutes },
      at: null,
    },
    ...[...others.possible]
      .filter(([who]) => !own.possible.has(who))
      .map(([who, one]) => ({
        alarmType: strayed,
        subject: who,
        state: stateOf(others.sure.has(who), false),
        facts: {},
        at: one,
      })),
  ]
}

const assemblies = ({ fence: { minCount } }: AreaRule, { sure, found }: Inside): Finding[] => {
  const least = minCount ?? 1
  return [
    {
      alarmType: underStaffing,
      subject: '',
      state: stateOf(found.size < least, sure.size >= least),
      facts: { count: found.size, limit: least },
      at: null,
    },
  ]
}

function* patrols({ fence, shape, watches, names }: AreaRule, everybody: Everybody): Pausing<Finding[]> {
  const { floor, allowUserIds, allowDeptIds, stayLimit } = fence
  const isNamed = allowUserIds.length + allowDeptIds.length > 0
  const { sure, found } = yield* insideOf(
    floor,
    shape,
    everybody,
    isNamed ? (subject) => isPerson(subject) && names(subject) : watches,
  )
  return [
    {
      alarmType: crossed,
      subject: '',
      state: stateOf(found.size === 0, sure.size > 0),
      facts: { did: 'missed', limit: stayLimit ?? 0 },
      at: null,
    },
  ]
}

function* findings(rule: AreaRule, everybody: Everybody, stillness: Stillness): Pausing<Finding[]> {
  const { type, floor } = rule.fence
  if (type === 'post') return yield* atPost(rule, everybody)
  if (type === 'patrol') return yield* patrols(rule, everybody)
  const inside = yield* insideOf(floor, rule.shape, everybody, rule.watches)
  if (type === 'headcount') return headcount(rule, inside)
  if (type === 'still') return yield* stills(rule, inside, stillness)
  if (type === 'assembly') return assemblies(rule, inside)
  return yield* type === 'stay' ? stays(rule, inside) : gatherings(rule, inside)
}

const timesOf = ({ type, minInside, minOutside, stayLimit, stillLimit, gatherSeconds }: Fence, alarm: number): Times => {
  const [entry, clear] = [minInside * 1000, minOutside * 1000]
  const limit = (stayLimit ?? 0) * 60_000
  if (type === 'stay') return { confirm: limit, forgive: clear, clear, isLimit: true }
  if (type === 'still') return stillTimes(stillLimit ?? 0, clear)
  if (type === 'assembly' || type === 'patrol') return { confirm: limit, forgive: 0, clear: entry, isLimit: true }
  // Who only looks in has not come back.
  if (alarm === leftPost)
    return { confirm: (stayLimit ?? postDefaults.minutes) * 60_000, forgive: entry, clear: entry, isLimit: true }
  return { confirm: type === 'gathering' ? gatherSeconds * 1000 : entry, forgive: 0, clear, isLimit: false }
}

interface Advanced {
  readonly condition: Condition | null
  readonly effects: readonly AreaEffect[]
}
const nothing: Advanced = { condition: null, effects: [] }

const advance = (rule: AreaRule, known: Condition | undefined, finding: Finding, now: number): Advanced => {
  const { alarmType: type, state } = finding
  if (!known && state !== 'holds') return nothing
  const begun = known ?? beginning(rule, finding, now)
  const { lasting: condition, told, at } = turn(begun, state, timesOf(rule.fence, type), now)
  if (told === null) return { condition, effects: [] }
  return {
    condition,
    effects: [told === 'raise' ? { kind: 'raise', rule, finding, start: at } : { kind: 'return', condition: begun, end: at }],
  }
}

const beginning = ({ fence }: AreaRule, { alarmType: type, subject, at }: Finding, since: number): Condition => {
  const place = fence.type === 'still' ? at : null
  const { lng, lat } = place?.fix ?? { lng: null, lat: null }
  return { fence: fence.id, alarmType: type, subject, raised: false, since, gone: null, lng, lat }
}
const takenBack = (condition: Condition, end: number): Advanced => ({
  condition: { ...condition, raised: false },
  effects: [{ kind: 'return', condition, end }],
})
const raisedOf = (rule: AreaRule, condition: Condition, finding: Finding, start: number): Advanced => ({
  condition: { ...condition, raised: true },
  effects: [{ kind: 'raise', rule, finding, start }],
})

/** `gone`: since when enough were there once within these hours, after which nobody has to stay. */
const advanceAssembly = (rule: AreaRule, known: Condition | undefined, finding: Finding, now: number): Advanced => {
  const { confirm } = timesOf(rule.fence, finding.alarmType)
  const begun = known ?? beginning(rule, finding, now)
  if (begun.gone !== null) return { condition: begun, effects: [] }
  if (finding.state === 'over') {
    const met = { ...begun, gone: now }
    return begun.raised ? takenBack(met, now) : { condition: met, effects: [] }
  }
  if (isTooLong(begun, confirm, now)) return takenBack(begun, now)
  const isLate = !begun.raised && finding.state === 'holds' && now - begun.since >= confirm
  return isLate ? raisedOf(rule, begun, finding, begun.since + confirm) : { condition: begun, effects: [] }
}

/** `since`: the last visit, or when they began to be asked for; `gone`: since when somebody is there. */
const advancePatrol = (rule: AreaRule, known: Condition | undefined, finding: Finding, now: number): Advanced => {
  const { confirm, clear: visit } = timesOf(rule.fence, finding.alarmType)
  const begun = known ?? beginning(rule, finding, now)
  const counts = begun.gone !== null && begun.since >= begun.gone + visit
  if (finding.state === 'over') {
    const gone = begun.gone ?? now
    if (counts || now - gone < visit) return { condition: begun.gone === gone ? begun : { ...begun, gone }, effects: [] }
    const visited = { ...begun, gone, since: now }
    return begun.raised ? takenBack(visited, now) : { condition: visited, effects: [] }
  }
  // He may be there still.
  if (finding.state === 'unsure') return { condition: begun, effects: [] }
  const left = begun.gone === null ? begun : { ...begun, gone: null, since: counts ? now : begun.since }
  if (isTooLong(left, confirm, now)) return takenBack(left, now)
  if (left.raised || now - left.since < confirm) return { condition: left, effects: [] }
  return raisedOf(rule, left, finding, left.since + confirm)
}

const advancing: Readonly<Partial<Record<FenceType, typeof advance>>> = { assembly: advanceAssembly, patrol: advancePatrol }
/** They are asked for anew whenever their hours begin, whoever judged the hours before. */
const isOfHours = ({ type }: Fence): boolean => type === 'post' || type === 'assembly' || type === 'patrol'

const keyOf = ({ fence, alarmType: type, subject }: Pick<Condition, 'fence' | 'alarmType' | 'subject'>): string =>
  `${fence}/${type}/${subject}`

/**
 * All fences at one moment: what is another now than `known`, and what that raises and returns. `silent`: devices of which a silent
 * alarm is open, and when it came the last time, ms since 1970.
 */
export function* judgeAreas(
  rules: readonly AreaRule[],
  known: readonly Condition[],
  everybody: Everybody,
  now: number,
  silent: ReadonlyMap<number, number> = new Map(),
): Pausing<AreaJudgement> {
  const before = new Map<string, Condition>()
  yield* pausingAt(known, (condition) => before.set(keyOf(condition), condition))
  const asked = new Set<string>()
  const kept: Condition[] = []
  const ended: Condition[] = []
  const effects: AreaEffect[] = []
  const settle = (stood: Condition | undefined, { condition, effects: more }: Advanced): void => {
    effects.push(...more)
    if (stood && !condition) ended.push(stood)
    if (condition && condition !== stood) kept.push(condition)
  }
  const over = (stood: Condition): void => {
    if (stood.raised) effects.push({ kind: 'return', condition: stood, end: now })
  }
  const silentWho = new Map<string, number>()
  for (const { device, who } of silent.size === 0 ? [] : everybody.all) {
    const last = silent.get(device)
    if (last !== undefined) silentWho.set(who, Math.max(last, silentWho.get(who) ?? last))
  }
  const stillness = { known: before, silent: silentWho, now }
  for (const rule of rules) {
    if (!rule.holdsAt(now)) continue
    const began = isOfHours(rule.fence) ? rule.heldSince(now) : Number.NEGATIVE_INFINITY
    yield
    yield* pausingAt(yield* findings(rule, everybody, stillness), (finding) => {
      const key = keyOf({ fence: rule.fence.id, ...finding })
      const stood = asked.has(key) ? undefined : before.get(key)
      asked.add(key)
      const isOfBefore = stood !== undefined && stood.since < began
      if (isOfBefore) over(stood)
      const advanced = advancing[rule.fence.type] ?? advance
      settle(stood, advanced(rule, isOfBefore ? undefined : stood, finding, finding.time ?? now))
    })
  }
  const ruleOf = new Map(rules.map((rule) => [rule.fence.id, rule]))
  yield* pausingAt(before, ([key, stood]) => {
    if (asked.has(key)) return
    const rule = ruleOf.get(stood.fence)
    // Who is not there any more left; a limit that is none any more, or does not hold at this hour, has nothing to say.
    const isLeft =
      rule !== undefined && raisedOfWho[rule.fence.type] === stood.alarmType && stood.subject !== '' && rule.holdsAt(now)
    if (isLeft) {
      const finding = { alarmType: stood.alarmType, subject: stood.subject, state: 'over', facts: {}, at: null } as const
      settle(stood, advance(rule, stood, finding, now))
    } else {
      over(stood)
      settle(stood, nothing)
    }
  })
  return { kept, ended, effects }
}
