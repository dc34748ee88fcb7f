import { describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { createPositionStore } from './store.ts'

const day = 86_400_000
const storeOf = (site: TestSite, now: number) =>
  createPositionStore({ db: site.db, clock: { now: () => now } } as Parameters<typeof createPositionStore>[0])
const partitions = async (site: TestSite): Promise<string[]> => {
  const { rows } = await site.db.raw<{ name: string }>(
    site.db.sql,
    `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid WHERE inhparent = 'position'::regclass ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}
/** Today as the site took it when it was made: by now another day may have begun. */
const todayOf = async (site: TestSite): Promise<number> => {
  const [yesterday = ''] = await partitions(site)
  const [, year, month, date] = /(\d{4})(\d\d)(\d\d)$/.exec(yesterday) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(date)) + day
}
const insert = (site: TestSite, times: readonly number[], kind = 0) =>
  site.db.raw(
    site.db.sql,
    `INSERT INTO position (device_id, kind, fix_time, recv_time, lng, lat, late) SELECT 1, $2, to_timestamp(t / 1000.0), now(), 1, 1, false FROM unnest($1::float8[]) t`,
    [times, kind],
  )
const count = async (site: TestSite): Promise<number> => {
  const { rows } = await site.db.raw<{ count: string }>(site.db.sql, 'SELECT count(*) AS count FROM position')
  return Number(rows[0]?.count)
}

describe('positions are kept in bounds', () => {
  it('with a partition for each coming day, into which rows that came before it move', async () => {
    const site = await createTestSite()
    const later = (await todayOf(site)) + 10 * day
    await insert(site, [later, later + 1000])
    await storeOf(site, later).preparePartitions()
    const { rows } = await site.db.raw<{ count: string }>(site.db.sql, 'SELECT count(*) AS count FROM position_default')
    expect(rows[0]?.count).toBe('0')
    expect(await count(site)).toBe(2)
  })

  it('by dropping whole days after retention', async () => {
    const site = await createTestSite()
    const before = await partitions(site)
    const today = await todayOf(site)
    await insert(site, [today])
    expect((await storeOf(site, today + 9 * day).dropOlder(7)).length).toBeGreaterThan(0)
    expect((await partitions(site)).length).toBeLessThan(before.length)
    expect(await count(site)).toBe(0)
  })

  it('by keeping one in half a minute of days before yesterday, and every call for help', async () => {
    const site = await createTestSite()
    const start = await todayOf(site)
    await insert(
      site,
      Array.from({ length: 60 }, (_, second) => start + second * 1000),
    )
    await insert(site, [start + 1_000, start + 2_000, start + 3_000], 4)
    const store = storeOf(site, start + 3 * day)
    expect(await store.thin()).toHaveLength(3)
    expect(await count(site)).toBe(2 + 3)
    expect(await store.thin()).toEqual([])
    await insert(site, [start + 70_000])
    expect(await count(site)).toBe(6)
  })

  it('by dropping the oldest days while the database is too large, today and yesterday excepted', async () => {
    const site = await createTestSite()
    const today = await todayOf(site)
    await insert(site, [today])
    expect(await storeOf(site, today).shrink(1)).toEqual([])
    expect((await storeOf(site, today + 5 * day).shrink(1)).length).toBeGreaterThan(0)
    expect(await count(site)).toBe(0)
  })
})
