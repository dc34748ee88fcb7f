/** The site itself: its name, where its map opens, its basemap. */
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import type { Basemap, Site } from '@vigil/contract/site/entities.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { saveRecord, type Records } from '../../kernel/records.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { notAvailableYet, served } from '../../kernel/serve.ts'
import { createSiteStore } from './store.ts'

type SiteBody = BodyOf<typeof siteCalls.saveSite>
const what = { zh: '站点', en: 'The site' }

export const siteRoutes = (kernel: Kernel, version: string) => {
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
  return served(siteCalls, {
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
    listVersionAll: notAvailableYet,
    saveVersion: notAvailableYet,
    deleteVersionById: notAvailableYet,
  })
}
