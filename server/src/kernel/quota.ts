/** So many at one time, in all and of each kind. */
export interface Quota {
  /** Counts one in; answers what counts it out again, or null when there are too many. */
  readonly take: (kind: string) => (() => void) | null
}

export const createQuota = (most: { readonly all: number; readonly each: number }): Quota => {
  const counts = new Map<string, number>()
  let all = 0
  const add = (kind: string, more: 1 | -1): void => {
    const count = (counts.get(kind) ?? 0) + more
    all += more
    if (count === 0) counts.delete(kind)
    else counts.set(kind, count)
  }
  return {
    take: (kind) => {
      if (all >= most.all || (counts.get(kind) ?? 0) >= most.each) return null
      add(kind, 1)
      let counted = true
      return () => {
        if (counted) add(kind, -1)
        counted = false
      }
    },
  }
}
