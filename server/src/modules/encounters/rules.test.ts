import { describe, expect, it } from 'vitest'
import { at } from '../../../test/places.ts'
import { judgeEncounters, type Encounter, type Looks, type Mover, type Vehicle } from './rules.ts'

const second = 1_000
const start = 1_790_000_000_000

const person = (east: number, north = 0, more: Partial<Mover> = {}): Mover => ({
  device: 1,
  who: 'person/1',
  time: start,
  ...at(east, north),
  floor: null,
  accuracy: 3,
  speed: null,
  course: null,
  ...more,
})
const truck = (east: number, north = 0, more: Partial<Vehicle> = {}): Vehicle => ({
  ...person(east, north),
  device: 100,
  who: 'person/9',
  speed: 15,
  within: 15,
  isReversing: false,
  ...more,
})

/** Looks one after the other, `seconds` apart: what each of them told. */
const play = (scenes: readonly { readonly vehicles: readonly Vehicle[]; readonly people: readonly Mover[] }[], seconds = 1) => {
  let known: readonly Encounter[] = []
  let looks: Looks = new Map()
  return scenes.map(({ vehicles, people }, look) => {
    const now = start + look * seconds * second
    const then = <Of extends Mover>(movers: readonly Of[]): Of[] =>
      movers.map((one) => ({ ...one, time: now + one.time - start }))
    const judged = judgeEncounters(then(vehicles), then(people), known, looks, now)
    ;({ kept: known, looks } = judged)
    return `${judged.raised.length}${judged.ended.length}`
  })
}
/** A vehicle that drives by these places while somebody stands at the middle. */
const passing = (places: readonly number[], more: Partial<Vehicle> = {}, who = person(0)) =>
  play(places.map((east) => ({ vehicles: [truck(east, 0, more)], people: [who] })))

describe('an encounter', () => {
  it('is raised once, when a vehicle closes in within its circle, and is over once they were apart for ten seconds', () => {
    const away = Array.from({ length: 12 }, () => 40)
    expect(passing([40, 30, 20, 14, 8, 3, 8, 14, 20, 24, ...away])).toEqual([
      '00',
      '00',
      '00',
      '10',
      ...Array.from({ length: 15 }, () => '00'),
      '01',
      '00',
      '00',
    ])
  })

  it('goes on while the two are apart for less than that', () => {
    expect(passing([20, 10, 30, 30, 30, 10, 5])).toEqual(['00', '10', '00', '00', '00', '00', '00'])
  })

  it.each([
    ['that stands', passing([14, 13, 12, 11], { speed: 0 })],
    ['that drives away', passing([5, 9, 14, 20])],
    ['that goes by beyond its circle', passing([16, 15.6, 15.2, 16])],
    [
      'that stands without saying how fast it is, while somebody walks up to it',
      play([14, 12, 10, 8].map((east) => ({ vehicles: [truck(0, 0, { speed: null })], people: [person(east)] }))),
    ],
    ['whose position jitters', passing([14, 14.6, 14.1, 14.7, 14])],
    ['whose driver he is', passing([20, 12, 8], { who: 'person/1' })],
    [
      'in which he is carried',
      play(
        [20, 12, 8].map((east) => ({ vehicles: [truck(east, 0, { speed: 20 })], people: [person(east - 2, 0, { speed: 18 })] })),
      ),
    ],
    ['on another floor', passing([20, 12, 8], { floor: 1 }, person(0, 0, { floor: 2 }))],
    ['that nobody knows well enough where it is', passing([20, 12, 8], { accuracy: 40 })],
    ['that was heard of too long ago', passing([20, 12, 8], { time: start - 20 * second })],
  ])('is none with a vehicle %s', (_, told) => {
    expect(told.filter((one) => one !== '00')).toEqual([])
  })

  it('begins at the first look where the vehicle heads for him, forwards or backwards', () => {
    // He stands west of it.
    expect(passing([12], { course: 270 })).toEqual(['10'])
    expect(passing([12], { course: 90 })).toEqual(['00'])
    expect(passing([12], { course: 90, isReversing: true })).toEqual(['10'])
    expect(passing([12])).toEqual(['00'])
  })

  it('is within the larger circle of a loader, or of whatever reverses', () => {
    expect(passing([34, 24])).toEqual(['00', '00'])
    expect(passing([34, 24], { within: 25 })).toEqual(['00', '10'])
  })

  it('is one for everything that somebody wears, and one for each person and vehicle', () => {
    const both = (east: number) => [person(east), person(east + 1, 0, { device: 2 })]
    expect(play([30, 12, 9].map((east) => ({ vehicles: [truck(0)], people: both(east) })))).toEqual(['00', '10', '00'])
    const two = [person(0), person(0, 3, { device: 2, who: 'person/2' })]
    expect(play([30, 12].map((east) => ({ vehicles: [truck(east), truck(east, 2, { device: 101 })], people: two })))).toEqual([
      '00',
      '40',
    ])
  })

  it('is measured rightly whatever another vehicle says of where it is', () => {
    const lost = [0, 89.99].map((lat, at) => ({ ...truck(0, 0, { device: 200 + at, speed: 0 }), lng: 0, lat }))
    const near = (east: number) => ({
      vehicles: [...lost, truck(east)],
      people: [person(0), person(0, 200, { device: 2, who: 'person/2' })],
    })
    expect(play([16, 14.2].map(near))).toEqual(['00', '10'])
    expect(play([19, 17].map(near))).toEqual(['00', '00'])
  })

  it('is over where one of them is not heard of any more', () => {
    const silent = Array.from({ length: 12 }, () => ({ vehicles: [], people: [person(0)] }))
    const told = play([...[20, 12].map((east) => ({ vehicles: [truck(east)], people: [person(0)] })), ...silent])
    expect(told.filter((one) => one !== '00')).toEqual(['10', '01'])
  })
})
