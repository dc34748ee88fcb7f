import type { Text } from '@vigil/contract/kernel/text.ts'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askDatabase, type EmbeddedPostgresOptions, findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const isRoot = process.getuid?.() === 0
let room = ''
let dataDir = ''
let said: Text[] = []
let toEnd: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), 'vigil-postgres-'))
  await chmod(room, 0o755)
  dataDir = join(room, 'var')
  said = []
  toEnd = []
})
afterEach(async () => {
  for (const end of toEnd.toReversed()) await end()
  await rm(room, { recursive: true })
})

const start = async (more: Partial<EmbeddedPostgresOptions> = {}) => {
  const running = await startEmbeddedPostgres({ dataDir, cloneDir: room, say: (text) => said.push(text), ...more })
  toEnd.push(() => running.stop())
  return running
}
const value = async (url: string, expression: string) => {
  const [row] = await askDatabase<{ value: unknown }>(url, `SELECT ${expression} AS value`)
  return row?.value
}
const postmaster = async () => Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])
/** Whether a process runs; one that ended and was not yet fetched by its parent has no command line any more. */
const isAlive = async (pid: number) => (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== ''

/** Another Vigil on the same data folder, to be killed without mercy. */
const startInAnotherProcess = async (): Promise<ChildProcess> => {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)}
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, cloneDir: '/', say: () => undefined })
    console.log('up')
    setInterval(() => undefined, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(other.stdout, 'data')
  return other
}
const kill = async (child: ChildProcess) => {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('a PostgreSQL of our own', () => {
  test('starts with durable settings, on loopback alone, and keeps what it was given', async () => {
    const first = await start()
    expect(await value(first.url, `current_setting('fsync') || current_setting('synchronous_commit')`)).toBe('onon')
    expect(await value(first.url, `current_setting('listen_addresses') || current_setting('unix_socket_directories')`)).toBe(
      '127.0.0.1',
    )
    expect(await value(first.url, `current_setting('server_version_num')::int / 10000`)).toBe(18)
    expect(await value(first.url, `(SELECT rolpassword FROM pg_authid WHERE rolname = 'vigil')`)).toMatch(/^SCRAM-SHA-256/)
    expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600)
    await askDatabase(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    expect(await findEmbeddedPostgres(dataDir)).toBe(first.url)
    await first.stop()
    expect(await findEmbeddedPostgres(dataDir)).toBeNull()

    const second = await start()
    expect(await value(second.url, '(SELECT answer FROM kept)')).toBe(42)
  })

  test('finds Chinese text by trigram and orders by code point whatever the machine speaks', async () => {
    const { url } = await start({ throwaway: true })
    await askDatabase(url, 'CREATE EXTENSION pg_trgm')
    expect(await value(url, `similarity('水泥磨机房', '水泥磨') > 0.3`)).toBe(true)
    expect(await value(url, `(SELECT datlocale FROM pg_database WHERE datname = current_database())`)).toBe('C.UTF-8')
  })

  test('wants the password', async () => {
    const { url } = await start({ throwaway: true })
    const wrong = Object.assign(new URL(url), { password: 'guessed' }).href
    await expect(askDatabase(wrong, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
  })

  test('sets a new password when the file with the old one is gone', async () => {
    const first = await start({ throwaway: true })
    await first.stop()
    await rm(join(dataDir, 'postgres/password'))
    const second = await start({ throwaway: true })
    expect(second.url).not.toContain(new URL(first.url).password)
    expect(await value(second.url, '1')).toBe(1)
  })
})

describe('after a crash', () => {
  test('of our process: the PostgreSQL left over is ended, its data are there', async () => {
    const other = await startInAnotherProcess()
    const url = await findEmbeddedPostgres(dataDir)
    await askDatabase(url ?? '', 'CREATE TABLE kept AS SELECT 42 AS answer')
    const leftOver = await postmaster()
    await kill(other)
    expect(await isAlive(leftOver)).toBe(true)

    const again = await start()
    expect(await isAlive(leftOver)).toBe(false)
    expect(await value(again.url, '(SELECT answer FROM kept)')).toBe(42)
  })

  test('of both: the next start recovers', async () => {
    const other = await startInAnotherProcess()
    const url = await findEmbeddedPostgres(dataDir)
    await askDatabase(url ?? '', 'CREATE TABLE kept AS SELECT 42 AS answer')
    process.kill(await postmaster(), 'SIGKILL')
    await kill(other)
    const again = await start()
    expect(await value(again.url, '(SELECT answer FROM kept)')).toBe(42)
  })

  test('of PostgreSQL alone: it is brought back at the same address', async () => {
    const { url } = await start()
    const before = await postmaster()
    process.kill(before, 'SIGKILL')
    await expect.poll(() => value(url, '1').catch(() => 0)).toBe(1)
    expect(await postmaster()).not.toBe(before)
  })

  test('of the machine: a recorded process number that now is another program is no obstacle', async () => {
    const first = await start()
    const record = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
    await first.stop()
    await writeFile(join(dataDir, 'postgres/data/postmaster.pid'), record.replace(/^\d+/, String(process.ppid)))
    const again = await start()
    expect(await value(again.url, '1')).toBe(1)
  })

  test('in the middle of the first start: it begins anew', async () => {
    await mkdir(join(dataDir, 'postgres/data.new/base'), { recursive: true })
    const { url } = await start({ throwaway: true })
    expect(await value(url, '1')).toBe(1)
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('data.new')
  })
})

describe('refuses with a sentence', () => {
  test('a second start on the same data folder while the first lives', async () => {
    const { url } = await start({ throwaway: true })
    await expect(start()).rejects.toMatchObject({
      reason: 'alreadyRunning',
      message: expect.stringContaining(String(process.pid)),
    })
    expect(await value(url, '1')).toBe(1)
  })

  test('data of another major version, and leaves them as they were', async () => {
    const data = join(dataDir, 'postgres/data')
    await mkdir(data, { recursive: true })
    await writeFile(join(data, 'PG_VERSION'), '15\n')
    await expect(start()).rejects.toMatchObject({
      reason: 'otherVersion',
      message: expect.stringMatching(/PostgreSQL 15.*PostgreSQL 18/),
    })
    expect(await readdir(data)).toEqual(['PG_VERSION'])
  })

  test('a folder that is no database, and leaves it as it was', async () => {
    await mkdir(join(dataDir, 'postgres/data'), { recursive: true })
    await writeFile(join(dataDir, 'postgres/data/letter.txt'), 'dear')
    await expect(start()).rejects.toMatchObject({ reason: 'failed' })
    expect(await readFile(join(dataDir, 'postgres/data/letter.txt'), 'utf8')).toBe('dear')
  })

  test('a place where nothing may be written', async () => {
    await expect(start({ dataDir: '/sys/vigil' })).rejects.toMatchObject({ reason: 'noPermission' })
  })

  test.runIf(isRoot && canMount())('a full disk, and starts again once there is space', async () => {
    await mkdir(dataDir)
    const mount = (size: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', `${size},mode=755`, 'vigil-test', dataDir])
    mount('size=30m')
    toEnd.push(async () => spawnSync('umount', [dataDir]))
    await expect(start()).rejects.toMatchObject({ reason: 'diskFull' })
    expect(await readdir(join(dataDir, 'postgres'))).toEqual([])

    mount('remount,size=400m')
    const first = await start()
    await askDatabase(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    spawnSync('sh', ['-c', `head -c 500m /dev/zero > ${dataDir}/filler`])
    await expect(start()).rejects.toMatchObject({ reason: 'diskFull' })
    await rm(join(dataDir, 'filler'))
    const second = await start()
    expect(await value(second.url, '(SELECT answer FROM kept)')).toBe(42)
    await second.stop()
  })
})

describe.runIf(isRoot)('as root', () => {
  test("where the database's account cannot enter the data folder, it lives in the refuge and says so", async () => {
    const refuge = join(room, 'refuge')
    const closed = join(room, 'closed')
    await mkdir(closed, { mode: 0o700 })
    dataDir = join(closed, 'var')
    const first = await start({ refuge })
    await askDatabase(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const place = (await readFile(join(dataDir, 'postgres/place'), 'utf8')).trim()
    expect(place.startsWith(refuge)).toBe(true)
    expect(said.some(({ en }) => en.includes(place))).toBe(true)
    expect((await stat(join(place, 'data'))).uid).not.toBe(0)
    await first.stop()

    const second = await start({ refuge, cloneDir: '/moved/elsewhere' })
    expect(await value(second.url, '(SELECT answer FROM kept)')).toBe(42)
  })

  test('a database that its account can no longer reach is not taken for a new one', async () => {
    await (await start()).stop()
    await chmod(dataDir, 0o700)
    await expect(start({ refuge: join(room, 'refuge') })).rejects.toMatchObject({ reason: 'unreachable' })
    await chmod(dataDir, 0o755)
    await start()
  })
})

function canMount() {
  const probe = join(tmpdir(), `vigil-mount-${process.pid}`)
  const done = spawnSync('sh', [
    '-c',
    `mkdir -p ${probe} && mount -t tmpfs none ${probe} && umount ${probe}; s=$?; rmdir ${probe}; exit $s`,
  ])
  return done.status === 0
}
