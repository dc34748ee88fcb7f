import { bodyFieldsOf } from '@vigil/contract/body-fields.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { systemLog } from '@vigil/contract/journal/log-row.ts'
import { resultText } from '@vigil/contract/journal/result-words.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { readWith } from '../../kernel/problems.ts'
import type { ExportedNoun } from '../../kernel/sheet-noun.ts'
import type { ToldRow } from './rows.store.ts'
import type { JournalStore } from './store.ts'

type Body = BodyOf<typeof journalCalls.listSysLogByCondition>

const { listSysLogByCondition: list } = journalCalls

const cell = (record: unknown): string => (record === null ? '' : JSON.stringify(record))

/** A row as a sheet has it: its result in words, what was before and after as text. */
const written = (row: ToldRow, language: Language) => ({
  ...row,
  result: resultText(row.result, language),
  before: cell(row.before),
  after: cell(row.after),
})

/** The journal as sheets know it: rows go out, and none come in. */
export const journalSheet = (store: Pick<JournalStore, 'stream' | 'count'>): ExportedNoun => ({
  noun: systemLog,
  // A body is what `readFilter` made of it.
  stream: async function* (body, asked) {
    for await (const rows of store.stream(body as Body, asked)) yield rows.map((row) => written(row, asked.language))
  },
  count: (body, asked) => store.count(body as Body, asked),
  readFilter: (filter) => readWith(list.body, filter, () => bodyFieldsOf(list)) as Body,
})
