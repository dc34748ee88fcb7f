import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { served } from '../../kernel/serve.ts'
import type { LogList } from './open-records.ts'
import type { JournalService } from './service.ts'

export const journalRoutes = (journal: JournalService & { readonly list: LogList }) =>
  served(journalCalls, {
    listSysLogCountByCondition: (body, asked) => journal.count(body, asked),
    listSysLogByCondition: (body, asked) => journal.list(body, asked),
    verifySysLog: ({ walk }) => journal.verify(walk),
  })
