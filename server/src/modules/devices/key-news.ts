import { createTurns, type Turns } from '../../kernel/turns.ts'
import { startKeyId } from './held-keys.ts'
import type { KeyNews, KeyStore } from './keys.store.ts'

/** What came of keys since it was last written down: when they were used, and what was refused of them. */

export interface UnwrittenNews {
  readonly store: KeyStore
  /** Whoever writes what is left waits for what is being written: it is read right afterwards. */
  readonly inTurn: Turns
  byId: Map<string, KeyNews>
}

export const createUnwrittenNews = (store: KeyStore): UnwrittenNews => ({
  store,
  inTurn: createTurns(),
  byId: new Map(),
})

export const addNews = ({ byId }: UnwrittenNews, { id, usedAt, refused, last }: KeyNews): void => {
  if (id === startKeyId) return
  const known = byId.get(id)
  byId.set(id, {
    id,
    usedAt: usedAt ?? known?.usedAt ?? null,
    refused: refused + (known?.refused ?? 0),
    last: last ?? known?.last ?? null,
  })
}

const write = async (news: UnwrittenNews): Promise<void> => {
  if (news.byId.size === 0) return
  const taken = [...news.byId.values()]
  news.byId = new Map()
  try {
    await news.store.note(taken)
  } catch (error) {
    const since = [...news.byId.values()]
    news.byId = new Map()
    for (const one of [...taken, ...since]) addNews(news, one)
    throw error
  }
}

/** Writes all of it down; what could not be written stays for the next time. */
export const flushNews = (news: UnwrittenNews): Promise<void> => news.inTurn(() => write(news))
