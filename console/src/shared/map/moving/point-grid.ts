/**
 * Points sorted into square cells, rebuilt whole: two passes over typed arrays, no object a point. Answers what lies near a
 * place for hit tests and clustering.
 */
export class PointGrid {
  private xs: Float64Array
  private ys: Float64Array
  private keys: Int32Array
  /** Cell numbers of the table's places, and where each cell's points begin in `order`. */
  private starts = new Map<number, readonly [from: number, to: number]>()
  private order: Int32Array
  private sorted: Int32Array
  private count = 0
  private cell = 1
  private west = 0
  private north = 0
  private columns = 1

  constructor(room = 1024) {
    this.xs = new Float64Array(room)
    this.ys = new Float64Array(room)
    this.keys = new Int32Array(room)
    this.order = new Int32Array(room)
    this.sorted = new Int32Array(room)
  }

  /** Takes `count` points; `at` answers each one's place or null for one that is left out. `cell` is in the same unit. */
  build(count: number, cell: number, at: (index: number) => readonly [x: number, y: number] | null): void {
    if (count > this.xs.length) {
      const room = Math.max(count, this.xs.length * 2)
      this.xs = new Float64Array(room)
      this.ys = new Float64Array(room)
      this.keys = new Int32Array(room)
      this.order = new Int32Array(room)
      this.sorted = new Int32Array(room)
    }
    this.cell = cell
    let [west, north, east] = [Infinity, Infinity, -Infinity]
    let used = 0
    for (let index = 0; index < count; index += 1) {
      const place = at(index)
      if (!place) {
        this.xs[index] = Number.NaN
        continue
      }
      const [x, y] = place
      this.xs[index] = x
      this.ys[index] = y
      if (x < west) west = x
      if (x > east) east = x
      if (y < north) north = y
      this.order[used] = index
      used += 1
    }
    this.count = used
    this.west = west
    this.north = north
    this.columns = used === 0 ? 1 : Math.floor((east - west) / cell) + 1
    for (let place = 0; place < used; place += 1) {
      const index = this.order[place] ?? 0
      this.keys[index] = this.keyAt(this.xs[index] ?? 0, this.ys[index] ?? 0)
    }
    this.sortByCell(used)
  }

  /** Counting sort: how many stand in each cell, where each cell begins, then everybody to their place. */
  private sortByCell(used: number): void {
    const { keys, order, sorted } = this
    const counts = new Map<number, number>()
    for (let place = 0; place < used; place += 1) {
      const key = keys[order[place] ?? 0] ?? 0
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    this.starts = new Map()
    const next = new Map<number, number>()
    let from = 0
    for (const [key, count] of counts) {
      this.starts.set(key, [from, from + count])
      next.set(key, from)
      from += count
    }
    for (let place = 0; place < used; place += 1) {
      const index = order[place] ?? 0
      const key = keys[index] ?? 0
      const at = next.get(key) ?? 0
      sorted[at] = index
      next.set(key, at + 1)
    }
    this.order = sorted
    this.sorted = order
  }

  private keyAt(x: number, y: number): number {
    return Math.floor((y - this.north) / this.cell) * this.columns + Math.floor((x - this.west) / this.cell)
  }

  /** Calls back for every point within `radius` of a place, with the square of its distance. */
  near(x: number, y: number, radius: number, found: (index: number, squared: number) => void): void {
    if (this.count === 0) return
    const firstColumn = Math.max(0, Math.floor((x - radius - this.west) / this.cell))
    const lastColumn = Math.min(this.columns - 1, Math.floor((x + radius - this.west) / this.cell))
    const firstRow = Math.floor((y - radius - this.north) / this.cell)
    const lastRow = Math.floor((y + radius - this.north) / this.cell)
    for (let row = firstRow; row <= lastRow; row += 1) {
      for (let column = firstColumn; column <= lastColumn; column += 1) {
        const range = this.starts.get(row * this.columns + column)
        if (!range) continue
        for (let place = range[0]; place < range[1]; place += 1) {
          const index = this.order[place] ?? 0
          const squared = ((this.xs[index] ?? 0) - x) ** 2 + ((this.ys[index] ?? 0) - y) ** 2
          if (squared <= radius * radius) found(index, squared)
        }
      }
    }
  }

  /** The cells' points, the fullest cell first. */
  cellsByCount(): { readonly indexes: Int32Array }[] {
    return [...this.starts.values()]
      .sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
      .map(([from, to]) => ({ indexes: this.order.subarray(from, to) }))
  }

  xOf(index: number): number {
    return this.xs[index] ?? 0
  }
  yOf(index: number): number {
    return this.ys[index] ?? 0
  }
}
