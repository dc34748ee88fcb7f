import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'

export const root = resolve(import.meta.dirname, '../..')
export const firstPassword = 'first-Pass-9182'
export const adminPassword = 'later-Pass-7731'

/** A site that runs. */
export interface Product {
  readonly origin: string
  readonly deviceKey: string
  /** A session of `admin`, whose password is `adminPassword`. */
  readonly token: string
  readonly stop: () => Promise<void>
}

/** Starts the product as its user does, on an empty folder of its own. */
export const startProduct = async (): Promise<Product> => {
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
  const child = spawn(process.execPath, ['tools/start.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = async (): Promise<void> => {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGINT')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  await untilSaid(child, 'Vigil is running')
  const token = await createClient({ origin }).ask(sessionCalls.login, { userName: 'admin', password: firstPassword })
  await createClient({ origin, token: () => token }).ask(sessionCalls.updatePassword, {
    oldPassword: firstPassword,
    newPassword: adminPassword,
  })
  return { origin, deviceKey, token, stop }
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })

/** Waits until the product's starter says these words; rejects with all it said when it ends before. */
const untilSaid = (child: ChildProcess, words: string): Promise<void> =>
  new Promise((done, fail) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes(words)) done()
      })
    }
    child.once('exit', (code) => fail(new Error(`the site ended with ${code}:\n${said}`)))
  })
