import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { ConfigError } from './kernel/config.ts'
import { EmbeddedPostgresError, findEmbeddedPostgres, startEmbeddedPostgres } from './kernel/embedded-postgres.ts'
import { writePrivately } from './kernel/private-files.ts'
import { NotReady } from './kernel/refusal.ts'

const root = resolve(import.meta.dirname, '../..')

/** The site's database, for a command at the terminal: whether the site runs or not, an embedded one is started if need be. */
export const withSiteDatabase = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  writePrivately()
  const external = process.env['DATABASE_URL']
  if (external) return work(external)
  const dataDir = resolve(root, process.env['VIGIL_DATA_DIR'] || 'var')
  const running = await findEmbeddedPostgres(dataDir)
  if (running !== null) return work(running)
  const started = await startEmbeddedPostgres({ dataDir, cloneDir: root, say: () => undefined })
  try {
    return await work(started.url)
  } finally {
    await started.stop()
  }
}

/** Ends a command that failed, with a sentence where there is one for it. */
export const giveUp = (error: unknown, code: number): never => {
  process.stderr.write(`${sentenceOf(error) ?? inspect(error)}\n`)
  process.exit(code)
}

const sentenceOf = (error: unknown): string | null => {
  if (error instanceof EmbeddedPostgresError || error instanceof ConfigError) return error.message
  if (error instanceof NotReady)
    return `连接不上数据库，请检查 DATABASE_URL / the database cannot be reached, check DATABASE_URL: ${String(error.cause)}`
  if (error instanceof Error && 'code' in error && error.code === '42P01')
    return '这个站点还没有用此版本启动过 / this site was never started with this version'
  return null
}
