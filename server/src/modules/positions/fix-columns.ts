import { mergeFixes, type TrackFix } from './fix.ts'

/** What a track is drawn from, a column each, in the order of the fixes; NaN: the device did not tell. A fraction of the work of an object for each. */
export type FixColumns = Readonly<Record<keyof TrackFix, Float64Array>>

/** Of that only when somebody was where, and how sure that is: half of the work of reading it. */
export type Places = Pick<FixColumns, 'fixTime' | 'lng' | 'lat' | 'accuracy'>

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

/** Which of fixes in the order of their times are from `from` on and before `to`. */
const within = (fixTime: Float64Array, from: number, to: number): readonly [first: number, end: number] => {
  let [first, end] = [0, fixTime.length]
  while (first < end && (fixTime[first] ?? 0) < from) first += 1
  while (end > first && (fixTime[end - 1] ?? 0) >= to) end -= 1
  return [first, end]
}
/** Those, not copied. */
export const between = (columns: FixColumns, from: number, to: number): FixColumns => {
  const [first, end] = within(columns.fixTime, from, to)
  return first === 0 && end === columns.fixTime.length ? columns : columnsBy((name) => columns[name].subarray(first, end))
}
export const placesBetween = (places: Places, from: number, to: number): Places => {
  const { fixTime, lng, lat, accuracy } = places
  const [first, end] = within(fixTime, from, to)
  if (first === 0 && end === fixTime.length) return places
  const part = (column: Float64Array): Float64Array => column.subarray(first, end)
  return { fixTime: part(fixTime), lng: part(lng), lat: part(lat), accuracy: part(accuracy) }
}

/** One after the other. */
export const joined = (parts: readonly FixColumns[]): FixColumns => {
  const [only, ...more] = parts
  if (only && more.length === 0) return only
  const count = parts.reduce((sum, { fixTime }) => sum + fixTime.length, 0)
  const whole = makeColumns(count)
  let at = 0
  for (const part of parts) {
    for (const name of names) whole[name].set(part[name], at)
    at += part.fixTime.length
  }
  return whole
}

/** What was packed and what was not, in their order; what stands in both is told once. */
export const merged = (packed: FixColumns, raw: FixColumns): FixColumns =>
  (packed.fixTime.at(-1) ?? Number.NEGATIVE_INFINITY) < (raw.fixTime[0] ?? Number.POSITIVE_INFINITY)
    ? joined([packed, raw])
    : columnsOfFixes(mergeFixes(fixesOf(packed), fixesOf(raw)))
