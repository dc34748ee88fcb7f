import { mostOf } from '../actors/vehicle.ts'
import { cast, type CarRecord } from '../cast.ts'
import { barrierGates, speedCameras } from '../equipment.ts'
import { hour, midnightsBefore, minute } from './calendar.ts'
import { shiftsOf, type Shift } from './shifts.ts'
import type { Push } from '../links/pushes.ts'
import { createPlant } from '../plant.ts'
import { pushAs, type PushesTo } from '../checkpoints/push-as.ts'
import { createRandom, type Random } from '../world/random.ts'
import { isOutside } from '../checkpoints/passing.ts'

/** What a checkpoint kept while nobody asked it, in the documented form of pushes. */
export interface KeptPass {
  /** Of the gate or camera. */
  readonly place: string
  readonly at: number
  readonly message: Readonly<Record<string, unknown>>
}

/** Days of passes that a demo begins with, today counted: more would take longer to tell than anybody waits. */
const days = 2
/** Messages of one push. */
const atOnce = 50
/** The last ones are not so young that they could be those of now. */
const quiet = 2 * minute

const barriers = (of: string, direction: 1 | 2): readonly string[] =>
  barrierGates
    .filter(({ kind, direction: way, name }) => kind === 'vehicle' && way === direction && name.startsWith(of))
    .map(({ name }) => name)
const [inward, outward, westInward] = [barriers('东门', 1), barriers('东门', 2), barriers('西门', 1)]
const turnstiles = barrierGates.filter(({ kind }) => kind === 'turnstile').map(({ name }) => name)
const [eastCamera, westCamera] = speedCameras.map(({ name }) => name)

const vehiclePass = (
  place: string,
  at: number,
  { plateNumber, plateColor, carType }: CarRecord,
  more: { readonly direction: 'in' | 'out'; readonly speed?: number },
): KeptPass => ({
  place,
  at,
  message: {
    plateNumber: plateNumber.replaceAll('·', ''),
    plateColor,
    vehicleType: carType,
    time: new Date(at).toISOString(),
    confidence: 98,
    id: `${plateNumber} ${Math.round(at)}`,
    replayed: true,
    ...more,
  },
})

/** Where a vehicle is when ordinary life takes over: null of one that is off by then. */
type End = 'inside' | 'outside' | null

/** Who drives for somebody outside comes, loads and goes again, as long as his shift lasts. */
const tripsOf = (record: CarRecord, { from, to }: Shift, end: End, random: Random): KeptPass[] => {
  const kept: KeptPass[] = []
  const slow = () => ({ speed: Math.round(Math.min(30, mostOf[record.carType]) * random.between(0.6, 0.92)) })
  for (let at = from + random.between(0, 20) * minute; at < to; ) {
    const leaves = at + random.between(25, 50) * minute
    const isLast = end !== null && leaves >= to - 4 * minute
    if (isLast && end === 'outside') break
    kept.push(vehiclePass(random.pick(inward), at, record, { direction: 'in' }))
    if (eastCamera) kept.push(vehiclePass(eastCamera, at + minute, record, { direction: 'in', ...slow() }))
    if (westCamera && random.chance(0.6))
      kept.push(vehiclePass(westCamera, at + 2.2 * minute, record, { direction: 'in', ...slow() }))
    // Who is inside at the end has not left yet.
    if (isLast) break
    if (eastCamera) kept.push(vehiclePass(eastCamera, leaves - minute, record, { direction: 'out', ...slow() }))
    kept.push(vehiclePass(random.pick(outward), leaves, record, { direction: 'out' }))
    at = leaves + random.between(12, 45) * minute
  }
  // Who is inside at the end and went out last has just come again.
  if (end === 'inside' && kept.at(-1)?.message['direction'] === 'out')
    kept.push(vehiclePass(random.pick(inward), to - random.between(2.2, 3.8) * minute, record, { direction: 'in' }))
  return kept
}

/** Passes of the last days up to `now`, the oldest first: of lorries that come and go, and of people at the ends of their shifts. */
export const pastPasses = (now: number, seed: string, timeZone: string): KeptPass[] => {
  const random = createRandom(`${seed} passes`)
  const midnights = midnightsBefore(now, timeZone).slice(-days)
  const last = midnights.at(-1) ?? now
  const shiftsIn = (key: string, onNow: boolean): (Shift & { readonly isLast: boolean })[] =>
    midnights.flatMap((midnight) =>
      shiftsOf({ key, onNow, office: false }, midnight, now, timeZone).map((shift) => ({
        ...shift,
        isLast: onNow && midnight === last,
      })),
    )
  const outside = new Set(
    createPlant({ seed })
      .vehicles.filter(({ traveller }) => isOutside(traveller.place))
      .map(({ plateNumber }) => plateNumber),
  )
  // What belongs to the plant came in once, before anybody counted.
  const own = cast.cars
    .filter(({ duty }) => duty === 'errands')
    .map((record) => vehiclePass(random.pick(westInward), now - random.between(20, 30) * hour, record, { direction: 'in' }))
  const lorries = cast.cars
    .filter(({ carType }) => carType === 'truck' || carType === 'tanker')
    .flatMap((record) =>
      shiftsIn(record.terminalNo, record.onShift).flatMap((shift) =>
        tripsOf(
          record,
          shift,
          shift.isLast ? (outside.has(record.plateNumber) ? 'outside' : 'inside') : null,
          random.fork(`${record.plateNumber} ${shift.from}`),
        ),
      ),
    )
  const names = new Map(cast.people.map(({ workNum, name }) => [workNum, name]))
  // Who wears both passes once.
  const carriers = new Map([
    ...cast.badges.map(({ wearer, devEui, onShift }) => [wearer ?? '', { key: devEui, onShift }] as const),
    ...cast.helmets.map(({ wearer, imei, onShift }) => [wearer ?? '', { key: imei, onShift }] as const),
  ])
  carriers.delete('')
  const people = [...carriers].flatMap(([personNo, { key, onShift }]) =>
    shiftsIn(key, onShift).flatMap(({ from, to, isLast }): KeptPass[] => {
      const own = random.fork(`${personNo} ${from}`)
      const passing = (at: number, direction: 'in' | 'out'): KeptPass => ({
        place: own.pick(turnstiles),
        at,
        message: {
          result: 'passed',
          personNo,
          personName: names.get(personNo) ?? '',
          direction,
          passType: own.chance(0.8) ? 'face' : 'card',
          time: new Date(at).toISOString(),
          id: `${personNo} ${Math.round(at)}`,
          replayed: true,
        },
      })
      const came = passing(from - own.between(3, 12) * minute, 'in')
      return isLast ? [came] : [came, passing(to + own.between(3, 12) * minute, 'out')]
    }),
  )
  return [...own, ...lorries, ...people]
    .filter(({ at }) => at < now - quiet && at > now - days * 24 * hour)
    .sort((a, b) => a.at - b.at)
}

/** The same as each checkpoint pushes it. */
export const pushesOf = (kept: readonly KeptPass[]): { readonly place: string; readonly push: Push }[] =>
  [...Map.groupBy(kept, ({ place }) => place)].flatMap(([place, list]) =>
    Array.from({ length: Math.ceil(list.length / atOnce) }, (_, part) => ({
      place,
      push: {
        type: 'application/json',
        body: Buffer.from(JSON.stringify(list.slice(part * atOnce, (part + 1) * atOnce).map(({ message }) => message))),
      },
    })),
  )

/** Tells the site what passed in the last days, as devices do whose line is back; throws when anything of it is refused. */
export const pushPast = async (
  to: PushesTo,
  { seed, timeZone }: { readonly seed: string; readonly timeZone: string },
): Promise<void> => {
  const pushes = Map.groupBy(pushesOf(pastPasses(Date.now(), seed, timeZone)), ({ place }) => place)
  await Promise.all(
    [...pushes].map(([place, list]) =>
      pushAs(
        to,
        place,
        list.map(({ push }) => push),
      ),
    ),
  )
}
