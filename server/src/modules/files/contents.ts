import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Text } from '@vigil/contract/kernel/text.ts'

/** The contents of files, each once under its SHA-256 in `<dataDir>/files/ab/`. */
export interface FileContents {
  /** Where files wait until they are complete. */
  readonly incoming: string
  /** A path there that nobody else has. */
  readonly reserve: () => Promise<string>
  /** Writes a file there, which survives a power cut under that path; what goes wrong leaves none. */
  readonly write: (bytes: Buffer) => Promise<string>
  readonly pathOf: (sha256: string) => string
  /** Moves a complete file to its place; it survives a power cut once this has returned. `isSynced`: what it holds does already. */
  readonly place: (path: string, sha256: string, isSynced?: boolean) => Promise<void>
  /** With its thumbnail. */
  readonly drop: (sha256: string) => Promise<void>
  readonly thumbnailOf: (sha256: string) => string
  /** Moves a thumbnail that is drawn to its place; one that is lost is drawn again. */
  readonly placeThumbnail: (path: string, sha256: string) => Promise<void>
  /** Why there can be no thumbnail of a picture; null where nobody found that out. */
  readonly whyNoThumbnail: (sha256: string) => Promise<Text | null>
  readonly noteNoThumbnail: (sha256: string, reason: Text) => Promise<void>
  /** Removes thumbnails that were drawn while their pictures went. */
  readonly sweepThumbnails: () => Promise<void>
  /** What is in its place, a folder at a time. */
  readonly placed: () => AsyncGenerator<readonly string[]>
  /** Removes what has waited since before an instant: its writer is gone. */
  readonly sweepIncoming: (before: number) => Promise<void>
}

/** What a thumbnail is called behind the name of its picture. */
const ofThumbnail = '.thumbnail'
const ofNone = '.no-thumbnail'
const isShelf = /^[0-9a-f]{2}$/

export const createFileContents = (dataDir: string): FileContents => {
  const folder = join(dataDir, 'files')
  const incoming = join(folder, 'incoming')
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256)
  const thumbnailOf = (sha256: string): string => `${pathOf(sha256)}${ofThumbnail}`
  const noneOf = (sha256: string): string => `${pathOf(sha256)}${ofNone}`
  /** Shelves of which this process knows that they last: cameras push pictures by the hundred, and each look at a disk takes its time. */
  const lasting = new Set<string>()
  const moveTo = async (path: string, target: string): Promise<void> => {
    const shelf = dirname(target)
    if (!lasting.has(shelf)) await mkdir(shelf, { recursive: true })
    try {
      await rename(path, target)
    } catch (error) {
      // Somebody took the empty shelf away.
      if (!lasting.delete(shelf) || !isAbsent(error)) throw error
      await mkdir(shelf, { recursive: true })
      await rename(path, target)
    }
  }
  const reserve = async (): Promise<string> => {
    await mkdir(incoming, { recursive: true })
    return join(incoming, randomBytes(16).toString('hex'))
  }
  return {
    incoming,
    reserve,
    write: async (bytes) => {
      const path = await reserve()
      try {
        await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true })
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return path
    },
    pathOf,
    place: async (path, sha256, isSynced = false) => {
      if (!isSynced) await sync(path, 'r+')
      const target = pathOf(sha256)
      await moveTo(path, target)
      // A folder holds the names of what is in it: they have to last as well.
      if (process.platform === 'win32') return
      const shelf = dirname(target)
      for (const holder of lasting.has(shelf) ? [shelf] : [shelf, folder, dataDir]) await sync(holder, 'r')
      lasting.add(shelf)
    },
    drop: async (sha256) => {
      await rm(pathOf(sha256), { force: true })
      for (const beside of [thumbnailOf(sha256), noneOf(sha256)]) await rm(beside, { force: true })
    },
    thumbnailOf,
    placeThumbnail: async (path, sha256) => {
      await sync(path, 'r+')
      await rename(path, thumbnailOf(sha256))
    },
    whyNoThumbnail: async (sha256) => {
      const noted = await readFile(noneOf(sha256), 'utf8').catch(absent)
      // One that a power cut left half written is found out again.
      const [zh = '', en = ''] = noted?.split('\n') ?? []
      return zh && en ? { zh, en } : null
    },
    noteNoThumbnail: (sha256, { zh, en }) => writeFile(noneOf(sha256), `${zh}\n${en}\n`, { mode: 0o600 }),
    sweepThumbnails: async () => {
      for (const name of (await namesIn(folder)).filter((found) => isShelf.test(found))) {
        const there = new Set(await namesIn(join(folder, name)))
        for (const found of there)
          if (/\.(no-)?thumbnail$/.test(found) && !there.has(found.slice(0, found.indexOf('.'))))
            await rm(join(folder, name, found), { force: true })
      }
    },
    placed: async function* () {
      for (const name of await namesIn(folder)) {
        if (isShelf.test(name)) yield (await namesIn(join(folder, name))).filter((found) => /^[0-9a-f]{64}$/.test(found))
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

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const absent = (error: unknown): null => {
  if (isAbsent(error)) return null
  throw error
}
const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(absent)) ?? []
