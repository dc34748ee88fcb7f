import { describe, expect, it, test } from 'vitest'
import { fence, type Fence } from '@vigil/contract/hazards/fence.ts'
import { atOnce } from '../../../test/at-once.ts'
import { at, square } from '../../../test/places.ts'
import { everybodyOf, judgeAreas, type AreaRule, type Condition, type Present } from './area-rules.ts'
import { shapeOf } from './rules.ts'

const storedFence = fence.record.extend(fence.saved)
const ruleOf = (
  more: Partial<Fence>,
  holdsAt: AreaRule['holdsAt'] = () => true,
  heldSince: AreaRule['heldSince'] = () => Number.NEGATIVE_INFINITY,
): AreaRule => {
  const made = storedFence.parse({
    id: '1',
    version: 1,
    name: 'coal mill',
    shape: 'polygon',
    points: square(0, 0, 50),
    level: 2,
    deptName: null,
    areaName: null,
    ...more,
  })
  return {
    fence: made,
    shape: shapeOf(made),
    holdsAt,
    watches: ({ kind }) => kind !== 'car',
    names: ({ personId }) => personId !== null && made.allowUserIds.includes(personId),
    heldSince,
  }
}
const one = (id: number, east: number, north = 0, more: Partial<Present> = {}): Present => ({
  device: id,
  who: `person/${id}`,
  subject: { kind: 'hat', deptIds: [], personId: String(id) },
  fix: { time: 0, ...at(east, north), accuracy: 0, floor: null },
  ...more,
})

/** Judges second by second: what was raised and returned when, and what is left. */
const watchOver = (
  seconds: number,
  ruleAt: (second: number) => readonly AreaRule[],
  presentAt: (second: number) => Present[],
  silentAt: (second: number) => ReadonlyMap<number, number> = () => new Map(),
) => {
  let known: readonly Condition[] = []
  const told: string[] = []
  for (let second = 0; second <= seconds; second += 2) {
    const { kept, ended, effects } = atOnce(
      judgeAreas(ruleAt(second), known, atOnce(everybodyOf(presentAt(second))), second * 1000, silentAt(second)),
    )
    const isOther = (condition: Condition, list: readonly Condition[]): boolean =>
      !list.some((each) => each.alarmType === condition.alarmType && each.subject === condition.subject)
    known = [...known.filter((condition) => isOther(condition, [...kept, ...ended])), ...kept]
    for (const effect of effects)
      told.push(
        effect.kind === 'raise'
          ? `${effect.finding.alarmType}+ ${effect.finding.subject} @${second}`.replace('  ', ' ')
          : `${effect.condition.alarmType}- ${effect.condition.subject} @${second}`.replace('  ', ' '),
      )
    // As another server, or this one after a restart, reads it.
    known = JSON.parse(JSON.stringify(known)) as Condition[]
  }
  return { told, known }
}
/** The same dice on every run. */
const dice = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

test('somebody is where the newest fix of what he wears is', () => {
  const rule = ruleOf({ type: 'headcount', maxCount: 1, minInside: 0, minOutside: 30 })
  const other = one(3, 5)
  const badge = one(1, 0)
  const helmet = one(2, 300, 0, { who: badge.who, fix: { time: 5_000, ...at(300, 0), accuracy: 0, floor: null } })
  expect(
    watchOver(
      20,
      () => [rule],
      () => [other, badge, helmet],
    ).told,
  ).toEqual([])
  expect(
    watchOver(
      20,
      () => [rule],
      () => [other, badge],
    ).told,
  ).toHaveLength(1)
})

test.each([
  ['the least number', { type: 'headcount', minCount: 1, minInside: 10 }, '7+ @10'],
  ['a duty post', { type: 'post', stayLimit: 5 }, '15+ @300'],
  ['an assembly point', { type: 'assembly', minCount: 1, stayLimit: 5 }, '7+ @300'],
  ['a patrol', { type: 'patrol', stayLimit: 5 }, '1+ @300'],
] as const)('somebody who may be kilometres away does not make up for who is missing: %s', (_, more, raised) => {
  const rule = ruleOf({ ...more, allowUserIds: more.type === 'post' ? ['1'] : [] })
  const vague = one(1, 900, 0, { fix: { time: 0, ...at(900, 0), accuracy: 5_000, floor: null } })
  const { told } = watchOver(
    320,
    () => [rule],
    () => [vague],
  )
  expect(told).toEqual([raised])
})

describe('a headcount fence', () => {
  const rule = ruleOf({ type: 'headcount', maxCount: 2, minInside: 10, minOutside: 30 })
  const three = [one(1, 0), one(2, 5), one(3, 10)]

  it('raises one alarm while too many are inside, after its time, and returns it by itself', () => {
    const { told, known } = watchOver(
      200,
      () => [rule],
      (second) => (second < 100 ? three : three.slice(1)),
    )
    expect(told).toEqual(['6+ @10', '6- @130'])
    expect(known).toEqual([])
  })

  it('raises none for as many as are allowed, nor for a moment, nor for vehicles', () => {
    expect(
      watchOver(
        100,
        () => [rule],
        () => three.slice(1),
      ).told,
    ).toEqual([])
    expect(
      watchOver(
        100,
        () => [rule],
        (second) => (second % 20 < 8 ? three : three.slice(1)),
      ).told,
    ).toEqual([])
    const car = one(4, 0, 0, { who: 'device/4', subject: { kind: 'car', deptIds: [], personId: null } })
    expect(
      watchOver(
        100,
        () => [rule],
        () => [...three.slice(1), car],
      ).told,
    ).toEqual([])
  })

  it('counts somebody with a helmet and a badge once', () => {
    const badge = one(9, 2, 0, { who: 'person/2', subject: { kind: 'badge', deptIds: [], personId: '2' } })
    expect(
      watchOver(
        100,
        () => [rule],
        () => [...three.slice(1), badge],
      ).told,
    ).toEqual([])
  })

  it('raises one alarm where too few are inside, for nobody at all as well', () => {
    const least = ruleOf({ type: 'headcount', minCount: 2, minInside: 10, minOutside: 30 })
    expect(
      watchOver(
        200,
        () => [least],
        (second) => (second < 100 ? [] : three),
      ).told,
    ).toEqual(['7+ @10', '7- @130'])
    expect(
      watchOver(
        200,
        () => [least],
        () => three.slice(1),
      ).told,
    ).toEqual([])
  })

  it('raises at most one where somebody trembles at its edge for ten minutes', () => {
    const quick = ruleOf({ type: 'headcount', maxCount: 2, minInside: 0, minOutside: 2 })
    for (let seed = 1; seed <= 50; seed += 1) {
      const random = dice(seed)
      const { told } = watchOver(
        600,
        () => [quick],
        () => [one(1, 0), one(2, 5), one(3, 50 + (random() - 0.5) * 16)],
      )
      expect(told.filter((each) => each.includes('+')).length).toBeLessThanOrEqual(1)
      expect(told.filter((each) => each.includes('-'))).toEqual([])
    }
  })

  it('takes nobody for inside whose fix is worse than it may be, nor for out', () => {
    const vague = one(3, 10, 0, { fix: { time: 0, ...at(10, 0), accuracy: 150, floor: null } })
    expect(
      watchOver(
        100,
        () => [rule],
        () => [...three.slice(0, 2), vague],
      ).told,
    ).toEqual([])
    expect(
      watchOver(
        300,
        () => [rule],
        (second) => (second < 50 ? three : [...three.slice(0, 2), vague]),
      ).told,
    ).toEqual(['6+ @10'])
  })

  it('returns once its limit is another, its hours are over, or it is gone', () => {
    const more = ruleOf({ type: 'headcount', maxCount: 3, minInside: 10, minOutside: 30 })
    const night = ruleOf({ type: 'headcount', maxCount: 2, minInside: 10, minOutside: 30 }, (time) => time < 50_000)
    expect(
      watchOver(
        200,
        (second) => [second < 50 ? rule : more],
        () => three,
      ).told,
    ).toEqual(['6+ @10', '6- @80'])
    expect(
      watchOver(
        200,
        () => [night],
        () => three,
      ).told,
    ).toEqual(['6+ @10', '6- @50'])
    expect(
      watchOver(
        200,
        (second) => (second < 50 ? [rule] : []),
        () => three,
      ).told,
    ).toEqual(['6+ @10', '6- @50'])
    const least = ruleOf({ type: 'headcount', minCount: 1, minInside: 10, minOutside: 30 })
    expect(
      watchOver(
        200,
        (second) => [second < 50 ? rule : least],
        () => three,
      ).told,
    ).toEqual(['6+ @10', '6- @50'])
  })

  it('of any comings and goings alternates: no second alarm before the first returned', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = dice(seed)
      const both = ruleOf({ type: 'headcount', maxCount: 3, minCount: 2, minInside: 6, minOutside: 8 })
      const { told } = watchOver(
        400,
        () => [both],
        () => Array.from({ length: Math.floor(random() * 6) }, (_, id) => one(id, (random() - 0.5) * 130)),
      )
      for (const type of ['6', '7']) {
        const signs = told.filter((each) => each.startsWith(type)).map((each) => each[1])
        expect(signs).toEqual(signs.map((_, place) => (place % 2 === 0 ? '+' : '-')))
      }
    }
  })
})

describe('a time limit', () => {
  const rule = ruleOf({ type: 'stay', stayLimit: 5, minOutside: 30 })

  it('raises one alarm for each who stays too long, and returns it when he has left', () => {
    const inside = (second: number) => [one(1, 0), ...(second >= 60 ? [one(2, 5)] : [])]
    const { told, known } = watchOver(
      500,
      () => [rule],
      (second) => (second < 400 ? inside(second) : []),
    )
    expect(told).toEqual(['8+ person/1 @300', '8+ person/2 @360', '8- person/1 @430', '8- person/2 @430'])
    expect(known).toEqual([])
  })

  it('raises none for who leaves in time, and begins anew when he comes back', () => {
    const isIn = (second: number): boolean => second < 296 || second > 340
    expect(
      watchOver(
        600,
        () => [rule],
        (second) => (isIn(second) ? [one(1, 0)] : [one(1, 100)]),
      ).told,
    ).toEqual([])
  })

  it('goes on through a step outside', () => {
    const isIn = (second: number): boolean => second < 100 || second > 120
    expect(
      watchOver(
        310,
        () => [rule],
        (second) => (isIn(second) ? [one(1, 0)] : [one(1, 100)]),
      ).told,
    ).toEqual(['8+ person/1 @300'])
  })

  it('returns where longer stays are allowed by now, and raises at the new limit', () => {
    const longer = ruleOf({ type: 'stay', stayLimit: 10, minOutside: 30 })
    expect(
      watchOver(
        700,
        (second) => [second < 400 ? rule : longer],
        () => [one(1, 0)],
      ).told,
    ).toEqual(['8+ person/1 @300', '8- person/1 @400', '8+ person/1 @600'])
  })
})

describe('a gathering fence', () => {
  const rule = ruleOf({ type: 'gathering', gatherCount: 3, gatherRadius: 15, gatherSeconds: 60, minOutside: 30 })
  const together = [one(1, 0), one(2, 14), one(3, 0, 14)]

  it('raises one alarm for so many around one of them for so long, and returns it when they part', () => {
    const { told } = watchOver(
      300,
      () => [rule],
      (second) => (second < 200 ? together : [one(1, 0), one(2, 40), one(3, -40)]),
    )
    expect(told).toEqual(['9+ @60', '9- @230'])
  })

  it('raises none for those who stand further apart, are too few, only pass, or are outside', () => {
    expect(
      watchOver(
        200,
        () => [rule],
        () => [one(1, 0), one(2, 16), one(3, 0, 16)],
      ).told,
    ).toEqual([])
    expect(
      watchOver(
        200,
        () => [rule],
        () => together.slice(1),
      ).told,
    ).toEqual([])
    expect(
      watchOver(
        200,
        () => [rule],
        (second) => (second < 58 ? together : []),
      ).told,
    ).toEqual([])
    expect(
      watchOver(
        200,
        () => [rule],
        () => [one(1, 100), one(2, 101), one(3, 102)],
      ).told,
    ).toEqual([])
  })

  it('finds a crowd wherever it stands, as asking everybody of everybody would', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = dice(seed)
      const people = Array.from({ length: 3 + Math.floor(random() * 20) }, (_, id) =>
        one(id, (random() - 0.5) * 98, (random() - 0.5) * 98),
      )
      const near = (a: Present, b: Present): boolean =>
        Math.hypot((a.fix.lng - b.fix.lng) * 111_195 * Math.cos((31.178 * Math.PI) / 180), (a.fix.lat - b.fix.lat) * 111_195) <=
        15
      const crowded = people.some((a) => people.filter((b) => near(a, b)).length >= 3)
      const { told } = watchOver(
        60,
        () => [rule],
        () => people,
      )
      expect(told).toEqual(crowded ? ['9+ @60'] : [])
    }
  })
})

/** Somebody whose newest fix is of this second. */
const heard = (second: number, id: number, east: number, north = 0, accuracy = 0): Present =>
  one(id, east, north, { fix: { time: second * 1000, ...at(east, north), accuracy, floor: null } })

describe('a fence against standing still', () => {
  const rule = ruleOf({ type: 'still', stillLimit: 5, minOutside: 0 })

  it('raises one alarm for who does not move for so long, and returns it when he moves or leaves', () => {
    const until = (second: number) => (second < 400 ? [heard(second, 1, 0), heard(second, 2, 20)] : [heard(second, 1, 16)])
    const { told, known } = watchOver(700, () => [rule], until)
    expect(told).toEqual(['1+ person/1 @300', '1+ person/2 @300', '1- person/1 @420', '1- person/2 @420'])
    expect(known).toMatchObject([{ subject: 'person/1', raised: false }])
  })

  it('raises none for who moves in time, is only on the way, falls silent, drives, or has a fix that is no place', () => {
    const none = (presentAt: (second: number) => Present[]) => expect(watchOver(700, () => [rule], presentAt).told).toEqual([])
    none((second) => [heard(second, 1, second < 290 ? 0 : second < 560 ? 12 : 0)])
    none((second) => [heard(second, 1, (second / 10) % 40)])
    none((second) => [heard(Math.min(second, 298), 1, 0)])
    none((second) => [heard(second, 1, 0, 0, 150)])
    none((second) => [heard(second, 1, 55)])
    none((second) => [{ ...heard(second, 1, 0), subject: { kind: 'car', deptIds: [], personId: null } }])
  })

  it('takes one stray fix for none, nor what his accuracy explains', () => {
    const stray = (second: number) => [heard(second, 1, second === 150 ? 40 : 0)]
    expect(watchOver(310, () => [rule], stray).told).toEqual(['1+ person/1 @300'])
    const vague = (second: number) => [heard(second, 1, second % 60 < 30 ? 0 : 25, 0, 30)]
    expect(watchOver(310, () => [rule], vague).told).toEqual(['1+ person/1 @300'])
  })

  it('is quiet while his silent alarm is open', () => {
    const silentAt = (second: number) => new Map(second >= 60 ? [[1, 60_000]] : [])
    const still = (second: number) => [heard(second, 1, 0), heard(second, 2, 5)]
    const { told } = watchOver(500, () => [rule], still, silentAt)
    expect(told).toEqual(['1+ person/2 @300'])
  })

  it('is not kept quiet by a silent alarm from before he stood there', () => {
    const old = new Map([[1, -3_600_000]])
    const { told } = watchOver(
      310,
      () => [rule],
      (second) => [heard(second, 1, 0)],
      () => old,
    )
    expect(told).toEqual(['1+ person/1 @300'])
  })

  it('raises at most one where somebody trembles at its edge for ten minutes, and finds him who trembles inside', () => {
    const quick = ruleOf({ type: 'still', stillLimit: 2, minOutside: 0 })
    let found = 0
    for (let seed = 1; seed <= 50; seed += 1) {
      const random = dice(seed)
      const tremble = () => (random() - 0.5) * 16
      const { told } = watchOver(
        600,
        () => [quick],
        (second) => [heard(second, 1, 50 + tremble(), tremble()), heard(second, 2, tremble(), tremble())],
      )
      const of = (who: string) => told.filter((each) => each.startsWith(`1+ person/${who}`)).length
      expect(of('1')).toBeLessThanOrEqual(1)
      expect(of('2')).toBeLessThanOrEqual(1)
      found += of('2')
    }
    expect(found).toBe(50)
  })
})

describe('a duty post', () => {
  const rule = ruleOf({ type: 'post', allowUserIds: ['1', '2'], stayLimit: 5, minInside: 10, minOutside: 30 })

  it('raises one alarm once nobody of its people has been there for so long, and returns it when one is back', () => {
    const { told, known } = watchOver(
      700,
      () => [rule],
      (second) => (second > 100 && second < 500 ? [one(1, 200)] : [one(1, 0)]),
    )
    expect(told).toEqual(['15+ @402', '15- @510'])
    expect(known).toEqual([])
  })

  it('raises none for a short absence, for one of the two, nor outside its hours', () => {
    const away = (from: number, to: number) => (second: number) => (second > from && second < to ? [] : [one(2, 0)])
    expect(watchOver(700, () => [rule], away(100, 396)).told).toEqual([])
    const night = ruleOf(rule.fence, (time) => time < 290_000)
    expect(
      watchOver(
        700,
        () => [night],
        () => [],
      ).told,
    ).toEqual([])
    const both = ruleOf({ ...rule.fence, minCount: 2 })
    expect(
      watchOver(
        310,
        () => [both],
        () => [one(1, 0)],
      ).told,
    ).toEqual(['15+ @300'])
    const preset = ruleOf({ ...rule.fence, stayLimit: null })
    expect(
      watchOver(
        310,
        () => [preset],
        () => [],
      ).told,
    ).toEqual(['15+ @300'])
  })

  it('is not come back to by who only looks in', () => {
    const looksIn = (second: number) => (second >= 100 && second < 106 ? [one(1, 0)] : [])
    expect(watchOver(310, () => [rule], looksIn).told).toEqual(['15+ @300'])
  })

  it('raises one alarm for each other who is there, and returns it when he has left', () => {
    const car = one(4, 0, 0, { who: 'device/4', subject: { kind: 'car', deptIds: [], personId: null } })
    const { told } = watchOver(
      200,
      () => [rule],
      (second) => [one(1, 0), car, ...(second < 100 ? [one(3, 5)] : []), ...(second >= 20 && second < 28 ? [one(5, 5)] : [])],
    )
    expect(told).toEqual(['14+ person/3 @10', '14- person/3 @130'])
    // By what else he wears he is no stranger.
    const badge = one(6, 5, 0, { who: 'person/1', subject: { kind: 'badge', deptIds: [], personId: null } })
    expect(
      watchOver(
        100,
        () => [rule],
        () => [one(1, 0), badge],
      ).told,
    ).toEqual([])
  })

  it('raises at most one of each where they tremble at its edge for ten minutes', () => {
    const quick = ruleOf({ ...rule.fence, stayLimit: 1, minInside: 0, minOutside: 2 })
    for (let seed = 1; seed <= 50; seed += 1) {
      const random = dice(seed)
      const { told } = watchOver(
        600,
        () => [quick],
        () => [1, 3].map((id) => one(id, 50 + (random() - 0.5) * 16)),
      )
      expect(told.filter((each) => each.startsWith('14+')).length).toBeLessThanOrEqual(1)
      expect(told.filter((each) => each.startsWith('15'))).toEqual([])
    }
  })

  it('is asked for anew in its next hours, whoever judged the hours before', () => {
    const shift = ruleOf(rule.fence, undefined, () => 1_000_000)
    const before = { fence: '1', alarmType: 15, subject: '', raised: false, since: 0, gone: null, lng: null, lat: null }
    expect(atOnce(judgeAreas([shift], [before], atOnce(everybodyOf([])), 1_002_000))).toMatchObject({
      kept: [{ since: 1_002_000, raised: false }],
      effects: [],
    })
  })
})

describe('an assembly point', () => {
  const rule = ruleOf({ type: 'assembly', minCount: 2, stayLimit: 5 })
  const two = [one(1, 0), one(2, 5)]

  it('raises one alarm when not enough came in time, and returns it when they are there', () => {
    const come = (second: number) => (second < 400 ? two.slice(1) : second < 500 ? two : [])
    const { told } = watchOver(1_500, () => [rule], come)
    expect(told).toEqual(['7+ @300', '7- @400'])
  })

  it('raises none once they were there in time, and asks again in its next hours', () => {
    const early = (second: number) => (second > 100 && second < 120 ? two : [])
    expect(watchOver(1_000, () => [rule], early).told).toEqual([])
    const twice = ruleOf(rule.fence, (time) => time < 500_000 || time >= 600_000)
    expect(watchOver(1_000, () => [twice], early).told).toEqual(['7+ @900'])
  })

  it('returns when its hours end', () => {
    const short = ruleOf(rule.fence, (time) => time < 400_000)
    const { told, known } = watchOver(
      1_000,
      () => [short],
      () => [],
    )
    expect(told).toEqual(['7+ @300', '7- @400'])
    expect(known).toEqual([])
  })

  it('counts no vehicle, and raises at most one where they tremble at its edge', () => {
    const car = one(4, 0, 0, { who: 'device/4', subject: { kind: 'car', deptIds: [], personId: null } })
    expect(
      watchOver(
        310,
        () => [rule],
        () => [two[0] as Present, car],
      ).told,
    ).toEqual(['7+ @300'])
    for (let seed = 1; seed <= 50; seed += 1) {
      const random = dice(seed)
      const { told } = watchOver(
        600,
        () => [ruleOf({ ...rule.fence, stayLimit: 1 })],
        () => [1, 2].map((id) => one(id, 50 + (random() - 0.5) * 16)),
      )
      expect(told.filter((each) => each.includes('+')).length).toBeLessThanOrEqual(1)
    }
  })
})

describe('a patrol', () => {
  const rule = ruleOf({ type: 'patrol', stayLimit: 10, minInside: 20, minOutside: 30 })
  const visit =
    (...from: readonly number[]) =>
    (second: number) =>
      from.some((start) => second >= start && second < start + 30) ? [one(1, 0)] : [one(1, 200)]

  it('raises one alarm when nobody came for so long, and returns it with the next visit', () => {
    const { told } = watchOver(1_800, () => [rule], visit(100, 900))
    expect(told).toEqual(['1+ @730', '1- @920', '1+ @1530'])
  })

  it('raises none while somebody comes often enough, or stays', () => {
    expect(watchOver(2_400, () => [rule], visit(500, 1_100, 1_700, 2_250)).told).toEqual([])
    expect(
      watchOver(
        2_400,
        () => [rule],
        () => [one(1, 0)],
      ).told,
    ).toEqual([])
  })

  it('is no visit that is too short, by others than it names, or by a vehicle', () => {
    const short = (second: number) => (second >= 500 && second < 520 ? [one(1, 0)] : [])
    expect(watchOver(610, () => [rule], short).told).toEqual(['1+ @600'])
    const named = ruleOf({ ...rule.fence, allowUserIds: ['2'] })
    expect(watchOver(610, () => [named], visit(500)).told).toEqual(['1+ @600'])
    expect(watchOver(610, () => [ruleOf({ ...rule.fence, allowUserIds: ['1'] })], visit(500)).told).toEqual([])
    const car = one(4, 0, 0, { who: 'device/4', subject: { kind: 'car', deptIds: [], personId: null } })
    expect(
      watchOver(
        610,
        () => [rule],
        () => [car],
      ).told,
    ).toEqual(['1+ @600'])
  })

  it('raises at most one where somebody trembles at its edge for ten minutes', () => {
    const quick = ruleOf({ ...rule.fence, stayLimit: 1, minInside: 2 })
    for (let seed = 1; seed <= 50; seed += 1) {
      const random = dice(seed)
      const { told } = watchOver(
        600,
        () => [quick],
        () => [one(1, 50 + (random() - 0.5) * 16)],
      )
      expect(told.filter((each) => each.includes('+')).length).toBeLessThanOrEqual(1)
    }
  })
})

test('others have their turn again and again while a crowd is judged', () => {
  const rules = [
    ruleOf({ type: 'stay', stayLimit: 1 }),
    ruleOf({ id: '2', type: 'still', stillLimit: 1 }),
    ruleOf({ id: '3', type: 'gathering', gatherCount: 1_000 }),
    ruleOf({ id: '4', type: 'post', stayLimit: 1 }),
  ]
  const people = Array.from({ length: 4_000 }, (_, at) => one(at, (at % 90) - 45, Math.floor(at / 90) - 22))
  const crowd = atOnce(everybodyOf(people))
  let known: readonly Condition[] = []
  for (const now of [0, 2_000]) {
    const work = judgeAreas(rules, known, crowd, now)
    let pauses = 0
    let step = work.next()
    while (!step.done) {
      pauses += 1
      step = work.next()
    }
    // By how many are looked at in between, not by the clock.
    expect(pauses).toBeGreaterThan((rules.length * 4_000) / 250)
    known = step.value.kept
  }
})
