import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'

export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })

/** Waits until the product's starter says these words; rejects with all it said when it ends before. */
export const untilSaid = (child: ChildProcess, words: string): Promise<void> =>
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
