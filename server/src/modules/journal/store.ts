import { createJournalChain } from './chain.store.ts'
import { createJournalRows } from './rows.store.ts'
import type { StoreContext } from './search.store.ts'

export const createJournalStore = (context: StoreContext) => ({
  ...createJournalRows(context),
  ...createJournalChain(context),
})
export type JournalStore = ReturnType<typeof createJournalStore>
