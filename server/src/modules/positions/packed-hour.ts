import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { BitReader, BitWriter, unfold } from './bits.ts'
import type { StoredFix } from './fix.ts'
import { makeColumns, type FixColumns, type Places } from './fix-columns.ts'

/**
 * The fixes of one device and hour in few bytes: a byte for the version, then zstd over columns. A column is integers, as
 * differences from their mean, from the one before or from where the two before lead, whichever takes least, in a Rice code
 * whose parameter fits the column.
 * Everything comes back as it went in, but for places, which are kept to 10⁻⁷ degrees.
 */
const version = 1

/** What is no packed hour, or one that was damaged. */
export class DamagedHour extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`a packed hour cannot be read: ${why}`, options)
    this.name = 'DamagedHour'
  }
}

const placeScale = 1e7
/** ms on both sides of 1970: differences of differences of such times are still exact. */
const timeRange = 2 ** 49
const countBits = 32

// Rice code --------------------------------------------------------------------------------------------------------------

/** So many ones say that a number follows with its own length instead. */
const escape = 12
const lengthBits = 6
const longest = 53
const lengthOf = (value: number): number =>
  value < 2 ** 32 ? 32 - Math.clz32(value) : 64 - Math.clz32(Math.floor(value / 2 ** 32))

const fold = (value: number): number => (value >= 0 ? value * 2 : -value * 2 - 1)
interface Coding {
  /** How many numbers before one it is told from. */
  readonly order: number
  /** Without any before: what all are told from. */
  readonly mean: number
  readonly parameter: number
  readonly bits: number
  readonly folded: Float64Array
}

const mostParameter = 48
/** About how many bits a number of a length takes, for each parameter in turn. */
const bitsTaken = Array.from({ length: mostParameter + 1 }, (_, parameter) =>
  Float64Array.from({ length: longest + 1 }, (_, length) => {
    const quotient = length <= parameter ? 0 : 1.5 * 2 ** (length - 1 - parameter) - 0.5
    return quotient < escape ? 1 + quotient + parameter : escape + lengthBits + length
  }),
)
const counts = new Uint32Array(longest + 1)

/** The parameter that suits, judged by how long the numbers are: a few bits wrong, and quick. */
const parameterFor = (folded: Float64Array): { parameter: number; bits: number } => {
  counts.fill(0)
  let most = 0
  for (const value of folded) {
    const length = lengthOf(value)
    counts[length] = (counts[length] ?? 0) + 1
    if (length > most) most = length
  }
  let best = { parameter: 0, bits: Number.POSITIVE_INFINITY }
  for (let parameter = 0; parameter <= Math.min(most, mostParameter); parameter += 1) {
    const taken = bitsTaken[parameter] as Float64Array
    let bits = 0
    for (let length = 0; length <= most; length += 1) bits += (counts[length] ?? 0) * (taken[length] ?? 0)
    if (bits < best.bits) best = { parameter, bits }
  }
  return best
}

const meanOf = (values: Float64Array): number => {
  let sum = 0
  for (const value of values) sum += value / values.length
  return Math.round(sum)
}
const codingOf = (values: Float64Array): Coding => {
  const mean = meanOf(values)
  let best: Coding | null = null
  const differences = values.slice()
  for (let order = 0; order <= 2; order += 1) {
    if (order > 0)
      for (let index = values.length - 1; index >= order; index -= 1)
        differences[index] = (differences[index] as number) - (differences[index - 1] as number)
    const from = order === 0 ? mean : 0
    const folded = new Float64Array(values.length)
    for (let index = 0; index < values.length; index += 1) folded[index] = fold((differences[index] as number) - from)
    const { parameter, bits } = parameterFor(folded)
    if (!best || bits < best.bits) best = { order, mean: from, parameter, bits, folded }
  }
  return best as Coding
}

/** A number with its own length. */
const putAlone = (to: BitWriter, value: number): void => {
  const length = lengthOf(value)
  to.put(length, lengthBits)
  to.put(value, length)
}
const getAlone = (from: BitReader): number => from.get(from.get(lengthBits))

const writeIntegers = (to: BitWriter, values: Float64Array): void => {
  const { order, mean, parameter, folded } = codingOf(values)
  to.put(order, 2)
  to.put(parameter, lengthBits)
  putAlone(to, fold(mean))
  const unit = 2 ** parameter
  for (let index = 0; index < folded.length; index += 1) {
    const value = folded[index] as number
    const quotient = Math.floor(value / unit)
    if (quotient < escape) {
      // So many ones, and a zero.
      to.put((1 << (quotient + 1)) - 2, quotient + 1)
      to.put(value - quotient * unit, parameter)
    } else {
      to.put((1 << escape) - 1, escape)
      putAlone(to, value)
    }
  }
}

/** Columns that are being read, used again for the next hour: memory of its own for each keeps the collector busier than reading does. */
const pool: Float64Array[] = []
let taken = 0
const take = (count: number): Float64Array => {
  const known = pool[taken]
  const column = known && known.length >= count ? known : new Float64Array(Math.max(count, 512))
  pool[taken] = column
  taken += 1
  return column.subarray(0, count)
}

/** Adds up what was written as differences of an order, from a mean, in one go: most of the time of reading goes by such passes. */
const addUp = (values: Float64Array, order: number, mean: number): void => {
  let value = 0
  let step = 0
  for (let index = 0; index < values.length; index += 1) {
    const told = mean + (values[index] as number)
    if (index < 1 || order === 0) value = told
    else if (index < 2 || order === 1) value += step = told
    else value += step += told
    values[index] = value
  }
}

const readIntegers = (from: BitReader, count: number): Float64Array => {
  const order = from.get(2)
  if (order > 2) throw new RangeError('a column has no known form')
  const parameter = from.get(lengthBits)
  const mean = unfold(getAlone(from))
  const values = take(count)
  from.rice(values, parameter, escape, () => getAlone(from))
  addUp(values, order, mean)
  return values
}

// Columns ----------------------------------------------------------------------------------------------------------------

interface Column {
  readonly write: (to: BitWriter, fixes: readonly StoredFix[]) => void
  /** NaN where a fix has none. */
  readonly read: (from: BitReader, count: number) => Float64Array
}

/** Integers of every fix. */
const integers = (pick: (fix: StoredFix) => number): Column => ({
  write: (to, fixes) => {
    const values = new Float64Array(fixes.length)
    for (let index = 0; index < fixes.length; index += 1) values[index] = pick(fixes[index] as StoredFix)
    writeIntegers(to, values)
  },
  read: readIntegers,
})

interface Numbers {
  readonly write: (to: BitWriter, values: Float64Array) => void
  readonly read: (from: BitReader, count: number) => Float64Array
}
const none = 0
const some = 1
const every = 2

/** Which fixes have a value, then the values of those. */
const optional = (
  field: 'alt' | 'accuracy' | 'speed' | 'course' | 'temperature' | 'floor' | 'battery',
  numbers: Numbers,
): Column => ({
  write: (to, fixes) => {
    const present = fixes.map((fix) => fix[field]).filter((value) => value !== null)
    to.put(present.length === 0 ? none : present.length < fixes.length ? some : every, 2)
    if (present.length === 0) return
    if (present.length < fixes.length) for (const fix of fixes) to.put(fix[field] === null ? 0 : 1, 1)
    numbers.write(to, new Float64Array(present))
  },
  read: (from, count) => {
    const presence = from.get(2)
    if (presence > every) throw new RangeError('a column has no known form')
    if (presence === every) return numbers.read(from, count)
    const column = take(count).fill(Number.NaN)
    if (presence === none) return column
    const holders: number[] = []
    for (let index = 0; index < count; index += 1) if (from.get(1) === 1) holders.push(index)
    if (holders.length === 0) return column
    const values = numbers.read(from, holders.length)
    for (const [place, index] of holders.entries()) column[index] = values[place] as number
    return column
  },
})

/** Decimals that a real may have to be kept as an integer. */
const mostDecimals = 6
/** Of a decimal with six digits a real gives back each: no other such decimal is the same real. */
const mostDigits = 1e6
const asBits = 15

const decimalsOf = (reals: Float64Array): number | null => {
  for (let decimals = 0; decimals <= mostDecimals; decimals += 1) {
    const scale = 10 ** decimals
    const fits = reals.every((real) => {
      // Without a sign where it is zero: minus zero is no decimal.
      const whole = Math.round(real * scale) + 0
      return Math.abs(whole) < mostDigits && Object.is(Math.fround(whole / scale), real)
    })
    if (fits) return decimals
  }
  return null
}

const view = new DataView(new ArrayBuffer(4))
const bitsOf = (real: number): number => {
  view.setFloat32(0, real)
  return view.getInt32(0)
}
/** The shortest decimal that is this real, as PostgreSQL writes it. */
const realOf = (bits: number): number => {
  view.setInt32(0, bits)
  const real = view.getFloat32(0)
  for (let digits = 6; digits < 9; digits += 1) {
    const decimal = Number(real.toPrecision(digits))
    if (Object.is(Math.fround(decimal), real)) return decimal
  }
  return real
}

/** Single precision, the way the database keeps it: decimals where all of them are short, else bit by bit. */
const reals: Numbers = {
  write: (to, values) => {
    const rounded = values.map(Math.fround)
    const decimals = decimalsOf(rounded)
    to.put(decimals ?? asBits, 4)
    const scale = 10 ** (decimals ?? 0)
    writeIntegers(to, decimals === null ? rounded.map(bitsOf) : rounded.map((value) => Math.round(value * scale)))
  },
  read: (from, count) => {
    const decimals = from.get(4)
    const values = readIntegers(from, count)
    const scale = 10 ** decimals
    for (let index = 0; index < count; index += 1) {
      const value = values[index] as number
      values[index] = decimals === asBits ? realOf(value) : value / scale
    }
    return values
  },
}
const wholes: Numbers = { write: writeIntegers, read: readIntegers }

/** In their order: first what tells a report from all others, so that it can be read without the rest. */
const columns = {
  fixTime: integers(({ fixTime }) => fixTime),
  kind: integers(({ kind }) => kind),
  /** Since `fixTime`. */
  received: integers(({ recvTime, fixTime }) => recvTime - fixTime),
  late: integers(({ late }) => Number(late)),
  lng: integers(({ lng }) => Math.round(lng * placeScale)),
  lat: integers(({ lat }) => Math.round(lat * placeScale)),
  alt: optional('alt', reals),
  accuracy: optional('accuracy', reals),
  speed: optional('speed', reals),
  course: optional('course', reals),
  temperature: optional('temperature', reals),
  floor: optional('floor', wholes),
  battery: optional('battery', wholes),
} satisfies Readonly<Record<string, Column>>
type Name = keyof typeof columns
const allNames = Object.keys(columns) as Name[]

// Hours ------------------------------------------------------------------------------------------------------------------

/** The content's checksum is what tells damage. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } }
/** Bytes by which an hour is unpacked: one takes a fraction of Node's own. */
const chunkSize = 4_096
/** Far above what any hour takes: what says that it is larger is damaged. */
const largest = 256 * 1024 * 1024

/**
 * Packs fixes in the order they are in, a column a step, so that others can have their turn between two. Times are whole ms
 * within 2^49 of 1970; a RangeError where they are not.
 */
export function* packingHour(fixes: readonly StoredFix[]): Generator<undefined, Buffer> {
  for (const { fixTime, recvTime } of fixes)
    for (const time of [fixTime, recvTime])
      if (!Number.isInteger(time) || Math.abs(time) > timeRange) throw new RangeError(`${time} is no time that can be packed`)
  const bits = new BitWriter()
  bits.put(fixes.length, countBits)
  for (const column of Object.values(columns)) {
    column.write(bits, fixes)
    bits.align()
    yield
  }
  return Buffer.concat([Buffer.of(version), zstdCompressSync(bits.finish(), compression)])
}

/** All steps at once. */
export const packHour = (fixes: readonly StoredFix[]): Buffer => {
  const steps = packingHour(fixes)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The columns up to the one that is named, as they are until the next hour is read. */
const readUpTo = (packed: Uint8Array, last: Name): Readonly<Record<Name, Float64Array>> => {
  if (packed[0] !== version) throw new DamagedHour(`its version is ${packed[0] ?? 'missing'}`)
  taken = 0
  try {
    const bits = new BitReader(zstdDecompressSync(packed.subarray(1), { maxOutputLength: largest, chunkSize }))
    const count = bits.get(countBits)
    const found: Partial<Record<Name, Float64Array>> = {}
    for (const name of allNames.slice(0, allNames.indexOf(last) + 1)) {
      found[name] = columns[name].read(bits, count)
      bits.align()
    }
    if (last === allNames.at(-1) && !bits.isAtEnd()) throw new RangeError('it goes on after its end')
    return found as Record<Name, Float64Array>
  } catch (error) {
    throw new DamagedHour(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

const orNull = (column: Float64Array, at: number): number | null => {
  const value = column[at] as number
  return Number.isNaN(value) ? null : value
}

/** What `packHour` was given; throws a `DamagedHour` for anything else. */
export const unpackHour = (packed: Uint8Array): StoredFix[] => {
  const read = readUpTo(packed, 'battery')
  return Array.from(read.fixTime, (fixTime, at) => ({
    fixTime,
    kind: read.kind[at] as number,
    recvTime: fixTime + (read.received[at] as number),
    late: read.late[at] === 1,
    lng: (read.lng[at] as number) / placeScale,
    lat: (read.lat[at] as number) / placeScale,
    alt: orNull(read.alt, at),
    accuracy: orNull(read.accuracy, at),
    speed: orNull(read.speed, at),
    course: orNull(read.course, at),
    temperature: orNull(read.temperature, at),
    floor: orNull(read.floor, at),
    battery: orNull(read.battery, at),
  }))
}

/** What a track is drawn from alone, without an object for each fix. */
export const columnsOfHour = (packed: Uint8Array): FixColumns => {
  const read = readUpTo(packed, 'floor')
  const { fixTime, received } = read
  const columns = makeColumns(fixTime.length)
  for (const name of ['fixTime', 'kind', 'accuracy', 'speed', 'course', 'floor'] as const) columns[name].set(read[name])
  for (let at = 0; at < fixTime.length; at += 1) {
    columns.recvTime[at] = (fixTime[at] as number) + (received[at] as number)
    columns.lng[at] = (read.lng[at] as number) / placeScale
    columns.lat[at] = (read.lat[at] as number) / placeScale
  }
  return columns
}

/** Where and when alone, in memory that the next hour which is read takes for itself. */
export const placesOfHour = (packed: Uint8Array): Places => {
  const { fixTime, lng, lat, accuracy } = readUpTo(packed, 'accuracy')
  for (let at = 0; at < fixTime.length; at += 1) {
    lng[at] = (lng[at] as number) / placeScale
    lat[at] = (lat[at] as number) / placeScale
  }
  return { fixTime, lng, lat, accuracy }
}

/** Times and kinds alone, which takes a fraction of it. */
export const keysOfHour = (packed: Uint8Array): Pick<StoredFix, 'fixTime' | 'kind'>[] => {
  const { fixTime, kind } = readUpTo(packed, 'kind')
  return Array.from(fixTime, (time, at) => ({ fixTime: time, kind: kind[at] as number }))
}
