import { metresPerDegree } from '@vigil/contract/kernel/earth.ts'
/** Pure: a way on the ground as a drawing. */

/** Where somebody was: degrees, and ms since 1970. */
export interface Spot {
  readonly lng: number
  readonly lat: number
  readonly at: number
}

/** Of more, every other one is left out, until they are so many. */
const drawnAtMost = 4_000
/** ms without a fix over which nothing is drawn: nobody knows where the way went. */
const gap = 300_000

/** Adds fixes one by one and keeps so many of them, evenly over all that came, with the last. */
export const createThinner = (most: number = drawnAtMost) => {
  let kept: Spot[] = []
  let every = 1
  let seen = 0
  let last: Spot | null = null
  return {
    add: (spot: Spot): void => {
      last = spot
      if (seen % every === 0) kept.push(spot)
      seen += 1
      if (kept.length <= most) return
      kept = kept.filter((_, at) => at % 2 === 0)
      every *= 2
    },
    spots: (): readonly Spot[] => (last === null || kept.at(-1) === last ? kept : [...kept, last]),
  }
}

/** Parts of a way between which nothing is known. */
const runsOf = (spots: readonly Spot[]): Spot[][] => {
  const runs: Spot[][] = []
  let before: Spot | null = null
  for (const spot of spots) {
    if (before === null || spot.at - before.at > gap) runs.push([])
    runs.at(-1)?.push(spot)
    before = spot
  }
  return runs
}

/** A length of one, two or five and zeros: about a quarter of a width. */
const roundLength = (width: number): number => {
  const power = 10 ** Math.floor(Math.log10(width / 4))
  const steps = width / 4 / power
  return power * (steps >= 5 ? 5 : steps >= 2 ? 2 : 1)
}

/** SVG, north up: the way with its beginning and end, where the alarm was, and how long a part of it is in metres. */
export const drawingOf = (spots: readonly Spot[], alarm: { readonly lng: number; readonly lat: number } | null): string => {
  const all = alarm === null ? spots : [...spots, alarm]
  const [west, east] = [Math.min(...all.map(({ lng }) => lng)), Math.max(...all.map(({ lng }) => lng))]
  const [south, north] = [Math.min(...all.map(({ lat }) => lat)), Math.max(...all.map(({ lat }) => lat))]
  const perLng = metresPerDegree * Math.cos(((south + north) / 2) * (Math.PI / 180))
  // Whoever stood still is a point in the middle of something.
  const span = Math.max((east - west) * perLng, (north - south) * metresPerDegree, 20)
  const margin = span / 10
  const width = Math.max((east - west) * perLng, span / 2) + 2 * margin
  const height = Math.max((north - south) * metresPerDegree, span / 4) + 2 * margin
  const [middleLng, middleLat] = [(west + east) / 2, (south + north) / 2]
  const at = ({ lng, lat }: { readonly lng: number; readonly lat: number }): [string, string] => [
    (width / 2 + (lng - middleLng) * perLng).toFixed(1),
    (height / 2 - (lat - middleLat) * metresPerDegree).toFixed(1),
  ]
  const line = span / 200
  const dot = (spot: { readonly lng: number; readonly lat: number }, colour: string, size: number): string => {
    const [x, y] = at(spot)
    return `<circle cx="${x}" cy="${y}" r="${(line * size).toFixed(2)}" fill="${colour}"/>`
  }
  const ways = runsOf(spots).map(
    (run) =>
      `<polyline points="${run.map((spot) => at(spot).join(',')).join(' ')}" fill="none" stroke="#2563c9" stroke-width="${line.toFixed(2)}"/>`,
  )
  const [first, last] = [spots[0], spots.at(-1)]
  const scale = roundLength(width)
  return `<svg viewBox="0 0 ${width.toFixed(1)} ${height.toFixed(1)}" role="img">${ways.join('')}${
    first ? dot(first, '#1f8a4c', 2.5) : ''
  }${last ? dot(last, '#2563c9', 2.5) : ''}${alarm ? dot(alarm, '#d4282d', 3.5) : ''}<path d="M${margin.toFixed(1)} ${(
    height - margin / 2
  ).toFixed(1)}h${scale}" stroke="#5a6675" stroke-width="${line.toFixed(2)}"/><text x="${margin.toFixed(1)}" y="${(
    height - margin * 0.7
  ).toFixed(1)}" font-size="${(margin * 0.6).toFixed(2)}" fill="#5a6675">${scale} m</text></svg>`
}
