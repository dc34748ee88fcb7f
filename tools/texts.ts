import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseSync } from '@swc/core'
import type { Text } from '../contract/src/kernel/text.ts'

// Every text of both languages side by side, for whoever reads them through. They are found by their shape wherever they stand, so
// that none is left out: an object of `zh` and `en`; a name beside the same name with `En`; two neighbours in a call, or the two
// ends of a question after the language, of which the first alone is Chinese; a line for the terminal that says it twice.

/** A text, and the names that lead to it in its file. */
interface Found extends Text {
  readonly at: string
}

interface Node {
  readonly type: string
  readonly [part: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const nodes = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const only = (value: unknown): Node | undefined => (isNode(value) ? value : undefined)
/** The items of a list, or what is given in a call. */
const items = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.flatMap((item: { expression?: unknown } | null) => only(item?.expression) ?? []) : []
const nameOf = (node: unknown): string =>
  isNode(node) && ['string', 'number'].includes(typeof node['value']) ? String(node['value']) : ''

/** What stands for a value within a text, `{count}`. */
const place = (node: Node | undefined): string => {
  if (node?.type === 'Identifier') return `{${nameOf(node)}}`
  if (node?.type === 'MemberExpression') return `{${nameOf(node['property']) || '…'}}`
  return (node && textOf(node)) ?? '{…}'
}

/** The text that a part of the syntax stands for, null where it is none. */
const textOf = (node: Node): string | null => {
  switch (node.type) {
    case 'StringLiteral':
      return nameOf(node)
    case 'TemplateLiteral': {
      const values = nodes(node['expressions'])
      const parts = nodes(node['quasis']).map(({ cooked }) => String(cooked))
      return parts.map((part, at) => `${part}${at < values.length ? place(values[at]) : ''}`).join('')
    }
    case 'BinaryExpression':
      return node['operator'] === '+' ? `${place(only(node['left']))}${place(only(node['right']))}` : null
    case 'ConditionalExpression':
      return `${place(only(node['consequent']))} | ${place(only(node['alternate']))}`
    case 'ArrayExpression':
      return items(node['elements']).map(place).join(' · ')
    default:
      return null
  }
}

const withoutPlaces = (text: string): string => text.replaceAll(/\{[^}]*\}/g, '')
const saysSomething = (text: string): boolean => /\p{L}|%/u.test(withoutPlaces(text))
const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(withoutPlaces(text))

const both = (first: Node | undefined, second: Node | undefined): Text | null => {
  const [zh, en] = [first && textOf(first), second && textOf(second)]
  return typeof zh === 'string' && typeof en === 'string' && (saysSomething(zh) || saysSomething(en)) ? { zh, en } : null
}
const chineseFirst = (text: Text | null): Text | null =>
  text && isChinese(text.zh) && saysSomething(text.en) && !isChinese(text.en) ? text : null

/** The texts that a part of the syntax says by itself; `name` tells them apart within it. */
const saidBy = (node: Node): { readonly name: string; readonly text: Text | null }[] => {
  switch (node.type) {
    case 'ObjectExpression': {
      const values = new Map(nodes(node['properties']).map(({ key, value }) => [nameOf(key), only(value)]))
      const named = [...values].map(([name, value]) => ({ name, text: chineseFirst(both(value, values.get(`${name}En`))) }))
      return [{ name: '', text: both(values.get('zh'), values.get('en')) }, ...named]
    }
    case 'CallExpression':
    case 'NewExpression': {
      const given = items(node['arguments'])
      return given.map((item, at) => ({ name: '', text: chineseFirst(both(item, given[at + 1])) }))
    }
    case 'ConditionalExpression':
      return [{ name: '', text: chineseFirst(both(only(node['consequent']), only(node['alternate']))) }]
    case 'BinaryExpression':
    case 'StringLiteral':
    case 'TemplateLiteral': {
      const [, zh, en] = /^(.*?)\s\/\s(.*)$/su.exec(textOf(node) ?? '') ?? []
      return zh === undefined || en === undefined ? [] : [{ name: '', text: chineseFirst({ zh, en }) }]
    }
    default:
      return []
  }
}

/** What a part of the syntax is called, for finding it again. */
const calledBy = (node: Node): string => nameOf(node['key']) || nameOf(node['identifier']) || nameOf(node['id'])

const textsIn = function* (part: unknown, at: readonly string[] = []): Generator<Found> {
  if (isNode(part)) {
    const name = calledBy(part)
    const inside = name === '' ? at : [...at, name]
    const said = saidBy(part).flatMap(({ name: own, text }) =>
      text ? [{ at: [...inside, own].filter(Boolean).join('.'), ...text }] : [],
    )
    yield* said
    // Its halves are no texts of their own.
    if (part.type === 'BinaryExpression' && said.length > 0) return
    for (const inner of Object.values(part)) yield* textsIn(inner, inside)
  } else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) yield* textsIn(inner, at)
}

const heading = `# Texts

What people read, in both languages, by the file in which it stands. Generated by \`npm run docs\`; edit the files, not this page.
Places in braces are filled in; \`{n, row|rows}\` is a number with its noun. The terms to keep to are in the [glossary](glossary.md).
`
const code = (text: string): string => (text === '' ? '' : `\`${text}\``)

const root = join(import.meta.dirname, '..')
/** Of the simulator the plan alone, since its people and devices have Chinese names only. */
const sources = ['contract/src', 'server/src', 'console/src', 'simulator/src/world', 'tools']

/** The texts of a file's source. */
export const textsOf = (source: string, path: string): Found[] => [
  ...textsIn(parseSync(source, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'es2024' }).body),
]

const cell = (text: string): string =>
  text
    .trim()
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/[<*_]/g, '\\$&')

/** The page, and how many texts it holds. */
export const textsPage = (): { readonly page: string; readonly count: number } => {
  const files = sources
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\/collected\//.test(path))
    .sort()
  const folders = new Map<string, string[]>()
  for (const path of files) {
    const rows = folders.get(dirname(path)) ?? []
    for (const { at, zh, en } of textsOf(readFileSync(join(root, path), 'utf8'), path))
      rows.push(`| ${basename(path)} ${code(at)} | ${cell(zh)} | ${cell(en)} |`)
    if (rows.length > 0) folders.set(dirname(path), rows)
  }
  const all = [...folders.values()].flat()
  const parts = [...folders].map(
    ([folder, rows]) => `## ${folder}\n\n| | 中文 | English |\n| --- | --- | --- |\n${rows.join('\n')}\n`,
  )
  return { page: [heading, ...parts].join('\n'), count: all.length }
}
