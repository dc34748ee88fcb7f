/** Pixels; narrower a column cannot be dragged. */
export const narrowest = 64

/** Of the 14 px that headings are written in: half-width characters vary, the widest ones of a word rarely meet. */
const full = 14
const half = 8
/** Padding of the cell; the two carets and what is before them. */
const around = 26
const carets = 15

/** Pixels of a heading that is not cut off. */
export const headingWidth = (label: string, sorts: boolean): number => {
  const text = [...label].reduce((sum, character) => sum + ((character.codePointAt(0) ?? 0) >= 0x2e80 ? full : half), 0)
  return text + around + (sorts ? carets : 0)
}

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
