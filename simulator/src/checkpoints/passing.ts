import { barrierGates } from '../equipment.ts'
import { distance, type Metres } from '../world/geometry.ts'
import { places } from '../world/plan.ts'

/** Pure: who passes a camera or a gate on the way from one place to the next. */

/** What moves further than this between two looks was put there. */
const leap = 90
const isStep = (from: Metres, to: Metres): boolean => {
  const length = distance(from, to)
  return length > 0 && length < leap
}

/** Metres from a camera within which it sees what passes. */
const sight = 12
/** Whether a way leads past a camera: of the parts of a longer way one does. */
export const passes = (from: Metres, to: Metres, camera: Metres): boolean => {
  if (!isStep(from, to)) return false
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const part = ((camera[0] - from[0]) * dx + (camera[1] - from[1]) * dy) / (dx * dx + dy * dy)
  return part >= 0 && part < 1 && distance(camera, [from[0] + dx * part, from[1] + dy * part]) <= sight
}

const turnstiles: ReadonlySet<string> = new Set(barrierGates.filter(({ kind }) => kind === 'turnstile').map(({ name }) => name))
/** Whether people pass a gate, and no vehicles. */
export const isTurnstile = (name: string): boolean => turnstiles.has(name)

export type GateKey = 'eastGate' | 'westGate'
const middles = Object.fromEntries(
  (['eastGate', 'westGate'] as const).map((key) => {
    const ring = places[key].ring
    const sum = ring.reduce<Metres>(([x, y], [dx, dy]) => [x + dx, y + dy], [0, 0])
    return [key, [sum[0] / ring.length, sum[1] / ring.length]]
  }),
) as unknown as Readonly<Record<GateKey, Metres>>
/** Metres to both sides of a gate's middle over which it reaches. */
const gateReach = 40

/** Which gate a way leads through, and whether into the plant; null for none. */
export const throughGate = (from: Metres, to: Metres): { readonly gate: GateKey; readonly isInward: boolean } | null => {
  if (!isStep(from, to)) return null
  for (const gate of ['eastGate', 'westGate'] as const) {
    const [x, y] = middles[gate]
    if (from[0] < x === to[0] < x || Math.abs((from[1] + to[1]) / 2 - y) > gateReach) continue
    // The plant lies between its gates.
    return { gate, isInward: gate === 'eastGate' ? to[0] < x : to[0] >= x }
  }
  return null
}

/** Beyond either gate. */
export const isOutside = ([x]: Metres): boolean => x < middles.westGate[0] || x > middles.eastGate[0]
