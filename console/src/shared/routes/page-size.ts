import { sound } from '../sound/sound.ts'

/** Pixels of a window above, between and below the rows of a list, of the bar that says that nothing can be heard, and of a row. */
const around = 288
const soundBar = 36
const row = 40
const [least, most] = [10, 40]

/** How many rows a list in a window of this height shows without scrolling, below that bar or without it. */
export const fittingSize = (height: number, isLocked: boolean): number =>
  Math.min(most, Math.max(least, Math.floor((height - around - (isLocked ? soundBar : 0)) / row)))

let fitting: number | null = null

/** Rows of a page unless somebody chose another number: what fits the window in which the console was opened. */
export const usualSize = (): number => (fitting ??= fittingSize(window.innerHeight, sound.isLocked()))
