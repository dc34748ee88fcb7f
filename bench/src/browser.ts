import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from '@playwright/test'
import type { PartDeps } from './part.ts'

/** The whole browser, as people have it, where there is one: its headless shell draws a map half as fast. */
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'] as const

/** Chromium without a graphics card: WebGL in software. `more` are further switches. */
export const openBrowser = async (deps: PartDeps, more: readonly string[] = []): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: process.env['VIGIL_CHROMIUM'] ?? browsers.find((file) => existsSync(file)) ?? browsers[0],
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      ...more,
    ],
  })
  deps.onEnd(() => browser.close())
  return browser
}

/** Builds what a Vite configuration describes into a folder of the part's own. */
export const build = async (deps: PartDeps, root: string, config: string, name: string): Promise<string> => {
  const folder = join(deps.folder, name)
  const vite = join(deps.root, 'node_modules', 'vite', 'bin', 'vite.js')
  const options = ['--config', join(deps.root, config), '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  const child = spawn(process.execPath, [vite, 'build', ...options], { cwd: join(deps.root, root), stdio: 'ignore' })
  const code = await new Promise<number | null>((resolve, reject) => child.once('exit', resolve).once('error', reject))
  if (code !== 0) throw new Error(`${config} could not be built: vite ended with ${code}`)
  return folder
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** Serves a folder on loopback, compressed ahead; any other address is the page itself, as the server does it. */
export const serveFolder = async (deps: PartDeps, folder: string): Promise<string> => {
  const kept = new Map<string, Buffer>()
  const compressed = (file: string): Buffer => {
    const known = kept.get(file) ?? gzipSync(readFileSync(file), { level: 9 })
    kept.set(file, known)
    return known
  }
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/'))
    if (path === '/readyz') return response.end()
    if (path.startsWith('/api/')) return response.writeHead(503, { 'retry-after': '2' }).end()
    const named = join(folder, path)
    const isFile = statSync(named, { throwIfNoEntry: false })?.isFile() === true
    const file = isFile ? named : join(folder, 'index.html')
    return response
      .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'content-encoding': 'gzip' })
      .end(compressed(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  deps.onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return `http://127.0.0.1:${address.port}`
}
