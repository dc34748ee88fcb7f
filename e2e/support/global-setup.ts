import { seedSite } from '@vigil/simulator/seed.ts'
import { firstPassword, startProduct } from './product.ts'

/** One site for all specs, filled with the cast; ended after the last of them. */
export default async (): Promise<() => Promise<void>> => {
  const { origin, token, deviceKey, stop } = await startProduct()
  await seedSite({ origin, token, passwords: { operator: firstPassword, guard: firstPassword, qt: firstPassword } })
  // Workers inherit what stands here when they start.
  process.env['VIGIL_E2E_ORIGIN'] = origin
  process.env['VIGIL_E2E_DEVICE_KEY'] = deviceKey
  return stop
}
