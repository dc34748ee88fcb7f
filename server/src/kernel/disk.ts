import { mkdir, open, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from './db.ts'
import type { Logger } from './log.ts'
import { NotReady } from './refusal.ts'

/** `low`: somebody has to make room, and no file is taken. `full`: positions are refused, so that alarms and calls for help have what is left. */
export type DiskState = 'fine' | 'low' | 'full'

/** Bytes. */
export interface DiskSpace {
  readonly state: DiskState
  readonly free: number
  readonly total: number
}

/** Bytes free at which a disk is low and full; null for shares of the disk. */
export interface Watermarks {
  readonly low: number | null
  readonly full: number | null
}

export interface DiskWatch {
  readonly space: () => DiskSpace
  /** Positions may be stored. */
  readonly takesPositions: () => boolean
  /** Files may be kept: they wait before anything else does. Throws `NotReady` where the disk is low. */
  readonly requireRoom: () => void
  /** The database found no room: true if the reserve gave some, so that it is worth another try. */
  readonly ranFull: () => Promise<boolean>
  readonly look: () => Promise<void>
}

const mebibyte = 1024 * 1024
/** What only alarms and calls for help may use: a file that is there to be removed. A call for help takes about a kilobyte. */
const reserveBytes = 64 * mebibyte
const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value))
const lowMark = (total: number): number => between(160 * mebibyte, total * 0.1, 5 * 1024 * mebibyte)
const fullMark = (total: number): number => between(96 * mebibyte, total * 0.03, 1024 * mebibyte)

/**
 * Watches the disks of the data folder and of a database on this machine. A full disk stops PostgreSQL, and with it the calls
 * for help: so positions, which are nearly everything that is written, are refused before that, and what is left and a reserve
 * beside the database go to the calls.
 */
export const createDiskWatch = async ({
  dataDir,
  marks,
  db,
  log,
}: {
  readonly dataDir: string
  readonly marks: Watermarks
  readonly db: Database
  readonly log: Logger
}): Promise<DiskWatch> => {
  const databaseDir = await whereDatabaseIs(db, log)
  const folders = [...new Set([dataDir, ...(databaseDir === null ? [] : [databaseDir])])]
  // Beside the database, where a removed file makes room for it; of a database elsewhere only the data folder is known.
  const reserve = join(databaseDir === null ? dataDir : dirname(databaseDir), 'reserve')
  let mayReserve = true
  let space: DiskSpace = { state: 'fine', free: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY }

  const measure = async (folder: string): Promise<DiskSpace | null> => {
    try {
      const { bavail, blocks, bsize } = await statfs(folder)
      const [free, total] = [bavail * bsize, blocks * bsize]
      const state = free < (marks.full ?? fullMark(total)) ? 'full' : free < (marks.low ?? lowMark(total)) ? 'low' : 'fine'
      return { state, free, total }
    } catch (error) {
      log.debug({ err: error, folder }, 'a disk could not be measured')
      return null
    }
  }
  const reserved = async (): Promise<boolean> =>
    stat(reserve).then(
      ({ size }) => size >= reserveBytes,
      () => false,
    )
  const makeReserve = async (): Promise<void> => {
    try {
      await writeReserve()
    } catch (error) {
      // A database of somebody else's: there is no reserve then, and to say so once is enough.
      mayReserve = false
      log.warn({ err: error, reserve }, 'no reserve can be kept on the disk of the database')
    }
  }
  const writeReserve = async (): Promise<void> => {
    await mkdir(dirname(reserve), { recursive: true })
    const file = await open(reserve, 'w', 0o600)
    try {
      // Written, not only claimed: a hole in a file reserves nothing.
      for (let written = 0; written < reserveBytes; written += mebibyte) await file.write(Buffer.alloc(mebibyte, 1))
      await file.sync()
    } finally {
      await file.close()
    }
  }
  const giveReserve = async (): Promise<boolean> => {
    if (!(await reserved())) return false
    await rm(reserve, { force: true })
    log.warn({ reserve }, 'the reserve of the disk was given to alarms and calls for help')
    return true
  }
  const look = async (): Promise<void> => {
    const measured = (await Promise.all(folders.map(measure))).filter((one) => one !== null)
    const [tightest] = measured.sort((a, b) => rank[b.state] - rank[a.state] || a.free - b.free)
    if (!tightest) return
    if (tightest.state !== space.state)
      log[tightest.state === 'fine' ? 'info' : 'warn']({ ...tightest }, `the disk is ${tightest.state}`)
    space = tightest
    if (space.state === 'full' && space.free < reserveBytes / 2) await giveReserve()
    else if (space.state === 'fine' && mayReserve && !(await reserved())) await makeReserve()
  }
  const lookAndTell = async (): Promise<void> => {
    try {
      await look()
    } catch (error) {
      log.warn({ err: error }, 'the disk could not be looked after')
    }
  }

  await lookAndTell()
  return {
    space: () => space,
    takesPositions: () => space.state !== 'full',
    requireRoom: () => {
      if (space.state !== 'fine') throw new NotReady(new Error('the disk is low: files are not taken'), lowOnRoom)
    },
    ranFull: async () => {
      space = { ...space, state: 'full' }
      return giveReserve()
    },
    look: lookAndTell,
  }
}

/** What a person is told who wants a file kept. */
export const lowOnRoom = {
  zh: '服务器磁盘空间不足，暂不能上传或导出文件，请联系管理员清理',
  en: 'The server is low on disk space: files cannot be uploaded or exported until an administrator frees up space',
}
const rank: Readonly<Record<DiskState, number>> = { fine: 0, low: 1, full: 2 }

/** Its folder if it is on this machine and may be asked; null otherwise. */
const whereDatabaseIs = async (db: Database, log: Logger): Promise<string | null> => {
  try {
    const { rows } = await sql<{ data_directory: string }>`SHOW data_directory`.execute(db.sql)
    const folder = rows[0]?.data_directory
    if (folder === undefined) return null
    await statfs(folder)
    return folder
  } catch (error) {
    log.info({ err: error }, 'the disk of the database cannot be watched from here, only that of the data folder')
    return null
  }
}
