const minute = 60_000

/** A fix further in the future than this is a wrong clock and set aside. */
export const futureLimit = 5 * minute
/** A fix older than this on receipt is stored as late, and what it raises at a fence does not sound. */
export const lateAfter = 2 * minute
