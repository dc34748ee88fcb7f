import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/kernel/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL, on its maintenance database. */
    clusterUrl: string
  }
}

/** One PostgreSQL for the whole run; test files make databases of their own in it (`database.ts`). */
export default async ({ provide }: TestProject) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigil-tests-'))
  // The database's account has to pass through.
  await chmod(dataDir, 0o711)
  const cluster = await startEmbeddedPostgres({
    dataDir,
    cloneDir: resolve(import.meta.dirname, '../..'),
    throwaway: true,
    say: ({ en }) => console.log(en),
  })
  provide('clusterUrl', Object.assign(new URL(cluster.url), { pathname: '/postgres' }).href)
  return async () => {
    await cluster.stop()
    await rm(dataDir, { recursive: true })
  }
}
