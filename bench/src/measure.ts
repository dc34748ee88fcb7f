import { performance } from 'node:perf_hooks'

/** One side's figures, one for each round. */
export type Figures = readonly number[]

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** What the median of a ratio, or of a budgeted figure, has to keep. */
export type Limit = { readonly atLeast: number } | { readonly atMost: number }

/** One line of the results. `judged` is what the limit is held against: a ratio, or for a budget our own figure. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly peer: string
  readonly judged: Spread
  readonly kind: 'ratio' | 'budget'
  readonly unit: string
  readonly limit: Limit
  readonly met: boolean
}

export const spreadOf = (figures: Figures): Spread => {
  const sorted = [...figures].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle]
  if (upper === undefined || lower === undefined || sorted.some((figure) => !Number.isFinite(figure)))
    throw new Error(`nothing to measure in [${figures.join(', ')}]`)
  return { median: (lower + upper) / 2, min: sorted[0] ?? upper, max: sorted.at(-1) ?? upper }
}

/** Three digits that mean something, thousands apart. */
export const plain = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en-US')
    : value.toLocaleString('en-US', { maximumSignificantDigits: 3, useGrouping: false })

const withUnit = (value: number, unit: string): string => (unit === '' ? plain(value) : `${plain(value)} ${unit}`)
const keeps = (value: number, limit: Limit): boolean => ('atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost)

/** Ours against a peer or a floor, round by round. */
export const against = (measured: {
  readonly what: string
  readonly ours: Figures
  readonly peer: Figures
  readonly peerName: string
  readonly unit: string
  readonly limit: Limit
}): Row => {
  const { what, ours, peer, peerName, unit, limit } = measured
  const judged = spreadOf(ours.map((figure, round) => figure / (peer[round] ?? Number.NaN)))
  return {
    what,
    ours: withUnit(spreadOf(ours).median, unit),
    peer: `${peerName}: ${withUnit(spreadOf(peer).median, unit)}`,
    judged,
    kind: 'ratio',
    unit: '',
    limit,
    met: keeps(judged.median, limit),
  }
}

/** Ours against an absolute limit, beside a figure of the same run that tells what the machine was worth then. */
export const budget = (measured: {
  readonly what: string
  readonly ours: Figures
  readonly calibration: string
  readonly unit: string
  readonly limit: Limit
}): Row => {
  const { what, ours, calibration, unit, limit } = measured
  const judged = spreadOf(ours)
  return {
    what,
    ours: withUnit(judged.median, unit),
    peer: calibration,
    judged,
    kind: 'budget',
    unit,
    limit,
    met: keeps(judged.median, limit),
  }
}

/** Both sides once in each round, who goes first by turns. */
export const alternate = async <Ours, Peer>(
  rounds: number,
  ours: (round: number) => Promise<Ours>,
  peer: (round: number) => Promise<Peer>,
): Promise<{ ours: Ours[]; peer: Peer[] }> => {
  const results: { ours: Ours[]; peer: Peer[] } = { ours: [], peer: [] }
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) results.ours.push(await ours(round))
    results.peer.push(await peer(round))
    if (round % 2 === 1) results.ours.push(await ours(round))
  }
  return results
}

/**
 * What each side gets done a second. A round is made of many short slices by turns, so that whatever else the machine does
 * meets both alike; a slice answers how much it did, and only its own time counts.
 */
export const interleave = async (
  rounds: number,
  slices: number,
  ours: (slice: number) => Promise<number>,
  peer: (slice: number) => Promise<number>,
): Promise<{ ours: number[]; peer: number[] }> => {
  const sides = [
    { run: ours, work: 0, time: 0, rates: [] as number[] },
    { run: peer, work: 0, time: 0, rates: [] as number[] },
  ]
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) Object.assign(side, { work: 0, time: 0 })
    for (let slice = 0; slice < slices; slice += 1) {
      for (const side of slice % 2 === 0 ? sides : sides.toReversed()) {
        const from = performance.now()
        side.work += await side.run(slice)
        side.time += performance.now() - from
      }
    }
    for (const side of sides) side.rates.push((side.work * 1_000) / side.time)
  }
  return { ours: sides[0]?.rates ?? [], peer: sides[1]?.rates ?? [] }
}

/** Counts of milliseconds, so that millions of delays cost nothing to keep. */
export const createDelays = () => {
  const counts = new Uint32Array(60_001)
  let total = 0
  return {
    add: (milliseconds: number): void => {
      const slot = Math.min(counts.length - 1, Math.max(0, Math.ceil(milliseconds)))
      counts[slot] = (counts[slot] ?? 0) + 1
      total += 1
    },
    count: (): number => total,
    /** Milliseconds that this share of all kept within. */
    quantile: (share: number): number => {
      let seen = 0
      for (let slot = 0; slot < counts.length; slot += 1) {
        seen += counts[slot] ?? 0
        if (seen >= total * share && seen > 0) return slot
      }
      return Number.NaN
    },
  }
}
