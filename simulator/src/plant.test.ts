import { report, type Report } from '@vigil/contract/positions/report.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  bagFilterFence,
  cast,
  chenGuoqiang,
  fenceRing,
  liuDeming,
  liZhiwei,
  maChanglin,
  onShift,
  preheaterFence,
  platformFence,
  speedingTruck,
  wuXiaojun,
  zhengGuodong,
  type FenceRecord,
} from './cast.ts'
import { assemblyPoint } from './equipment.ts'
import { createDirector, type Director } from './director.ts'
import { createPlant, type Plant, type PlantOptions } from './plant.ts'
import { distance, distanceToLine, distanceToSegment, insideRing, type Metres } from './world/geometry.ts'
import { createManualClock } from './world/clock.ts'
import { places, toMetres } from './world/plan.ts'
import { story, storySeconds } from './story.ts'

const start = Date.parse('2026-11-20T08:00:00+08:00')
const beat = 500

interface Played {
  readonly plant: Plant
  readonly director: Director
  readonly reports: Report[]
  readonly events: string[]
}
const play = (seconds: number, options: Partial<PlantOptions> & { scenario?: string; byItself?: boolean } = {}): Played => {
  const plant = createPlant({ seed: 'test', ...options })
  const clock = createManualClock(start)
  const events: string[] = []
  const director = createDirector({
    plant,
    byItself: options.byItself ?? false,
    onScenario: (name, phase) => events.push(`${(clock.now() - start) / 1000} ${name} ${phase}`),
  })
  const reports: Report[] = []
  for (; clock.now() < start + seconds * 1000; clock.advance(beat)) {
    director.step(clock.now())
    reports.push(...plant.step(clock.now()))
    if (clock.now() === start && options.scenario) expect(director.play(options.scenario)).toBe('begun')
  }
  return { plant, director, reports, events }
}
const placeOf = ({ lng, lat }: Report): Metres => toMetres(lng, lat)
const inside = (fence: FenceRecord, place: Metres): boolean =>
  fence.shape === 'corridor' ? distanceToLine(place, fence.points) <= (fence.halfWidth ?? 0) : insideRing(place, fenceRing(fence))
const of = (reports: readonly Report[], deviceId: string): Report[] => reports.filter((one) => one.deviceId === deviceId)
const secondsOf = (list: readonly Report[]): number => {
  const [first, last] = [list[0], list.at(-1)]
  return first && last ? (Date.parse(last.time) - Date.parse(first.time)) / 1000 : 0
}

test('in an hour of ordinary life nobody enters a fence, jumps, or tells what the contract does not know', () => {
  const { reports } = play(3600)
  const before = new Map<string, Report>()
  for (const one of reports) {
    const place = placeOf(one)
    for (const fence of cast.fences) {
      if (!fence.deviceTypes.includes(one.deviceType) || !inside(fence, place)) continue
      throw new Error(`${one.deviceType} ${one.deviceId} is inside ${fence.name} at ${place.join(', ')}`)
    }
    const last = before.get(one.deviceId)
    if (last) {
      const seconds = (Date.parse(one.time) - Date.parse(last.time)) / 1000
      const fastest = one.deviceType === 'car' ? 45 / 3.6 + 2 : 1.6 + 0.8
      if (distance(place, placeOf(last)) > fastest * seconds + 1) {
        throw new Error(
          `${one.deviceType} ${one.deviceId} jumped ${distance(place, placeOf(last))} m in ${seconds} s at ${place.join(', ')}`,
        )
      }
    }
    before.set(one.deviceId, one)
  }
  for (let at = 0; at < reports.length; at += 97) report.parse(reports[at])
  const online = (type: string): number => [...before.values()].filter(({ deviceType }) => deviceType === type).length
  expect([online('hat'), online('badge'), online('car')]).toEqual([onShift.hats, onShift.badges, onShift.cars])
})

test('people and vehicles keep to roads, yards and footpaths', () => {
  const { reports, plant } = play(600)
  for (let at = 0; at < reports.length; at += 23) {
    const one = reports[at]
    if (!one) continue
    const place = placeOf(one)
    const off = Math.min(...plant.network.legs.map(({ from, to, halfWidth }) => distanceToSegment(place, from, to) - halfWidth))
    // Twice the spread of the fix's error in both directions, and what is left of the verge just after a turn.
    if (off > 4) throw new Error(`${one.deviceType} ${one.deviceId} is ${off} m off every way at ${place.join(', ')}`)
  }
})

test('helmets report every 3 s and badges every 5 s, spread over the period', () => {
  const { reports } = play(60)
  const hat = of(reports, chenGuoqiang.imei)
  expect(hat.length).toBeGreaterThanOrEqual(19)
  expect(hat.length).toBeLessThanOrEqual(21)
  const badges = reports.filter(({ deviceType }) => deviceType === 'badge')
  expect(badges.length / onShift.badges).toBeCloseTo(12, 0)
  const busiest = Math.max(...[...Map.groupBy(reports, ({ time }) => time).values()].map((list) => list.length))
  expect(busiest).toBeLessThan(70)
})

test('no area holds more people than it may', () => {
  const { plant } = play(900)
  for (const { name, ring, maxCount } of cast.areas) {
    const people = [...plant.helmets, ...plant.badges].filter(
      ({ present, traveller }) => present && insideRing(traveller.place, ring),
    )
    expect(people.length, name).toBeLessThanOrEqual(maxCount ?? Number.POSITIVE_INFINITY)
  }
})

test('two plants of one seed live the same life, of another seed another one', () => {
  const one = play(120, { byItself: true })
  expect(play(120, { byItself: true }).reports).toEqual(one.reports)
  expect(play(120, { byItself: true, seed: 'other' }).reports).not.toEqual(one.reports)
})

test('with fewer devices those with a name of their own take part', () => {
  const { plant } = play(1, { hats: 12, badges: 3, cars: 2 })
  expect([plant.helmets.length, plant.badges.length, plant.vehicles.length]).toEqual([12, 3, 2])
  for (const { hatNo } of [chenGuoqiang, maChanglin]) expect(plant.helmet(hatNo)).toBeDefined()
  expect(plant.vehicle(speedingTruck.plateNumber)).toBeDefined()
})

test('fence-breach: 陈国强 is in the level-one fence for at least 30 s and then out of it', () => {
  const { reports, events } = play(240, { scenario: 'fence-breach' })
  const visits = of(reports, chenGuoqiang.imei).filter((one) => inside(bagFilterFence, placeOf(one)))
  expect(secondsOf(visits)).toBeGreaterThanOrEqual(30)
  expect(secondsOf(visits)).toBeLessThan(100)
  expect(Date.parse(visits[0]?.time ?? '') - start).toBeLessThan(70_000)
  expect(events).toHaveLength(2)
  expect(events[1]).toMatch(/fence-breach end$/)
})

test('contractor-breach: 吴小军 is in the preheater’s level-two fence for at least 30 s', () => {
  const { reports } = play(300, { scenario: 'contractor-breach' })
  expect(secondsOf(of(reports, wuXiaojun.imei).filter((one) => inside(preheaterFence, placeOf(one))))).toBeGreaterThanOrEqual(30)
})

/** The most who are on the platform at once, and for how many seconds. */
const mostOnPlatform = (reports: readonly Report[]): { most: number; seconds: number } => {
  const where = new Map<string, boolean>()
  let most = 0
  const times = new Map<number, Report[]>()
  for (const one of reports) {
    where.set(one.deviceId, inside(platformFence, placeOf(one)))
    const count = [...where.values()].filter(Boolean).length
    most = Math.max(most, count)
    times.set(count, [...(times.get(count) ?? []), one])
  }
  return { most, seconds: secondsOf(times.get(most) ?? []) }
}

test('overcrowding: three are on a platform for two for at least 30 s, and off it again; two-at-work: never more than two', () => {
  const three = play(420, { scenario: 'overcrowding' })
  const onPlatform = mostOnPlatform(three.reports)
  expect(onPlatform.most).toBe(3)
  expect(onPlatform.seconds).toBeGreaterThanOrEqual(30)
  expect(three.events[1]).toMatch(/overcrowding end$/)
  const two = play(420, { scenario: 'two-at-work' })
  expect(mostOnPlatform(two.reports).most).toBe(2)
  expect(two.events[1]).toMatch(/two-at-work end$/)
})

test('speeding-truck: the lorry drives 43 km/h on a road that allows 30', () => {
  const { reports } = play(900, { scenario: 'speeding-truck' })
  const fast = of(reports, speedingTruck.terminalNo).filter(({ speed = 0 }) => speed > 40)
  expect(secondsOf(fast)).toBeGreaterThan(20)
  expect(Math.max(...fast.map(({ speed = 0 }) => speed))).toBeCloseTo(43, 0)
  for (const one of fast) expect(Math.abs(placeOf(one)[1] - 800)).toBeLessThan(9)
})

test('nobody drives faster than the road allows in ordinary life', () => {
  const { reports } = play(600)
  expect(Math.max(...reports.filter(({ deviceType }) => deviceType === 'car').map(({ speed = 0 }) => speed))).toBeLessThan(38)
})

test.each([
  ['sos', liZhiwei.imei, 'press'],
  ['silent-alarm', maChanglin.imei, 'silent'],
])('%s: one report, and one alone, carries the call', (scenario, imei, kind) => {
  const { reports } = play(180, { scenario })
  expect(reports.filter(({ sos }) => sos !== undefined).map(({ deviceId, sos }) => [deviceId, sos])).toEqual([[imei, kind]])
})

test('lost-helmet: the helmet is silent for longer than it takes to be offline, and comes back', () => {
  const { reports, events } = play(480, { scenario: 'lost-helmet' })
  const own = of(reports, liuDeming.imei).map(({ time }) => Date.parse(time) - start)
  expect(own.filter((at) => at > 5_000 && at < 415_000)).toEqual([])
  expect(own.some((at) => at > 425_000)).toBe(true)
  expect(events.at(-1)).toMatch(/lost-helmet end$/)
})

test('morning-shift: people come in through the west gate and go home again', () => {
  const { reports, plant } = play(3000, { scenario: 'morning-shift' })
  const off = cast.helmets.filter((helmet) => helmet.wearer !== null && !helmet.onShift).map(({ imei }) => imei)
  const came = Map.groupBy(
    reports.filter(({ deviceId }) => off.includes(deviceId)),
    ({ deviceId }) => deviceId,
  )
  expect(came.size).toBe(12)
  for (const list of came.values()) {
    expect(list.some((one) => distance(placeOf(one), [318, 520]) < 12)).toBe(true)
    expect(list.some((one) => placeOf(one)[0] > 340)).toBe(true)
  }
  expect(plant.helmets.filter(({ present }) => present)).toHaveLength(onShift.hats)
})

test('the story is told twice alike, at the seconds that are written down, and its people are free for it again', () => {
  const { director, events, reports } = play(2 * storySeconds + 20, { byItself: true })
  const begun = events.filter((event) => event.endsWith('begin'))
  const told = (from: number) => story.map(({ at, scenario }) => `${from + at} ${scenario} begin`)
  expect(begun).toEqual([...told(0), ...told(storySeconds)])
  expect(director.play('no-such-scenario')).toBe('unknown')
  expect(director.play('fence-breach')).toBe('begun')
  expect(director.play('fence-breach')).toBe('busy')
  const seconds = ({ time }: Report): number => (Date.parse(time) - start) / 1000
  for (const from of [0, storySeconds]) {
    const between = (deviceId: string, first: number, last: number): Report[] =>
      of(reports, deviceId).filter((one) => seconds(one) >= from + first && seconds(one) < from + last)
    expect(between(chenGuoqiang.imei, 25, 120).some((one) => inside(bagFilterFence, placeOf(one)))).toBe(true)
    expect(between(chenGuoqiang.imei, 180, 600).some((one) => inside(bagFilterFence, placeOf(one)))).toBe(false)
    expect(between(maChanglin.imei, 0, 600).filter(({ sos }) => sos === 'silent')).toHaveLength(1)
    expect(between(speedingTruck.terminalNo, 360, 450).filter(({ speed = 0 }) => speed > 40).length).toBeGreaterThan(10)
    expect(between(liuDeming.imei, 65, 475)).toEqual([])
    expect(between(liuDeming.imei, 490, 600).length).toBeGreaterThan(10)
  }
})

test('who lies still does not move until somebody has come to him', () => {
  const { reports } = play(600, { scenario: 'silent-alarm' })
  const still = of(reports, maChanglin.imei).filter(({ time }) => Date.parse(time) - start > 3_000)
  const cry = still.findIndex(({ sos }) => sos === 'silent')
  const places = (list: readonly Report[]) => new Set(list.map(({ lng, lat }) => `${lng},${lat}`)).size
  expect(Date.parse(still[cry]?.time ?? '') - start).toBeGreaterThan(130_000)
  const [place] = still.slice(cry).map(placeOf)
  const helper = of(reports, zhengGuodong.imei)
  const near = helper.find((one) => place && distance(placeOf(one), place) < 15)
  expect(near).toBeDefined()
  const until = Date.parse(near?.time ?? '')
  expect(places(still.filter(({ time }) => Date.parse(time) <= until))).toBe(1)
  expect(places(still.filter(({ time }) => Date.parse(time) > until + 60_000))).toBeGreaterThan(5)
})

test('evacuation-drill: the coal mill is empty within a minute and a half, its people stand together, and are back in time', () => {
  const { reports } = play(300, { scenario: 'evacuation-drill' })
  const own = cast.helmets.filter(({ home, onShift: on, hatNo }) => home === 'coalMill' && on && hatNo !== chenGuoqiang.hatNo)
  expect(own.length).toBeGreaterThanOrEqual(4)
  for (const { imei } of own) {
    const at = (second: number): Metres =>
      placeOf(of(reports, imei).findLast(({ time }) => Date.parse(time) - start <= second * 1000) as Report)
    expect(distance(at(110), assemblyPoint)).toBeLessThan(40)
    expect(insideRing(at(110), places.coalMill.ring)).toBe(false)
    expect(insideRing(at(290), places.coalMill.ring)).toBe(true)
  }
})

test('docs/demo.md tells the story as it is played', () => {
  const page = readFileSync(new URL('../../docs/demo.md', import.meta.url), 'utf8')
  const told = [...page.matchAll(/^\| (\d+):(\d\d) +\| `([a-z-]+)`/gm)].map(([, minutes, seconds, scenario]) => ({
    at: Number(minutes) * 60 + Number(seconds),
    scenario,
  }))
  expect(told).toEqual(story)
})
