import { existsSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, readFile, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { runChecks, type Manner, type Totals } from './check/checks.ts'
import { missingCallPackages, withoutServices } from './run/call-programs.ts'
import { dearest, type TestFile } from './run/dearest.ts'
import { runProgram } from './run/program.ts'
import { nothingReported, reportOfPlaywright, reportOfVitest, type TestReport } from './run/reports.ts'
import { whenAskedToStop } from './run/stop-asked.ts'
import { buildConsole } from './start/build-console.ts'

// Everything that can be tested, in one run: `npm test`. The last line is `N passed, N failed`, the exit code 0 when nothing
// failed. `npm test -- checks units` runs some parts only, `npm test -- --deep` looks longer: more made-up input, what is long in both languages.

const root = resolve(import.meta.dirname, '..')
const stopping = whenAskedToStop()

/** A file system in memory, and the bytes that have to be free in it: databases come and go there in an eighth of the time. */
const memory = { folder: '/dev/shm', least: 6 * 1024 ** 3 } as const
const holdsMuch = async (): Promise<boolean> => {
  if (!existsSync(memory.folder)) return false
  const { bavail, bsize } = await statfs(memory.folder)
  return Math.min(bavail * bsize, process.availableMemory()) >= memory.least
}
/** Everything that tests write, in one folder that goes with the run. */
const scratch = await mkdtemp(join((await holdsMuch()) ? memory.folder : tmpdir(), 'vigil-'))
// The database's account has to pass through.
await chmod(scratch, 0o711)
process.env.TMPDIR = scratch
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
// What is run is read and stripped of its types once in a run, not by every process and thread of it.
process.env.NODE_COMPILE_CACHE = join(scratch, 'compiled')
const results = await mkdtemp(join(scratch, 'results-'))
const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`

/** What runs beside the part that is in turn. */
let beside: Promise<unknown> = Promise.resolve()
/** `work`, unless the run is asked to end meanwhile: then nothing of it runs any more, and nothing follows. */
const unlessStopped = async <T>(work: Promise<T>): Promise<T> => {
  const result = await work
  if (stopping.aborted) {
    await beside
    process.exit(1)
  }
  return result
}

/** Runs a program with its output on ours, or kept when it is `quiet`. */
const run = (
  program: string,
  args: readonly string[],
  { env = {}, quiet = false }: { env?: NodeJS.ProcessEnv; quiet?: boolean } = {},
) =>
  unlessStopped(
    runProgram(program, args, {
      cwd: root,
      env: { ...process.env, PATH: path, ...env },
      stopping,
      output: quiet ? 'kept' : 'shown',
      shell: process.platform === 'win32',
    }),
  )

/** How long each file with tests took, as far as it is known. */
const timed: TestFile[] = []
/** What failed, told once more at the end: what was printed meanwhile may be cut off where only the end is kept. */
const failures: string[] = []

/** What a runner reported; null when it was killed before, or while it wrote. */
const readJson = async (file: string): Promise<unknown> => {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    console.log(`✗ ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

/** A run that ended badly without a failed test in its report has failed as a whole. */
const totalsOf = (code: number, report: TestReport, what: string): Totals => {
  timed.push(...report.files)
  failures.push(...report.failures)
  if (report.passed + report.failed === 0) {
    console.log(`✗ ${what}: nothing was run`)
    return { passed: 0, failed: 1 }
  }
  if (code !== 0 && report.failed === 0) failures.push(`${what}: ended with ${code}, though no test failed`)
  return { passed: report.passed, failed: code !== 0 ? Math.max(report.failed, 1) : report.failed }
}

// --- the parts ---------------------------------------------------------------------------------------------------------

const units = async (): Promise<Totals> => {
  const file = join(results, 'units.json')
  const { code } = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  const json = await readJson(file)
  return totalsOf(code, json === null ? nothingReported : reportOfVitest(json, root), 'units')
}

const build = async (): Promise<Totals> => {
  const outcome = await unlessStopped(buildConsole(root, stopping))
  if (outcome.done === 'failed')
    console.log(`✗ the console does not build\n${outcome.lastLines.map((line) => `    ${line}`).join('\n')}`)
  else console.log('✓ the console builds')
  return outcome.done === 'failed' ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 }
}

/** Chromium without a window's trappings, and Debian's package of it: the same engine for two thirds of the processor's time. */
const headlessShell = 'chromium-headless-shell'
const browsers = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const findBrowser = () =>
  process.env.VIGIL_CHROMIUM ??
  browsers.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name))).find((file) => existsSync(file))
const hasChineseFont = async () => {
  const { code, output } = await run('fc-list', [':lang=zh-cn', 'file'], { quiet: true })
  return code === 0 && output.trim() !== ''
}

/** Installs the browser and the fonts where Debian's packages can be installed, else says what is missing. */
const prepareBrowser = async (): Promise<string | null> => {
  const fonts = (await hasChineseFont()) ? [] : ['fontconfig', 'fonts-noto-cjk']
  const wanted = [...(process.env.VIGIL_CHROMIUM || findBrowser()?.endsWith(headlessShell) ? [] : [headlessShell]), ...fonts]
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (wanted.length > 0 && mayInstall) {
    console.log(`安装浏览器测试所需软件 / installing what the browser tests need: ${wanted.join(' ')}`)
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env, quiet: true })
    const installed = await run('apt-get', ['install', '-y', '--no-install-recommends', '-qq', ...wanted], { env, quiet: true })
    if (installed.code !== 0) console.log(installed.output.trim().split('\n').slice(-10).join('\n'))
  }
  const chromium = findBrowser()
  if (chromium === undefined || !(await hasChineseFont())) {
    const command = `apt-get install -y --no-install-recommends ${[...(chromium ? [] : [headlessShell]), ...fonts].join(' ')}`
    console.log(
      `✗ 浏览器测试需要 Chromium 和中文字体，请先安装：\n✗ The browser tests need Chromium and a Chinese font, install them first:\n\n    sudo ${command}\n`,
    )
    return null
  }
  return chromium
}

/** Only where everything is installed for one run: elsewhere what is missing is named by the tests that did not run. */
const prepareCalls = async (): Promise<void> => {
  const missing = missingCallPackages()
  if (missing.length === 0 || !process.env.CI || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`安装通话测试所需软件 / installing what the tests of calls need: ${missing.join(' ')}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const { code, output } = await withoutServices(async () => {
    await run('apt-get', ['update', '-qq'], { env, quiet: true })
    return run('apt-get', ['install', '-y', '--no-install-recommends', '-qq', ...missing], { env, quiet: true })
  })
  if (code !== 0) console.log(output.trim().split('\n').slice(-10).join('\n'))
}

const browser = async (): Promise<Totals> => {
  const chromium = await prepareBrowser()
  if (chromium === null) return { passed: 0, failed: 1 }
  await prepareCalls()
  const file = join(results, 'browser.json')
  const { code } = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, VIGIL_CHROMIUM: chromium },
  })
  const json = await readJson(file)
  return totalsOf(code, json === null ? nothingReported : reportOfPlaywright(json, 'e2e/specs'), 'browser')
}

/** What a part found, and how many seconds it took. */
interface Found extends Totals {
  readonly seconds: number
}
const found = async (work: () => Promise<Totals>): Promise<Found> => {
  const from = Date.now()
  return { ...(await work()), seconds: (Date.now() - from) / 1000 }
}

const checks = (manner: Manner = {}) => found(() => runChecks(root, stopping, manner))

/** Units wait for much: what they leave of the processor is enough for the checks, which are told of after them. */
const checksBeside = (): (() => Promise<Found>) => {
  const said: string[] = []
  const work = checks({ gently: true, say: (line) => void said.push(line) })
  // Whoever waits for it is told of what went wrong.
  beside = work.catch(() => undefined)
  return async () => {
    const outcome = await unlessStopped(work)
    for (const line of said) console.log(line)
    return outcome
  }
}

const parts = new Map<string, () => Promise<Found>>([
  ['units', () => found(units)],
  ['checks', () => unlessStopped(checks())],
  ['build', () => found(build)],
  ['browser', () => found(browser)],
])

// --- the run -----------------------------------------------------------------------------------------------------------

const deep = '--deep'
if (process.argv.includes(deep)) process.env.VIGIL_DEEP = '1'
const asked = process.argv.slice(2).filter((word) => word !== deep)
const unknown = asked.filter((name) => !parts.has(name))
if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(', ')}; there are ${[...parts.keys()].join(', ')}`)
  process.exit(1)
}
const isAsked = (name: string): boolean => asked.length === 0 || asked.includes(name)
if (isAsked('units') && isAsked('checks')) parts.set('checks', checksBeside())
let [passed, failed] = [0, 0]
const lines: string[] = []
for (const [name, part] of parts) {
  if (!isAsked(name)) continue
  console.log(`\n── ${name} ${'─'.repeat(100 - name.length)}`)
  const outcome = await part()
  passed += outcome.passed
  failed += outcome.failed
  lines.push(`${name.padEnd(8)} ${outcome.passed} ok, ${outcome.failed} not ok, ${outcome.seconds.toFixed(0)} s`)
}
for (const line of dearest(timed, 10)) console.log(line)
if (failures.length > 0) console.log(`\n${failures.map((line) => `✗ ${line}`).join('\n')}`)
console.log(`\n${lines.join('\n')}\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
