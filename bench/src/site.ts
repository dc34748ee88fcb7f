import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { createDatabase } from '../../server/src/kernel/db.ts'
import { startEmbeddedPostgres } from '../../server/src/kernel/embedded-postgres.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { nodeEnvironment, nodeFlags } from '../../server/src/kernel/node-flags.ts'
import { startChild, type Child } from './child.ts'
import type { PartDeps } from './part.ts'

export const deviceKey = 'a-device-key-for-measuring'
/** Of the account that `startSite` signs in. */
export const adminPassword = 'later-Pass-7731'
export const corner = { lng: 118.36, lat: 31.17 }
const metre = 1 / 111_195
/** Degrees of a place so many metres east and north of the corner. */
export const at = (east: number, north: number): { lng: number; lat: number } => ({
  lng: corner.lng + (east * metre) / Math.cos((corner.lat * Math.PI) / 180),
  lat: corner.lat + north * metre,
})

/** A star of 12 corners around a place. */
export const star = (east: number, north: number, radius: number): [number, number][] =>
  Array.from({ length: 12 }, (_, index) => {
    const angle = (index * Math.PI) / 6
    const reach = index % 2 === 0 ? radius : radius * 0.6
    const { lng, lat } = at(east + reach * Math.cos(angle), north + reach * Math.sin(angle))
    return [lng, lat]
  })

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      if (address === null || typeof address === 'string') reject(new Error('no port'))
      else probe.close(() => resolve(address.port))
    })
  })

/** A PostgreSQL of the part's own, as a site has it: everything that is committed is on the disk. */
export const startPostgres = async (deps: PartDeps): Promise<{ readonly makeDatabase: (name: string) => Promise<string> }> => {
  const cluster = await startEmbeddedPostgres({
    dataDir: join(deps.folder, 'var'),
    cloneDir: deps.root,
    say: () => undefined,
  })
  deps.onEnd(cluster.stop)
  const urlOf = (name: string): string => Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href
  return {
    makeDatabase: async (name) => {
      const client = new pg.Client({ connectionString: urlOf('postgres') })
      await client.connect()
      try {
        await client.query(`CREATE DATABASE ${name}`)
      } finally {
        await client.end()
      }
      return urlOf(name)
    },
  }
}

/** Metres between two neighbours of the grid that devices stand on, a hundred in a row. */
const apart = 10
export const placeOf = (device: number): { lng: number; lat: number } =>
  at((device % 100) * apart, Math.floor(device / 100) * apart)
export const codeOf = (device: number): string => `M${device}`
/** Where an entry alarms at once. */
export const forbidden = at(3_000, 3_000)

/**
 * A migrated database with so many badges and fences over the square kilometre of their grid, about half of them standing in one:
 * every report is held against fences, and since an hour inside is allowed, none alarms.
 */
export const prepareSite = async (url: string, devices: number, fences = 100): Promise<void> => {
  const db = createDatabase(url, createLog('silent'), { max: 1 })
  await migrate(db)
  const fence = (name: string, level: number, minInside: number, points: [number, number][]) =>
    db.raw(
      db.sql,
      `INSERT INTO fence (name, type, shape, points, level, min_inside, min_outside) VALUES ($1, 'noEntry', 'polygon', $2, $3, $4, 0)`,
      [name, JSON.stringify(points), level, minInside],
    )
  await db.raw(
    db.sql,
    `INSERT INTO device (kind, code, label) SELECT 'badge', 'M' || n, 'M' || n FROM generate_series(0, ${devices - 1}) n ORDER BY n`,
  )
  const inRow = Math.ceil(Math.sqrt(fences))
  const wide = 1_000 / inRow
  for (let index = 0; index < fences; index += 1)
    await fence(
      `fence ${index}`,
      2,
      3_600,
      star(((index % inRow) + 0.5) * wide, (Math.floor(index / inRow) + 0.5) * wide, wide / 2),
    )
  await fence('forbidden', 1, 0, star(3_000, 3_000, 60))
  await db.close()
}

export interface Site {
  readonly origin: string
  readonly token: string
  readonly child: Child
}

/** The product's server on a prepared database, its administrator signed in. */
export const startSite = async (deps: PartDeps, databaseUrl: string, more: NodeJS.ProcessEnv = {}): Promise<Site> => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const first = 'first-Pass-9182'
  const child = startChild(deps, join(deps.root, 'server/src/main.ts'), {
    flags: nodeFlags,
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      VIGIL_DEVICE_KEY: deviceKey,
      VIGIL_ADMIN_PASSWORD: first,
      VIGIL_LOG_LEVEL: 'warn',
      ...nodeEnvironment,
      ...more,
    },
  })
  await untilReady(`${origin}/readyz`)
  const anybody = createClient({ origin })
  const token = await anybody.ask(sessionCalls.login, { userName: 'admin', password: first })
  await createClient({ origin, token: () => token }).ask(sessionCalls.updatePassword, {
    oldPassword: first,
    newPassword: adminPassword,
  })
  return { origin, token, child }
}

export const untilReady = async (address: string, within = 60_000): Promise<void> => {
  const until = Date.now() + within
  for (;;) {
    const status = await fetch(address).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
    if (Date.now() > until) throw new Error(`${address} did not answer within ${within / 1000} s`)
    await pause(100)
  }
}
