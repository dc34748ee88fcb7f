import type { Text } from '@vigil/contract/kernel/text.ts'
import { join } from 'node:path'

export const version = 18

export type EmbeddedPostgresReason =
  | 'alreadyRunning'
  | 'diskFull'
  | 'failed'
  | 'noAccount'
  | 'noPermission'
  | 'noPrograms'
  | 'otherVersion'
  | 'unreachable'

/** Why PostgreSQL cannot start, as one sentence in each language. The data are as they were. */
export class EmbeddedPostgresError extends Error {
  readonly reason: EmbeddedPostgresReason
  constructor(reason: EmbeddedPostgresReason, text: Text, cause?: unknown) {
    super(`${text.zh}\n${text.en}`, { cause })
    this.name = 'EmbeddedPostgresError'
    this.reason = reason
  }
}

/** Turns what the file system refuses in `folder` into a sentence. */
export const guarded = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOSPC' || code === 'EDQUOT') throw diskFull(folder, error)
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') throw noPermission(folder, error)
    throw error
  }
}

export const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

export const explain = (said: string, home: string): { error: EmbeddedPostgresError; sentence: Text } => {
  const lines = said.trim().split('\n')
  const decisive = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? ''
  const log = join(home, 'postgres.log')
  const sentence = {
    zh: `数据库未能启动：${decisive}（详见 ${log}）`,
    en: `PostgreSQL did not start: ${decisive} (more in ${log})`,
  }
  const failed = new EmbeddedPostgresError('failed', sentence)
  const known = /No space left on device|Disk quota exceeded/.test(said)
    ? diskFull(home, failed)
    : /initialized by PostgreSQL version/.test(said)
      ? otherVersion(join(home, 'data'), /version (\d+)/.exec(said)?.[1] ?? '?')
      : /Permission denied|Read-only file system|wrong ownership/.test(said)
        ? noPermission(home, failed)
        : failed
  const [zh = '', en = ''] = known.message.split('\n')
  return { error: known, sentence: { zh, en } }
}

export const alreadyRunning = (dataDir: string, pid: number) =>
  new EmbeddedPostgresError('alreadyRunning', {
    zh: `数据目录 ${dataDir} 正被另一个守望进程（${pid}）使用；请先停止它，或用 VIGIL_DATA_DIR 指定别的目录。`,
    en: `The data folder ${dataDir} is in use by another Vigil (process ${pid}): stop it first, or name another folder in VIGIL_DATA_DIR.`,
  })

export const diskFull = (folder: string, cause?: unknown) =>
  new EmbeddedPostgresError(
    'diskFull',
    {
      zh: `${folder} 所在磁盘空间不足，请清理后再启动；已有数据未受影响。`,
      en: `The disk of ${folder} is full: make space and start again. Existing data are untouched.`,
    },
    cause,
  )

const noPermission = (folder: string, cause?: unknown) =>
  new EmbeddedPostgresError(
    'noPermission',
    {
      zh: `没有 ${folder} 的读写权限；请修改权限，或用 VIGIL_DATA_DIR 指定别的目录。`,
      en: `No permission to read and write ${folder}: change its permissions, or name another folder in VIGIL_DATA_DIR.`,
    },
    cause,
  )

export const noPrograms = (said: string, cause?: unknown) =>
  new EmbeddedPostgresError(
    'noPrograms',
    {
      zh: `PostgreSQL ${version} 的程序不完整（${said.trim()}）；请运行 npm ci，或用 DATABASE_URL 指定已有的 PostgreSQL。`,
      en: `The programs of PostgreSQL ${version} are not complete (${said.trim()}): run npm ci, or name a PostgreSQL of your own in DATABASE_URL.`,
    },
    cause,
  )

export const otherVersion = (data: string, found: string) =>
  new EmbeddedPostgresError('otherVersion', {
    zh: `${data} 是 PostgreSQL ${found} 的数据，本版本需要 PostgreSQL ${version}；请用旧版守望备份后恢复到新目录，数据未被改动。`,
    en: `${data} holds data of PostgreSQL ${found}, this version needs PostgreSQL ${version}: back up with the older Vigil and restore into a new folder. Nothing was changed.`,
  })

export const notADatabase = (data: string) =>
  new EmbeddedPostgresError('failed', {
    zh: `${data} 已存在但不是数据库；请移走它，或用 VIGIL_DATA_DIR 指定别的目录。`,
    en: `${data} exists and is not a database: move it away, or name another folder in VIGIL_DATA_DIR.`,
  })
