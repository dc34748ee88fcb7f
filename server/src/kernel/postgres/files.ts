import { constants } from 'node:fs'
import { access, chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { errorCode, guarded } from './refusals.ts'

export const nullIfAbsent = (error: unknown): null => {
  if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null
  throw error
}

export const readIfThere = (path: string) => readFile(path, 'utf8').catch(nullIfAbsent)
export const isThere = async (path: string) => (await stat(path).catch(nullIfAbsent)) !== null

/** Creates a folder that other accounts may pass through; what is private inside has a mode of its own. */
export const prepareFolder = (folder: string) =>
  guarded(folder, async () => {
    const there = await stat(folder).catch(nullIfAbsent)
    if (there === null) {
      await mkdir(folder, { recursive: true })
      if (process.platform !== 'win32') await chmod(folder, 0o711)
    }
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  })
