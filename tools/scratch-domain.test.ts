import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Is a domain its own folders? The one that docs/new-domain.md shows is made in a copy of the tree, collected and run.

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)
const own = /^(contract\/src|server\/src\/modules|console\/src\/features)\/cranes\//
const written = /^(contract\/src\/collected\/|docs\/)/

let copy = ''
let before = new Map<string, string>()
let missed = ''
/** The tests that the page shows, by their names. */
let ownTests: readonly string[] = []
/** One run of them, of those that go through every feature, and of all that goes through every noun or every call. */
let tried: Promise<{ readonly stdout: string }>
const suites = ['scope', 'nouns', 'noun-sheets', 'lists', 'authorization'].map((name) => `server/test/${name}.test.ts`)
/** Of these suites: what is tried of the cranes, and what is said of all at once. */
const overAll = '[cC]rane|(own|sheet|departments)\\W+is |every list|asks for a permission'
const ofFeatures = ['are collected', 'stand in their order']

/** The files that the page shows, each below its path. */
const filesOf = (page: string): readonly (readonly [path: string, text: string])[] =>
  [...page.matchAll(/^`([\w./-]+)`\n\n```\w+\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => [path, text])

const sources = async (): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for await (const path of glob('{contract,server,console,tools,docs}/**/*.{ts,tsx,mjs,sql,json,md}', { cwd: copy })) {
    if (!path.includes('node_modules'))
      found.set(
        path,
        createHash('sha256')
          .update(await readFile(join(copy, path)))
          .digest('hex'),
      )
  }
  return found
}
const tool = (name: string, ...args: readonly string[]) =>
  run(name, args, {
    cwd: copy,
    env: {
      ...process.env,
      VITEST: '',
      NO_COLOR: '1',
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
    },
  }).catch((error: { readonly stdout: string; readonly stderr: string }) => {
    throw new Error(`${name} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`)
  })

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'vigil-scratch-'))
  const isSource = (path: string): boolean => !/\/(node_modules|dist)$/.test(path)
  for (const name of [
    'contract',
    'server',
    'console',
    'simulator',
    'tools',
    'docs/alarms-once.md',
    'docs/calls',
    'docs/security.md',
    'package.json',
    'vitest.config.ts',
    'tsconfig.base.json',
  ])
    await cp(join(root, name), join(copy, name), { recursive: true, filter: isSource })
  // Packages are shared with the original, our own workspaces are the copy's.
  await mkdir(join(copy, 'node_modules'))
  for await (const name of glob('*', { cwd: join(root, 'node_modules'), exclude: ['@vigil'] }))
    await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  await mkdir(join(copy, 'node_modules/@vigil'))
  for (const name of ['contract', 'server', 'console'])
    await symlink(join('../..', name), join(copy, 'node_modules/@vigil', name))
  await writeFile(
    join(copy, 'server/tsconfig.json'),
    JSON.stringify({ extends: '../tsconfig.base.json', include: ['.', '../contract'] }),
  )
  before = await sources()
  const page = await readFile(join(root, 'docs/new-domain.md'), 'utf8')
  ownTests = [...page.matchAll(/^it\('([^']+)'/gm)].map(([, name = '']) => name)
  for (const [path, text] of filesOf(page)) {
    expect(path).toMatch(own)
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await writeFile(join(copy, path), text)
  }
  missed = await tool('node', 'tools/collect.ts', '--check').then(
    () => '',
    (error: unknown) => String(error),
  )
  await tool('node', 'tools/collect.ts')
  await tool('node', 'tools/generate-docs.ts')
  const names = [overAll, ...ofFeatures, ...ownTests].join('|')
  const files = ['server/src/modules/cranes', 'console/src/app/features.test.ts', ...suites]
  tried = tool('vitest', 'run', '--reporter=verbose', '--testNamePattern', names, ...files)
  // Whoever asks for it is told why it failed.
  await tried.catch(() => undefined)
})
afterAll(() => rm(copy, { recursive: true }))

test('a domain is missed while it is not collected', () => expect(missed).toContain('run `npm run collect`'))

test('a domain touches no file but its own and what is written by tools', async () => {
  const after = await sources()
  const touched = [...after].filter(([path, hash]) => before.get(path) !== hash).map(([path]) => path)
  expect(touched.filter((path) => !own.test(path) && !written.test(path))).toEqual([])
  expect([...before.keys()].filter((path) => !after.has(path))).toEqual([])
})

test('a domain keeps, tells, raises, listens, commands, fills sheets, and is seen and found as its page says', async () => {
  const { stdout } = await tried
  expect(ownTests.length).toBeGreaterThan(2)
  for (const name of ownTests) expect(stdout).toMatch(new RegExp(`✓ \\|server\\| server/src/modules/cranes/\\S+ > ${name}`))
  for (const part of ['screens', 'mapLayers', 'searchProviders'])
    expect(stdout).toContain(`✓ |pure| console/src/app/features.test.ts > ${part} of cranes are collected`)
})

test('a domain needs no line in what goes through all of them', async () => {
  const { stdout } = await tried
  for (const suite of suites) expect(stdout).toContain(`✓ |server| ${suite}`)
  for (const what of ['saveBsCrane: is neither', 'crane: does not come in', 'BsCrane is seen', 'crane comes back'])
    expect(stdout).toContain(what)
})

// The compiler takes longer than everything else here.
test.runIf(process.env.VIGIL_DEEP !== undefined)('server and console compile with it', async () => {
  await Promise.all([tool('tsc', '-p', 'server'), tool('tsc', '-p', 'console/tsconfig.json')])
})
