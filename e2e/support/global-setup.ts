import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { seedSite } from '@vigil/simulator/seed.ts'
import { freePort, untilSaid } from './product.ts'
import { adminPassword, firstPassword } from './site.ts'

const root = resolve(import.meta.dirname, '../..')

/** Starts the product as its user does, on a folder of its own, and fills it with the cast; ends it after the last spec. */
export default async (): Promise<() => Promise<void>> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigil-e2e-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const deviceKey = 'the-device-key-of-the-browser-tests'
  const env = {
    ...process.env,
    PORT: String(port),
    VIGIL_DATA_DIR: dataDir,
    VIGIL_ADMIN_PASSWORD: firstPassword,
    VIGIL_DEVICE_KEY: deviceKey,
  }
  const site = spawn(process.execPath, ['tools/start.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  await untilSaid(site, 'Vigil is running')

  const token = await createClient({ origin }).ask(sessionCalls.login, { userName: 'admin', password: firstPassword })
  const admin = createClient({ origin, token: () => token })
  await admin.ask(sessionCalls.updatePassword, { oldPassword: firstPassword, newPassword: adminPassword })
  await seedSite({ origin, token, passwords: { operator: firstPassword, guard: firstPassword, qt: firstPassword } })
  // Workers inherit what stands here when they start.
  process.env['VIGIL_E2E_ORIGIN'] = origin
  process.env['VIGIL_E2E_DEVICE_KEY'] = deviceKey

  return async () => {
    const ended = new Promise((done) => site.once('exit', done))
    site.kill('SIGINT')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}
