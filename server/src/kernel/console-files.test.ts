import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { createTestSite } from '../../test/site.ts'

it('serves the console at every address that is a screen, and to who only looks whether it is there', async () => {
  const consoleDir = await mkdtemp(join(tmpdir(), 'vigil-console-'))
  onTestFinished(() => rm(consoleDir, { recursive: true }))
  await mkdir(join(consoleDir, 'assets'))
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html><title>console</title>')
  await writeFile(join(consoleDir, 'assets', 'app-1a2b.js'), 'start()')
  const { origin } = await createTestSite({ consoleDir })
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`${origin}${path}`, { method })
    return [response.status, response.headers.get('content-type')?.split(';')[0], response.headers.get('cache-control')]
  }
  const page = [200, 'text/html', 'no-cache']
  expect(await ask('/')).toEqual(page)
  expect(await ask('/monitor/realtime?id=1')).toEqual(page)
  expect(await ask('/', 'HEAD')).toEqual(page)
  expect(await ask('/assets/app-1a2b.js')).toEqual([200, 'application/javascript', 'public, max-age=31536000, immutable'])
  for (const path of ['/assets/gone.js', '/api/no/such/call', '/ingest/nothing']) {
    expect((await ask(path)).slice(0, 2), path).toEqual([404, 'application/json'])
  }
})

it('hands out what was compressed at build to who takes it, and the file itself to who does not', async () => {
  const consoleDir = await mkdtemp(join(tmpdir(), 'vigil-console-'))
  onTestFinished(() => rm(consoleDir, { recursive: true }))
  await mkdir(join(consoleDir, 'assets'))
  for (const [name, text] of [
    ['index.html', '<!doctype html><title>console</title>'],
    ['assets/app-1a2b.js', 'start()'],
  ] as const) {
    await writeFile(join(consoleDir, name), text)
    await writeFile(join(consoleDir, `${name}.br`), brotliCompressSync(text))
    await writeFile(join(consoleDir, `${name}.gz`), gzipSync(text))
  }
  await writeFile(join(consoleDir, 'assets', 'tiny-3c4d.js'), '1')
  const { origin } = await createTestSite({ consoleDir })
  const ask = async (path: string, takes: string) => {
    const response = await fetch(`${origin}${path}`, { headers: { 'accept-encoding': takes } })
    const told = ['content-encoding', 'content-type', 'cache-control', 'vary'].map((name) => response.headers.get(name))
    return [...told, await response.text()]
  }
  const kept = 'public, max-age=31536000, immutable'
  const script = (as: string | null) => [as, 'application/javascript; charset=utf-8', kept, 'accept-encoding', 'start()']
  expect(await ask('/assets/app-1a2b.js', 'gzip, deflate, br, zstd')).toEqual(script('br'))
  expect(await ask('/assets/app-1a2b.js', 'gzip, deflate')).toEqual(script('gzip'))
  expect(await ask('/assets/app-1a2b.js', 'identity')).toEqual(script(null))
  expect(await ask('/assets/tiny-3c4d.js', 'gzip, br')).toEqual([
    null,
    'application/javascript; charset=utf-8',
    kept,
    'accept-encoding',
    '1',
  ])
  const page = ['br', 'text/html; charset=utf-8', 'no-cache', 'accept-encoding', '<!doctype html><title>console</title>']
  expect(await ask('/', 'gzip, br')).toEqual(page)
  expect(await ask('/baseMgmt/hatMgmt?id=1', 'gzip, br')).toEqual(page)
})
