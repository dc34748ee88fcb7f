import { delimiter, join } from 'node:path'
import { runProgram } from '../run/program.ts'

/** Passed and failed, of whatever was counted. */
export interface Totals {
  readonly passed: number
  readonly failed: number
}

/** One thing a machine can see about the sources. */
export interface Check {
  readonly name: string
  /** What stands on the command line, from the project's root. */
  readonly command: readonly string[]
  /** How many files the tool says it read (packages or pages, where it reads those); a check that read none has seen nothing and fails. */
  readonly filesRead: (output: string) => number
  /** What of a failure's output is worth reading; all of it unless said. */
  readonly evidence?: (output: string) => string
}

export interface Outcome {
  readonly name: string
  readonly passed: boolean
  readonly filesRead: number
  readonly seconds: number
  /** What the tool said, when it failed. */
  readonly evidence: string
}

const counted = (pattern: RegExp) => (output: string) => Number(pattern.exec(output)?.[1] ?? 0)
/** `tsc --listFiles` names every file by its whole path; those of packages are not ours. */
const listedFile = /^(\/|[A-Z]:).*\.(ts|tsx|json)$/
const ownSources = (output: string) =>
  output.split('\n').filter((line) => listedFile.test(line) && !line.includes('/node_modules/')).length
const withoutListing = (output: string) =>
  output
    .split('\n')
    .filter((line) => !listedFile.test(line))
    .join('\n')

interface LintReport {
  readonly diagnostics: readonly {
    readonly message: string
    readonly code?: string
    readonly filename: string
    readonly labels: readonly { readonly span: { readonly line: number; readonly column: number } }[]
  }[]
}
/** One line a finding: `file:line:column message [rule]`. */
const lintFindings = (output: string) => {
  // What is no report is the linter's own trouble, told as it stands.
  if (!output.startsWith('{')) return output
  const { diagnostics } = JSON.parse(output) as LintReport
  return diagnostics
    .map(
      ({ filename, labels: [first], message, code = '' }) =>
        `${[filename, ...(first === undefined ? [] : [first.span.line, first.span.column])].join(':')} ${message} [${code}]`,
    )
    .join('\n')
}

/** It cannot know that @swc/core reads what TypeScript 7 does not; the count of modules does. */
const cruised = (output: string): string => output.replace(/‼ missing-tsc-transpiler[\s\S]*/, '')

const folders = ['contract', 'server', 'console', 'simulator', 'e2e', 'bench', 'tools']

export const checks: readonly Check[] = [
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json', '--listFiles'], filesRead: ownSources, evidence: withoutListing },
  {
    name: 'console types',
    command: ['tsc', '-p', 'console/tsconfig.json', '--listFiles'],
    filesRead: ownSources,
    evidence: withoutListing,
  },
  {
    name: 'bench types',
    command: ['tsc', '-p', 'bench/page/tsconfig.json', '--listFiles'],
    filesRead: ownSources,
    evidence: withoutListing,
  },
  {
    name: 'lint',
    // Its other formats follow the surroundings: a CI server gets colours or annotations, an agent no count of files.
    command: ['oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives', '--format=json', '.'],
    filesRead: counted(/"number_of_files": (\d+)/),
    evidence: lintFindings,
  },
  {
    name: 'format',
    command: ['biome', 'format', '--max-diagnostics=none', '.'],
    filesRead: counted(/Checked (\d+) files?/),
    evidence: (output) => {
      const unformatted = [...output.matchAll(/^(\S+) format ━/gm)].map(([, path]) => path)
      return unformatted.length > 0 ? `${unformatted.join('\n')}\nrun \`npm run format\`` : output
    },
  },
  {
    name: 'dead code',
    command: ['knip', '--no-progress', '--reporter', 'symbols', '--reporter', './tools/check/knip-count.mjs'],
    filesRead: counted(/^knip read (\d+) files$/m),
  },
  {
    name: 'imports',
    command: ['depcruise', '--config', 'tools/import-rules.mjs', '--output-type', 'err-long', ...folders],
    filesRead: counted(/\b(\d+) modules, \d+ dependencies cruised/),
    evidence: cruised,
  },
  {
    name: 'folders',
    command: ['depcruise', '--config', 'tools/folder-rules.mjs', '--output-type', 'err-long', ...folders],
    filesRead: counted(/\b(\d+) modules, \d+ dependencies cruised/),
    evidence: cruised,
  },
  {
    name: 'homes',
    command: ['node', 'tools/check/homes.ts'],
    filesRead: counted(/^(\d+) files of the console and who imports them read$/m),
  },
  { name: 'tables', command: ['node', 'tools/check/tables.ts'], filesRead: counted(/^(\d+) files of tables and SQL read$/m) },
  { name: 'lock file', command: ['node', 'tools/lock.ts'], filesRead: counted(/^package-lock\.json: (\d+) packages compared$/m) },
  {
    name: 'collected',
    command: ['node', 'tools/collect.ts', '--check'],
    filesRead: counted(/^contract\/src\/collected: (\d+) domains compared$/m),
  },
  {
    name: 'documents',
    command: ['node', 'tools/generate-docs.ts', '--check'],
    filesRead: counted(/^docs\/calls: (\d+) pages compared$/m),
  },
]

/** How checks run: `gently` leaves the processor to whatever runs beside them, `say` is told a line each as they end. */
export interface Manner {
  readonly gently?: boolean
  readonly say?: (line: string) => void
}

export const runCheck = async (check: Check, root: string, stopping: AbortSignal, gently = false): Promise<Outcome> => {
  const from = Date.now()
  const [program = '', ...args] = check.command
  const { code, output } = await run(program, args, root, stopping, gently)
  const filesRead = check.filesRead(output)
  const passed = code === 0 && filesRead > 0
  const blind = filesRead === 0 ? '\nIt read no file at all, so it has seen nothing.' : ''
  return {
    name: check.name,
    passed,
    filesRead,
    seconds: (Date.now() - from) / 1000,
    evidence: passed ? '' : `${(check.evidence?.(output) ?? output).trim()}${blind}`,
  }
}

/** Runs every check at once and tells of each as it ends; what is stopped has seen nothing and says nothing. */
export const runChecks = async (
  root: string,
  stopping: AbortSignal,
  { gently = false, say = (line) => console.log(line) }: Manner = {},
): Promise<Totals> => {
  const outcomes = await Promise.all(
    checks.map(async (check) => {
      const outcome = await runCheck(check, root, stopping, gently)
      if (!stopping.aborted) say(told(outcome))
      return outcome
    }),
  )
  const failed = outcomes.filter(({ passed }) => !passed).length
  return { passed: outcomes.length - failed, failed }
}

const told = ({ name, passed, filesRead, seconds, evidence }: Outcome): string => {
  const line = `${passed ? '✓' : '✗'} ${name.padEnd(14)} ${String(filesRead).padStart(4)} read  ${seconds.toFixed(1)} s`
  return passed ? line : `${line}\n${evidence.replaceAll(/^/gm, '    ')}\n`
}

const run = (program: string, args: readonly string[], root: string, stopping: AbortSignal, gently: boolean) =>
  runProgram(program, args, {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
      NO_COLOR: '1',
      FORCE_COLOR: '0',
    },
    stopping,
    // They only read, so none has anything to put in order, and the compiler hears no signal.
    grace: 500,
    gently,
    output: 'kept',
    shell: process.platform === 'win32',
  })
