import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { plain, type Row, type Spread } from './measure.ts'
import type { Measured } from './results.ts'

const run = (command: string, args: readonly string[], cwd: string, env = process.env): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
    const stop = (): void => void child.kill('SIGTERM')
    process.once('exit', stop)
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('exit', stop)
      // The bench of the other commit ends with 1 where one of its limits is not met.
      if (code === 0 || (command === 'npm' && code === 1)) resolve()
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}`))
    })
  })

/** The tree of another commit, with what it depends on. */
export interface OtherTree {
  readonly name: string
  /** The part's rows there; null where that commit has no such part. */
  readonly measure: (part: string) => Promise<readonly Row[] | null>
  readonly remove: () => Promise<void>
}

/** Checks another commit out beside this tree; its own `npm run bench` installs what it needs and measures. */
export const checkOut = async (root: string, commit: string, folder: string): Promise<OtherTree> => {
  await run('git', ['worktree', 'add', '--detach', '--force', folder, commit], root)
  const kept = join(folder, 'docs', 'bench', 'results.json')
  return {
    name: commit,
    measure: async (part) => {
      if (!existsSync(join(folder, 'bench', 'src', 'parts', `${part}.ts`))) return null
      rmSync(kept, { force: true })
      await run('npm', ['run', '--silent', 'bench', '--', part], folder)
      if (!existsSync(kept)) throw new Error(`${part} measured nothing at ${commit}`)
      const [measured] = JSON.parse(readFileSync(kept, 'utf8')) as Measured[]
      return measured?.rows ?? null
    },
    remove: () => run('git', ['worktree', 'remove', '--force', folder], root),
  }
}

/** How far apart what was measured lies, whichever of the two spreads is wider. */
const spreadOf = ({ min, max }: Spread): number => max - min

const isWorse = ({ judged: now, limit }: Row, { judged: then }: Row): boolean => {
  const loss = 'atLeast' in limit ? then.median - now.median : now.median - then.median
  return loss > Math.max(spreadOf(now), spreadOf(then))
}

const cell = ({ judged: { median, min, max } }: Row): string => `${plain(median)} [${plain(min)}–${plain(max)}]`

/** What became worse by more than its spread. */
export const compare = ({ part, rows }: Measured, before: readonly Row[], other: string): string[] => {
  const worse: string[] = []
  for (const row of rows) {
    const then = before.find(({ what }) => what === row.what)
    const verdict = !then ? 'new' : isWorse(row, then) ? 'WORSE' : 'holds'
    if (verdict === 'WORSE') worse.push(`${part}: ${row.what}`)
    console.log(`  ${row.what}: ${then ? cell(then) : '-'} at ${other}, ${cell(row)} now: ${verdict}`)
  }
  return worse
}
