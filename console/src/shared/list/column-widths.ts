/** Pixels; narrower a column cannot be dragged. */
export const narrowest = 64

interface Sized {
  readonly name: string
  /** Pixels it would like. */
  readonly width: number
}

/**
 * The width of every column in pixels: what somebody set, else what it would like. Where the table has room to spare, the
 * columns that nobody set share it by their widths, so that nothing is left empty at the right.
 */
export const columnWidths = (
  columns: readonly Sized[],
  set: Readonly<Record<string, number>>,
  room: number,
): ReadonlyMap<string, number> => {
  const widths = new Map(columns.map(({ name, width }) => [name, Math.max(narrowest, Math.round(set[name] ?? width))]))
  const total = [...widths.values()].reduce((sum, width) => sum + width, 0)
  const free = columns.filter(({ name }) => set[name] === undefined)
  const freeTotal = free.reduce((sum, { name }) => sum + (widths.get(name) ?? 0), 0)
  let left = Math.floor(room) - total
  if (left <= 0 || freeTotal === 0) return widths
  const spare = left
  for (const { name } of free) {
    const own = widths.get(name) ?? 0
    const more = Math.floor((spare * own) / freeTotal)
    widths.set(name, own + more)
    left -= more
  }
  const last = free.at(-1)
  if (last) widths.set(last.name, (widths.get(last.name) ?? 0) + left)
  return widths
}
