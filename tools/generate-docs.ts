/**
 * Writes docs/calls and the table of docs/security.md from the contract, docs/texts.md from all sources, and docs/alarms-once.md from the
 * scenarios of the simulator. `--check` writes nothing and fails when the files differ from what it would write.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { domainNames, domains, type Domain } from '../contract/src/index.ts'
import { usualBody, type Needs } from '../contract/src/kernel/call.ts'
import { codes, generalCodes, unreadStatus } from '../contract/src/kernel/codes.ts'
import { openApiDocument, type JsonSchema, type Operation } from '../contract/src/openapi/openapi.ts'
import { wholeListLimit } from '../contract/src/kernel/shapes.ts'
import type { Text } from '../contract/src/kernel/text.ts'
import { oncePage } from './once-page.ts'
import { securityPage } from './scope-table.ts'
import { textsPage } from './texts.ts'

interface Enumeration {
  options: (language: 'zh' | 'en') => { value: string | number; label: string }[]
  otherwise: Text | undefined
}

const folder = fileURLToPath(new URL('../docs/calls/', import.meta.url))
const contract = new URL('../contract/src/', import.meta.url)
const { paths, components } = openApiDocument('1')

const cell = (value: string): string => value.replaceAll('|', '\\|').replaceAll('\n', ' ')
const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
/** `Id`, `Day` and `Time` are told once, in the README. */
const everywhere = new Set(['Id', 'Day', 'Time'])
const link = (name: string): string =>
  everywhere.has(name) ? `[${name}](README.md#${name.toLowerCase()})` : `[${name}](#${name.toLowerCase()})`
const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)

const isNull = (schema: JsonSchema): boolean => schema.type === 'null'

const typeText = (schema: JsonSchema): string => {
  if (schema.$ref) return link(nameOf(schema.$ref))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeText).join(' or ')
  if (schema.format === 'binary') return 'file'
  if (schema['x-codes']) return schema['x-codes'].map((member) => `${code(member.code)} ${member.zh}`).join(', ')
  if (schema.enum) return schema.enum.map(code).join(', ')
  if ('const' in schema) return schema.const === '' ? 'empty' : code(schema.const)
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeText).join(', ')}]`
  if (schema.type === 'array') return `list of ${typeText(schema.items ?? {})}`
  return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything')
}

const span = (low: number | undefined, high: number | undefined, unit: string): string[] =>
  low === undefined && high === undefined ? [] : [`${low ?? ''}…${high ?? ''}${unit}`]

const limits = (schema: JsonSchema): string =>
  [
    ...span(schema.minimum, schema.maximum, ''),
    ...span(schema.minLength, schema.maxLength, ' characters'),
    ...span(schema.minItems, schema.maxItems, ' items'),
    ...(schema.pattern ? [code(schema.pattern)] : []),
    ...('default' in schema ? [`default ${code(schema.default)}`] : []),
    ...(schema.anyOf ?? schema.oneOf ?? []).filter((choice) => !choice.$ref).map(limits),
    ...(schema.type === 'array' && schema.items && !schema.items.properties ? [limits(schema.items)] : []),
  ]
    .filter((part) => part !== '')
    .join(', ')

/** One row a field; the fields of an object inside follow it with their path. */
const fieldRows = (schema: JsonSchema, prefix = ''): string[][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    [code(prefix + name), typeText(field), schema.required?.includes(name) ? 'yes' : '', limits(field)],
    ...innerRows(field, prefix + name),
  ])
const innerRows = (schema: JsonSchema, path: string): string[][] => {
  if (schema.properties) return fieldRows(schema, path && `${path}.`)
  if (schema.items) return innerRows(schema.items, `${path}[]`)
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap((choice) => innerRows(choice, path))
}

const isList = (data: JsonSchema): boolean =>
  data.anyOf?.length === 2 && data.anyOf[0]?.type === 'array' && data.anyOf[1]?.properties?.['total'] !== undefined

const shapeText = (schema: JsonSchema, required: 'Required' | 'Always'): string => {
  if (Object.keys(schema).length === 0) return 'open'
  if (isNull(schema)) return '`null`'
  const rows = innerRows(schema, '')
  const type = schema.properties ? '' : [typeText(schema), limits(schema)].filter(Boolean).join(', ')
  return (
    [type, rows.length > 0 ? table(['Field', 'Type', required, 'Limits'], rows) : ''].filter(Boolean).join('\n\n') || 'no fields'
  )
}

const dataText = (data: JsonSchema): string => {
  const item = isList(data) ? data.anyOf?.[0]?.items : undefined
  if (!item) return shapeText(data, 'Always')
  return `A list, or with \`pageSize\` a [page](README.md#paging), of ${shapeText(item, 'Always')}`
}

const needsText = (needs: Needs): string =>
  needs === 'public'
    ? 'anybody'
    : needs === 'signedIn'
      ? 'every signed-in user'
      : `holders of ${needs.anyOf.map(code).join(' or ')}`

const sizeText = (bytes: number): string =>
  bytes >= 2 ** 20 ? `${Math.floor(bytes / 2 ** 20)} MB` : `${Math.floor(bytes / 1024)} KB`

const callText = (path: string, method: string, call: Operation): string => {
  const data = call.responses[200].content['application/json'].schema.allOf?.[1]?.properties?.['data'] ?? {}
  const { 'application/json': json, 'multipart/form-data': form } = call.requestBody?.content ?? {}
  const body = (json ?? form)?.schema
  const { 'x-body-limit': limit = usualBody } = call
  return [
    `### ${call.operationId.slice(call.operationId.indexOf('.') + 1)}`,
    `${call.summary}。${call['x-planned'] ? '**尚未开放。**' : ''}\n${call.description}`,
    `\`${method.toUpperCase()} /api${path}\` for ${needsText(call['x-needs'])}${limit === usualBody ? '' : `, up to ${sizeText(limit)}`}.`,
    call['x-planned']
      ? ''
      : body
        ? `**Request**${form ? ' as multipart/form-data' : ''}:\n\n${shapeText(body, 'Required')}`
        : '**Request**: no body',
    call['x-planned'] ? '' : `**Answer**:\n\n${dataText(data)}`,
    call['x-codes'].length > 0 ? `**Codes**: ${call['x-codes'].map((answer) => code(answer.code)).join(', ')}` : '',
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The named shapes that a shape leads to, in the order met. */
const reached = (part: unknown, found: Set<string> = new Set()): Set<string> => {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (name === 'Envelope' || everywhere.has(name) || found.has(name)) continue
    found.add(name)
    reached(components.schemas[name], found)
  }
  return found
}

const enumerationsOf = async (domain: Domain): Promise<string[]> => {
  const source = new URL(`${domain}/entities.ts`, contract)
  if (!existsSync(source)) return []
  const exported = (await import(source.href)) as Record<string, unknown>
  const isEnumeration = (value: unknown): value is Enumeration =>
    typeof value === 'object' && value !== null && 'options' in value
  return Object.entries(exported).flatMap(([name, value]) => {
    if (!isEnumeration(value)) return []
    const english = value.options('en')
    const rows = value.options('zh').map((member, at) => [code(member.value), member.label, english[at]?.label ?? ''])
    if (value.otherwise) rows.push(['otherwise', value.otherwise.zh, value.otherwise.en])
    return [`### ${name}\n\n${table(['Code', '中文', 'English'], rows)}`]
  })
}

const made = 'Generated from the contract by `npm run docs`; edit the contract, not this page.'

const domainPage = async (domain: Domain): Promise<string> => {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, call]) => call.tags[0] === domain)
      .map(([method, call]) => ({ path, method, call })),
  )
  const shapes = [...reached(calls)].map((name) => `### ${name}\n\n${shapeText(components.schemas[name] ?? {}, 'Always')}`)
  const enumerations = await enumerationsOf(domain)
  return [
    `# ${domainNames[domain].zh} / ${domainNames[domain].en}`,
    made,
    '## Calls',
    ...calls.map(({ path, method, call }) => callText(path, method, call)),
    ...(shapes.length > 0 ? ['## Records', ...shapes] : []),
    ...(enumerations.length > 0 ? ['## Enumerations', ...enumerations] : []),
  ].join('\n\n')
}

const patternOf = (name: string): string => code(components.schemas[name]?.pattern ?? '')

const index = (): string => {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => {
      const name = call.operationId.slice(call.operationId.indexOf('.') + 1)
      return [
        `[${path}](${call.tags[0]}.md#${name.toLowerCase()})`,
        method.toUpperCase(),
        call.summary,
        call['x-planned'] ? 'not yet' : 'yes',
      ]
    }),
  )
  return [
    '# Calls',
    made,
    `Every call goes to \`/api\` plus its path, as \`POST\` with a JSON body unless said. The token of
\`/sys/sysUser/login\` goes raw in the header \`Authorization\`; \`Accept-Language\` \`zh\` or \`en\` chooses the language of \`msg\`.
The same contract is served as OpenAPI 3.1 at \`/api/openapi.json\`.`,
    '## Domains',
    (Object.keys(domains) as Domain[])
      .map((name) => `- [${name}](${name}.md): ${domainNames[name].zh} / ${domainNames[name].en}`)
      .join('\n'),
    '## Envelope',
    `Every answer is \`{ "code": "200", "msg": "success", "data": … }\`. \`code\` is a string and decides: business outcomes travel with
HTTP 200. HTTP errors are for transport: malformed JSON 400, body too slow 408 or too large 413, too many requests 429, not ready 503,
the last two with \`Retry-After\` in seconds. Unknown fields of a request are ignored. A body has up to ${sizeText(usualBody)} unless its call
says otherwise. Who may not make a call is told so before the body is read; when there is much of it, with HTTP ${unreadStatus}
and the line is closed, since browsers pass on no other answer to what they have not finished sending.`,
    '## Codes',
    `A call lists its own codes; those marked general may come from any call. Places in braces are filled in.`,
    table(
      ['Code', '中文', 'English', 'General'],
      Object.entries(codes).map(([name, text]) => [
        code(text.code),
        text.zh,
        text.en,
        generalCodes.some((general) => general === name) ? 'yes' : '',
      ]),
    ),
    '## Paging',
    `Every list call takes \`pageNum\` (from 1), \`pageSize\` (1…1000) and \`sort\` (a field name, \`-\` before it for descending). With
\`pageSize\` the answer is the page \`{ "list": [], "total": 0 }\`, without it the whole list up to ${wholeListLimit} rows, beyond that the code
\`tooManyRows\`. A call named \`…Page\` always answers a page, one named \`…Count\` the number of rows for the same filter.`,
    '## Saving and deleting',
    `\`save…\` without \`id\` creates, with \`id\` changes. A record carries \`version\`; a change that sends an older one gets the code
\`conflict\` and the present record. \`delete…\` takes \`{ "id": "…" }\`. By department: \`{ "deptId": "…" }\`, departments below it included unless
\`"recursive": false\`. By parent: \`{ "pid": "…" }\`.`,
    '## Shapes',
    '### Id',
    `Identifiers are strings: ${patternOf('Id')}.`,
    '### Time',
    `\`YYYY-MM-DD HH:mm:ss\` in the site's time zone. A range from \`00:00:00\` to \`23:59:59\` includes the last second whole.`,
    '### Day',
    `\`YYYY-MM-DD\` in the site's time zone.`,
    '## Index',
    table(['Path', 'Method', '说明', 'Available'], rows),
  ].join('\n\n')
}

const pages = new Map<string, string>([['README.md', `${index()}\n`]])
for (const domain of Object.keys(domains) as Domain[]) pages.set(`${domain}.md`, `${await domainPage(domain)}\n`)

await mkdir(folder, { recursive: true })
const present = await readdir(folder)
const stale = present.filter((name) => !pages.has(name))
const differing: string[] = []
for (const [name, page] of pages) {
  if (!present.includes(name) || (await readFile(folder + name, 'utf8')) !== page) differing.push(name)
}
const texts = textsPage()
const once = oncePage()
const docs = fileURLToPath(new URL('../docs/', import.meta.url))
const readIfThere = async (name: string): Promise<string> => (existsSync(docs + name) ? await readFile(docs + name, 'utf8') : '')
const single = [
  { name: 'texts.md', from: 'the texts of the sources', page: () => texts.page },
  { name: 'security.md', from: 'the nouns of the contract', page: securityPage },
  { name: 'alarms-once.md', from: 'the scenarios of the simulator', page: () => once.page },
]
const checking = process.argv.includes('--check')
for (const { name, from, page } of single) {
  const before = await readIfThere(name)
  const after = page(before)
  if (before === after) continue
  if (checking) {
    console.error(`docs/${name} differs from ${from}: run \`npm run docs\` and commit what it writes`)
    process.exitCode = 1
  } else await writeFile(docs + name, after)
}
if (checking) {
  const wrong = [...differing, ...stale]
  if (wrong.length > 0) {
    console.error(`docs/calls differs from the contract (${wrong.join(', ')}): run \`npm run docs\` and commit what it writes`)
    process.exitCode = 1
  }
  console.log(`docs/calls: ${pages.size} pages compared`)
} else {
  for (const name of differing) await writeFile(folder + name, pages.get(name) ?? '')
  for (const name of stale) await rm(folder + name, { recursive: true })
  console.log(`docs/calls: ${pages.size} pages, ${differing.length} written, ${stale.length} removed`)
}
const done = checking ? 'compared' : 'written'
console.log(`docs/texts.md: ${texts.count} texts ${done}`)
console.log(`docs/alarms-once.md: ${once.count} rows ${done}`)
