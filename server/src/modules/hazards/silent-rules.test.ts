import { expect, it } from 'vitest'
import { atOnce } from '../../../test/at-once.ts'
import { at } from '../../../test/places.ts'
import { everybodyOf, type Present } from './area-rules.ts'
import { judgeSilent, type OpenCries, type Stood } from './silent-rules.ts'

/** Somebody whose newest fix is of this second. */
const heard = (second: number, device: number, east: number, more: Partial<Present> = {}, accuracy = 0): Present => ({
  device,
  who: `person/${device}`,
  subject: { kind: 'hat', deptIds: [], personId: String(device) },
  fix: { time: second * 1000, ...at(east, 0), accuracy, floor: null },
  ...more,
})
const badge = (second: number, device: number, of: number, east: number): Present =>
  heard(second, device, east, { who: `person/${of}`, subject: { kind: 'badge', deptIds: [], personId: String(of) } })

/** Judges every two seconds: what was raised and returned when; `open` are the silent alarms, as they are pushed and handled. */
const watchOver = (
  seconds: number,
  presentAt: (second: number) => Present[],
  {
    minutesAt = () => 5,
    criesAt,
  }: { minutesAt?: (second: number) => number | null; criesAt?: (second: number) => OpenCries } = {},
) => {
  let known: readonly Stood[] = []
  const told: string[] = []
  const open = new Map<number, number>()
  for (let second = 0; second <= seconds; second += 2) {
    const cries = criesAt?.(second) ?? { silent: open, sos: new Map<number, number>() }
    const everybody = atOnce(everybodyOf(presentAt(second)))
    const { kept, ended, effects } = atOnce(judgeSilent(minutesAt(second), known, everybody, second * 1000, cries))
    const changed = new Set([...kept, ...ended].map(({ device }) => device))
    // As another server, or this one after a restart, reads it.
    known = JSON.parse(JSON.stringify([...known.filter(({ device }) => !changed.has(device)), ...kept])) as Stood[]
    for (const effect of effects) {
      if (effect.kind === 'raise') open.set(effect.at.device, effect.start)
      told.push(effect.kind === 'raise' ? `+${effect.at.device} @${second}` : `-${effect.device} @${second}`)
    }
  }
  return { told, known }
}
const dice = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

it('raises one alarm for who does not move for so long anywhere, and returns it when he moves', () => {
  const { told, known } = watchOver(700, (second) => [heard(second, 1, second < 400 ? 0 : 16), heard(second, 2, 3_000)])
  expect(told).toEqual(['+1 @300', '+2 @300', '-1 @420'])
  expect(known).toMatchObject([
    { device: 2, raised: true },
    { device: 1, raised: false, since: 420_000 },
  ])
})

it('raises none for who moves just before, falls silent, drives, is nobody, or has a fix that is no place', () => {
  const none = (presentAt: (second: number) => Present[]) => expect(watchOver(700, presentAt).told).toEqual([])
  none((second) => [heard(second, 1, second < 276 ? 0 : second < 560 ? 12 : 0)])
  none((second) => [heard(Math.min(second, 298), 1, 0)])
  none((second) => (second < 298 || second > 410 ? [heard(second, 1, 0)] : []))
  none((second) => [heard(second, 1, 0, { subject: { kind: 'car', deptIds: [], personId: '1' } })])
  none((second) => [heard(second, 1, 0, { who: 'device/1', subject: { kind: 'hat', deptIds: [], personId: null } })])
  none((second) => [heard(second, 1, 0, {}, 150)])
})

it('takes trembling for no movement, nor one stray fix, nor what his accuracy explains', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = dice(seed)
    const tremble = () => (random() - 0.5) * 16
    const fix = (second: number) => ({ time: second * 1000, ...at(tremble(), tremble()), accuracy: 0, floor: null })
    const { told } = watchOver(600, (second) => [heard(second, 1, 0, { fix: fix(second) })], { minutesAt: () => 2 })
    expect(told).toEqual([expect.stringContaining('+1 @')])
  }
  expect(watchOver(310, (second) => [heard(second, 1, second === 150 ? 40 : 0)]).told).toEqual(['+1 @300'])
  expect(watchOver(310, (second) => [heard(second, 1, second % 60 < 30 ? 0 : 25, {}, 30)]).told).toEqual(['+1 @300'])
  expect(watchOver(310, (second) => [heard(second, 1, second % 60 < 30 ? 0 : 300, {}, second % 60 < 30 ? 0 : 150)]).told).toEqual(
    ['+1 @300'],
  )
})

it('asks of everything that somebody wears: what lies in a cabin says nothing of him who walks about', () => {
  expect(watchOver(700, (second) => [heard(second, 1, 0), badge(second, 2, 1, (second * 1.5) % 400)]).told).toEqual([])
  const still = watchOver(700, (second) => [heard(second, 1, 0), badge(second - 1, 2, 1, second < 500 ? 0 : 40)])
  expect(still.told).toEqual(['+1 @300', '-1 @520'])
})

it('makes no second alarm of what his helmet pushed, waits for an SOS to be handled, and minds none from before', () => {
  const since = (second: number, from: number) => new Map(second >= from ? [[1, from * 1000]] : [])
  const presentAt = (second: number) => [heard(second, 1, second < 500 ? 0 : 40)]
  const pushed = (second: number) => ({ silent: since(second, 60), sos: new Map<number, number>() })
  expect(watchOver(600, presentAt, { criesAt: pushed }).told).toEqual(['-1 @520'])
  const pressed = (second: number) => ({ silent: new Map<number, number>(), sos: second < 400 ? since(second, 60) : new Map() })
  expect(watchOver(450, presentAt, { criesAt: pressed }).told).toEqual(['+1 @400'])
  const old = new Map([[1, -3_600_000]])
  expect(watchOver(310, presentAt, { criesAt: () => ({ silent: old, sos: old }) }).told).toEqual(['+1 @300'])
})

it('an alarm stands though its reports end, until it is handled; and ends where nobody is asked, or another wears it', () => {
  const silenced = (second: number) => (second < 350 ? [heard(second, 1, 0)] : [])
  expect(watchOver(700, silenced).told).toEqual(['+1 @300'])
  const handled = (second: number) => ({ silent: new Map(second === 0 || second > 500 ? [] : [[1, -1]]), sos: new Map() })
  expect(watchOver(700, silenced, { criesAt: handled }).told).toEqual(['+1 @300', '-1 @502'])
  const off = watchOver(700, (second) => [heard(second, 1, 0)], { minutesAt: (second) => (second < 400 ? 5 : null) })
  expect(off).toEqual({ told: ['+1 @300', '-1 @400'], known: [] })
  const longer = watchOver(400, (second) => [heard(second, 1, 0)], { minutesAt: (second) => (second < 350 ? 5 : 10) })
  expect(longer.told).toEqual(['+1 @300', '-1 @350'])
  const lent = watchOver(400, (second) => [second < 350 ? heard(second, 1, 0) : badge(second, 1, 9, 0)])
  expect(lent.told).toEqual(['+1 @300', '-1 @350'])
})
