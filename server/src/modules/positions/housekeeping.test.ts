import { readFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { housekeepingOf, placesOf } from '../../../test/housekeeping.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'

/** A house of its own: what the server keeps of it by the clock would come between what a test has it keep at a time of its own. */
const createQuietSite = () => createTestSite({}, onTestFinished, { jobs: () => [] })

const hour = 3_600_000
const day = 24 * hour
/** Rows of one device, one in ten seconds from an instant on, noisy. */
const insert = (site: TestSite, device: number, from: number, rows: number) =>
  site.db.raw(
    site.db.sql,
    `INSERT INTO position (device_id, kind, fix_time, recv_time, lng, lat, speed, late)
     SELECT $1, 0, to_timestamp($2 / 1000.0) + n * interval '10 s', to_timestamp($2 / 1000.0) + n * interval '10 s' + random() * interval '1 s',
       118 + random(), 31 + random(), random() * 9, false FROM generate_series(0, $3 - 1) n`,
    [device, from, rows],
  )
const sizeOf = async (site: TestSite): Promise<number> => {
  const { rows } = await site.db.raw<{ size: string }>(site.db.sql, 'SELECT pg_database_size(current_database()) AS size')
  return Number(rows[0]?.size)
}
const rowsIn = async (site: TestSite, table: string): Promise<number> => {
  const { rows } = await site.db.raw<{ count: number }>(site.db.sql, `SELECT count(*)::int AS count FROM ${table}`)
  return rows[0]?.count ?? 0
}
const dropsTold = async (site: TestSite) =>
  paged(await site.admin.ask(journalCalls.listSysLogByCondition, { module: 'positions', action: 'delete' })).list

describe('house-keeping', () => {
  it('has a table for each coming hour; what came for an hour before its table stays where it is and is packed', async () => {
    const site = await createQuietSite()
    const later = Math.floor(Date.now() / hour) * hour + 10 * hour
    const house = housekeepingOf(site.db, { now: () => later })
    await insert(site, 1, later - hour / 2, 2)
    await house.run()
    await insert(site, 1, later, 3)
    expect(await rowsIn(site, 'position_default')).toBe(2)
    await housekeepingOf(site.db, { now: () => later + 5 * hour }).run()
    expect([await placesOf(site.db), house.faults]).toEqual([{ raw: 0, hours: 2, packed: 5 }, []])
  })

  it('leaves an hour of which something came late just now to whoever reads by receipt', async () => {
    const site = await createQuietSite()
    const [from, other] = [Math.floor(Date.now() / hour) * hour - 10 * hour, 2]
    for (const device of [1, other]) await insert(site, device, from, 3)
    await site.db.raw(site.db.sql, `UPDATE position SET late = true, recv_time = now() WHERE device_id = $1`, [other])
    const house = housekeepingOf(site.db, { settle: 60_000 })
    await expect
      .poll(async () => {
        await house.run()
        return placesOf(site.db)
      })
      .toEqual({ raw: 3, hours: 1, packed: 3 })
    await site.db.raw(site.db.sql, `UPDATE position SET recv_time = now() - interval '61 seconds'`)
    await expect
      .poll(async () => {
        await house.run()
        return placesOf(site.db)
      })
      .toEqual({ raw: 0, hours: 2, packed: 6 })
    expect(house.faults).toEqual([])
  })

  it('empties the tables of whole days that older sites have, and makes none of hours beside them', async () => {
    const site = await createQuietSite()
    const today = Math.floor(Date.now() / day) * day + 5 * day
    for (const start of [today - day, today]) {
      const name = `position_${new Date(start).toISOString().slice(0, 10).replaceAll('-', '')}`
      await site.db.raw(
        site.db.sql,
        `CREATE TABLE ${name} PARTITION OF position FOR VALUES FROM ('${new Date(start).toISOString()}') TO ('${new Date(start + day).toISOString()}')`,
      )
      await insert(site, 1, start, 8_640)
    }
    const noon = housekeepingOf(site.db, { now: () => today + 12 * hour })
    await noon.run()
    expect(noon.faults).toEqual([])
    const days = (await noon.store.partitions.raw()).filter(({ start, end }) => end - start === day)
    expect(days).toMatchObject([{ start: today, end: today + day }])
    expect(await placesOf(site.db)).toEqual({ raw: 14 * 360, hours: 34, packed: 34 * 360 })
    const later = housekeepingOf(site.db, { now: () => today + 27 * hour })
    await later.run()
    expect(later.faults).toEqual([])
    expect((await later.store.partitions.raw()).map(({ start }) => start)).toEqual(
      [26, 27, 28, 29].map((hours) => today + hours * hour),
    )
    expect(await placesOf(site.db)).toEqual({ raw: 0, hours: 48, packed: 48 * 360 })
  })

  it('keeps positions for a year, also where nobody ever chose the week of before', async () => {
    const site = await createQuietSite()
    const kept = async () => {
      const { rows } = await site.db.raw<{ days: number; version: number }>(
        site.db.sql,
        'SELECT position_days AS days, version FROM site',
      )
      return rows
    }
    // A new site is one that nobody saved yet: the guide for its first administrator goes by that.
    expect(await site.admin.ask(siteCalls.getSite, undefined)).toMatchObject({ positionDays: 365, version: 1 })
    // As it was when the step was written.
    await site.db.raw(site.db.sql, 'ALTER TABLE site ADD position_days integer NOT NULL DEFAULT 7')
    const step = await readFile(new URL('../site/0021-position-days.sql', import.meta.url), 'utf8')
    for (const { before, after } of [
      { before: { days: 7, version: 1 }, after: { days: 365, version: 1 } },
      { before: { days: 7, version: 3 }, after: { days: 365, version: 4 } },
      { before: { days: 9, version: 3 }, after: { days: 9, version: 3 } },
    ]) {
      await site.db.raw(site.db.sql, 'UPDATE site SET position_days = $1, version = $2', [before.days, before.version])
      await site.db.raw(site.db.sql, step)
      expect(await kept()).toEqual([after])
    }
  })

  it('drops days after retention, packed or not, and what came for them later', async () => {
    const site = await createQuietSite()
    await site.makeHat('100')
    const now = Date.now()
    await insert(site, 1, now - 12 * day, 20)
    await insert(site, 1, now - 3 * day, 20)
    await housekeepingOf(site.db).run()
    expect(await placesOf(site.db)).toMatchObject({ raw: 0, packed: 40 })
    const old = { deviceType: 'hat', deviceId: '100', lng: 118, lat: 31, time: new Date(now - 400 * day).toISOString() }
    const cry = { ...old, time: new Date(now - 401 * day).toISOString(), sos: 'press' }
    expect(await site.report([old, cry])).toEqual({ accepted: 2, duplicate: 0, rejected: [] })
    const { rows } = await site.db.raw(site.db.sql, 'SELECT kind, late FROM position ORDER BY kind')
    expect(rows).toEqual([
      { kind: 0, late: true },
      // Nobody believes its time, so that it is of now.
      { kind: 4, late: false },
    ])
    const house = housekeepingOf(site.db, { positionDays: 7 })
    await house.run()
    expect([await placesOf(site.db), house.faults]).toMatchObject([{ raw: 1, packed: 20 }, []])
    expect((await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list).toMatchObject([{ alarmType: 4 }])
    expect(await dropsTold(site)).toEqual([])
  })

  it('goes on after a step that fails, names it, and does it when it can', async () => {
    const site = await createQuietSite()
    await insert(site, 1, Date.now() - 12 * day, 20)
    await housekeepingOf(site.db).run()
    await insert(site, 1, Date.now() - 2 * day, 20)
    await site.db.raw(
      site.db.sql,
      `INSERT INTO live_event (seq, at, event) VALUES (-1, now() - interval '8 days', '{}');
       CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
       CREATE TRIGGER refuse BEFORE DELETE ON position FOR EACH ROW EXECUTE FUNCTION refuse()`,
    )
    const house = housekeepingOf(site.db, { dataLimit: 1 })
    await house.run()
    expect(house.faults).toContain('packing')
    // The size limit and the events had their turn.
    expect(await placesOf(site.db)).toEqual({ raw: 20, hours: 0, packed: 0 })
    expect(await rowsIn(site, 'live_event')).toBe(0)
    await site.db.raw(site.db.sql, 'DROP TRIGGER refuse ON position')
    const again = housekeepingOf(site.db)
    await again.run()
    expect([await placesOf(site.db), again.faults]).toMatchObject([{ raw: 0, packed: 20 }, []])
  })
})

describe('the size limit', () => {
  it('holds when nearly all of it is packed: the oldest days go, the journal says which, latest positions stay', async () => {
    const site = await createQuietSite()
    const id = Number(await site.makeHat('100'))
    const empty = await sizeOf(site)
    const today = Math.floor(Date.now() / day) * day
    for (const ago of [4, 3, 2]) await insert(site, id, today - ago * day, 8_640)
    await housekeepingOf(site.db).run()
    expect(await placesOf(site.db)).toEqual({ raw: 0, hours: 72, packed: 25_920 })
    const full = await sizeOf(site)
    // Enough for two of the three days.
    const limit = full - Math.floor((full - empty) / 6)
    const house = housekeepingOf(site.db, { dataLimit: limit })
    await house.run()
    expect(await sizeOf(site)).toBeLessThanOrEqual(limit)
    expect([await placesOf(site.db), house.faults]).toMatchObject([{ packed: 17_280 }, []])
    const wire = (time: number): string => new Date(time + 8 * hour).toISOString().slice(0, 19).replace('T', ' ')
    expect(await dropsTold(site)).toMatchObject([
      {
        userName: '系统',
        object: 'position',
        before: { positions: 8_640, from: wire(today - 4 * day), to: wire(today - 3 * day), dataLimit: limit },
      },
    ])
    await housekeepingOf(site.db, { dataLimit: 1 }).run()
    expect(await placesOf(site.db)).toEqual({ raw: 0, hours: 0, packed: 0 })
    expect(await house.store.latest()).toMatchObject([{ row: { deviceId: id, fixTime: today - 2 * day + 8_639 * 10_000 } }])
  })

  it('holds when there are only reports of today: they are packed first, and only then the oldest go', async () => {
    const site = await createQuietSite()
    const id = Number(await site.makeHat('100'))
    // The hours of a day that has been going on for some time, each with its table.
    const noon = Math.floor(Date.now() / day) * day + 2 * day + 12 * hour
    for (let at = noon - 8 * hour; at <= noon; at += hour) {
      await housekeepingOf(site.db, { now: () => at }).store.partitions.prepareHours()
      for (let device = 0; device < 8; device += 1) await insert(site, id + device, at - hour, 360)
    }
    const full = await sizeOf(site)
    const house = housekeepingOf(site.db, { now: () => noon, dataLimit: full - 200_000 })
    await house.run()
    expect(await sizeOf(site)).toBeLessThan(full - 200_000)
    // All there: packing was enough.
    expect([await placesOf(site.db), house.faults]).toEqual([{ raw: 2 * 8 * 360, hours: 7 * 8, packed: 7 * 8 * 360 }, []])
    expect(await dropsTold(site)).toEqual([])

    await housekeepingOf(site.db, { now: () => noon, dataLimit: 1 }).run()
    // What is going on is not dropped.
    expect(await placesOf(site.db)).toEqual({ raw: 2 * 8 * 360, hours: 0, packed: 0 })
    expect(await site.admin.ask(positionCalls.listOnlineStaNumber, undefined)).toHaveLength(3)
  })
})
