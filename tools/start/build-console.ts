import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runProgram } from '../run/program.ts'

export type ConsoleBuild =
  | { readonly done: 'upToDate' | 'built' }
  | { readonly done: 'failed'; readonly lastLines: readonly string[] }

/** Builds the console unless what is built was made from exactly these sources. */
export const buildConsole = async (root: string, stopping: AbortSignal): Promise<ConsoleBuild> => {
  const built = join(root, 'console', 'dist')
  const marker = join(built, '.made-from')
  const sources = hashOfSources(root)
  if (existsSync(join(built, 'index.html')) && existsSync(marker) && readFileSync(marker, 'utf8') === sources)
    return { done: 'upToDate' }
  const { code, output } = await runBuild(root, stopping)
  if (code !== 0) return { done: 'failed', lastLines: output.trim().split('\n').slice(-30) }
  writeFileSync(marker, sources)
  return { done: 'built' }
}

const runBuild = (root: string, stopping: AbortSignal) => {
  const npm = process.env.npm_execpath
  const args = ['run', 'build', '--workspace', 'console']
  const options = { cwd: root, env: process.env, stopping, output: 'kept', shell: !npm && process.platform === 'win32' } as const
  return npm ? runProgram(process.execPath, [npm, ...args], options) : runProgram('npm', args, options)
}

const hashOfSources = (root: string): string => {
  const hash = createHash('sha256')
  for (const path of [
    join(root, 'package-lock.json'),
    ...filesBelow(join(root, 'contract')),
    ...filesBelow(join(root, 'console')),
  ]) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules')
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return filesBelow(path)
      return entry.isFile() ? [path] : []
    })
    .sort()
