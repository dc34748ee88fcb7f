import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get as getByHttp } from 'node:http'
import { get as getByHttps } from 'node:https'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openBoundedLog } from '../server/src/kernel/bounded-log.ts'
import {
  askDatabase,
  EmbeddedPostgresError,
  prepareFolder,
  startEmbeddedPostgres,
} from '../server/src/kernel/embedded-postgres.ts'
import { holdFolder } from '../server/src/kernel/folder-hold.ts'
import { demoEnvironment, demoFlags, nodeEnvironment, nodeFlags } from '../server/src/kernel/node-flags.ts'
import { writePrivately } from '../server/src/kernel/private-files.ts'
import { buildConsole } from './start/build-console.ts'
import { comeAgain, heldByAnother, isTrouble } from '../server/src/kernel/database-trouble.ts'
import { createBackoff, createPatience, type Ended, followParent, keepRunning } from './start/keep-running.ts'
import { createTerminal, StartRefused } from './start/terminal.ts'
import { runProgram } from './run/program.ts'

const root = resolve(import.meta.dirname, '..')
const demo = process.argv.includes('--demo')
const [flags, memory] = demo ? [demoFlags, demoEnvironment] : [nodeFlags, nodeEnvironment]
const env = process.env
const dataDir = resolve(root, env.VIGIL_DATA_DIR || 'var')
const host = env.HOST || '127.0.0.1'
const port = Number(env.PORT || 8080)
const scheme = env.VIGIL_TLS_CERT ? 'https' : 'http'
/** How we and the simulator reach the server, which may listen on every address. */
const reachable = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '::1': '[::1]' }[host] ?? host
const origin = `${scheme}://${reachable}:${port}`
const readyWithin = 120_000
const simulatorWithin = 180_000

const terminal = createTerminal(process.stdout)
/** What has to end, the newest first. */
const running: (() => Promise<void>)[] = []
const stopping = new AbortController()
const stopAsked = new Promise<'stop'>((asked) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) return
      terminal.say({ zh: '正在停止…', en: 'stopping…' })
      stopping.abort()
      asked('stop')
    })
  }
})
/** Resolves when something that the site needs can no longer be kept running. */
const broken = Promise.withResolvers<StartRefused>()

class StopAsked extends Error {}
/** `work`, unless a stop is asked for or something breaks before it is done. */
const unlessStopped = async <T>(work: Promise<T>): Promise<T> => {
  const first = await Promise.race([work.then((result) => ({ result })), stopAsked, broken.promise])
  if (first === 'stop') throw new StopAsked()
  if (first instanceof StartRefused) throw first
  return first.result
}

const main = async () => {
  terminal.say({ zh: '守望 Vigil', en: '守望 Vigil' })
  await claimFolder()
  await checkPort()
  await terminal.step({ zh: '控制台', en: 'console' }, () => unlessStopped(prepareConsole()))
  // The built console is for everybody, and may be served by another account; everything written from here on is the site's.
  writePrivately()
  const databaseUrl = await terminal.step({ zh: '数据库', en: 'PostgreSQL' }, () => startDatabase())
  const firstStart = await isFirstStart(databaseUrl)
  const passwords = firstStart ? newPasswords() : null
  const seedToken = demo && firstStart ? randomBytes(32).toString('hex') : null
  const deviceKey = env.VIGIL_DEVICE_KEY || randomBytes(24).toString('base64url')
  if (seedToken !== null) writeFileSync(seedingMarker, '')
  env.VIGIL_JT808_PORT = await terminalPort()
  if (demo) {
    env.VIGIL_GATE_PORT = await demoGatePort()
    // Nothing of this machine is told anything by the server unless it is listed.
    env.VIGIL_ALLOW_TARGETS = [env.VIGIL_ALLOW_TARGETS, `127.0.0.1:${env.VIGIL_GATE_PORT}`].filter(Boolean).join(',')
  }

  await terminal.step({ zh: '服务器', en: 'server' }, () => startServer(databaseUrl, deviceKey, seedToken, passwords))
  if (demo) {
    await terminal.step(firstStart ? { zh: '演示工厂', en: 'demo site' } : { zh: '模拟器', en: 'simulator' }, () =>
      startSimulator(deviceKey, seedToken, passwords),
    )
  }
  rmSync(seedingMarker, { force: true })
  announce(passwords)
  await unlessStopped(new Promise<never>(() => undefined))
}

// --- the steps ---------------------------------------------------------------------------------------------------------

const claimFolder = async () => {
  await prepareFolder(dataDir)
  const hold = await holdFolder(dataDir, 'site')
  if ('heldBy' in hold) {
    throw new StartRefused({
      zh: `守望已在运行（进程 ${hold.heldBy}），数据目录 ${dataDir}；请先停止它，或用 VIGIL_DATA_DIR 和 PORT 另开一个。`,
      en: `Vigil is running already (process ${hold.heldBy}) on the data folder ${dataDir}: stop it first, or set VIGIL_DATA_DIR and PORT for a second one.`,
    })
  }
  running.push(() => hold.release())
}

/** Says at once what the server would say only after the console is built. */
const checkPort = async () => {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartRefused({
      zh: `PORT=${env.PORT} 不是端口号；请指定 1 到 65535 之间的数字。`,
      en: `PORT=${env.PORT} is no port: name a number from 1 to 65535.`,
    })
  }
  const refusal = await new Promise<string | null>((answer) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => answer(error.code ?? null))
    probe.listen(port, host, () => probe.close(() => answer(null)))
  })
  if (refusal === 'EADDRINUSE') {
    throw new StartRefused({
      zh: `端口 ${port} 已被其他程序占用；请用 PORT 指定别的端口，例如 PORT=${port + 1} npm start。`,
      en: `Port ${port} is taken by another program: name another one, e.g. PORT=${port + 1} npm start.`,
    })
  }
  if (refusal === 'EACCES') {
    throw new StartRefused({
      zh: `没有监听端口 ${port} 的权限；请用 PORT 指定 1024 以上的端口。`,
      en: `No permission to listen on port ${port}: name one above 1024 in PORT.`,
    })
  }
}

/** Of this machine, unless another has it; null otherwise. */
const freePort = (wanted: number) =>
  new Promise<number | null>((answer) => {
    const probe = createServer()
    probe.once('error', () => answer(null))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => answer(address !== null && typeof address === 'object' ? address.port : null))
    })
  })

/** Where vehicle terminals connect: the usual port unless another Vigil of this machine has it, so that nobody's vehicles report to the other. */
const terminalPort = async (): Promise<string> =>
  env.VIGIL_JT808_PORT || String((await freePort(8_808)) ?? (await freePort(0)) ?? 8_808)

/** Where the gates of the demo listen: the same at every start, since its site was told so once. */
const demoGatePort = async (): Promise<string> => {
  const file = join(dataDir, 'demo-gates.port')
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  // A disk that was full left an empty one.
  if (/^[1-9]\d{0,4}$/.test(kept)) return kept
  const chosen = String((await freePort(8_809)) ?? (await freePort(0)) ?? 8_809)
  writeFileSync(file, chosen)
  return chosen
}

const prepareConsole = async () => {
  const building = buildConsole(root, stopping.signal)
  // Who stops us meanwhile leaves no build behind.
  running.push(async () => void (await building))
  const build = await building
  if (build.done === 'failed' && !stopping.signal.aborted) {
    throw new StartRefused({ zh: '控制台未能构建：', en: 'The console could not be built:' }, build.lastLines)
  }
  if (build.done === 'built') await compileServer()
  return {
    result: undefined,
    note: build.done === 'built' ? { zh: '已构建', en: 'built' } : { zh: '已是最新', en: 'up to date' },
  }
}

/** Beside the dependencies: who may write there may change the server anyway, and where nobody may it is compiled at each start. */
const compileCache = { NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE || join(root, 'node_modules', '.cache', 'server') }
/**
 * Keeps what the server is compiled to: one that finds it needs no compiler of TypeScript in memory, which is 15 MB. A server that
 * is told of no database reads all its sources and ends; what is wrong beyond that the one that stays will say.
 */
const compileServer = () =>
  runProgram(process.execPath, ['--import', followParent, ...flags, 'server/src/main.ts'], {
    cwd: root,
    env: { ...memory, ...env, ...compileCache, DATABASE_URL: '' },
    stopping: stopping.signal,
    output: 'kept',
  })

const startDatabase = async () => {
  if (env.DATABASE_URL) return { result: env.DATABASE_URL, note: { zh: '由 DATABASE_URL 指定', en: 'the one in DATABASE_URL' } }
  const postgres = await startEmbeddedPostgres({ dataDir, cloneDir: root, say: terminal.say })
  running.push(() => postgres.stop())
  const where = `127.0.0.1:${new URL(postgres.url).port}`
  return { result: postgres.url, note: { zh: where, en: `data in ${dataDir}` } }
}

const nameOf = (databaseUrl: string): string => {
  // What is no address is refused where it is used, and not told: a password stands in it.
  const parsed = URL.parse(databaseUrl)
  // This machine, by whichever of its names.
  const host = parsed && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(parsed.hostname) ? 'localhost' : parsed?.hostname
  return parsed ? `${host}:${parsed.port || 5432}${parsed.pathname}` : ''
}
/**
 * There while a demo is being seeded; found at a start, it tells that the last first start was interrupted. Each database has
 * one of its own: what is half made in another one says nothing of ours, which listens on another port each time and has no name.
 * Not `seeding` alone: a Vigil of before called that of any database so, and ours is emptied upon it.
 */
const seedingMarker = join(dataDir, env.DATABASE_URL ? `seeding-${encodeURIComponent(nameOf(env.DATABASE_URL))}` : 'seeding-own')

const halfMade = {
  zh: `首次启动曾被中断，DATABASE_URL 中的演示数据不完整：请清空该数据库后再启动；要照原样使用，请删除 ${seedingMarker}。`,
  en: `The first start was interrupted and the demo data in DATABASE_URL is incomplete: empty that database and start again, or delete ${seedingMarker} to use it as it is.`,
}

/** Left by a Vigil of before, which does not tell in which database: nothing is emptied upon it, and it is told once. */
const markerBefore = join(dataDir, 'seeding')
const tellOfMarkerBefore = (fresh: boolean): void => {
  if (!fresh && existsSync(markerBefore))
    terminal.say({
      zh: '旧版本的首次启动曾被中断，演示数据可能不完整。没有要保留的数据时，请删除数据目录（或清空 DATABASE_URL 的数据库）后再启动。',
      en: 'A first start of an earlier version was interrupted and the demo data may be incomplete. If nothing is to be kept, delete the data folder (or empty the database in DATABASE_URL) and start again.',
    })
  rmSync(markerBefore, { force: true })
}

const isFirstStart = async (databaseUrl: string): Promise<boolean> => {
  const interrupted = existsSync(seedingMarker)
  if (interrupted && !env.DATABASE_URL) {
    terminal.say({
      zh: '首次启动曾被中断，演示数据不完整，正在重新建立。',
      en: 'The first start was interrupted and the demo data is incomplete: it is created again.',
    })
    const maintenance = Object.assign(new URL(databaseUrl), { pathname: '/postgres' }).href
    const name = new URL(databaseUrl).pathname.slice(1)
    await askDatabase(maintenance, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await askDatabase(maintenance, `CREATE DATABASE ${name}`)
  }
  const patience = createPatience()
  for (;;) {
    try {
      const [row] = await askDatabase<{ fresh: boolean }>(databaseUrl, "SELECT to_regclass('public.person') IS NULL AS fresh")
      // Somebody else's database is not emptied by us.
      if (interrupted && row?.fresh === false) throw new StartRefused(halfMade)
      const fresh = row?.fresh ?? true
      tellOfMarkerBefore(fresh)
      return fresh
    } catch (error) {
      if (error instanceof StartRefused) throw error
      const why = error instanceof Error ? error.message || String(error) : String(error)
      // What a person must change ends the start; a database that is only away comes back.
      if (!isTrouble(error))
        throw new StartRefused({ zh: `数据库无法连接：${why}`, en: `The database cannot be reached: ${why}` })
      const wait = patience()
      terminal.say({
        zh: `数据库无法连接（${why}），${seconds(wait)} 秒后再试。`,
        en: `The database cannot be reached (${why}), next try in ${seconds(wait)} s.`,
      })
      await unlessStopped(pause(wait))
    }
  }
}
const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)

interface Passwords {
  readonly admin: string
  readonly operator: string
  readonly guard: string
  readonly qt: string
}

/** Easy to read aloud and to type: no letters that look alike, nor q, so that none contains the name of the account qt; 58 bits. */
const newPassword = () => {
  const letters = 'abcdefghjkmnprstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group()].join('-')
}
const newPasswords = (): Passwords => ({
  admin: env.VIGIL_ADMIN_PASSWORD || newPassword(),
  operator: newPassword(),
  guard: newPassword(),
  qt: newPassword(),
})

const startServer = async (databaseUrl: string, deviceKey: string, seedToken: string | null, passwords: Passwords | null) => {
  const log = openBoundedLog(join(dataDir, 'server.log'))
  const patience = createPatience()
  const boot = { isReady: false, waitsForDatabase: false }
  // Of our own PostgreSQL, and of one that we served already, the holder is a server of ours that hangs or is not known to be dead.
  const holderIsOurs = () => boot.isReady || !env.DATABASE_URL
  /** It ends for good only for what a person must change: a wrong setting, or a defect that never lets it become ready. */
  const afterEnd = (ended: Ended) => {
    if (ended.code === 2 || (ended.code === heldByAnother && !holderIsOurs())) {
      broken.resolve(new StartRefused({ zh: '服务器无法启动：', en: 'The server cannot start:' }, ended.lastErrors))
      return null
    }
    const how = ended.signal ?? `code ${ended.code}`
    boot.waitsForDatabase = ended.code === comeAgain || ended.code === heldByAnother
    // Whoever was killed did not end by a defect of its own.
    if (!boot.isReady && !boot.waitsForDatabase && ended.signal === null) {
      const text = { zh: `服务器异常退出（${how}），最后的日志：`, en: `The server ended by itself (${how}), its last lines:` }
      broken.resolve(new StartRefused(text, ended.lastLines))
      return null
    }
    const wait = patience()
    terminal.say(
      boot.waitsForDatabase
        ? ended.code === comeAgain
          ? {
              zh: `数据库无法连接，服务器 ${seconds(wait)} 秒后重新启动。`,
              en: `the database cannot be reached, the server is started again in ${seconds(wait)} s.`,
            }
          : {
              zh: `数据库仍被之前的服务器占用，服务器 ${seconds(wait)} 秒后重新启动。`,
              en: `a server from before still holds the database, the server is started again in ${seconds(wait)} s.`,
            }
        : {
            zh: `服务器意外退出（${how}），${seconds(wait)} 秒后重新启动。`,
            en: `the server ended unexpectedly (${how}) and is started again in ${seconds(wait)} s.`,
          },
    )
    return wait
  }
  const server = keepRunning({
    args: [...flags, 'server/src/main.ts'],
    cwd: root,
    env: {
      ...memory,
      ...env,
      ...compileCache,
      PORT: env.PORT || '8080',
      HOST: host,
      DATABASE_URL: databaseUrl,
      VIGIL_DATA_DIR: dataDir,
      VIGIL_CONSOLE_DIR: env.VIGIL_CONSOLE_DIR || join(root, 'console', 'dist'),
      VIGIL_DEMO: demo ? '1' : '0',
      VIGIL_DEVICE_KEY: deviceKey,
      ...(passwords ? { VIGIL_ADMIN_PASSWORD: passwords.admin } : {}),
      ...(seedToken ? { VIGIL_SEED_TOKEN: seedToken } : {}),
    },
    log,
    afterEnd,
  })
  running.push(async () => {
    await server.stop(10_000)
    log.close()
  })
  await unlessStopped(waitUntilReady(boot))
  boot.isReady = true
  return { result: undefined, note: { zh: '就绪', en: 'ready' } }
}

const waitUntilReady = async (boot: { readonly waitsForDatabase: boolean }) => {
  let until = Date.now() + readyWithin
  while (!stopping.signal.aborted) {
    if (await answersReady()) return
    if (boot.waitsForDatabase) until = Date.now() + readyWithin
    if (Date.now() > until) {
      throw new StartRefused({
        zh: `服务器 ${readyWithin / 1000} 秒内未就绪，详见 ${join(dataDir, 'server.log')}。`,
        en: `The server was not ready within ${readyWithin / 1000} s, see ${join(dataDir, 'server.log')}.`,
      })
    }
    await new Promise((again) => setTimeout(again, 100))
  }
}

const answersReady = () =>
  new Promise<boolean>((answer) => {
    const get = scheme === 'https' ? getByHttps : getByHttp
    // We ask the server that we started; that its certificate may be for another name says nothing about readiness.
    const asking = get(`${origin}/readyz`, { timeout: 2_000, rejectUnauthorized: false }, (response) => {
      response.resume()
      answer(response.statusCode === 200)
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => answer(false))
  })

const startSimulator = async (deviceKey: string, seedToken: string | null, passwords: Passwords | null) => {
  const logPath = join(dataDir, 'simulator.log')
  const log = openBoundedLog(logPath)
  const backoff = createBackoff()
  /** Resolves with false when it was given up; events already seen stand. */
  const up = Promise.withResolvers<boolean>()
  let seeded = seedToken === null
  let lastLines: readonly string[] = []
  const { DATABASE_URL: _database, VIGIL_ADMIN_PASSWORD: _admin, ...clientEnv } = env
  const simulator = keepRunning({
    args: ['simulator/src/main.ts', '--follow-parent'],
    cwd: root,
    env: {
      ...clientEnv,
      VIGIL_ORIGIN: origin,
      VIGIL_DEVICE_KEY: deviceKey,
      VIGIL_TERMINALS: `127.0.0.1:${env.VIGIL_JT808_PORT}`,
      // Of each database: another one knows other logins.
      VIGIL_PUSH_LOGINS: join(
        dataDir,
        `push-logins-${env.DATABASE_URL ? encodeURIComponent(nameOf(env.DATABASE_URL)) : 'own'}.json`,
      ),
      ...(env.VIGIL_TLS_CERT ? { NODE_EXTRA_CA_CERTS: env.VIGIL_TLS_CERT } : {}),
      ...(seedToken && passwords
        ? {
            VIGIL_SEED_TOKEN: seedToken,
            VIGIL_DEMO_PASSWORDS: JSON.stringify({ operator: passwords.operator, guard: passwords.guard, qt: passwords.qt }),
          }
        : {}),
    },
    log,
    onOutput: (line) => {
      const event = /^\{"event":"(\w+)"/.exec(line)?.[1]
      // Found with something in it already: a simulator that ended while it seeded left it half made.
      if (event === 'seeded') seeded = !line.includes('"skipped":true')
      if (event === 'running') up.resolve(true)
    },
    afterEnd: (ended) => {
      lastLines = ended.lastLines
      const wait = backoff()
      if (wait === null) {
        terminal.say({
          zh: `模拟器多次异常退出，不再启动；详见 ${logPath}。`,
          en: `the simulator ended again and again and stays off, see ${logPath}.`,
        })
        up.resolve(false)
      } else {
        terminal.say({ zh: '模拟器意外退出，正在重新启动。', en: 'the simulator ended unexpectedly and is being started again.' })
      }
      return wait
    },
  })
  running.push(async () => {
    await simulator.stop(3_000)
    log.close()
  })
  const runs = await unlessStopped(Promise.race([up.promise, pause(simulatorWithin, false, { ref: false })]))
  if (!seeded) {
    throw new StartRefused(
      env.DATABASE_URL
        ? {
            zh: '演示数据未能建立，请清空该数据库后再启动：',
            en: 'The demo site could not be created; empty the database before the next start:',
          }
        : { zh: '演示数据未能建立，下次启动会重新建立：', en: 'The demo site could not be created; the next start tries again:' },
      lastLines,
    )
  }
  if (!runs) return { result: undefined, note: { zh: `未运行，详见 ${logPath}`, en: 'not running' } }
  return {
    result: undefined,
    note: seedToken ? { zh: '已建立并运行', en: 'seeded and running' } : { zh: '运行中', en: 'running' },
  }
}

const announce = (passwords: Passwords | null) => {
  const address = `${scheme}://${reachable}:${port}`
  const lines = ['', `  守望已启动 / Vigil is running:  ${address}`, '']
  if (passwords) {
    const shown = { ...passwords, admin: env.VIGIL_ADMIN_PASSWORD ? '(VIGIL_ADMIN_PASSWORD)' : passwords.admin }
    lines.push(
      '  账号与初始密码，只显示这一次，首次登录须修改',
      '  Accounts and first passwords, shown this once, to be changed at the first sign-in:',
      '',
      ...(['admin', ...(demo ? (['operator', 'guard', 'qt'] as const) : [])] as const).map(
        (name) => `    ${name.padEnd(10)} ${shown[name]}`,
      ),
    )
  } else {
    lines.push('  忘记密码 / a forgotten password:  npm run password -- admin')
  }
  lines.push('', '  Ctrl+C 停止 / stops', '')
  for (const line of lines) terminal.say({ zh: line, en: line })
}

// --- begin and end -----------------------------------------------------------------------------------------------------

const endAll = async (): Promise<boolean> => {
  let clean = true
  for (const end of running.toReversed()) {
    try {
      await end()
    } catch (error) {
      clean = false
      console.error(error)
    }
  }
  return clean
}

let code = 0
try {
  await main()
} catch (error) {
  if (error instanceof StartRefused || error instanceof EmbeddedPostgresError) {
    code = 1
    console.error(`\n${error.message}\n`)
  } else if (!(error instanceof StopAsked)) {
    code = 1
    console.error(error)
  }
}
stopping.abort()
if (!(await endAll())) code = 1
if (code === 0) terminal.say({ zh: '已停止', en: 'stopped' })
process.exit(code)
