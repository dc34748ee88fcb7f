/** Those who have not shown yet who they are, so many at one time in all and of each kind. */
export interface WaitingRoom {
  /**
   * Lets one in; answers what takes him out again, or null when there are too many of his kind. When it is full, the one who
   * has waited longest among the most numerous kind goes: `putOut` is called for him. So a crowd keeps nobody else out.
   */
  readonly enter: (kind: string, putOut: () => void) => (() => void) | null
}

export const createWaitingRoom = (most: { readonly all: number; readonly each: number }): WaitingRoom => {
  /** By kind, each in the order in which they came. */
  const kinds = new Map<string, Set<() => void>>()
  let all = 0
  const leave = (kind: string, one: () => void): void => {
    const waiting = kinds.get(kind)
    if (!waiting?.delete(one)) return
    all -= 1
    if (waiting.size === 0) kinds.delete(kind)
  }
  const putOneOut = (): void => {
    let [crowd, kindOfCrowd] = [new Set<() => void>(), '']
    for (const [kind, waiting] of kinds) if (waiting.size > crowd.size) [crowd, kindOfCrowd] = [waiting, kind]
    const [oldest] = crowd
    if (!oldest) return
    leave(kindOfCrowd, oldest)
    oldest()
  }
  return {
    enter: (kind, putOut) => {
      const waiting = kinds.get(kind) ?? new Set()
      if (waiting.size >= most.each) return null
      if (all >= most.all) putOneOut()
      // An object of its own: the same function may stand for several.
      const one = (): void => putOut()
      kinds.set(kind, waiting.add(one))
      all += 1
      return () => leave(kind, one)
    },
  }
}
