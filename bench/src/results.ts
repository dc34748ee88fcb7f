import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { plain, type Limit, type Row, type Spread } from './measure.ts'

export interface Measured {
  readonly part: string
  readonly about: string
  readonly rounds: number
  readonly seconds: number
  readonly rows: readonly Row[]
  /** None where it was measured before there were any. */
  readonly notes?: readonly string[]
}
/** What was measured of the same before. */
interface Was {
  readonly median: number
  readonly date: string
}
type KeptRow = Row & { readonly was?: Was }
type Kept = Measured & { readonly date: string; readonly machine: string; readonly rows: readonly KeptRow[] }

const limitText = (limit: Limit, unit: string): string => {
  const of = 'atLeast' in limit ? `≥ ${plain(limit.atLeast)}` : `≤ ${plain(limit.atMost)}`
  return unit === '' ? of : `${of} ${unit}`
}
const spreadText = ({ median, min, max }: Spread): string => `${plain(median)} [${plain(min)}–${plain(max)}]`
const cells = (row: Row): string[] => [
  row.what,
  row.ours,
  row.peer,
  `${spreadText(row.judged)}${row.kind === 'ratio' ? '' : ` ${row.unit}`}`,
  limitText(row.limit, row.unit),
  row.met ? 'met' : 'NOT MET',
]
const head = ['what', 'ours', 'peer', 'median [min–max]', 'limit', '']
const change = ({ judged, was }: KeptRow): string => {
  if (!was) return ''
  const percent = Math.round((judged.median / was.median - 1) * 100)
  return `${plain(was.median)} on ${was.date}${Number.isFinite(percent) ? ` (${percent > 0 ? '+' : ''}${percent} %)` : ''}`
}

export const printPart = ({ rows, seconds, notes = [] }: Measured): void => {
  const lines = [head, ...rows.map(cells)]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  for (const line of lines) console.log(`  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
  for (const note of notes) console.log(`  ${note}`)
  console.log(`  ${seconds} s`)
}

/** Takes one part's results over into `docs/bench`, beside what other parts measured before. */
export const keepResults = (root: string, measured: Measured): void => {
  const folder = join(root, 'docs', 'bench')
  const file = join(folder, 'results.json')
  mkdirSync(folder, { recursive: true })
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept[]) : []
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}`
  const last = before.find(({ part }) => part === measured.part)
  const rows = measured.rows.map((row): KeptRow => {
    const then = last?.rows.find(({ what }) => what === row.what)
    return last && then ? { ...row, was: { median: then.judged.median, date: last.date } } : row
  })
  const now: Kept = { ...measured, rows, date: new Date().toISOString().slice(0, 10), machine }
  const all = [...before.filter(({ part }) => part !== measured.part), now].sort((a, b) => (a.part < b.part ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
  writeFileSync(join(folder, 'results.md'), page(all))
}

const page = (all: readonly Kept[]): string => {
  const escaped = (cell: string): string => cell.replaceAll('|', '\\|')
  const table = ({ rows }: Kept): string =>
    [[...head, 'changed since'], [...head, ''].map(() => '---'), ...rows.map((row) => [...cells(row), change(row)])]
      .map((line) => `| ${line.map(escaped).join(' | ')} |`)
      .join('\n')
  const noted = ({ notes = [] }: Kept): string => notes.map((note) => `\n${note}\n`).join('')
  const section = (kept: Kept): string =>
    `## ${kept.part}\n\n${kept.about} ${kept.date}, ${kept.machine}, ${kept.rounds === 1 ? 'one run' : `${kept.rounds} rounds`}, ${kept.seconds} s.\n\n${table(kept)}\n${noted(kept)}`
  return `# What was measured

Written by \`npm run bench\`. A ratio is ours over a peer or a floor in the same run, round by round with the two sides by
turns; a budget is our own figure beside a calibration of the same run. The limit is held against the median.

${all.map(section).join('\n')}`
}
