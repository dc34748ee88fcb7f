/** The site itself: its name, where its map opens, its basemap. */
import { siteCalls } from '@vigil/contract/site/calls.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import { firmware } from '@vigil/contract/site/firmware.ts'
import { siteSettings, type Site } from '@vigil/contract/site/settings.ts'
import type { Asked } from '../../kernel/caller.ts'
import { createKeeper, nounHandlers } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Module, type Site as WholeSite } from '../../kernel/module.ts'
import { announce } from '../../kernel/record-changes.ts'
import { requireWrite } from '../../kernel/scope.ts'
import type { SiteClock } from '../../kernel/time.ts'
import { served } from '../../kernel/serve.ts'
import { createStandings, type Standing } from './gateways.service.ts'
import { createSiteSettings } from './settings.service.ts'
import { createSiteStore, devicesWith } from './store.ts'

const gatewayOf = (standing: Standing, { toWire }: SiteClock, { language }: Asked) => {
  const { lastMessageAt, lastError, lastErrorAt, lately, goesOut: _, ...plain } = standing
  return {
    ...plain,
    lastMessageAt: lastMessageAt === null ? null : toWire(lastMessageAt),
    lastError: lastError === null ? null : lastError[language],
    lastErrorAt: lastErrorAt === null ? null : toWire(lastErrorAt),
    lately: lately.map(({ at, code, said }) => ({ time: toWire(at), code, said })),
  }
}

const createSite = (kernel: Kernel, _: unknown, { gateways }: Pick<WholeSite, 'gateways'>): Module => {
  const store = createSiteStore(kernel)
  const startedAt = kernel.clock.toWire(kernel.clock.now())
  const standings = createStandings(kernel, gateways)
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
    getWelcome: () =>
      Promise.resolve({ name: kernel.settings.get(siteSettings.fields.name), version: kernel.version, demo: kernel.config.demo }),
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
      return { server: kernel.version, schema, node: process.version, postgres, startedAt, clockOffset: offset, demo }
    },
    listGatewayAll: async (_, asked) => (await standings(asked.caller.scope)).map((one) => gatewayOf(one, kernel.clock, asked)),
    ...nounHandlers('Version', versions),
  })
  return { served: calls, nouns: [kept(versions)] }
}

export const domain = declareModule({ name: 'site', create: createSite })
