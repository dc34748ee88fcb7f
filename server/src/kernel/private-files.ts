import { constants } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { Logger } from './log.ts'

const program = resolve(import.meta.dirname, '../../..')
const hasModes = process.platform !== 'win32'

/** What this process and those that it starts write from now on is for its own account alone. Not to be called in a worker. */
export const writePrivately = (): void => {
  if (hasModes) process.umask(0o077)
}

/** The most that is left to anybody; other accounts pass through a passable folder and see nothing of what is in it. */
const most = { folder: 0o700, passable: 0o711, file: 0o600 } as const
const modeBits = 0o7777
const sticky = 0o1000

interface Closing {
  closed: number
  readonly refused: { readonly path: string; readonly error: unknown }[]
}

/**
 * Takes from other accounts what is open to them in the data folder, whoever left it so; says in the log how much that was.
 * Folders come before what is in them, and nothing is reached through a symbolic link.
 *
 * The embedded database looks after its own folder. Where it runs as another account, the two folders above it stay passable.
 * A folder that is not the site's alone, one for everybody's files or one that holds the program, is left as it is.
 */
export const closeDataFolder = async (dataDir: string, log: Logger): Promise<void> => {
  const root = hasModes ? await realpath(dataDir).catch(() => null) : null
  if (root === null) return
  if (!relative(root, program).startsWith('..') || ((await lstat(root)).mode & sticky) !== 0) {
    log.warn({ dataDir: root }, 'the data folder is not the site’s alone and stays as open as it is')
    return
  }
  const closing: Closing = { closed: 0, refused: [] }
  const postgres = join(root, 'postgres')
  const folderMode = (await isOfAnother(join(postgres, 'data'))) ? most.passable : most.folder
  await close(closing, root, folderMode)
  await close(closing, postgres, folderMode)
  await closeIn(closing, root, (path) => path !== postgres)
  await closeIn(closing, postgres, () => false)
  const { closed, refused } = closing
  if (closed > 0) log.info({ dataDir: root, closed }, 'files and folders were closed to other accounts')
  const [first] = refused
  if (first)
    log.warn({ err: first.error, path: first.path, refused: refused.length }, 'files could not be closed to other accounts')
}

const isOfAnother = async (path: string): Promise<boolean> =>
  lstat(path).then(
    ({ uid }) => uid !== process.getuid?.(),
    () => false,
  )

/** Closes what is in a folder, and in the folders below that `enters` says. */
const closeIn = async (closing: Closing, folder: string, enters: (path: string) => boolean): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    note(closing, folder, error)
    return []
  })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isFile()) await close(closing, path, most.file)
    if (!entry.isDirectory() || !enters(path)) continue
    await close(closing, path, most.folder)
    await closeIn(closing, path, enters)
  }
}

const close = async (closing: Closing, path: string, allowed: number): Promise<void> => {
  try {
    if (((await lstat(path)).mode & modeBits & ~allowed) === 0) return
    // Whatever stands there by now: what is opened like this is no link, and no pipe is waited for.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      await file.chmod((await file.stat()).mode & allowed)
      closing.closed += 1
    } finally {
      await file.close()
    }
  } catch (error) {
    note(closing, path, error)
  }
}

/** What went meanwhile, or became a link, needs no closing. */
const note = ({ refused }: Closing, path: string, error: unknown): void => {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code !== 'ENOENT' && code !== 'ELOOP') refused.push({ path, error })
}
