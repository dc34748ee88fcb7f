import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { doubles, ints, readDoubles, readInstants, readReals, readSmallints, reals, smallints } from './pg-arrays.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test.each([
  ['smallint[]', smallints, [0, 1, -1, null, 32_767, -32_768]],
  ['int[]', ints, [0, 1, -1, 2_147_483_647, null, -2_147_483_648]],
  ['real[]', reals, [0, 0.5, -2.25, null, 16_777_216]],
  ['float8[]', doubles, [118.3612345, -31.1, null, 1_760_000_000_123, Number.MAX_VALUE, Number.MIN_VALUE, 1e-7]],
  ['int[]', ints, []],
  ['int[]', ints, [null]],
])('PostgreSQL reads %s as it was written: %#', async (type, write, values) => {
  const asked = `SELECT $1::${type} AS read`
  const { rows } = await client.query<{ read: (number | null)[] }>(asked, [write(values, (value) => value)])
  expect(rows[0]?.read).toEqual(values)
})

test.each([
  ['smallint[]', readSmallints, [0, 1, -1, null, 32_767, -32_768]],
  ['real[]', readReals, [0, 0.5, -2.25, null, 16_777_216]],
  ['float8[]', readDoubles, [118.3612345, -31.1, null, 1_760_000_000_123, Number.MAX_VALUE, 1e-7]],
  ['real[]', readReals, []],
  ['real[]', readReals, [null]],
])('what PostgreSQL sends of %s is read as it stands there: %#', async (type, read, values) => {
  const { rows } = await client.query<{ sent: Buffer }>(`SELECT array_send($1::${type}) AS sent`, [values])
  expect(read((rows[0] as { sent: Buffer }).sent)).toEqual(values)
})

test('what is no number of single precision is neither written nor read as one', async () => {
  const odd = [1e308, -1e39, Number.POSITIVE_INFINITY, Number.NaN, 3.4028234663852886e38]
  const { rows } = await client.query<{ read: (number | null)[] }>('SELECT $1::real[] AS read', [reals(odd, (value) => value)])
  expect(rows[0]?.read).toEqual([null, null, null, null, 3.4028235e38])
  const { rows: stored } = await client.query<{ sent: Buffer }>(
    `SELECT array_send('{Infinity,-Infinity,NaN,1.5}'::real[]) AS sent`,
  )
  expect(readReals((stored[0] as { sent: Buffer }).sent)).toEqual([null, null, null, 1.5])
})

test('times are read to the millisecond, before 1970 and 2000 too', async () => {
  const times = ['1969-12-31T23:59:59.999Z', '1999-12-31T23:59:59.001Z', '2026-01-15T08:00:00.123Z', '1901-01-01T00:00:00.000Z']
  const { rows } = await client.query<{ sent: Buffer }>('SELECT array_send($1::timestamptz[]) AS sent', [times])
  expect(readInstants((rows[0] as { sent: Buffer }).sent)).toEqual(times.map(Date.parse))
})

test('several stand beside each other row by row', async () => {
  const people = [
    { id: 1, height: 1.5 },
    { id: 2, height: null },
  ]
  const { rows } = await client.query('SELECT * FROM unnest($1::int[], $2::float8[]) AS person (id, height)', [
    ints(people, ({ id }) => id),
    doubles(people, ({ height }) => height),
  ])
  expect(rows).toEqual(people)
})
