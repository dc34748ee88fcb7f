/**
 * Writes contract/src/collected: what the folders of the contract declare, in one table of each kind, for a browser that cannot
 * read folders. `--check` writes nothing and fails when the files differ from what it would write.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** One thing that a domain may declare: the files it may stand in, by what of it is recognised, and where it is gathered. */
interface Kind {
  readonly table: string
  readonly name: string
  readonly files: readonly string[]
  readonly declaration: RegExp
}

const kinds: readonly Kind[] = [
  { table: 'domains', name: 'declaredDomains', files: ['domain.ts'], declaration: /^export const (\w+Domain) = / },
  { table: 'calls', name: 'declaredCalls', files: ['calls.ts'], declaration: /^export const (\w+Calls) = / },
  { table: 'topics', name: 'declaredTopics', files: ['events.ts'], declaration: /^export const (\w+Topics) = / },
  // The site's own settings stand beside the record that gathers all of them.
  {
    table: 'settings',
    name: 'declaredSettings',
    files: ['settings.ts', 'own-settings.ts'],
    declaration: /^export const (\w+Settings) = settings\(/,
  },
  {
    table: 'alarm-types',
    name: 'declaredAlarmTypes',
    files: ['alarm-types.ts'],
    declaration: /^export const (\w+AlarmTypes) = /,
  },
]
/** What follows from all others, and is put beside them by hand. */
const derived = ['files/calls.ts']
/** Folders of the contract that are ground for all domains. */
const ground = ['kernel', 'menu', 'live', 'openapi', 'collected']

const contract = fileURLToPath(new URL('../contract/src/', import.meta.url))
const target = `${contract}collected/`

interface Declared {
  readonly domain: string
  readonly file: string
  readonly as: string
}

const declaredIn = async (domain: string, files: readonly string[], kind: Kind): Promise<Declared[]> => {
  const found: Declared[] = []
  for (const file of kind.files.filter((name) => files.includes(name))) {
    const lines = (await readFile(`${contract}${domain}/${file}`, 'utf8')).split('\n')
    for (const line of lines) {
      const as = kind.declaration.exec(line)?.[1]
      if (as !== undefined) found.push({ domain, file, as })
    }
  }
  if (found.length > 1)
    throw new Error(`contract/src/${domain} declares ${found.map(({ as }) => as).join(' and ')}: one of a kind is collected`)
  const silent = kind.files.find((name) => files.includes(name))
  if (found.length === 0 && silent !== undefined && !derived.includes(`${domain}/${silent}`))
    throw new Error(`contract/src/${domain}/${silent} has no line like ${String(kind.declaration)}`)
  return found
}

const tableOf = ({ name }: Kind, declared: readonly Declared[]): string =>
  [
    '// Written by `npm run collect` from what the folders beside this one declare; never edited.',
    ...declared.map(({ domain, file, as }) => `import { ${as} } from '../${domain}/${file}'`),
    '',
    `export const ${name} = {`,
    ...declared.map(({ domain, as }) => `  ${/^\w+$/.test(domain) ? domain : `'${domain}'`}: ${as},`),
    '}',
    '',
  ].join('\n')

const read = async (): Promise<{ readonly tables: ReadonlyMap<string, string>; readonly domains: number }> => {
  const folders = (await readdir(contract, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !ground.includes(entry.name))
    .map((entry) => entry.name)
    .toSorted()
  const filesOf = new Map(await Promise.all(folders.map(async (name) => [name, await readdir(`${contract}${name}`)] as const)))
  const nameless = folders.filter((name) => !filesOf.get(name)?.includes('domain.ts'))
  if (nameless.length > 0)
    throw new Error(`contract/src/${nameless.join(', ')} lacks domain.ts, which says what the domain is called`)
  const tables = new Map<string, string>()
  for (const kind of kinds) {
    const declared = await Promise.all(folders.map((name) => declaredIn(name, filesOf.get(name) ?? [], kind)))
    tables.set(`${kind.table}.ts`, tableOf(kind, declared.flat()))
  }
  return { tables, domains: folders.length }
}

const { tables, domains } = await read()
await mkdir(target, { recursive: true })
const present = await readdir(target)
const stale = present.filter((name) => !tables.has(name))
const differing: string[] = []
for (const [name, text] of tables) {
  if (!present.includes(name) || (await readFile(target + name, 'utf8')) !== text) differing.push(name)
}
if (process.argv.includes('--check')) {
  const wrong = [...differing, ...stale]
  if (wrong.length > 0) {
    console.error(
      `contract/src/collected differs from what the domains declare (${wrong.join(', ')}): run \`npm run collect\` and commit what it writes`,
    )
    process.exitCode = 1
  }
  console.log(`contract/src/collected: ${domains} domains compared`)
} else {
  for (const name of differing) await writeFile(target + name, tables.get(name) ?? '')
  for (const name of stale) await rm(target + name)
  if (differing.length + stale.length > 0)
    console.log(`contract/src/collected: ${domains} domains, ${differing.length} written, ${stale.length} removed`)
}
