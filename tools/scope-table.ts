import { domains } from '../contract/src/index.ts'
import type { Call } from '../contract/src/kernel/call.ts'
import { nounSavedBy, type Noun } from '../contract/src/kernel/noun.ts'

// Who sees and writes records of which kind, as docs/security.md tells: it follows from how their nouns come by a department.

/** One rule for all kinds that come by their department in one way. */
interface Rule {
  readonly holds: (deptBy: string | null) => boolean
  readonly department: (nouns: readonly Noun[]) => string
  readonly seen: string
  readonly written: string
}

/** Whose department a record takes that has none of its own. */
const borrowed = ({ fields, deptBy }: Noun): string => `that of the ${fields[deptBy ?? '']?.label.en.toLowerCase() ?? ''}`

const rules: readonly Rule[] = [
  {
    holds: (deptBy) => deptBy === 'deptId',
    department: () => 'the one they name, or none',
    seen: 'scope, and those of none by everybody who holds the permission',
    written: 'scope; those of none by the scope "everything"',
  },
  {
    holds: (deptBy) => deptBy !== null && deptBy !== 'deptId' && deptBy !== 'id',
    department: (nouns) => nouns.map(borrowed).join(', '),
    seen: 'as those',
    written: 'as those',
  },
  {
    holds: (deptBy) => deptBy === 'id',
    department: () => 'each its own',
    seen: 'names by everybody; the rest in scope, by who manages departments',
    written: 'scope; to move one also takes the department below which it goes, at the very top "everything"',
  },
  {
    holds: (deptBy) => deptBy === null,
    department: () => 'none: the whole site shares them',
    seen: 'every holder of the permission',
    written: 'the scope "everything"',
  },
]

/** Every noun whose records somebody can save. */
const nouns = new Set(
  Object.values(domains)
    .flatMap((domain) => Object.values<Call>(domain))
    .flatMap((call) => (call.planned === true ? [] : (nounSavedBy(call) ?? []))),
)

const scopeTable = (): string => {
  const head = ['what', 'its department', 'seen by', 'written by']
  const rows = rules.map(({ holds, department, seen, written }) => {
    const kinds = [...nouns].filter(({ deptBy }) => holds(deptBy))
    return [kinds.map(({ words }) => words.en).join(', '), department(kinds), seen, written]
  })
  // As wide as the formatter makes it, which reads this page too.
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

const [from, to] = ['<!-- kinds -->', '<!-- end of kinds -->']

/** The page with that table between its two marks, whatever stood there. */
export const securityPage = (page: string): string => {
  const [begin, end] = [page.indexOf(from), page.indexOf(to)]
  if (begin < 0 || end < begin) throw new Error(`docs/security.md lacks ${from} or ${to}, between which its table is written`)
  return `${page.slice(0, begin)}${from}\n\n${scopeTable()}\n\n${page.slice(end)}`
}
