import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from '@swc/core'
import { hole, tablesIn } from './sql-tables.ts'
import { nodesIn, type Node } from './syntax.ts'

// Where SQL stands, and whose tables it names. A table belongs to the module in whose `tables.ts` its type stands, or whose migration makes it;
// others come in by its door, or read a view that the module publishes. What the kernel keeps is ground for all.

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const filesLike = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
const moduleOf = (path: string): string => /^server\/src\/(?:modules\/)?([^/]+)\//.exec(path)?.[1] ?? ''

/** Before each source, so that its first place is known: the parser counts from the first word, and in bytes. */
const mark = '0;'
/** Every part of a file's syntax with its line, the outer ones first. */
const partsOf = function* (path: string): Generator<{ readonly node: Node & Record<string, unknown>; readonly line: number }> {
  const source = Buffer.from(mark + read(path))
  const parsed = parseSync(source.toString(), { syntax: 'typescript', target: 'es2024' })
  for (const node of nodesIn(parsed.body)) {
    const before = 'span' in node ? source.subarray(0, node.span.start - parsed.span.start) : Buffer.alloc(0)
    yield { node, line: before.toString().split('\n').length }
  }
}

/** Tables whose types a file declares. */
const typedIn = (path: string): string[] =>
  [...partsOf(path)].flatMap(({ node }) => {
    const { type, id, body } = node as { type: string; id?: { value: string }; body?: { body: { key?: { value: string } }[] } }
    if (type !== 'TsInterfaceDeclaration' || id?.value !== 'Tables') return []
    return (body?.body ?? []).flatMap(({ key }) => (key ? [key.value] : []))
  })

const problems: string[] = []

/** Who owns a table or a view. */
const owners = new Map<string, string>()
const own = (name: string, owner: string, path: string): void => {
  const other = owners.get(name)
  if (other !== undefined && other !== owner) problems.push(`${path}: ${name} belongs to ${other} already`)
  owners.set(name, owner)
}
const types = filesLike('server/src/{kernel,modules/*}/tables.ts')
for (const path of types) for (const name of typedIn(path)) own(name, moduleOf(path), path)

const steps = [...filesLike('server/migrations/*.sql'), ...filesLike('server/src/modules/*/*.sql')].map((path) => ({
  path,
  of: path.startsWith('server/migrations/') ? null : moduleOf(path),
  text: read(path),
}))
const made = (text: string, what: string): string[] =>
  [
    ...text.matchAll(new RegExp(`^\\s*CREATE (?:OR REPLACE )?${what} (?:IF NOT EXISTS )?(\\w+)\\b(?!\\.| PARTITION OF)`, 'gim')),
  ].map(([, name]) => name ?? '')

const published = new Set<string>()
for (const { path, of, text } of steps) {
  for (const name of made(text, 'TABLE')) {
    if (of !== null) own(name, of, path)
    else if (!owners.has(name)) problems.push(`${path}: ${name} belongs to nobody: its type has to stand in a module's tables.ts`)
  }
  for (const name of made(text, '(?:MATERIALIZED )?VIEW')) {
    if (of === null) problems.push(`${path}: the view ${name} has to lie beside the module that publishes it`)
    else if (!name.startsWith(`${of}_`)) problems.push(`${path}: the view ${name} has to be called ${of}_…, after its module`)
    else own(name, of, path)
    published.add(name)
  }
}

/** Of the names in a text those that are another module's own. */
const strangersAmong = (names: readonly string[], of: string): string[] =>
  names.filter((name) => {
    const owner = owners.get(name)
    return owner !== undefined && owner !== of && owner !== 'kernel' && !published.has(name)
  })
const tell = (place: string, name: string): void => {
  const owner = owners.get(name) ?? ''
  problems.push(`${place}: ${name} belongs to ${owner}: ask its door, or read a view ${owner}_… that it publishes`)
}

// A view shows what is its module's own, or it would be a way round.
for (const { path, of, text } of steps) {
  if (of === null) continue
  for (const [view] of text.matchAll(/^\s*CREATE (?:OR REPLACE )?(?:MATERIALIZED )?VIEW [^;]*/gim))
    for (const name of strangersAmong(tablesIn(view), of)) tell(path, name)
}

/** Of the query builder, what takes a table's name. */
const takesTable = /^(?:(?:select|delete|insert|update|replace|merge)(?:From|Into|Table)?|table|using|from|\w*[jJ]oin\w*)$/
/** As it is written here, or at least begins. */
const looksLikeSql =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|FROM|JOIN|TRUNCATE|LOCK|WITH|COPY)\b|^\s*(?:select|insert|update|delete|with)\s/

/** The names of tables that one part of a file's syntax stands for. */
const namesIn = (node: Node & Record<string, unknown>, isTagged: boolean): string[] => {
  if (node.type === 'CallExpression') {
    const { callee, arguments: given } = node as unknown as {
      callee: { type: string; property?: { value?: string } }
      arguments: { expression: { type: string; value?: unknown } }[]
    }
    if (callee.type !== 'MemberExpression' || !takesTable.test(callee.property?.value ?? '')) return []
    return given.flatMap(({ expression: { type, value } }) =>
      type === 'StringLiteral' ? [String(value).split(' ')[0] ?? ''] : [],
    )
  }
  if (node.type === 'StringLiteral') return looksLikeSql.test(String(node['value'])) ? tablesIn(String(node['value'])) : []
  if (node.type !== 'TemplateLiteral') return []
  const text = (node['quasis'] as { cooked: string }[]).map(({ cooked }) => cooked).join(hole)
  return isTagged || looksLikeSql.test(text) ? tablesIn(text) : []
}

/** What is chosen for the site is asked for by everything that stands on the kernel, before the module that writes it stands. */
const readByKernel = (path: string, name: string): boolean =>
  path === 'server/src/kernel/settings.ts' && ['setting', 'site'].includes(name)
/** How SQL is written with the query builder or by hand, but for what is tagged: that needs an import, which is forbidden elsewhere. */
const writesSql = /^(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|raw)$/
/** What of it is called with something: what is asked for nothing is a method of the same name. */
const calledIn = (node: Node & Record<string, unknown>): string => {
  if (node.type !== 'CallExpression') return ''
  const { callee, arguments: given } = node as unknown as {
    callee: { type: string; property?: { value?: string } }
    arguments: readonly unknown[]
  }
  return callee.type === 'MemberExpression' && given.length > 0 ? (callee.property?.value ?? '') : ''
}
const isStore = (path: string): boolean => /[/.]store\.ts$/.test(path)
const mayHoldSql = (path: string): boolean => isStore(path) || !/^server\/src\/(?:modules|gateways)\//.test(path)

const sources = filesLike('server/src/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
for (const path of sources) {
  const tagged = new Set<unknown>()
  for (const { node, line } of partsOf(path)) {
    if (node.type === 'TaggedTemplateExpression') tagged.add(node['template'])
    const called = calledIn(node)
    if (writesSql.test(called) && !mayHoldSql(path))
      problems.push(`${path}:${line}: SQL lives in the store of its module: ${called}`)
    for (const name of new Set(strangersAmong(namesIn(node, tagged.has(node)), moduleOf(path))))
      if (!readByKernel(path, name)) tell(`${path}:${line}`, name)
  }
}

for (const problem of problems) console.log(problem)
console.log(`${types.length + steps.length + sources.length} files of tables and SQL read`)
process.exitCode = problems.length > 0 ? 1 : 0
