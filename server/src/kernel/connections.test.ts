import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { wireTo } from '../../test/wire.ts'
import { createDatabase, type Database } from './db.ts'
import { createLog } from './log.ts'
import { NotReady } from './refusal.ts'

const connect = async (patience: Parameters<typeof createDatabase>[2]): Promise<Database> => {
  const database = await createTestDatabase()
  const db = createDatabase(database.url, createLog('silent'), patience)
  onTestFinished(async () => {
    await db.close()
    await database.drop()
  })
  return db
}
const pidOf = async (db: Database): Promise<number> =>
  (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db.sql)).rows[0]?.pid ?? 0

it('a connection whose answer did not come in time is never handed out again, and ends on the server too', async () => {
  const db = await connect({ max: 1, answer: 300 })
  const first = await pidOf(db)
  await expect(db.raw(db.sql, 'SELECT pg_sleep(150)')).rejects.toBeInstanceOf(NotReady)
  expect(await pidOf(db)).not.toBe(first)
  const alive = async () => (await sql`SELECT 1 FROM pg_stat_activity WHERE pid = ${first}`.execute(db.sql)).rows.length
  await expect.poll(alive).toBe(0)
})

it('the locks of a transaction that was given up are there for others at once', async () => {
  const db = await connect({ max: 2, answer: 1_000 })
  await db.raw(db.sql, 'CREATE TABLE one (id integer); INSERT INTO one VALUES (1)')
  const work = db.transaction(async (trx) => {
    await db.raw(trx, 'SELECT * FROM one FOR UPDATE')
    await db.raw(trx, 'SELECT pg_sleep(150)')
  })
  await expect(work).rejects.toBeInstanceOf(NotReady)
  const free = () =>
    db.raw(db.sql, 'SELECT * FROM one FOR UPDATE NOWAIT').then(
      () => true,
      () => false,
    )
  await expect.poll(free).toBe(true)
})

it('a statement that PostgreSQL itself gave up leaves its connection as good as before', async () => {
  const db = await connect({ max: 1, statement: 200 })
  const first = await pidOf(db)
  await expect(db.raw(db.sql, 'SELECT pg_sleep(5)')).rejects.toBeInstanceOf(NotReady)
  expect(await pidOf(db)).toBe(first)
})

it('is ready while its connections go from one to the next, not while all of them stay with whom they are', async () => {
  const db = await connect({ max: 2, full: 2_000, connect: 30_000 })
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    const done = db.transaction(async (trx) => {
      await db.raw(trx, 'SELECT 1')
      holding.resolve()
      await promise
    })
    return { holding: holding.promise, end: () => (resolve(), done) }
  }
  const [first, second] = [hold(), hold()]
  await Promise.all([first.holding, second.holding])
  // For a moment there is none left: somebody will come to an end.
  expect(await db.isReady()).toBe(true)
  await expect.poll(db.isReady).toBe(false)
  // Whoever waits is the next, and though none is left again, somebody came to one.
  const third = hold()
  await first.end()
  await third.holding
  expect(await db.isReady()).toBe(true)
  await expect.poll(db.isReady).toBe(false)
  // One that nobody has is there for whoever comes, however long ago the last one was given.
  await second.end()
  expect(await db.isReady()).toBe(true)
  await third.end()
})

it('a question that PostgreSQL reads late is answered: only what is looked for twice in vain went astray', async () => {
  const database = await createTestDatabase()
  const wire = await wireTo(database.url)
  const db = createDatabase(wire.url, createLog('silent'), { max: 1 })
  onTestFinished(async () => {
    await db.close()
    await database.drop()
  })
  await pidOf(db)
  wire.hold()
  const answer = db.raw<{ one: number }>(db.sql, 'SELECT 1 AS one')
  // Whoever looks for it comes over a connection of his own, and goes.
  await expect.poll(wire.ended).toBe(1)
  wire.letGo()
  expect((await answer).rows).toEqual([{ one: 1 }])
})
