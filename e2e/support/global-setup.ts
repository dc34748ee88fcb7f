import { createClient, type Client } from '@vigil/contract/kernel/client.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { seedSite } from '@vigil/simulator/seed.ts'
import { startProduct } from './product.ts'
import { claimSite, firstPassword, siteOf } from './site.ts'

/** Starts the product as its user does, on a folder of its own, and fills it with the cast; ends it after the last spec. */
export default async (): Promise<() => Promise<void>> => {
  const deviceKey = 'the-device-key-of-the-browser-tests'
  const { origin, end } = await startProduct({
    VIGIL_ADMIN_PASSWORD: firstPassword,
    VIGIL_DEVICE_KEY: deviceKey,
    // Where tests play gates.
    VIGIL_ALLOW_TARGETS: '127.0.0.1',
    // Another run beside this one has terminals of its own.
    VIGIL_JT808_PORT: '0',
  })
  const token = await claimSite(origin)
  // Every test signs in as the administrator, three at a time.
  const save = async (admin: Client, settings: { readonly sessionsPerAccount?: number; readonly dutyRoster?: string[] }) =>
    admin.ask(siteCalls.saveSite, { ...(await admin.ask(siteCalls.getSite, undefined)), ...settings })
  await save(createClient({ origin, token: () => token }), { sessionsPerAccount: 100 })
  await seedSite({ origin, token, passwords: { operator: firstPassword, guard: firstPassword, qt: firstPassword } })
  // Nobody is on duty: how long a test takes with an alarm makes no step of it.
  await save((await siteOf(origin, deviceKey)).admin, { dutyRoster: [] })
  // Workers inherit what stands here when they start.
  process.env['VIGIL_E2E_ORIGIN'] = origin
  process.env['VIGIL_E2E_DEVICE_KEY'] = deviceKey

  return end
}
