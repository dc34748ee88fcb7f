import type { Call, DataOf, SentBodyOf } from '@vigil/contract/kernel/call.ts'

const atOnce = 8

/** Makes a call of the contract; throws what it is refused with. */
export type Ask = <C extends Call>(call: C, body: SentBodyOf<C>) => Promise<DataOf<C>>
/** Identifiers that the server gave, by the cast's own keys. */
export type Ids = ReadonlyMap<string, string>

export const idOf = (ids: Ids, key: string): string => {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`the cast names ${key}, which does not exist`)
  return id
}

/** Does the work for each item, a few at a time. */
export const forEach = async <Item>(list: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> => {
  const left = [...list]
  const one = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}
