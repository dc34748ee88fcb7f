import { storedJson } from '../storage.ts'

export const densities = ['compact', 'normal', 'roomy'] as const
export type Density = (typeof densities)[number]

/** How an operator arranged the columns of a list. */
export interface ColumnSettings {
  /** Names in their order; columns it does not know keep their place behind the one before them. */
  readonly order: readonly string[]
  /** Columns that are not shown, against what the screen says of them. */
  readonly hidden: readonly string[]
  readonly shown: readonly string[]
  /** Pixels of columns that somebody set. */
  readonly widths: Readonly<Record<string, number>>
  readonly density: Density
}

export const noSettings: ColumnSettings = { order: [], hidden: [], shown: [], widths: {}, density: 'normal' }

interface Arrangeable {
  readonly name: string
  /** Not shown unless somebody asks for it. */
  readonly hidden: boolean
}

/** All columns in the order somebody gave them; the first, by which a record is named, stays the first. */
export const ordered = <C extends Arrangeable>(columns: readonly C[], { order }: Pick<ColumnSettings, 'order'>): C[] => {
  const [first, ...rest] = columns
  if (!first) return []
  const known = order.flatMap((name) => rest.filter((column) => column.name === name))
  const result = [...known]
  rest.forEach((column, index) => {
    if (known.includes(column)) return
    // A column that came with an update stands behind its neighbour.
    const before = rest.slice(0, index).findLast((earlier) => result.includes(earlier))
    result.splice(before ? result.indexOf(before) + 1 : 0, 0, column)
  })
  return [first, ...result]
}

export const isShown = ({ name, hidden }: Arrangeable, settings: Pick<ColumnSettings, 'hidden' | 'shown'>): boolean =>
  hidden ? settings.shown.includes(name) : !settings.hidden.includes(name)

export const withShown = (settings: ColumnSettings, { name, hidden }: Arrangeable, on: boolean): ColumnSettings => {
  const without = (list: readonly string[]): string[] => list.filter((other) => other !== name)
  const cleared = { ...settings, hidden: without(settings.hidden), shown: without(settings.shown) }
  if (on === !hidden) return cleared
  return hidden ? { ...cleared, shown: [...cleared.shown, name] } : { ...cleared, hidden: [...cleared.hidden, name] }
}

/** Moves a column to the place of another. The first stays where it is. */
export const withMoved = (
  settings: ColumnSettings,
  columns: readonly Arrangeable[],
  name: string,
  to: string,
): ColumnSettings => {
  const names = ordered(columns, settings).map((column) => column.name)
  const [from, target] = [names.indexOf(name), names.indexOf(to)]
  if (from < 1 || target < 1 || from === target) return settings
  names.splice(from, 1)
  names.splice(target, 0, name)
  return { ...settings, order: names.slice(1) }
}

export const withWidth = (settings: ColumnSettings, name: string, width: number | null): ColumnSettings => {
  const { [name]: _old, ...others } = settings.widths
  return { ...settings, widths: width === null ? others : { ...others, [name]: width } }
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string')
const isSettings = (value: unknown): value is ColumnSettings => {
  if (typeof value !== 'object' || value === null) return false
  const { order, hidden, shown, widths, density } = value as Partial<Record<keyof ColumnSettings, unknown>>
  return (
    isTexts(order) &&
    isTexts(hidden) &&
    isTexts(shown) &&
    typeof widths === 'object' &&
    widths !== null &&
    Object.values(widths).every((width) => typeof width === 'number') &&
    densities.some((known) => known === density)
  )
}

/** Where the arrangement of one list is kept. */
export const keptSettings = (list: string) => storedJson('local', `vigil.list.${list}`, isSettings)
