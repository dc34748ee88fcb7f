/** The site itself: its name, where its map opens, its basemap. */
import { siteCalls } from '@vigil/contract/site/calls.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import { firmware } from '@vigil/contract/site/firmware.ts'
import { siteSettings, type Site } from '@vigil/contract/site/settings.ts'
import type { Asked } from '../../kernel/caller.ts'
import { createKeeper, nounHandlers } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Module } from '../../kernel/module.ts'
import { announce, onRecords } from '../../kernel/record-changes.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import { served } from '../../kernel/serve.ts'
import { createSiteStore, devicesWith } from './store.ts'

export const createSite = (kernel: Kernel, version: string): Module => {
  const store = createSiteStore(kernel)
  const startedAt = kernel.clock.toWire(kernel.clock.now())
  const settings = createKeeper(kernel, {
    noun: siteSettings,
    module: 'site',
    table: 'site',
  })
  onRecords(kernel.bus, [siteSettings.name], kernel.settings.load)
  const present = async (asked: Asked): Promise<Site> => {
    const site = await kernel.transaction((trx) => settings.records.read(trx, '1', asked))
    if (!site) throw new Error('the site has no settings')
    return site
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
    getWelcome: async () => ({ name: await store.name(), version, demo: kernel.config.demo }),
    getSite: (_, asked) => present(asked),
    saveSite: (body, asked) => {
      if (body.id === undefined)
        throw new Refusal('invalidInput', { field: 'id', reason: { zh: '必填', en: 'is required' } }, { field: 'id' })
      return settings.save(body, asked)
    },
    getBasemap: () => store.basemap(),
    saveBasemap: async (body: Basemap, asked) => {
      requireWrite(asked.caller.scope, null, siteSettings.word)
      await kernel.transaction(async (trx, after) => {
        await store.saveBasemap(trx, body)
        announce(kernel.bus, after, 'basemap', '')
        await kernel.journal.write(trx, asked, {
          module: 'site',
          action: 'update',
          object: 'basemap',
          after: { features: body.features.length },
        })
      })
      return null
    },
    getRunning: async () => {
      const { schema, postgres, offset } = await store.running()
      const { demo } = kernel.config
      return { server: version, schema, node: process.version, postgres, startedAt, clockOffset: offset, demo }
    },
    ...nounHandlers('Version', versions),
  })
  return { served: calls, nouns: [kept(versions)] }
}
