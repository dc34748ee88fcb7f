import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
