/** The site itself: its name, where its map opens, its basemap. */
import { siteCalls } from '@vigil/contract/site/calls.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import { firmware } from '@vigil/contract/site/firmware.ts'
import { siteSettings, type Site } from '@vigil/contract/site/settings.ts'
import { createKeeper, nounHandlers } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Module } from '../../kernel/module.ts'
import { announce } from '../../kernel/record-changes.ts'
import { requireWrite } from '../../kernel/scope.ts'
import { served } from '../../kernel/serve.ts'
import { createSiteSettings } from './settings.service.ts'
import { createSiteStore, devicesWith } from './store.ts'

export const createSite = (kernel: Kernel, version: string): Module => {
  const store = createSiteStore(kernel)
  const startedAt = kernel.clock.toWire(kernel.clock.now())
  const settings = createSiteSettings(kernel, siteSettings)
  const versions = createKeeper(kernel, {
    noun: firmware,
    module: 'site',
    table: 'firmware',
    order: ['target', 'released_on'],
    shown: { devices: devicesWith },
    unique: { firmware_number: 'number' },
  })
  const calls = served(siteCalls, {
    getWelcome: () => Promise.resolve({ name: kernel.settings.get(siteSettings.fields.name), version, demo: kernel.config.demo }),
    getSite: async (_, asked) => (await settings.read(asked)) as Site,
    saveSite: async (body, asked) => (await settings.save(body, asked)) as Site,
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
