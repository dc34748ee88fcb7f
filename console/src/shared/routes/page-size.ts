/** Pixels of a window above, between and below the rows of a list, and of a row. */
const around = 288
const row = 40
const [least, most] = [10, 40]

/** How many rows a list in a window of this height shows without scrolling. */
export const fittingSize = (height: number): number => Math.min(most, Math.max(least, Math.floor((height - around) / row)))

let fitting: number | null = null

/** Rows of a page unless somebody chose another number: what fits the window in which the console was opened. */
export const usualSize = (): number => (fitting ??= fittingSize(window.innerHeight))
