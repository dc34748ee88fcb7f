import { isShown, type ColumnSettings } from './column-settings.ts'

interface Roomy {
  readonly name: string
  readonly hidden: boolean
  /** Pixels it would like. */
  readonly width: number
}

/** Below this a table is looked at sideways, a few columns at a time. */
export const leastRoom = 640

/**
 * The columns in their order as so many pixels can show them whole: those that a screen shows of itself, from the first that
 * has no room on, wait in the column settings. What the operator asked for stays, though the table then scrolls.
 */
export const withinRoom = <C extends Roomy>(
  columns: readonly C[],
  settings: Pick<ColumnSettings, 'hidden' | 'shown'>,
  room: number,
): C[] => {
  if (room < leastRoom) return [...columns]
  let left = room
  return columns.map((column, index) => {
    if (!isShown(column, settings)) return column
    const full = index > 0 && column.width > left
    // Of what has no room too, so that nothing narrower behind it takes its place.
    left -= column.width
    return full && !column.hidden ? { ...column, hidden: true } : column
  })
}
