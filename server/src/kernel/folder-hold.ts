import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface FolderHold {
  readonly release: () => Promise<void>
}

/**
 * Takes a folder for this process alone, for as long as the process lives: the hold is a listening local socket named after
 * the folder, so the system gives it back even after `kill -9` and no stale lock file can remain. Answers the number of the
 * process that has the folder when it is taken.
 */
export const holdFolder = async (folder: string, purpose: string): Promise<FolderHold | { heldBy: number }> => {
  const name = `vigil-${purpose}-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)}`
  const address = addressOf(name)
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(String(process.pid))
  })
  const listen = () =>
    new Promise<boolean>((resolve, reject) => {
      const refused = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error))
      server.once('error', refused)
      server.listen(address, () => {
        server.off('error', refused)
        resolve(true)
      })
    })
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await listen()) {
      server.unref()
      return { release: () => new Promise((resolve) => server.close(() => resolve())) }
    }
    const holder = await askHolder(address)
    if (holder !== null) return { heldBy: holder }
    if (address.startsWith('/')) await rm(address, { force: true })
  }
  throw new Error(`${folder}: neither free nor held`)
}

const addressOf = (name: string): string => {
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

/** The holder's process number, or null when nobody answers any more. */
const askHolder = (address: string): Promise<number | null> =>
  new Promise((resolve) => {
    let answer = ''
    const socket = connect(address)
    socket.setTimeout(2_000, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(Number(answer) || 0))
  })
