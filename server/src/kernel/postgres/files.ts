import { constants } from 'node:fs'
import { access, chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode, guarded } from './refusals.ts'

export const nullIfAbsent = (error: unknown): null => {
  if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null
  throw error
}

export const readIfThere = (path: string) => readFile(path, 'utf8').catch(nullIfAbsent)
export const isThere = async (path: string) => (await stat(path).catch(nullIfAbsent)) !== null

/**
 * As root the database runs as another account, which has to pass through on the way to its own folder; what is private beside
 * that has a mode of its own.
 */
const folderMode = process.getuid?.() === 0 ? 0o711 : 0o700

/** Creates a folder, and those above it that are missing, with the same mode whatever the umask is. */
export const prepareFolder = (folder: string) =>
  guarded(folder, async () => {
    const there = await stat(folder).catch(nullIfAbsent)
    if (there === null) {
      const first = await mkdir(folder, { recursive: true })
      for (let made = folder; first !== undefined && made.length >= first.length; made = dirname(made)) {
        if (process.platform !== 'win32') await chmod(made, folderMode)
      }
    }
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  })
