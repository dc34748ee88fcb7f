import { mergeFixes, type TrackFix } from './fix.ts'

/** What a track is drawn from, a column each, in the order of the fixes; NaN: the device did not tell. A fraction of the work of an object for each. */
export type FixColumns = Readonly<Record<keyof TrackFix, Float64Array>>

/** All of that, or only when somebody was where, and how sure that is: half of the work of reading it. */
export type Told = 'track' | 'places'

const names = [
  'fixTime',
  'recvTime',
  'kind',
  'lng',
  'lat',
  'speed',
  'course',
  'accuracy',
  'floor',
] as const satisfies (keyof TrackFix)[]

/** A column of each name. */
export const columnsBy = (column: (name: keyof TrackFix) => Float64Array): FixColumns => ({
  fixTime: column('fixTime'),
  recvTime: column('recvTime'),
  kind: column('kind'),
  lng: column('lng'),
  lat: column('lat'),
  speed: column('speed'),
  course: column('course'),
  accuracy: column('accuracy'),
  floor: column('floor'),
})
/** Empty ones, which share one piece of memory. */
export const makeColumns = (count: number): FixColumns => {
  const all = new Float64Array(names.length * count)
  let at = 0
  return columnsBy(() => all.subarray(at, (at += count)))
}
export const noFixes = makeColumns(0)

/** What `places` do not tell, of all columns at once: nobody writes into it. */
let untold = new Float64Array(0)
const untoldOf = (count: number): Float64Array => {
  if (untold.length < count) untold = new Float64Array(Math.max(count, 2 * untold.length)).fill(Number.NaN)
  return untold.subarray(0, count)
}
const ofPlaces = ['fixTime', 'recvTime', 'kind', 'lng', 'lat', 'accuracy'] as const satisfies (keyof TrackFix)[]
const toldBy = { track: names, places: ofPlaces } as const satisfies Readonly<Record<Told, readonly (keyof TrackFix)[]>>
/** Empty columns of what is told; the others say of each fix that it does not. */
export const makeToldColumns = (count: number, told: Told): FixColumns => {
  if (told === 'track') return makeColumns(count)
  const all = new Float64Array(ofPlaces.length * count)
  return columnsBy((name) => {
    const place = (ofPlaces as readonly string[]).indexOf(name)
    return place < 0 ? untoldOf(count) : all.subarray(place * count, (place + 1) * count)
  })
}

const told = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value)

export const fixesOf = (columns: FixColumns): TrackFix[] => {
  const { fixTime, recvTime, kind, lng, lat, speed, course, accuracy, floor } = columns
  return Array.from(fixTime, (time, at) => ({
    fixTime: time,
    recvTime: recvTime[at] ?? 0,
    kind: kind[at] ?? 0,
    lng: lng[at] ?? 0,
    lat: lat[at] ?? 0,
    speed: told(speed[at]),
    course: told(course[at]),
    accuracy: told(accuracy[at]),
    floor: told(floor[at]),
  }))
}
export const columnsOfFixes = (fixes: readonly TrackFix[]): FixColumns =>
  columnsBy((name) => Float64Array.from(fixes, (fix) => fix[name] ?? Number.NaN))

/** Of fixes in the order of their times those from `from` on to before `to`, not copied. */
export const between = (columns: FixColumns, from: number, to: number): FixColumns => {
  const { fixTime } = columns
  let [first, end] = [0, fixTime.length]
  while (first < end && (fixTime[first] ?? 0) < from) first += 1
  while (end > first && (fixTime[end - 1] ?? 0) >= to) end -= 1
  return first === 0 && end === fixTime.length ? columns : columnsBy((name) => columns[name].subarray(first, end))
}

/** One after the other. */
export const joined = (parts: readonly FixColumns[], told: Told = 'track'): FixColumns => {
  const [only, ...more] = parts
  if (only && more.length === 0) return only
  const count = parts.reduce((sum, { fixTime }) => sum + fixTime.length, 0)
  const whole = makeToldColumns(count, told)
  let at = 0
  for (const part of parts) {
    for (const name of toldBy[told]) whole[name].set(part[name], at)
    at += part.fixTime.length
  }
  return whole
}

/** What was packed and what was not, in their order; what stands in both is told once. */
export const merged = (packed: FixColumns, raw: FixColumns): FixColumns =>
  (packed.fixTime.at(-1) ?? Number.NEGATIVE_INFINITY) < (raw.fixTime[0] ?? Number.POSITIVE_INFINITY)
    ? joined([packed, raw])
    : columnsOfFixes(mergeFixes(fixesOf(packed), fixesOf(raw)))
