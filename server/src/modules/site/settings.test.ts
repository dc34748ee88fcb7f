import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { alarmSettings } from '@vigil/contract/alarms/settings.ts'
import { broadcastSettings } from '@vigil/contract/broadcasts/settings.ts'
import { gateSettings } from '@vigil/contract/gates/settings.ts'
import { hazardSettings } from '@vigil/contract/hazards/settings.ts'
import { healthSettings } from '@vigil/contract/health/settings.ts'
import { penaltySettings } from '@vigil/contract/penalties/settings.ts'
import { pushingSettings } from '@vigil/contract/pushing/settings.ts'
import { telephonySettings } from '@vigil/contract/telephony/settings.ts'
import { trafficSettings } from '@vigil/contract/traffic/settings.ts'
import { field } from '@vigil/contract/kernel/field.ts'
import { numberSetting, setting, settings, units } from '@vigil/contract/kernel/setting.ts'
import { positionSettings } from '@vigil/contract/positions/settings.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { ownSettings } from '@vigil/contract/site/own-settings.ts'
import { settingsRecord, siteSettings } from '@vigil/contract/site/settings.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import { createBus } from '../../kernel/bus/bus.ts'
import { createInMemoryNetwork } from '../../kernel/bus/in-memory.ts'
import { createJournal } from '../../kernel/journal.ts'
import { transactionsOf, type Kernel } from '../../kernel/kernel.ts'
import { createLog } from '../../kernel/log.ts'
import { everything } from '../../kernel/scope.ts'
import { createSettings } from '../../kernel/settings.ts'
import { createSiteClock } from '../../kernel/time.ts'
import { createSiteSettings } from './settings.service.ts'

const step = new URL('20261122210800-settings.sql', import.meta.url)

/** The site's table as it was when every setting was a column. */
const asColumns = async ({ db }: TestSite): Promise<void> => {
  const query = (text: string) => db.raw(db.sql, text)
  await query('DROP TABLE setting')
  await query(`ALTER TABLE site ADD name text NOT NULL DEFAULT '未命名站点', ADD safe_since text NOT NULL DEFAULT '',
    ADD center_lng float8 NOT NULL DEFAULT 116.3913, ADD center_lat float8 NOT NULL DEFAULT 39.9075, ADD zoom float8 NOT NULL DEFAULT 15,
    ADD default_lng float8 NOT NULL DEFAULT 116.3913, ADD default_lat float8 NOT NULL DEFAULT 39.9075`)
  for (const name of ['0018-site-settings', '0023-sessions-per-account', '0031-lock-minutes'])
    await query(await readFile(new URL(`${name}.sql`, import.meta.url), 'utf8'))
  await query('ALTER TABLE site ADD position_days integer NOT NULL DEFAULT 365')
  await query(await readFile(new URL('20261122175540-published.sql', import.meta.url), 'utf8'))
}
const rows = async ({ db }: TestSite): Promise<Readonly<Record<string, unknown>>> => {
  const found = await db.raw<{ name: string; value: unknown }>(db.sql, 'SELECT name, value FROM setting')
  return Object.fromEntries(found.rows.map(({ name, value }) => [name, value]))
}

it('keep every value that was a column, of who saved them and of who changed one by hand', async () => {
  const site = await createTestSite()
  const preset = await site.admin.ask(siteCalls.getSite, undefined)
  // Those that came later never were one.
  const ofDomains = Object.keys({
    ...alarmSettings,
    ...broadcastSettings,
    ...gateSettings,
    ...hazardSettings,
    ...healthSettings,
    ...penaltySettings,
    ...pushingSettings,
    ...telephonySettings,
    ...trafficSettings,
  }).filter((name) => name !== 'alarmDays')
  const later = [...ofDomains, 'basemapDatum']
  const values = Object.fromEntries(Object.entries(preset).filter(([name]) => !['id', 'version', ...later].includes(name)))
  await asColumns(site)
  await site.db.raw(site.db.sql, 'UPDATE site SET car_offline = 1200')
  await site.db.raw(site.db.sql, await readFile(step, 'utf8'))
  // Nobody saved it: it goes on by what the contract says, but for what is not that.
  expect(await rows(site)).toEqual({ zoom: 15, carOffline: 1_200 })
  expect(await site.admin.ask(siteCalls.getSite, undefined)).toEqual({ ...preset, carOffline: 1_200 })

  await asColumns(site)
  await site.db.raw(
    site.db.sql,
    `UPDATE site SET version = 4, name = '皖江', safe_since = '2023-05-13', center_lng = 118.1, zoom = 16.5, work_to = '18:00', lock_minutes = 0`,
  )
  await site.db.raw(site.db.sql, await readFile(step, 'utf8'))
  const chosen = { name: '皖江', safeSince: '2023-05-13', centerLng: 118.1, zoom: 16.5, workTo: '18:00', lockMinutes: 0 }
  expect(await rows(site)).toEqual({ ...values, ...chosen })
  expect(await site.admin.ask(siteCalls.getSite, undefined)).toEqual({ ...preset, version: 4, ...chosen })
})

/** Settings that nobody but this test knows. */
const kilnSettings = settings({
  kilnHours: numberSetting(
    { zh: '窑检修间隔', en: 'Kiln is looked after every' },
    { group: { title: { zh: '窑', en: 'Kiln' }, order: 35 }, unit: units.days, range: [1, 90], preset: 30 },
  ),
  kilnPhone: setting(field.text({ zh: '窑主任电话', en: 'Phone of the kiln' }, 32, { private: true }), {
    group: { title: { zh: '窑', en: 'Kiln' }, order: 35 },
    preset: '13800001111',
  }),
})

it('take one line where they are declared: reading, saving, the journal and masks know them', async () => {
  const site = await createTestSite()
  const { db } = site
  const log = createLog('silent')
  const kept = createSettings(db)
  const bus = createBus(createInMemoryNetwork().connect(), log)
  const kernel = {
    transaction: transactionsOf(db, log),
    journal: createJournal(db, Date.now),
    clock: createSiteClock('Asia/Shanghai'),
    settings: kept,
    bus,
  } as unknown as Kernel
  const record = createSiteSettings(kernel, settingsRecord({ ...ownSettings, ...kilnSettings }))
  const system = theSystem(Date.now())
  const clerk: Asked = { ...system, caller: { ...system.caller, scope: everything } }
  const asked: Asked = { ...clerk, caller: { ...clerk.caller, administrator: true } }
  await kept.load()
  expect(kept.get(kilnSettings.kilnHours)).toBe(30)
  const present = await record.read(asked)
  expect(present).toMatchObject({ kilnHours: 30, kilnPhone: '13800001111' })

  const days = await site.admin.ask(siteCalls.saveSite, {
    ...(await site.admin.ask(siteCalls.getSite, undefined)),
    positionDays: 90,
  })
  await expect(record.save(present, asked)).rejects.toMatchObject({ codeName: 'conflict' })
  const saved = await record.save({ ...present, version: days.version, kilnHours: 45 }, asked)
  expect(saved).toMatchObject({ kilnHours: 45, version: days.version + 1 })
  expect([kept.get(kilnSettings.kilnHours), kept.get(positionSettings.positionDays)]).toEqual([45, 90])
  const told = await db.raw(
    db.sql,
    `SELECT before->'kilnHours' AS before, after->'kilnHours' AS after FROM journal WHERE object = 'site' ORDER BY id DESC LIMIT 1`,
  )
  expect(told.rows).toEqual([{ before: 30, after: 45 }])

  const masked = await record.read(clerk)
  expect(masked['kilnPhone']).not.toBe('13800001111')
  await record.save({ ...masked, kilnHours: 46 }, clerk)
  expect(await record.read(asked)).toMatchObject({ kilnHours: 46, kilnPhone: '13800001111' })
})

it('stay as they are where a save says nothing of them: who has an old page open resets nothing that came later', async () => {
  const site = await createTestSite()
  const before = await site.admin.ask(siteCalls.getSite, undefined)
  const chosen = { positionDays: 90, name: '水泥厂', fenceRaised: 'nowhere', workTo: '19:00' } as const
  const { id, version } = await site.admin.ask(siteCalls.saveSite, { ...before, ...chosen })
  const saved = await site.admin.ask(siteCalls.saveSite, { id, version, lockMinutes: 7 })
  expect(saved).toEqual({ ...before, ...chosen, lockMinutes: 7, version: version + 1 })
  expect((await site.admin.send(siteCalls.saveSite, { id, name: '' })).code).toBe('invalidInput')
})

it('go by what the contract presets where what is stored is not understood', async () => {
  const site = await createTestSite()
  await site.db.raw(site.db.sql, `INSERT INTO setting (name, value) VALUES ('positionDays', '"a week"'), ('gone', '1')`)
  expect(await site.admin.ask(siteCalls.getSite, undefined)).toMatchObject({
    positionDays: siteSettings.fields.positionDays.preset,
  })
})

it('are read one after the other: an answer that was long on its way puts back nothing that was saved meanwhile', async () => {
  const site = await createTestSite()
  const [asked, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let answers = 0
  const slow = site.db.sql.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      answers += 1
      if (answers === 1) {
        asked.resolve()
        await arrives.promise
      }
      return result
    },
  })
  const kept = createSettings({ ...site.db, sql: slow })
  const first = kept.load()
  await asked.promise
  await site.admin.ask(siteCalls.saveSite, { ...(await site.admin.ask(siteCalls.getSite, undefined)), positionDays: 90 })
  const second = kept.load()
  // Time enough for the second answer, if it does not wait for the first.
  await site.admin.ask(siteCalls.getSite, undefined)
  arrives.resolve()
  await Promise.all([first, second])
  expect(kept.get(positionSettings.positionDays)).toBe(90)
})
