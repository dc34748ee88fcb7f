import type { Text } from '@vigil/contract/kernel/text.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { readlink, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, asAccount, plainEnvironment, run } from './account.ts'
import { nullIfAbsent, readIfThere } from './files.ts'
import { errorCode, explain } from './refusals.ts'

export interface Site {
  readonly account: Account | null
  /** Folder with `bin`, `lib` and `share`. */
  readonly programs: string
  /** Folder with `data`, `password` and the log. */
  readonly home: string
  readonly throwaway: boolean
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  shared_buffers: '128MB',
  min_wal_size: '256MB',
  max_wal_size: '1GB',
  fsync: 'on',
  synchronous_commit: 'on',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  lc_messages: 'C',
}

const throwawaySettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '1200' }

/** Resolves when PostgreSQL accepts connections, rejects with what it said when it ended before that. */
export const launch = (site: Site, port: number, log: (text: string) => void): Promise<ChildProcess> =>
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

export const launchOnFreePort = async (site: Site, log: (text: string) => void, say: (text: Text) => void) => {
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
          throw explain(said, site.home).error
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
export const end = async (site: Site, child: ChildProcess | null) => {
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
export const endLeftover = async (site: Site, say: (text: Text) => void) => {
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
export const postmasterOf = async (data: string) => {
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
