import type { DrawnFilter, Filter } from '../spec/filters.ts'

interface Split {
  /** What stands in the line of the keyword. */
  readonly primary: readonly DrawnFilter[]
  /** What 更多筛选 opens. */
  readonly others: readonly DrawnFilter[]
}

/**
 * The first two filters, by which a screen says what matters most, as many of them as one line has room for: never two ranges, and
 * one at most beside an open column of alarms. What links set is told above the list.
 */
export const splitFilters = (all: readonly Filter[], room: number): Split => {
  const filters = all.filter((filter) => filter.kind !== 'told')
  const [first, second] = filters
  const ranges = first?.kind === 'range' && second?.kind === 'range'
  const n = Math.min(room, ranges ? 1 : mostPrimary)
  return { primary: filters.slice(0, n), others: filters.slice(n) }
}
export const mostPrimary = 2

/** How many of these filters narrow the list. */
export const countActive = (filters: readonly Filter[], values: Readonly<Record<string, string>>): number =>
  filters.filter((filter) => (filter.kind === 'range' ? filter.from in values || filter.to in values : filter.name in values))
    .length
