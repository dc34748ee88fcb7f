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
/** For `$n::real[]`. */
export const reals = arraysOf({ oid: 700, bytes: 4, write: (view, at, value) => view.setFloat32(at, value) })
/** For `$n::float8[]`. */
export const doubles = arraysOf({ oid: 701, bytes: 8, write: (view, at, value) => view.setFloat64(at, value) })
