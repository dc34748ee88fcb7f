import Flatbush from 'flatbush'
import type { Shape } from './geometry.ts'

/** Boxes on the ground, asked for those near a device as it walks. */
interface Grid {
  /** Which boxes meet the box of the way from a to b, by their places in the list. */
  readonly near: (aLng: number, aLat: number, bLng: number, bLat: number) => readonly number[]
}

/** Degrees; some twenty metres. On a site too large for that the cells grow. */
const finest = 0.0002
const cellsAtMost = 2 ** 18
/** How far around a cell its list reaches, in cells: a way that ends in the cell and began no further off needs no search. */
const margin = 0.7
/** What rounding may take from the margin. */
const slack = 1e-6
/** A cell near more boxes than these is searched each time: the index is quicker than so long a list. */
const crowd = 48
const crowded = -1
const listsKept = 2 ** 20
const nothing: readonly number[] = []

/**
 * A device mostly walks a few metres, and few boxes are near: the first that comes to a cell has the index searched for all
 * around it, and who comes later reads that list. Boxes and lists lie packed, as going to memory is what takes the time.
 */
export const createGrid = (list: readonly Shape['box'][]): Grid => {
  if (list.length === 0) return { near: () => nothing }
  const boxes = Float64Array.from(list.flat())
  const index = new Flatbush(list.length)
  for (const box of list) index.add(...box)
  index.finish()

  const west = index.minX
  const south = index.minY
  const width = index.maxX - west
  const height = index.maxY - south
  const cell = Math.max(finest, Math.sqrt((width * height) / cellsAtMost), Math.max(width, height) / cellsAtMost)
  const columns = Math.floor(width / cell) + 1
  const rows = Math.floor(height / cell) + 1
  /** Where the list of a cell begins, with its length; 0 while nobody came there. */
  const begins = new Int32Array(columns * rows)
  const lists = new Int32Array(Math.min(listsKept, begins.length * 16 + crowd + 2))
  let end = 1

  const lookAround = (x: number, y: number): number => {
    const reach = margin + slack
    const found = index.search(
      west + (x - reach) * cell,
      south + (y - reach) * cell,
      west + (x + 1 + reach) * cell,
      south + (y + 1 + reach) * cell,
    )
    if (found.length > crowd) return crowded
    if (end + 1 + found.length > lists.length) {
      begins.fill(0)
      end = 1
    }
    const begin = end
    lists[begin] = found.length
    lists.set(found, begin + 1)
    end += 1 + found.length
    return begin
  }
  /** Where the list for a way begins; `crowded` where it has none. */
  const listFor = (aLng: number, aLat: number, bLng: number, bLat: number): number => {
    const x = Math.floor((bLng - west) / cell)
    const y = Math.floor((bLat - south) / cell)
    if (!(x >= 0 && x < columns && y >= 0 && y < rows)) return crowded
    const fromX = (aLng - west) / cell - x
    const fromY = (aLat - south) / cell - y
    if (!(fromX >= -margin && fromX <= 1 + margin && fromY >= -margin && fromY <= 1 + margin)) return crowded
    const at = y * columns + x
    const known = begins[at] as number
    if (known !== 0) return known
    const begin = lookAround(x, y)
    begins[at] = begin
    return begin
  }

  return {
    near: (aLng, aLat, bLng, bLat) => {
      const minLng = aLng < bLng ? aLng : bLng
      const maxLng = aLng < bLng ? bLng : aLng
      const minLat = aLat < bLat ? aLat : bLat
      const maxLat = aLat < bLat ? bLat : aLat
      const begin = listFor(aLng, aLat, bLng, bLat)
      if (begin === crowded) return index.search(minLng, minLat, maxLng, maxLat)
      let found: number[] | null = null
      for (let at = begin + 1, last = begin + (lists[begin] as number); at <= last; at += 1) {
        const id = lists[at] as number
        const box = id * 4
        if (
          maxLng < (boxes[box] as number) ||
          maxLat < (boxes[box + 1] as number) ||
          minLng > (boxes[box + 2] as number) ||
          minLat > (boxes[box + 3] as number)
        )
          continue
        if (found === null) found = [id]
        else found.push(id)
      }
      return found ?? nothing
    },
  }
}

/** More metres than a degree has, lest rounding lets somebody slip out of his box. */
const degree = 1 / 110_000

/**
 * So many places at one moment, each added with the metres that it may be off; then asked for those that may lie within a box, by the
 * order in which they were added.
 */
export const createPlaces = (count: number) => {
  const index = count === 0 ? null : new Flatbush(count)
  return {
    add: (lng: number, lat: number, reach: number): void => {
      const north = reach * degree
      const east = north / Math.cos((lat * Math.PI) / 180)
      index?.add(lng - east, lat - north, lng + east, lat + north)
    },
    /** Once all are added. */
    finish: (): ((box: Shape['box']) => readonly number[]) => {
      index?.finish()
      return ([west, south, east, north]) => index?.search(west, south, east, north) ?? nothing
    },
  }
}
