import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export const freePort = (): Promise<number> =>
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

export interface Product {
  readonly origin: string
  readonly end: () => Promise<void>
}

/** Starts the product as its user does, on an empty folder of its own; `end` ends it and removes the folder. */
export const startProduct = async (environment: Readonly<Record<string, string>>): Promise<Product> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigil-e2e-'))
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), VIGIL_DATA_DIR: dataDir, ...environment }
  const product = spawn(process.execPath, ['tools/start.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  await untilSaid(product, 'Vigil is running')
  return {
    origin: `http://127.0.0.1:${port}`,
    end: async () => {
      const ended = new Promise((done) => product.once('exit', done))
      product.kill('SIGINT')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
