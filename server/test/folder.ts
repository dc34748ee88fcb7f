import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own, gone with the test; in a hook `finish` is `afterFile`. */
export const temporaryFolder = async (finish: (work: () => Promise<void>) => void = onTestFinished): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-test-'))
  finish(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A file of these contents in a folder of its own. */
export const temporaryFile = async (name: string, contents: string | Uint8Array): Promise<string> => {
  const path = join(await temporaryFolder(), name)
  await writeFile(path, contents)
  return path
}
