import { journalSettings } from '@vigil/contract/journal/settings.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Module, Site } from '../../kernel/module.ts'
import { createJournalOfPerson } from './of-person.store.ts'
import { createLogList } from './open-records.ts'
import { journalRoutes } from './routes.ts'
import { createJournalService } from './service.ts'
import { journalSheet } from './sheet.ts'
import { createJournalStore } from './store.ts'

export interface JournalDoor {
  readonly ofPerson: ReturnType<typeof createJournalOfPerson>
}

export const createSystemLog = (
  kernel: Kernel,
  site: Pick<Site, 'nouns' | 'logged'>,
): Module & { readonly door: JournalDoor } => {
  const store = createJournalStore(kernel)
  const service = createJournalService(kernel, store)
  const list = createLogList(store, site)
  return {
    door: { ofPerson: createJournalOfPerson(kernel) },
    served: journalRoutes({ ...service, list }),
    nouns: [{ sheet: journalSheet(store), ofDepts: null }],
    jobs: [
      { name: 'refusals', of: 'server', pattern: '*/5 * * * * *', run: () => kernel.journal.settleCounts() },
      {
        name: 'journal',
        of: 'site',
        pattern: '7 29 * * * *',
        run: () => service.keepHouse(kernel.settings.get(journalSettings.journalDays)),
      },
    ],
    stop: () =>
      kernel.journal
        .settleCounts('at once')
        .catch((error: unknown) => kernel.log.warn({ err: error }, 'refusals were not counted')),
  }
}
