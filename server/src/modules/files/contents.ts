import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The contents of files, each once under its SHA-256 in `<dataDir>/files/ab/`. */
export interface FileContents {
  /** Where files wait until they are complete. */
  readonly incoming: string
  /** A path there that nobody else has. */
  readonly reserve: () => Promise<string>
  readonly pathOf: (sha256: string) => string
  /** Moves a complete file to its place; it survives a power cut once this has returned. */
  readonly place: (path: string, sha256: string) => Promise<void>
  readonly drop: (sha256: string) => Promise<void>
  /** What is in its place, a folder at a time. */
  readonly placed: () => AsyncGenerator<readonly string[]>
  /** Removes what has waited since before an instant: its writer is gone. */
  readonly sweepIncoming: (before: number) => Promise<void>
}

export const createFileContents = (dataDir: string): FileContents => {
  const folder = join(dataDir, 'files')
  const incoming = join(folder, 'incoming')
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256)
  return {
    incoming,
    reserve: async () => {
      await mkdir(incoming, { recursive: true })
      return join(incoming, randomBytes(16).toString('hex'))
    },
    pathOf,
    place: async (path, sha256) => {
      await sync(path, 'r+')
      const target = pathOf(sha256)
      await mkdir(dirname(target), { recursive: true })
      await rename(path, target)
      // A folder holds the names of what is in it: they have to last as well.
      if (process.platform === 'win32') return
      for (const holder of [dirname(target), folder, dataDir]) await sync(holder, 'r')
    },
    drop: (sha256) => rm(pathOf(sha256), { force: true }),
    placed: async function* () {
      for (const name of await namesIn(folder)) {
        if (/^[0-9a-f]{2}$/.test(name)) yield (await namesIn(join(folder, name))).filter((found) => /^[0-9a-f]{64}$/.test(found))
      }
    },
    sweepIncoming: async (before) => {
      for (const name of await namesIn(incoming)) {
        const path = join(incoming, name)
        const age = await stat(path).catch(absent)
        if (age !== null && age.mtimeMs < before) await rm(path, { force: true })
      }
    },
  }
}

const sync = async (path: string, flags: string): Promise<void> => {
  const file = await open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const absent = (error: unknown): null => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(absent)) ?? []
