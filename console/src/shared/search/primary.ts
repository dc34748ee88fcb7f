import type { Filter } from '../spec/filters.ts'

interface Split {
  /** What stands in the line of the keyword. */
  readonly primary: readonly Filter[]
  /** What 更多筛选 opens. */
  readonly others: readonly Filter[]
}

/**
 * The first two filters, by which a screen says what matters most, as far as one line has room: two ranges have none, beside
 * an open column of alarms there is room for one, and a small window has none for any.
 */
export const splitFilters = (filters: readonly Filter[], room: 'wide' | 'narrow' | 'mobile'): Split => {
  if (room === 'mobile') return { primary: [], others: filters }
  const [first, second] = filters
  const both = room === 'wide' && first && second && !(first.kind === 'range' && second.kind === 'range')
  const n = both ? 2 : 1
  return { primary: filters.slice(0, n), others: filters.slice(n) }
}

/** How many of these filters narrow the list. */
export const countActive = (filters: readonly Filter[], values: Readonly<Record<string, string>>): number =>
  filters.filter((filter) => (filter.kind === 'range' ? filter.from in values || filter.to in values : filter.name in values))
    .length
