import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

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
  const { code, lines } = await runBuild(root, stopping)
  if (code !== 0) return { done: 'failed', lastLines: lines.slice(-30) }
  writeFileSync(marker, sources)
  return { done: 'built' }
}

const runBuild = (root: string, stopping: AbortSignal) =>
  new Promise<{ code: number; lines: string[] }>((done) => {
    const npm = process.env.npm_execpath
    const args = ['run', 'build', '--workspace', 'console']
    const options = { cwd: root, shell: !npm && process.platform === 'win32' }
    const child = npm ? spawn(process.execPath, [npm, ...args], options) : spawn('npm', args, options)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk)
      })
    }
    const end = () => child.kill('SIGTERM')
    stopping.addEventListener('abort', end, { once: true })
    child.once('error', (error) => done({ code: 1, lines: [error.message] }))
    child.once('close', (code) => {
      stopping.removeEventListener('abort', end)
      done({ code: code ?? 1, lines: output.trim().split('\n') })
    })
  })

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
