import { expect, it, onTestFinished } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { startVendor } from '../../../test/helmet-vendor.ts'
import { createTestSite, reportTo, type TestSite } from '../../../test/site.ts'
import { createInMemoryNetwork } from '../../kernel/bus/in-memory.ts'
import { createBus } from '../../kernel/bus/bus.ts'
import { createLog } from '../../kernel/log.ts'
import type { Doors } from '../../kernel/module.ts'
import { NotReady } from '../../kernel/refusal.ts'
import type { Incoming, Outcome } from '../../modules/positions/index.ts'
import { createHelmetLink } from './index.ts'

/** A line to a vendor whose reports `take` stores, or does not; pushed once, heard as often as that asks for it. */
const lineTo = async (site: TestSite, take: (store: () => Promise<Outcome>) => Promise<Outcome>) => {
  const vendor = await startVendor()
  const log = createLog('silent')
  const bus = createBus(createInMemoryNetwork().connect(), log)
  const store = async ([call]: readonly Incoming[]): Promise<Outcome> => {
    const said = call?.time ?? null
    const time = said === null ? undefined : new Date(said).toISOString()
    const { duplicate } = await reportTo(site.origin, [
      { deviceType: call?.deviceType, deviceId: call?.deviceId, time, sos: 'press' },
    ])
    return duplicate === 1 ? 'duplicate' : 'accepted'
  }
  const positions = {
    onServedDirectly: () => undefined,
    report: async (calls: readonly Incoming[]) => [await take(() => store(calls))],
  } as unknown as Doors['positions']
  const registry = { all: () => [], find: () => undefined } as unknown as Doors['devices']['registry']
  const commands = { relay: () => () => undefined } as unknown as Doors['devices']['commands']
  const gateway = createHelmetLink(
    { bus, log, clock: { now: Date.now }, ingest: site.db, server: 'one' } as unknown as Parameters<typeof createHelmetLink>[0],
    { positions, devices: { sees: () => false, registry, commands } },
    { url: vendor.url, user: 'vigil', password: vendor.password },
  )
  await gateway.start?.()
  onTestFinished(async () => {
    await gateway.stop?.()
    await bus.close()
  })
  await expect.poll(() => vendor.asked()).toBeGreaterThan(0)
  return vendor
}
const alarms = async (site: TestSite) => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list

it('hands a call for help on until it is stored, while the database is away and after an answer that was lost, as one call', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  const outcomes: string[] = []
  const vendor = await lineTo(site, async (store) => {
    if (outcomes.length === 0) {
      outcomes.push('away')
      throw new NotReady(new Error('the database is away'))
    }
    const outcome = await store()
    outcomes.push(outcome)
    if (outcomes.length === 2) throw new NotReady(new Error('it is gone with its answer'))
    return outcome
  })
  // It says no time of its own.
  vendor.push({ cmd: 'server_push_sos', sos_type: '7', data: { user_info: { device_id: '100' } } })
  await expect.poll(() => outcomes).toHaveLength(3)
  expect(outcomes).toEqual(['away', 'accepted', 'duplicate'])
  expect(await alarms(site)).toMatchObject([{ deviceId: '100', alarmType: 4, count: 1 }])
})
