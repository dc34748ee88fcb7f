import { alarmList } from '@vigil/contract/alarms/alarm-list.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { bodyFieldsOf } from '@vigil/contract/body-fields.ts'
import { readWith } from '../../kernel/problems.ts'
import type { ExportedNoun } from '../../kernel/sheet-noun.ts'
import { readAll, type Body } from './context.ts'
import type { AlarmStore } from './store.ts'

const { listHandledPage: list } = alarmCalls

/** Handled alarms as sheets know them: rows go out, and none come in. */
export const alarmSheet = (store: Pick<AlarmStore, 'stream' | 'countHandled'>): ExportedNoun => ({
  noun: alarmList,
  stream: async function* (body, asked) {
    for await (const alarms of store.stream(body, asked)) yield readAll(alarms, asked)
  },
  count: (body, asked) => store.countHandled(body, asked),
  readFilter: (filter) => readWith(list.body, filter, () => bodyFieldsOf(list)) as Body<'listHandledPage'>,
})
