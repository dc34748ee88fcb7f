import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { membersOf } from './run/process-tree.ts'
import { runProgram } from './run/program.ts'

// A run of the tests that is asked to end while its programs run: nothing of it may be left.

const root = resolve(import.meta.dirname, '..')
/** Where a run of the tests has next to nothing to do: a console whose build never ends. */
let clone = ''

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'vigil-run-'))
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'))
  await cp(join(root, 'tools'), join(clone, 'tools'), { recursive: true })
  await mkdir(join(clone, 'contract'))
  await mkdir(join(clone, 'console'))
  await writeFile(join(clone, 'package.json'), JSON.stringify({ type: 'module', workspaces: ['console'] }))
  await writeFile(join(clone, 'package-lock.json'), '{}')
  const scripts = { build: `node -e "setInterval(() => undefined, 1000)" builds-for-ever` }
  await writeFile(join(clone, 'console/package.json'), JSON.stringify({ name: 'console', scripts }))
})
afterAll(() => rm(clone, { recursive: true }))

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')
const commandOf = (pid: number): Promise<string> => read(`/proc/${pid}/cmdline`)

const start = (folder: string, part: string) => {
  // As a terminal's shell would, in a session of its own.
  const child = spawn(process.execPath, ['tools/test.ts', part], { cwd: folder, detached: true, stdio: 'ignore' })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const sessions = new Set([child.pid ?? 0])
  onTestFinished(() => {
    for (const pid of membersOf(sessions)) process.kill(pid, 'SIGKILL')
  })
  /** Once it runs, the folder for everything that it writes. */
  const scratchOf = async (program: RegExp): Promise<string> => {
    for (const pid of membersOf(sessions)) {
      if (!program.test(await commandOf(pid))) continue
      const scratch = /(?:^|\0)TMPDIR=([^\0]+)/.exec(await read(`/proc/${pid}/environ`))?.[1] ?? ''
      if (scratch !== (process.env.TMPDIR ?? '')) return scratch
    }
    return ''
  }
  return { child, ended, sessions, scratchOf }
}

const endsAll = async ({ child, ended, sessions, scratchOf }: ReturnType<typeof start>, program: RegExp, how: NodeJS.Signals) => {
  await expect.poll(() => scratchOf(program)).not.toBe('')
  const scratch = await scratchOf(program)
  expect(existsSync(scratch)).toBe(true)
  child.kill(how)
  expect(await ended).toBe(1)
  expect(membersOf(sessions)).toEqual([])
  expect(existsSync(scratch)).toBe(false)
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends what npm started for it', (how) =>
  endsAll(start(clone, 'build'), /^node\0.*builds-for-ever/, how),
)

test('the checks end with it', () => endsAll(start(root, 'checks'), /tsc/, 'SIGTERM'))

test('a program ends in order, and what it leaves in a session of its own is killed', async () => {
  const pids = join(clone, 'pids')
  const deaf = `process.on('SIGINT', () => undefined); fs.appendFileSync('${pids}', process.pid + ' '); setInterval(() => undefined, 1000)`
  const program = `
    require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}], { detached: true, stdio: 'ignore' })
    process.on('SIGINT', () => { console.log('closed'); process.exit(7) })
    fs.appendFileSync('${pids}', process.pid + ' ')
    setInterval(() => undefined, 1000)`
  const stopping = new AbortController()
  const running = runProgram(process.execPath, ['-e', program], {
    cwd: clone,
    env: process.env,
    stopping: stopping.signal,
    output: 'kept',
    grace: 200,
  })
  const started = async () => (await read(pids)).trim().split(' ').map(Number)
  await expect.poll(async () => (await started()).length).toBe(2)
  onTestFinished(async () => {
    for (const pid of await started()) if ((await commandOf(pid)).includes(pids)) process.kill(pid, 'SIGKILL')
  })
  stopping.abort()
  expect(await running).toEqual({ code: 7, output: 'closed\n' })
  for (const pid of await started()) expect(await commandOf(pid)).toBe('')
  expect(await runProgram('node', [], { cwd: clone, env: {}, stopping: stopping.signal, output: 'kept' })).toMatchObject({
    code: -1,
  })
})

test('programs that run gently leave the processor to others, however many begin at once', async () => {
  const lowest = 'setInterval(() => os.getPriority() === 19 && process.exit(7), 20)'
  const gone = new AbortController()
  const options = { cwd: clone, env: process.env, stopping: gone.signal, output: 'kept', gently: true } as const
  const all = Array.from({ length: 4 }, () => runProgram(process.execPath, ['-e', lowest], options))
  expect(await Promise.all(all)).toEqual(all.map(() => ({ code: 7, output: '' })))
})
