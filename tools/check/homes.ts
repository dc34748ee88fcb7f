import { globSync, readFileSync } from 'node:fs'
import { dirname, posix, resolve } from 'node:path'
import { parseSync } from '@swc/core'
import { nodesIn } from './syntax.ts'

// Where a part of the console lives: what one feature alone imports, or the app alone, is its own and not shared. Tests need whatever they
// try, so they count for nothing.

const root = resolve(import.meta.dirname, '../..')
const shared = 'console/src/shared/'

const sources = globSync(['console/src/**/*.{ts,tsx}', 'bench/page/**/*.{ts,tsx}'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .sort()

/** What a file names by a relative path. */
const importsOf = (path: string): string[] =>
  [...nodesIn(parseSync(readFileSync(resolve(root, path), 'utf8'), { syntax: 'typescript', tsx: path.endsWith('.tsx') }).body)]
    .filter(({ type, value }) => type === 'StringLiteral' && typeof value === 'string' && value.startsWith('.'))
    .map(({ value }) => posix.join(dirname(path), String(value)))

/** A feature, the app, the bench, or what is shared. */
const ownerOf = (path: string): string =>
  path.startsWith(shared) ? shared : (/^(?:console\/src\/features\/[^/]+\/|console\/src\/app\/|[^/]+\/)/.exec(path)?.[0] ?? path)

const importers = new Map<string, string[]>()
for (const path of sources)
  for (const imported of importsOf(path)) importers.set(imported, [...(importers.get(imported) ?? []), path])

/** Who needs a part in the end, through whatever shared parts. */
const ownersOf = (path: string, seen = new Set<string>()): Set<string> => {
  const owners = new Set<string>()
  for (const importer of importers.get(path) ?? []) {
    if (ownerOf(importer) !== shared) owners.add(ownerOf(importer))
    else if (!seen.has(importer)) for (const owner of ownersOf(importer, seen.add(importer))) owners.add(owner)
  }
  return owners
}

const problems = sources
  .filter((path) => path.startsWith(shared))
  .flatMap((path) => {
    const [owner, ...others] = ownersOf(path)
    return owner !== undefined && others.length === 0 ? [`${path}: ${owner} alone imports it: it belongs there`] : []
  })

for (const problem of problems) console.log(problem)
console.log(`${sources.length} files of the console and who imports them read`)
process.exitCode = problems.length > 0 ? 1 : 0
