import { expect, it } from 'vitest'
import { hazardPoint } from '@vigil/contract/hazards/hazard-point.ts'
import { atOnce } from '../../../test/at-once.ts'
import { at } from '../../../test/places.ts'
import { everybodyOf, type Present } from './area-rules.ts'
import { circle } from './geometry.ts'
import { judgeNear, type Heard, type Near, type NearRule } from './near-rules.ts'
import { isPerson } from './rules.ts'

const storedPoint = hazardPoint.record.extend(hazardPoint.saved)
const point = storedPoint.parse({
  id: '7',
  version: 1,
  name: 'mill',
  code: 'M',
  radius: 20,
  ...at(0, 0),
  deptName: null,
  areaName: null,
})
const rule: NearRule = { point, shape: circle([at(0, 0).lng, at(0, 0).lat], 20), watches: isPerson }
const one = (id: number, east: number, more: Partial<Present['fix']> = {}): Present => ({
  device: id,
  who: `person/${id}`,
  subject: { kind: 'hat', deptIds: [], personId: String(id) },
  fix: { time: 0, ...at(east, 0), accuracy: 0, floor: null, ...more },
})
const watchOver = (
  seconds: number,
  presentAt: (second: number) => Present[],
  rules: readonly NearRule[] = [rule],
  heardAt: (second: number) => Heard[] = () => [],
  whoHas?: (device: number) => string | null,
) => {
  let known: readonly Near[] = []
  const told: string[] = []
  for (let second = 0; second <= seconds; second += 2) {
    const { kept, ended, effects } = atOnce(
      judgeNear(rules, known, atOnce(everybodyOf(presentAt(second))), second * 1000, heardAt(second), whoHas),
    )
    const changed = new Set([...kept, ...ended].map(({ subject }) => subject))
    known = JSON.parse(JSON.stringify([...known.filter(({ subject }) => !changed.has(subject)), ...kept])) as Near[]
    for (const effect of effects)
      told.push(effect.kind === 'raise' ? `+${effect.subject} @${second}` : `-${effect.near.subject} @${second}`)
  }
  return { told, known }
}

it('raises one alarm for each who comes nearer than its radius, and returns it when he has been away for half a minute', () => {
  const { told, known } = watchOver(200, (second) => [one(1, second < 50 ? 100 : second < 100 ? 10 : 40), one(2, 5)])
  expect(told).toEqual(['+person/2 @0', '+person/1 @50', '-person/1 @130'])
  expect(known).toEqual([{ point: '7', subject: 'person/2', gone: null }])
})

it('goes on through a step away, and beside its edge', () => {
  const { told } = watchOver(300, (second) => [one(1, second % 40 < 20 ? 10 : 60), one(2, second < 10 ? 10 : 29)])
  expect(told).toEqual(['+person/1 @0', '+person/2 @0'])
})

it('raises none for who stays further away, is on another floor, has a fix that is no place, or drives', () => {
  const upstairs: NearRule = { ...rule, point: { ...point, floor: 2 } }
  expect(
    watchOver(100, () => [
      one(1, 21),
      one(2, 0, { accuracy: 120 }),
      { ...one(3, 0), subject: { kind: 'car', deptIds: [], personId: null } },
    ]).told,
  ).toEqual([])
  expect(watchOver(100, () => [one(1, 0, { floor: 1 })], [upstairs]).told).toEqual([])
  expect(watchOver(10, () => [one(1, 0, { floor: 2 }), one(2, 0)], [upstairs]).told).toEqual(['+person/1 @0', '+person/2 @0'])
})

it('raises at most one where somebody trembles at its edge for ten minutes', () => {
  let seed = 1
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  expect(watchOver(600, () => [one(1, 20 + (random() - 0.5) * 16)]).told).toEqual([expect.stringContaining('+')])
})

it('takes whoever hears its beacon for near: one alarm by both ways, over a minute after it was heard last', () => {
  const heard = (second: number): Heard[] => [
    { point: '7', subject: 'person/1', device: 1, at: Math.min(Math.max(second, 10), 100) * 1000 },
  ]
  const byBeacon: NearRule = { ...rule, shape: null }
  const far = () => [one(1, 300), one(2, 5)]
  const { told, known } = watchOver(200, far, [byBeacon], (second) => (second < 10 ? [] : heard(second)))
  expect(told).toEqual(['+person/1 @10', '-person/1 @160'])
  expect(known).toEqual([])
  const walks = (second: number) => [one(1, second < 50 || second > 150 ? 300 : 5)]
  expect(watchOver(250, walks, [rule], (second) => (second < 10 ? [] : heard(second))).told).toEqual([
    '+person/1 @10',
    '-person/1 @182',
  ])
  // Nobody knows where he is, but whose it is: his device has no position, or none of late.
  const nobody = (): Present[] => []
  const his = (): string => 'person/1'
  expect(watchOver(200, nobody, [byBeacon], heard, his).told).toEqual(['+person/1 @0', '-person/1 @160'])
  expect(watchOver(200, nobody, [byBeacon], heard, () => 'person/9').told).toEqual([])
  expect(watchOver(200, nobody, [byBeacon], heard).told).toEqual([])
  // What somebody else wears by now was not heard by him.
  const lent = () => [{ ...one(1, 300), who: 'person/9' }]
  expect(watchOver(60, lent, [byBeacon], heard).told).toEqual([])
})
