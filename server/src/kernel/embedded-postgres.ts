import type { Text } from '@vigil/contract/kernel/text.ts'
import type { ChildProcess } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openBoundedLog } from './bounded-log.ts'
import { holdFolder } from './folder-hold.ts'
import { chooseAccount, ownerOf } from './postgres/account.ts'
import { createCluster, keptPassword, user } from './postgres/cluster.ts'
import { isThere, prepareFolder, readIfThere } from './postgres/files.ts'
import { chooseHome, choosePrograms, shortHash } from './postgres/place.ts'
import { end, endLeftover, launch, launchOnFreePort, postmasterOf, type Site } from './postgres/process.ts'
import { alreadyRunning, explain, notADatabase, otherVersion, version } from './postgres/refusals.ts'

export { prepareFolder } from './postgres/files.ts'
export { EmbeddedPostgresError } from './postgres/refusals.ts'

/**
 * A whole PostgreSQL from the dependencies, for a site that has none of its own.
 *
 *   <dataDir>/postgres/data          the database, readable by the database's account only
 *   <dataDir>/postgres/password      made once, mode 0600
 *   <dataDir>/postgres/postgres.log  bounded; postgres.log.1 is the one before
 *   <dataDir>/postgres/place         present when the three above had to go to <refuge>/<clone>/<data folder>
 */
export interface EmbeddedPostgres {
  /** Stays the same when a PostgreSQL that died is brought back. */
  readonly url: string
  /** Resolves when PostgreSQL has written everything and ended. */
  readonly stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  /** Names the place in the refuge when this clone's folders are closed to the database's account. */
  readonly cloneDir: string
  readonly say: (text: Text) => void
  /** Where programs and data go when their own folders are closed to the database's account. */
  readonly refuge?: string
  /** For tests: nothing is forced to disk, a crash loses everything. */
  readonly throwaway?: boolean
}

const database = 'vigil'

export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  let dataDir = resolve(options.dataDir)
  await prepareFolder(dataDir)
  dataDir = await realpath(dataDir)
  const hold = await holdFolder(dataDir, 'postgres')
  if ('heldBy' in hold) throw alreadyRunning(dataDir, hold.heldBy)
  try {
    const running = await start(options, dataDir)
    let stopped: Promise<void> | null = null
    return { url: running.url, stop: () => (stopped ??= running.stop().then(hold.release)) }
  } catch (error) {
    await hold.release()
    throw error
  }
}

/** The address of the PostgreSQL that another process has started on this data folder, or null when none is running. */
export const findEmbeddedPostgres = async (dataDir: string): Promise<string | null> => {
  const near = join(resolve(dataDir), 'postgres')
  const home = (await readIfThere(join(near, 'place')))?.trim() ?? near
  const password = await readIfThere(join(home, 'password'))
  const data = join(home, 'data')
  if (password === null || (await postmasterOf(data)) === null) return null
  const port = (await readIfThere(join(data, 'postmaster.pid')))?.split('\n')[3]
  return port === undefined ? null : addressOf(Number(port), password)
}

/** One statement on a connection of its own, for what has to be known before the server runs. */
export const askDatabase = async <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  const broken = new Promise<never>((_, reject) => client.once('error', reject))
  const answered = async () => {
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }
  return Promise.race([answered(), broken])
}

const start = async (options: EmbeddedPostgresOptions, dataDir: string): Promise<EmbeddedPostgres> => {
  const refuge = join(options.refuge ?? '/var/lib/vigil', shortHash(resolve(options.cloneDir)))
  const preferred = await chooseAccount()
  const home = await chooseHome(dataDir, refuge, preferred, options.say)
  const data = join(home, 'data')
  const account = preferred === null ? null : ((await ownerOf(data)) ?? preferred)
  const programs = await choosePrograms(refuge, account, options.say)
  const site: Site = { account, programs, home, throwaway: options.throwaway ?? false }

  const found = (await readIfThere(join(data, 'PG_VERSION')))?.trim()
  if (found !== undefined && found !== String(version)) throw otherVersion(data, found)
  if (found === undefined && (await isThere(data))) throw notADatabase(data)

  const password = found === undefined ? await createCluster(site) : await keptPassword(site, options.say)
  await endLeftover(site, options.say)
  const log = openBoundedLog(join(home, 'postgres.log'))
  let running: { child: ChildProcess; port: number }
  try {
    running = await launchOnFreePort(site, log.write, options.say)
  } catch (error) {
    log.close()
    throw error
  }

  const { port } = running
  let stopping = false
  let revival: Promise<void> | null = null
  const watch = (child: ChildProcess) =>
    child.once('exit', () => {
      if (!stopping) revival = revive()
    })
  /** Brings a PostgreSQL that died back on its port, however long that takes: the server waits with 503 meanwhile. */
  const revive = async () => {
    options.say({ zh: '数据库意外停止，正在重新启动。', en: 'PostgreSQL stopped unexpectedly and is being restarted.' })
    for (let wait = 200; !stopping; wait = Math.min(wait * 2, 3_000)) {
      try {
        running = { child: await launch(site, port, log.write), port }
        options.say({ zh: '数据库已恢复。', en: 'PostgreSQL is back.' })
        watch(running.child)
        return
      } catch (error) {
        const why = error instanceof Error ? error : new Error(String(error))
        log.write(`not started: ${why.message}\n`)
        if (wait > 1_000) options.say(explain(why.message, site.home).sentence)
        await pause(wait)
      }
    }
  }
  // When we end without having been stopped, PostgreSQL is told to end too; only `kill -9` leaves one over.
  const endWithUs = () => running.child.kill('SIGINT')
  process.once('exit', endWithUs)
  const stop = async () => {
    stopping = true
    process.off('exit', endWithUs)
    await revival
    await end(site, running.child)
    log.close()
  }
  watch(running.child)
  try {
    await createDatabase(port, password, site.throwaway)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: addressOf(port, password), stop }
}

const createDatabase = async (port: number, password: string, throwaway: boolean) => {
  const maintenance = addressOf(port, password, 'postgres')
  const there = await askDatabase(maintenance, `SELECT 1 FROM pg_database WHERE datname = '${database}'`)
  if (there.length > 0) return
  await askDatabase(maintenance, `CREATE DATABASE ${database}`)
  if (!throwaway) await fillLogFiles(maintenance)
}

/** Files of the write-ahead log within `min_wal_size`, each of 16 MB. */
const logFiles = 15
/**
 * A new database fills the files of its write-ahead log one by one, and whoever comes to the end of one waits 50 ms for the
 * next, an alarm too; later they are used again. They are all made here, before anybody waits.
 */
const fillLogFiles = async (url: string) => {
  await askDatabase(url, 'CREATE TABLE log_file (number int)')
  for (let number = 0; number < logFiles; number += 1) {
    await askDatabase(url, `INSERT INTO log_file VALUES (${number})`)
    await askDatabase(url, 'SELECT pg_switch_wal()')
  }
  await askDatabase(url, 'DROP TABLE log_file')
  await askDatabase(url, 'CHECKPOINT')
}

const addressOf = (port: number, password: string, name = database) =>
  `postgresql://${user}:${password.trim()}@127.0.0.1:${port}/${name}`
