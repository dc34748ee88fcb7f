/** Milliseconds by which two clocks may differ before somebody has to look after them. */
const fineUntil = 2_000

/** Whether two clocks agree well enough; the offset in ms, of either sign. */
export const isClockFine = (offset: number): boolean => Math.abs(offset) <= fineUntil
