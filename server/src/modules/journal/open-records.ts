import type { LogRow } from '@vigil/contract/journal/entities.ts'
import { doorOfLog, nounOfLog } from '@vigil/contract/journal/log-object.ts'
import type { Page, Paging } from '@vigil/contract/kernel/shapes.ts'
import { may, type Asked } from '../../kernel/caller.ts'
import type { Site } from '../../kernel/module.ts'
import type { SeenOf } from '../../kernel/seen-of.ts'
import type { ToldRow } from './rows.store.ts'
import type { Filter } from './search.store.ts'
import type { JournalStore } from './store.ts'

const isId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text)
const nameOf = ({ object }: ToldRow): string => nounOfLog(object)?.name ?? object

/** The records that rows tell of and that the caller may open, by their kinds. */
const wantedBy = (rows: readonly ToldRow[], { caller }: Asked): Map<string, Set<string>> => {
  const wanted = new Map<string, Set<string>>()
  for (const row of rows) {
    const door = doorOfLog(row.object)
    if (door === null || !isId(row.objectId) || !may(caller, door.screen)) continue
    const ids = wanted.get(nameOf(row)) ?? new Set<string>()
    wanted.set(nameOf(row), ids.add(row.objectId))
  }
  return wanted
}

type Kinds = Pick<Site, 'nouns' | 'logged'>

/** Who knows which records of a kind somebody sees. */
const keeperOf = ({ nouns, logged }: Kinds, name: string): SeenOf | undefined => {
  const sheet = nouns().find((kept) => kept.sheet.noun.name === name)?.sheet
  return sheet && 'seen' in sheet ? sheet.seen : logged().get(name)
}

/** Says of each row whether its record is still there for the caller: whoever keeps its kind is asked once for all rows. */
const withOpen = async (kinds: Kinds, rows: readonly ToldRow[], asked: Asked): Promise<LogRow[]> => {
  const there = new Map<string, ReadonlySet<string> | undefined>()
  for (const [name, ids] of wantedBy(rows, asked)) there.set(name, await keeperOf(kinds, name)?.([...ids], asked))
  return rows.map((row) => ({ ...row, objectOpens: there.get(nameOf(row))?.has(row.objectId) ?? false }))
}

/** The list of the log, and which of the records that it tells of can be opened. */
export const createLogList =
  (store: Pick<JournalStore, 'list'>, kinds: Kinds) =>
  async (query: Filter & Paging, asked: Asked): Promise<LogRow[] | Page<LogRow>> => {
    const found = await store.list(query, asked)
    if (Array.isArray(found)) return withOpen(kinds, found, asked)
    return { list: await withOpen(kinds, found.list, asked), total: found.total }
  }
export type LogList = ReturnType<typeof createLogList>
