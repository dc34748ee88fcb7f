import { afterAll, expect, test } from 'vitest'
import { askDatabase } from '../src/kernel/embedded-postgres.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

const made: TestDatabase[] = []
const make = async (prepare?: (url: string) => Promise<void>) => {
  const database = await createTestDatabase(prepare)
  made.push(database)
  return database
}
afterAll(() => Promise.all(made.map((database) => database.drop())))

test('databases are prepared once and then their own', async () => {
  let prepared = 0
  const prepare = async (url: string) => {
    prepared += 1
    await askDatabase(url, 'CREATE TABLE note AS SELECT 1 AS number')
  }
  const [one, other] = await Promise.all([make(prepare), make(prepare)])
  expect(prepared).toBe(1)
  await askDatabase(one.url, 'DELETE FROM note')
  expect(await askDatabase(other.url, 'SELECT * FROM note')).toEqual([{ number: 1 }])
})

test('a preparation that fails leaves nothing behind for the next one', async () => {
  let fails = true
  const prepare = async (url: string) => {
    await askDatabase(url, 'CREATE TABLE half (number int)')
    if (fails) throw new Error('a migration is wrong')
  }
  await expect(make(prepare)).rejects.toThrow('a migration is wrong')
  fails = false
  const { url } = await make(prepare)
  expect(await askDatabase(url, 'SELECT * FROM half')).toEqual([])
})

test('without a preparation a database is empty, and dropped it is gone', async () => {
  const { url, drop } = await createTestDatabase()
  expect(await askDatabase(url, "SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual([])
  await drop()
  await expect(askDatabase(url, 'SELECT 1')).rejects.toThrow('does not exist')
})
