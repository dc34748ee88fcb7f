const minute = 60_000
const second = 1_000
/** Wrong tries within a minute that are answered as such, of one network and for one claimed device. */
const wrongAtMost = 20
/** Networks and devices that are counted at once; the first that came is forgotten for one more. */
const countedAtMost = 10_000

/**
 * Counts wrong keys and passwords of devices. A right one is never counted and never waits: whatever others do from its address, a cry
 * for help comes through.
 */
export const createWrongTries = (now: () => number) => {
  const counts = new Map<string, { count: number; readonly until: number }>()
  const countOf = (kind: string): { count: number; readonly until: number } => {
    const known = counts.get(kind)
    if (known && known.until > now()) return known
    counts.delete(kind)
    const [oldest] = counts.keys()
    if (oldest !== undefined && counts.size >= countedAtMost) counts.delete(oldest)
    const fresh = { count: 0, until: now() + minute }
    counts.set(kind, fresh)
    return fresh
  }
  return {
    /** One more of all these kinds; the seconds to wait, 0 where it may be tried again at once. */
    note: (kinds: readonly string[]): number => {
      const waits = kinds.map(countOf).map((entry) => {
        entry.count += 1
        return entry.count > wrongAtMost ? Math.ceil((entry.until - now()) / second) : 0
      })
      return Math.max(0, ...waits)
    },
  }
}
export type WrongTries = ReturnType<typeof createWrongTries>
