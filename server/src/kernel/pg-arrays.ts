/**
 * Arrays of numbers in PostgreSQL's binary form, which the driver hands on as it is: numbers that are written as text here and
 * parsed there cost more than storing them does. Source: `array_recv` and the `…recv` functions of its element types.
 */
interface Element {
  /** Of the type catalogue (`pg_type`). */
  readonly oid: number
  readonly bytes: number
  readonly write: (view: DataView, at: number, value: number) => void
}

const headerBytes = 20
const isNull = -1

const arraysOf =
  ({ oid, bytes, write }: Element) =>
  <Row>(rows: readonly Row[], pick: (row: Row) => number | null): Buffer => {
    const view = new DataView(new ArrayBuffer(headerBytes + rows.length * (4 + bytes)))
    let at = headerBytes
    let hasNull = 0
    for (const row of rows) {
      const value = pick(row)
      if (value === null) {
        hasNull = 1
        view.setInt32(at, isNull)
        at += 4
      } else {
        view.setInt32(at, bytes)
        write(view, at + 4, value)
        at += 4 + bytes
      }
    }
    // One dimension, its subscripts from 1 on.
    for (const [place, word] of [1, hasNull, oid, rows.length, 1].entries()) view.setInt32(place * 4, word)
    return Buffer.from(view.buffer, 0, at)
  }

/** For `$n::smallint[]`. */
export const smallints = arraysOf({ oid: 21, bytes: 2, write: (view, at, value) => view.setInt16(at, value) })
/** For `$n::int[]`. */
export const ints = arraysOf({ oid: 23, bytes: 4, write: (view, at, value) => view.setInt32(at, value) })
const realArrays = arraysOf({ oid: 700, bytes: 4, write: (view, at, value) => view.setFloat32(at, value) })
/** Null for what single precision holds as no number: infinity, which no answer can tell, for all that is too large among it. */
const realOf = (value: number | null): number | null => (value !== null && Number.isFinite(Math.fround(value)) ? value : null)
/** For `$n::real[]`; what is too large for one is written as null. */
export const reals = <Row>(rows: readonly Row[], pick: (row: Row) => number | null): Buffer =>
  realArrays(rows, (row) => realOf(pick(row)))
/** For `$n::float8[]`. */
export const doubles = arraysOf({ oid: 701, bytes: 8, write: (view, at, value) => view.setFloat64(at, value) })

/** Of an array that `array_send` wrote, whose elements are of one fixed size. */
const readerOf =
  (read: (view: DataView, at: number) => number | null) =>
  (bytes: Uint8Array): (number | null)[] => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    // An array without elements has no dimension either.
    const values = new Array<number | null>(view.getInt32(0) === 0 ? 0 : view.getInt32(12))
    let at = headerBytes
    for (let index = 0; index < values.length; index += 1) {
      const size = view.getInt32(at)
      at += 4
      values[index] = size === isNull ? null : read(view, at)
      at += Math.max(0, size)
    }
    return values
  }

/** From `array_send` of a `smallint[]`. */
export const readSmallints = readerOf((view, at) => view.getInt16(at))
/** From `array_send` of a `real[]`: each is the single-precision number itself; null for what is none. */
export const readReals = readerOf((view, at) => realOf(view.getFloat32(at)))
/** From `array_send` of a `float8[]`. */
export const readDoubles = readerOf((view, at) => view.getFloat64(at))

/** ms of the moment from which PostgreSQL counts. */
const postgresEpoch = Date.UTC(2000, 0, 1)
/** From `array_send` of a `timestamptz[]`: whole ms since 1970, as the driver reads a time. */
export const readInstants = readerOf(
  (view, at) => Math.floor((view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)) / 1000) + postgresEpoch,
)
