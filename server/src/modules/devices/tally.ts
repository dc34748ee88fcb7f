/** What reports say of something beside what is stored of them, counted in memory and written down together. */
export interface Tally<Noted> {
  readonly note: (key: number | string, noted: Noted) => void
  /** What fails to be written stays for the next time. */
  readonly flush: () => Promise<void>
}

/** `merge` makes one of what is known and what is said anew; of more than `atMost` keys the rest is left out. */
export const createTally = <Noted>(
  merge: (known: Noted, more: Noted) => Noted,
  write: (noted: readonly Noted[]) => Promise<void>,
  atMost = Number.POSITIVE_INFINITY,
): Tally<Noted> => {
  let waiting = new Map<number | string, Noted>()
  const note = (key: number | string, noted: Noted): void => {
    const known = waiting.get(key)
    if (known !== undefined) waiting.set(key, merge(known, noted))
    else if (waiting.size < atMost) waiting.set(key, noted)
  }
  return {
    note,
    flush: async () => {
      if (waiting.size === 0) return
      const written = waiting
      waiting = new Map()
      try {
        await write([...written.values()])
      } catch (error) {
        for (const [key, noted] of written) note(key, noted)
        throw error
      }
    },
  }
}
