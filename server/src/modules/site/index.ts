/** The site itself: its name, where its map opens, its basemap. */
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import type { Basemap, Site } from '@vigil/contract/site/entities.ts'
import { firmware } from '@vigil/contract/site/firmware.ts'
import { createKeeper, nounHandlers } from '../../kernel/keeper.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { saveRecord, type Records } from '../../kernel/records.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { served } from '../../kernel/serve.ts'
import { sheetOf, type NounModule } from '../../kernel/sheet-noun.ts'
import { createSiteStore, devicesWith } from './store.ts'

type SiteBody = BodyOf<typeof siteCalls.saveSite>
const what = { zh: '站点', en: 'The site' }

export const createSite = (kernel: Kernel, version: string): NounModule => {
  const store = createSiteStore(kernel)
  const records: Records<Site, SiteBody> = {
    kernel,
    module: 'site',
    object: 'site',
    what,
    read: (trx: Trx) => store.site(trx),
    lock: async (trx: Trx) => void (await store.lock(trx)),
    create: () =>
      Promise.reject(new Refusal('invalidInput', { field: 'id', reason: { zh: '必填', en: 'is required' } }, { field: 'id' })),
    update: async (trx, _id, body) => void (await store.update(trx, body)),
    remove: () => Promise.reject(new Refusal('notFound', { what })),
    unique: {},
  }
  const versions = createKeeper(kernel, {
    noun: firmware,
    module: 'site',
    table: 'firmware',
    order: ['target', 'released_on'],
    shown: { devices: devicesWith },
    unique: { firmware_number: 'number' },
  })
  const calls = served(siteCalls, {
    getWelcome: async () => ({ name: (await store.site()).name, version, demo: kernel.config.demo }),
    getSite: () => store.site(),
    saveSite: (body, asked) => {
      if (body.id !== undefined && body.id !== '1') throw new Refusal('notFound', { what })
      return saveRecord(records, body, asked)
    },
    getBasemap: () => store.basemap(),
    saveBasemap: async (body: Basemap, asked) => {
      await kernel.transaction(async (trx) => {
        await store.saveBasemap(trx, body)
        await kernel.journal.write(trx, asked, {
          module: 'site',
          action: 'update',
          object: 'basemap',
          after: { features: body.features.length },
        })
      })
      return null
    },
    ...nounHandlers('Version', versions),
  })
  return { served: calls, sheets: [sheetOf(versions)] }
}
