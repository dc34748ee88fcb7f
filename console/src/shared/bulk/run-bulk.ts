/** What became of one of many. */
export interface BulkOutcome<Item> {
  readonly item: Item
  readonly state: 'done' | 'refused' | 'skipped'
  /** Why it was refused, in the reader's language. */
  readonly reason: string | null
}

interface BulkRun<Item> {
  readonly items: readonly Item[]
  readonly act: (item: Item) => Promise<void>
  readonly reasonOf: (error: unknown, item: Item) => string
  /** Once aborted nothing more is begun; what runs is waited for. */
  readonly signal: AbortSignal
  readonly onProgress: (finished: number) => void
}

const atOnce = 4

/** Does the same to many, four at once, in their order; the outcomes stand in the order of the items. */
export const runBulk = async <Item>({
  items,
  act,
  reasonOf,
  signal,
  onProgress,
}: BulkRun<Item>): Promise<BulkOutcome<Item>[]> => {
  const outcomes = items.map((item): BulkOutcome<Item> => ({ item, state: 'skipped', reason: null }))
  let next = 0
  let finished = 0
  const work = async (): Promise<void> => {
    while (next < items.length && !signal.aborted) {
      const index = next
      next += 1
      const item = items[index] as Item
      try {
        await act(item)
        outcomes[index] = { item, state: 'done', reason: null }
      } catch (error) {
        outcomes[index] = { item, state: 'refused', reason: reasonOf(error, item) }
      }
      finished += 1
      onProgress(finished)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return outcomes
}
