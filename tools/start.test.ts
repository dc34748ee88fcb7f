import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { askDatabase, findEmbeddedPostgres, startEmbeddedPostgres } from '../server/src/kernel/embedded-postgres.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPatience } from './start/keep-running.ts'

// The supervisor with a real PostgreSQL, and with a server, a simulator and a console that are only as large as it can see.

const root = resolve(import.meta.dirname, '..')
const server = `
  import { existsSync } from 'node:fs'
  import { createServer } from 'node:http'
  import { askDatabase } from './kernel/embedded-postgres.ts'
  const { PORT, HOST, DATABASE_URL, VIGIL_SEED_TOKEN, VIGIL_ADMIN_PASSWORD, TRY } = process.env
  if (TRY === 'wrongConfiguration') { console.error('配置错误 / configuration: TRY is wrong'); process.exit(2) }
  if (TRY === 'databaseAway' && !existsSync('database.back')) process.exit(3)
  if (TRY === 'databaseHeld' && !existsSync('database.back')) { console.error('in use by another'); process.exit(4) }
  if (TRY === 'killedAtBoot' && !existsSync('database.back')) process.kill(process.pid, 'SIGKILL')
  if (TRY === 'diesAtBoot') throw new Error('a defect at boot')
  await askDatabase(DATABASE_URL, 'CREATE TABLE IF NOT EXISTS person (name text)')
  createServer((request, response) => {
    if (request.url === '/readyz') return response.end()
    response.end(JSON.stringify({ pid: process.pid, umask: process.umask(), seedToken: VIGIL_SEED_TOKEN, adminPassword: VIGIL_ADMIN_PASSWORD }))
  }).listen(Number(PORT), HOST)
  process.on('SIGTERM', () => { console.log('closing with grace'); process.exit(0) })`
const simulator = `
  import { writeFileSync } from 'node:fs'
  const { VIGIL_SEED_TOKEN, VIGIL_DEMO_PASSWORDS, DATABASE_URL, VIGIL_ADMIN_PASSWORD, VIGIL_ORIGIN, TRY } = process.env
  const tell = (event) => console.log(JSON.stringify({ event }))
  setInterval(() => undefined, 1000)
  const site = await (await fetch(VIGIL_ORIGIN)).json()
  writeFileSync('simulator.seen', JSON.stringify({ pid: process.pid, DATABASE_URL, VIGIL_ADMIN_PASSWORD, VIGIL_DEMO_PASSWORDS }))
  if (TRY !== 'seedsForever') {
    if (VIGIL_SEED_TOKEN && site.seedToken === VIGIL_SEED_TOKEN) tell('seeded')
    tell('running')
  }`

let clone = ''
let port = 0
let started: ChildProcess[] = []

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'vigil-start-'))
  await chmod(clone, 0o755)
  const put = async (path: string, text: string) => {
    await mkdir(join(clone, path, '..'), { recursive: true })
    await writeFile(join(clone, path), text)
  }
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'))
  await cp(join(root, 'tools'), join(clone, 'tools'), { recursive: true })
  for (const name of [
    'database-trouble.ts',
    'embedded-postgres.ts',
    'postgres',
    'bounded-log.ts',
    'folder-hold.ts',
    'node-flags.ts',
    'private-files.ts',
  ]) {
    await cp(join(root, 'server/src/kernel', name), join(clone, 'server/src/kernel', name), { recursive: true })
  }
  await put('package.json', JSON.stringify({ type: 'module', workspaces: ['console'] }))
  await put('package-lock.json', '{}')
  await put('contract/index.ts', '')
  await put('server/src/main.ts', server)
  await put('simulator/src/main.ts', simulator)
  await put('console/package.json', JSON.stringify({ name: 'console', scripts: { build: 'node build.js' } }))
  await put(
    'console/build.js',
    `const { mkdirSync, writeFileSync } = require('fs'); mkdirSync('dist', { recursive: true }); writeFileSync('dist/index.html', '')`,
  )
})
beforeAll(async () => {
  const made = await startEmbeddedPostgres({
    dataDir: join(clone, 'made'),
    cloneDir: clone,
    throwaway: true,
    say: ({ en }) => console.log(en),
  })
  await made.stop()
})
afterAll(() => rm(clone, { recursive: true }))

beforeEach(async () => {
  started = []
  port = await freePort()
})
afterEach(async () => {
  for (const child of started) await end(child)
  await rm(join(clone, 'var'), { recursive: true, force: true })
})

/** A port that nobody is given while the server is down: below those that connections and other tests take by themselves. */
const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const free = await new Promise<boolean>((found) => {
      const probe = createServer().once('error', () => found(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => found(true)))
    })
    if (free) return port
  }
}

interface Run {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
}

/**
 * A start on a data folder whose database is made already, with nothing in it: making one takes longer than all else. With
 * `fresh` there is no folder.
 */
const start = (env: Record<string, string> = {}, args = ['--demo'], fresh = false): Run => {
  const own = join(clone, 'var')
  // With the owners of its files, which `cp` of Node leaves behind.
  if (!fresh && env.VIGIL_DATA_DIR === undefined && !existsSync(own)) execFileSync('cp', ['-a', join(clone, 'made'), own])
  const child = spawn(process.execPath, ['tools/start.ts', ...args], {
    cwd: clone,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, PORT: String(port), ...env },
  })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  }
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) }
}
const up = async (env: Record<string, string> = {}, args = ['--demo'], fresh = false): Promise<Run> => {
  const run = start(env, args, fresh)
  await expect.poll(run.output).toContain('Ctrl+C')
  return run
}
const end = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGINT') => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'close')
}
const ask = async () =>
  (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as {
    pid: number
    umask: number
    seedToken?: string
    adminPassword?: string
  }
const simulatorSaw = async () => JSON.parse(await readFile(join(clone, 'simulator.seen'), 'utf8')) as Record<string, unknown>
const isAlive = async (pid: unknown) => (await readFile(`/proc/${Number(pid)}/cmdline`, 'utf8').catch(() => '')) !== ''
const passwordOf = (user: string, output: string) => new RegExp(`^    ${user} +(\\S+)$`, 'm').exec(output)?.[1]

describe('npm start', () => {
  test('brings everything up, prints first passwords once and to the terminal alone, ends without an orphan', async () => {
    const first = await up({}, ['--demo'], true)
    const admin = passwordOf('admin', first.output())
    expect(admin).toMatch(/^[a-pr-z2-9]{4}-[a-pr-z2-9]{4}-[a-pr-z2-9]{4}$/)
    expect(first.output()).toContain(`http://127.0.0.1:${port}`)
    const site = await ask()
    expect(site).toMatchObject({ adminPassword: admin, seedToken: expect.stringMatching(/^[0-9a-f]{64}$/) })
    // What it writes is closed to other accounts, what was built before it is not.
    expect(site.umask).toBe(0o077)
    expect((await stat(join(clone, 'console/dist/index.html'))).mode & 0o044).toBe(0o044)
    const seen = await simulatorSaw()
    expect(JSON.parse(String(seen.VIGIL_DEMO_PASSWORDS))).toEqual({
      operator: passwordOf('operator', first.output()),
      guard: passwordOf('guard', first.output()),
      qt: passwordOf('qt', first.output()),
    })
    expect(seen).not.toHaveProperty('DATABASE_URL')
    expect(seen).not.toHaveProperty('VIGIL_ADMIN_PASSWORD')
    for (const name of await readdir(join(clone, 'var'))) {
      if (name.endsWith('.log')) expect(await readFile(join(clone, 'var', name), 'utf8')).not.toContain(admin)
    }
    first.child.kill('SIGINT')
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    expect(await isAlive(site.pid)).toBe(false)
    expect(await isAlive(seen.pid)).toBe(false)
    expect(await readFile(join(clone, 'var/server.log'), 'utf8')).toContain('closing with grace')

    const second = await up()
    expect(passwordOf('admin', second.output())).toBeUndefined()
    expect(second.output()).toContain('npm run password -- admin')
    expect(await ask()).not.toHaveProperty('seedToken')
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  test('without the demo starts no simulator and makes one account', async () => {
    await rm(join(clone, 'simulator.seen'), { force: true })
    const run = await up({}, [])
    expect(passwordOf('admin', run.output())).toBeDefined()
    expect(passwordOf('operator', run.output())).toBeUndefined()
    expect(await ask()).not.toHaveProperty('seedToken')
    expect(await readdir(clone)).not.toContain('simulator.seen')
  })

  test('survives kill -9 of the server and of the simulator', async () => {
    const run = await up()
    const before = (await ask()).pid
    process.kill(before, 'SIGKILL')
    await expect
      .poll(() =>
        ask().then(
          ({ pid }) => pid !== before,
          () => false,
        ),
      )
      .toBe(true)
    const simulated = (await simulatorSaw()).pid
    process.kill(Number(simulated), 'SIGKILL')
    await expect.poll(async () => (await simulatorSaw()).pid !== simulated).toBe(true)
    expect(run.output()).toContain('the server ended unexpectedly')
    expect(run.output()).toContain('the simulator ended unexpectedly')
  })

  test('killed with kill -9 takes its processes along, and the next start goes on', async () => {
    const run = await up()
    const { pid } = await ask()
    const simulated = (await simulatorSaw()).pid
    await end(run.child, 'SIGKILL')
    await expect.poll(async () => (await isAlive(pid)) || (await isAlive(simulated))).toBe(false)
    const next = await up()
    expect(passwordOf('admin', next.output())).toBeUndefined()
  })

  test('keeps its own database when it was another one whose seeding was interrupted', async () => {
    const first = await up()
    await askDatabase((await findEmbeddedPostgres(join(clone, 'var'))) ?? '', 'CREATE TABLE kept ()')
    await end(first.child)
    const holder = await up({ VIGIL_DATA_DIR: join(clone, 'var2'), PORT: String(port + 1) }, [])
    const address = (await findEmbeddedPostgres(join(clone, 'var2'))) ?? ''
    await askDatabase(address, 'CREATE DATABASE theirs')
    const theirs = Object.assign(new URL(address), { pathname: '/theirs' }).href
    const interrupted = start({ DATABASE_URL: theirs, TRY: 'seedsForever' })
    await expect.poll(interrupted.output).toContain('server')
    await expect.poll(() => readdir(join(clone, 'var'))).toContainEqual(expect.stringMatching(/^seeding/))
    await end(interrupted.child)
    // As a Vigil of before called it, of whatever database.
    await writeFile(join(clone, 'var/seeding'), '')
    const next = await up()
    expect(next.output()).not.toContain('created again')
    expect(next.output()).toContain('A first start of an earlier version was interrupted')
    expect(await readdir(join(clone, 'var'))).not.toContain('seeding')
    const own = (await findEmbeddedPostgres(join(clone, 'var'))) ?? ''
    expect(await askDatabase<{ kept: boolean }>(own, "SELECT to_regclass('kept') IS NOT NULL AS kept")).toEqual([{ kept: true }])
    await end(holder.child)
    await rm(join(clone, 'var2'), { recursive: true, force: true })
  })

  test('interrupted while seeding makes the demo anew next time', async () => {
    const interrupted = start({ TRY: 'seedsForever' })
    await expect.poll(interrupted.output).toContain('server')
    await expect.poll(() => readdir(join(clone, 'var'))).toContain('simulator.log')
    interrupted.child.kill('SIGINT')
    expect(await interrupted.ended).toBe(0)
    const next = await up()
    expect(next.output()).toContain('created again')
    expect(passwordOf('admin', next.output())).toBeDefined()
  })
})

describe('npm start goes on by itself', () => {
  test('once a database that was away is there', async () => {
    const away = `postgresql://vigil@127.0.0.1:${port + 1}/vigil`
    const run = start({ DATABASE_URL: away }, [])
    await expect.poll(run.output).toMatch(/(cannot be reached .*, next try in [\d.]+ s[\s\S]*){3}/)
    run.child.kill('SIGINT')
    expect(await run.ended).toBe(0)
  })

  test('when its server waits for the database longer than it may take to become ready', async () => {
    const run = start({ TRY: 'databaseAway' }, [])
    await expect.poll(run.output).toMatch(/(the server is started again in [\d.]+ s[\s\S]*){4}/)
    await writeFile(join(clone, 'database.back'), '')
    await expect.poll(run.output).toContain('Ctrl+C')
    await rm(join(clone, 'database.back'))
  })

  test('when its server is killed before it ever was ready', async () => {
    const run = start({ TRY: 'killedAtBoot' }, [])
    await expect.poll(run.output).toContain('the server ended unexpectedly (SIGKILL)')
    await writeFile(join(clone, 'database.back'), '')
    await expect.poll(run.output).toContain('Ctrl+C')
    await rm(join(clone, 'database.back'))
  })

  test('while a server of its own that hangs still holds the database', async () => {
    const run = start({ TRY: 'databaseHeld' }, [])
    await expect.poll(run.output).toMatch(/(still holds the database, the server is started again in [\d.]+ s[\s\S]*){2}/)
    await writeFile(join(clone, 'database.back'), '')
    await expect.poll(run.output).toContain('Ctrl+C')
    await rm(join(clone, 'database.back'))
  })

  test('however often its server dies, in pauses that grow to four seconds, and soon again after a long life', () => {
    let now = 1_000_000
    const patience = createPatience(() => now)
    const waits = Array.from({ length: 9 }, () => {
      const wait = patience()
      now += wait + 1_000
      return wait
    })
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000])
    now += 3_600_000
    expect(patience()).toBe(500)
  })
})

describe('npm start refuses with a sentence and code 1', () => {
  const refused = async (run: Run, sentence: RegExp) => {
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(sentence)
  }

  test('a taken port', async () => {
    const taken = createServer().listen(port, '127.0.0.1')
    await once(taken, 'listening')
    await refused(start(), /端口 \d+ 已被其他程序占用.*\nPort \d+ is taken/)
    taken.close()
  })

  test.each(['abc', '0', '70000'])('PORT=%s', async (wrong) => {
    await refused(start({ PORT: wrong }), new RegExp(`PORT=${wrong} 不是端口号.*\\nPORT=${wrong} is no port`))
  })

  test('a second start on the same data folder', async () => {
    const first = await up()
    await refused(start({ PORT: String(port + 1) }), new RegExp(`running already \\(process ${first.child.pid}\\)`))
    expect((await ask()).pid).toBeGreaterThan(0)
  })

  test('a database of another version', async () => {
    await mkdir(join(clone, 'var/postgres/data'), { recursive: true })
    await writeFile(join(clone, 'var/postgres/data/PG_VERSION'), '14\n')
    await refused(start(), /holds data of PostgreSQL 14/)
  })

  test('a folder that may not be written', async () => {
    await refused(start({ VIGIL_DATA_DIR: '/sys/vigil' }), /No permission to read and write \/sys\/vigil/)
  })

  test('a database that does not know the account', async () => {
    const site = await up({}, [])
    const address = await findEmbeddedPostgres(join(clone, 'var'))
    const stranger = Object.assign(new URL(address ?? ''), { username: 'stranger' }).href
    const second = start({ DATABASE_URL: stranger, VIGIL_DATA_DIR: join(clone, 'var2'), PORT: String(port + 1) })
    await refused(second, /cannot be reached: password authentication failed/)
    await rm(join(clone, 'var2'), { recursive: true, force: true })
    await end(site.child)
  })

  test('a wrong configuration, in the words of the server', async () => {
    await refused(
      start({ TRY: 'wrongConfiguration' }),
      /The server cannot start:\n {2}\| 配置错误 \/ configuration: TRY is wrong\n/,
    )
  })

  test('an address of a database that is none, without telling the password in it', async () => {
    const run = start({ DATABASE_URL: 'postgres://vigil:s3cret/word@127.0.0.1/vigil' })
    await refused(run, /The database cannot be reached: Invalid URL/)
    expect(run.output()).not.toContain('s3cret')
  })

  test('a database of somebody else that another server holds', async () => {
    const site = await up({}, [])
    const address = (await findEmbeddedPostgres(join(clone, 'var'))) ?? ''
    const second = start(
      { DATABASE_URL: address, TRY: 'databaseHeld', VIGIL_DATA_DIR: join(clone, 'var2'), PORT: String(port + 1) },
      [],
    )
    await refused(second, /The server cannot start:\n {2}\| in use by another\n/)
    await rm(join(clone, 'var2'), { recursive: true, force: true })
    await end(site.child)
  })

  test('a database of somebody else that the first start left half made, until it is emptied', async () => {
    const site = await up({}, [])
    const address = new URL((await findEmbeddedPostgres(join(clone, 'var'))) ?? '')
    const theirs = Object.assign(new URL(address), { pathname: '/theirs' }).href
    await askDatabase(address.href, 'CREATE DATABASE theirs')
    const env = { DATABASE_URL: theirs, VIGIL_DATA_DIR: join(clone, 'var2'), PORT: String(port + 1) }
    const interrupted = start({ ...env, TRY: 'seedsForever' })
    await expect.poll(interrupted.output).toContain('server')
    await expect.poll(() => readdir(join(clone, 'var2'))).toContain('simulator.log')
    interrupted.child.kill('SIGINT')
    expect(await interrupted.ended).toBe(0)
    await refused(start(env), /demo data in DATABASE_URL is incomplete: empty that database/)
    await askDatabase(theirs, 'DROP TABLE person')
    const run = start(env)
    await expect.poll(run.output).toContain('Ctrl+C')
    await end(run.child)
    await rm(join(clone, 'var2'), { recursive: true, force: true })
    await end(site.child)
  })

  test('a server that dies at boot, with its last lines', async () => {
    await refused(start({ TRY: 'diesAtBoot' }), /The server ended by itself \(code 1\)[\s\S]*a defect at boot/)
  })

  test('a console that does not build, with what the build said', async () => {
    const build = await readFile(join(clone, 'console/build.js'), 'utf8')
    await writeFile(join(clone, 'console/build.js'), `throw new Error('no such import')`)
    await refused(start(), /The console could not be built:[\s\S]*no such import/)
    await writeFile(join(clone, 'console/build.js'), build)
  })
})
