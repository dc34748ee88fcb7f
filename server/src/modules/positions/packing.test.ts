import { describe, expect, it, onTestFinished } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { housekeepingOf, placesOf } from '../../../test/housekeeping.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { createDatabase } from '../../kernel/db.ts'
import { createLog } from '../../kernel/log.ts'
import { beginToHold } from '../../../test/hold.ts'

const hour = 3_600_000
const thisHour = Math.floor(Date.now() / hour) * hour
/** The beginning of the full hour that began so many hours before this one. */
const hourAgo = (hours: number): number => thisHour - hours * hour
const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7
/** A report of a helmet at an instant; `step` makes it unlike others. */
const report = (imei: string, time: number, step: number, more: Record<string, unknown> = {}) => {
  const { lng, lat } = at(step % 50, Math.floor(step / 7))
  return {
    deviceType: 'hat',
    deviceId: imei,
    time: new Date(time).toISOString(),
    lng: rounded(lng),
    lat: rounded(lat),
    accuracy: (20 + (step % 17)) / 10,
    speed: step % 4 === 0 ? 3.456789 : 0,
    course: (step * 37) % 360,
    ...(step % 5 === 0 ? {} : { alt: 35.1 + (step % 3) }),
    ...(step % 11 === 0 ? {} : { battery: 90 - (step % 30) }),
    ...(step % 13 === 0 ? { floor: -2 } : {}),
    ...more,
  }
}
/** A walk of three hours that are over, with calls for help, gaps and times between seconds. */
const walk = (imei: string, steps = 300, from = hourAgo(6)) =>
  Array.from({ length: steps }, (_, step) =>
    report(imei, from + step * ((3 * hour) / steps) + (step % 7) * 13, step, step === 77 ? { sos: 'press' } : {}),
  )
const wire = (time: number): string => new Date(time + 8 * hour).toISOString().slice(0, 19).replace('T', ' ')
const track = async (site: TestSite, from: number, to: number, paging: Record<string, unknown> = {}) =>
  site.admin.ask(positionCalls.listHisGpsByDevId, {
    deviceType: 'hat',
    deviceId: '100',
    startTime: wire(from),
    endTime: wire(to),
    ...paging,
  })
const openAlarms = async (site: TestSite) => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list
/** What a connection of the server waits for, of the whole database. */
const waitsForLock = async (site: TestSite): Promise<number> => {
  const { rows } = await site.db.raw<{ waiting: number }>(
    site.db.sql,
    `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}
/** A connection that keeps a transaction open until it is told to end it. */
const holding = async (site: TestSite, ...statements: string[]) => {
  const db = createDatabase(site.databaseUrl, createLog('silent'), { max: 1 })
  const trx = await beginToHold(db)
  let held = true
  const release = async (): Promise<void> => {
    if (held) await trx.rollback().execute()
    held = false
  }
  onTestFinished(async () => {
    await release()
    await db.close()
  })
  for (const statement of statements) await db.raw(trx, statement)
  return { release }
}

describe('a packed hour', () => {
  it('is read like the reports that it was made of, whole, cut, by pages and backwards', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const reports = walk('100')
    expect(await site.report(reports)).toEqual({ accepted: 300, duplicate: 0, rejected: [] })
    const begin = hourAgo(6)
    const asked: [number, number, Record<string, unknown>?][] = [
      [begin, begin + 3 * hour],
      [begin - 24 * hour, begin + 48 * hour],
      [begin + 17 * 60_000, begin + 2 * hour + 11_000],
      [begin + 61_000, begin + 62_000],
      [begin, begin + 3 * hour, { pageNum: 1, pageSize: 40 }],
      [begin, begin + 3 * hour, { pageNum: 4, pageSize: 83, sort: '-fixTime' }],
      [begin + 30 * 60_000, begin + 3 * hour, { pageNum: 3, pageSize: 100, sort: 'fixTime' }],
      [begin, begin + 3 * hour, { pageNum: 9, pageSize: 100 }],
    ]
    const answers = () => Promise.all(asked.map(([from, to, paging]) => track(site, from, to, paging)))
    const before = await answers()
    expect(before[0]).toHaveLength(300)
    const house = housekeepingOf(site.db)
    await house.run()
    expect([await placesOf(site.db), house.faults]).toEqual([{ raw: 0, hours: 3, packed: 300 }, []])
    expect(await answers()).toEqual(before)

    // Half of it packed, and a straggler in an hour that is.
    await site.report([...walk('100', 30, hourAgo(3)), report('100', begin + 5_005, 3)])
    const mixed = paged(await track(site, begin, Date.now(), { pageNum: 1, pageSize: 500 }))
    expect([mixed.total, mixed.list.length]).toEqual([331, 331])
    const times = mixed.list.map(({ fixTime }) => fixTime)
    expect(times).toEqual(times.toSorted())
    await house.run()
    expect(paged(await track(site, begin, Date.now(), { pageNum: 1, pageSize: 500 }))).toEqual(mixed)
  })

  it('refuses a sort that there is not, and a whole list that is too long, as any list does', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.db.raw(
      site.db.sql,
      `INSERT INTO position (device_id, kind, fix_time, recv_time, lng, lat, late)
       SELECT id, 0, to_timestamp($1 / 1000.0) + n * interval '100 ms', now(), 118, 31, false FROM device, generate_series(1, 20001) n`,
      [hourAgo(4)],
    )
    const refused = (paging: Record<string, unknown>) =>
      site.admin.send(positionCalls.listHisGpsByDevId, {
        deviceType: 'hat',
        deviceId: '100',
        startTime: wire(hourAgo(5)),
        endTime: wire(Date.now()),
        ...paging,
      })
    for (const round of ['raw', 'packed']) {
      expect([round, await refused({ sort: 'lng', pageSize: 1 })]).toMatchObject([
        round,
        { code: 'invalidInput', data: { field: 'sort' } },
      ])
      expect([round, await refused({})]).toMatchObject([round, { code: 'tooManyRows' }])
      await housekeepingOf(site.db).run()
    }
  })

  it('takes at most ten bytes a position on noisy tracks, all told', async () => {
    const site = await createTestSite()
    await site.db.raw(
      site.db.sql,
      `INSERT INTO position (device_id, kind, fix_time, recv_time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery, late)
       SELECT d, 0, at, at + interval '1 ms' * floor(80 + 120 * abs(random_normal())),
         118.36 + sin(n / 60.0) * 0.002 + random_normal(0, 2.5) / 95000, 31.17 + cos(n / 90.0) * 0.002 + random_normal(0, 2.5) / 111195,
         round((35 + random_normal(0, 2))::numeric, 1), round((2 + 2 * abs(random_normal()))::numeric, 1),
         round(abs(4 + random_normal())::numeric, 1), mod((720 + n + random_normal(0, 15))::int, 360), round((30 + random_normal(0, 0.1))::numeric, 1), NULL,
         90 - n / 30, false
       FROM generate_series(1, 200) d, generate_series(0, 359) n,
         LATERAL (SELECT to_timestamp($1 / 1000.0) + n * interval '10 s' + d * interval '7 ms' AS at) fixed`,
      [hourAgo(6)],
    )
    const house = housekeepingOf(site.db)
    await house.run()
    expect([await placesOf(site.db), house.faults]).toEqual([{ raw: 0, hours: 200, packed: 72_000 }, []])
    const { rows } = await site.db.raw<{ bytes: string }>(
      site.db.sql,
      `SELECT sum(pg_total_relation_size(inhrelid)) AS bytes FROM pg_inherits WHERE inhparent = 'packed_position'::regclass`,
    )
    expect(Number(rows[0]?.bytes) / 72_000).toBeLessThanOrEqual(10)
  })

  it('takes a late report in, and tells one that it holds from a new one', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.makeHat('200')
    const reports = walk('100')
    await site.report(reports)
    await site.report(walk('200', 30))
    const house = housekeepingOf(site.db)
    await house.run()
    const alarms = await openAlarms(site)
    expect(alarms).toMatchObject([{ alarmType: 4, count: 1 }])

    expect(await site.report(reports)).toEqual({ accepted: 0, duplicate: 300, rejected: [] })
    const late = [report('100', hourAgo(6) + 4_321, 9), report('100', hourAgo(5) + 4_321, 9, { sos: 'silent' })]
    expect(await site.report([...late, reports[77], report('200', hourAgo(6) + 4_321, 9)])).toEqual({
      accepted: 3,
      duplicate: 1,
      rejected: [],
    })
    expect((await openAlarms(site)).map(({ alarmType, count }) => `${alarmType} ${count}`).toSorted()).toEqual(['4 1', '5 1'])
    expect(await placesOf(site.db)).toEqual({ raw: 3, hours: 6, packed: 330 })
    expect(await site.report(late)).toMatchObject({ duplicate: 2 })
    await house.run()
    expect([await placesOf(site.db), house.faults]).toEqual([{ raw: 0, hours: 6, packed: 333 }, []])
    expect(await site.report([...late, ...reports])).toMatchObject({ accepted: 0, duplicate: 302 })
    expect((await openAlarms(site)).map(({ alarmType, count }) => `${alarmType} ${count}`).toSorted()).toEqual(['4 1', '5 1'])
  })

  it('that is damaged keeps neither its own late reports out nor other hours from being packed', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.report(walk('100'))
    const house = housekeepingOf(site.db)
    await house.run()
    await site.db.raw(site.db.sql, `UPDATE packed_position SET packed = '\\x01ff' WHERE hour = $1`, [new Date(hourAgo(6))])
    const late = [6, 5, 4].map((hours) => report('100', hourAgo(hours) + 4_321, 9))
    expect(await site.report(late)).toEqual({ accepted: 3, duplicate: 0, rejected: [] })
    await house.run()
    expect(house.faults).toEqual(['an hour of positions cannot be packed', 'packing'])
    expect(await placesOf(site.db)).toEqual({ raw: 1, hours: 3, packed: 302 })
  })

  it('leaves the latest position of a device where a restart finds it', async () => {
    const site = await createTestSite()
    const id = Number(await site.makeHat('100'))
    const reports = walk('100')
    await site.report(reports)
    const house = housekeepingOf(site.db)
    // As a crash leaves it: reports are there, the latest state was not written yet.
    await site.db.raw(site.db.sql, 'DELETE FROM device_state')
    await house.run()
    expect(await placesOf(site.db)).toMatchObject({ raw: 0 })
    const last = reports.at(-1)
    expect(await house.store.latest()).toMatchObject([
      { row: { deviceId: id, fixTime: Date.parse(last?.time ?? ''), lng: last?.lng, lat: last?.lat } },
    ])
  })
})

describe('a clock that was ahead', () => {
  it('hides no place that was seen after it, however the hours are packed, written before or not', async () => {
    const site = await createTestSite()
    const id = Number(await site.makeHat('100'))
    const begin = hourAgo(6)
    const minute = 60_000
    // As stored: of the first the clock was four minutes ahead, of the second it was right, in the hour before that and in the same.
    const [ahead, right] = [118.1, 118.2]
    // What was written of the device before: nothing as by a crash, the first or the second.
    for (const [at, hours] of [
      [begin, 2],
      [begin + 10 * minute, 1],
    ] as const)
      for (const written of [null, ahead, right]) {
        await site.db.raw(site.db.sql, 'TRUNCATE device_state, packed_position')
        for (const [fix, recv, lng] of [
          [at + 2 * minute, at - 2 * minute, ahead],
          [at - minute, at - minute, right],
        ] as const)
          await site.db.raw(
            site.db.sql,
            `INSERT INTO position (device_id, kind, fix_time, recv_time, lng, lat, late)
             VALUES ($1, 0, to_timestamp($2 / 1000.0), to_timestamp($3 / 1000.0), $4, 31, false)`,
            [id, fix, recv, lng],
          )
        await site.db.raw(
          site.db.sql,
          `INSERT INTO device_state (device_id, fix_time, recv_time, lng, lat)
           SELECT device_id, fix_time, recv_time, lng, lat FROM position WHERE lng = $1`,
          [written],
        )
        const house = housekeepingOf(site.db)
        await house.run()
        const [latest] = await house.store.latest()
        expect([hours, written, house.faults, await placesOf(site.db), latest?.row.lng]).toEqual([
          hours,
          written,
          [],
          { raw: 0, hours, packed: 2 },
          right,
        ])
      }
  })
})

describe('packing', () => {
  it('keeps no report waiting, whatever it waits for itself', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const reports = walk('100')
    await site.report(reports)
    const house = housekeepingOf(site.db)
    await house.store.partitions.preparePacked(hourAgo(6))
    // The row that the packer wants to write is somebody else's for now.
    const held = await holding(
      site,
      `INSERT INTO packed_position (device_id, hour, fixes, packed) SELECT id, to_timestamp(${hourAgo(6)} / 1000.0), 1, '' FROM device`,
    )
    const packing = house.run()
    await expect.poll(() => waitsForLock(site)).toBe(1)
    const late = report('100', hourAgo(6) + 4_321, 9)
    expect(await site.report([report('100', Date.now(), 1), late, reports[5]])).toEqual({
      accepted: 2,
      duplicate: 1,
      rejected: [],
    })
    expect(await site.report([report('100', Date.now(), 1, { sos: 'press' })])).toMatchObject({ accepted: 1 })
    expect(await waitsForLock(site)).toBe(1)
    await held.release()
    await packing
    await house.run()
    expect([await placesOf(site.db), house.faults]).toEqual([{ raw: 2, hours: 3, packed: 301 }, []])
  })

  it('gives way to reports that are being written, and drops an emptied table another time', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.report(walk('100'))
    const later = housekeepingOf(site.db, { now: () => Date.now() + 9 * hour })
    const tables = async () => (await later.store.partitions.raw()).map(({ name }) => name)
    const before = await tables()
    // As a report's own transaction holds what it was written to.
    const held = await holding(site, 'LOCK TABLE ONLY position IN ROW EXCLUSIVE MODE')
    await later.run()
    expect(await tables()).toEqual(expect.arrayContaining(before))
    expect(await site.report([report('100', Date.now(), 1)])).toMatchObject({ accepted: 1 })
    await held.release()
    // A run gives way to an autovacuum in one of them too.
    const left = async (): Promise<string[]> => {
      await later.run()
      const after = await tables()
      return before.filter((name) => after.includes(name))
    }
    await expect.poll(left).toEqual([])
    expect(later.faults).toEqual([])
  })

  it('is done once, however many servers keep house', async () => {
    const site = await createTestSite()
    for (const imei of ['100', '200', '300']) await site.makeHat(imei)
    for (const imei of ['100', '200', '300']) await site.report(walk(imei, 900, hourAgo(30)))
    // In tables of its own too, which the first to see them empty drops.
    await site.report(Array.from({ length: 200 }, (_, step) => report('100', Date.now() - step * 10_000, step)))
    const now = (): number => Date.now() + 9 * hour
    const houses = [1, 2, 3].map(() => {
      const db = createDatabase(site.databaseUrl, createLog('silent'), { max: 3 })
      onTestFinished(() => db.close())
      return housekeepingOf(db, { now })
    })
    await Promise.all(houses.map((house) => house.run()))
    await houses[0]?.run()
    expect(houses.flatMap(({ faults }) => faults)).toEqual([])
    expect(await placesOf(site.db)).toMatchObject({ raw: 0, packed: 2_900 })
  })

  it('that loses its connection in the middle has done nothing, and is done by the next run', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.report(walk('100'))
    const db = createDatabase(site.databaseUrl, createLog('silent'), { max: 3 })
    onTestFinished(() => db.close())
    const house = housekeepingOf(db)
    const held = await holding(site, 'LOCK TABLE position_default IN ROW SHARE MODE', 'SELECT 1 FROM position FOR UPDATE')
    const packing = house.run()
    // It waits with its last step, deleting what it has written already.
    await expect.poll(() => waitsForLock(site)).toBe(1)
    await site.db.raw(
      site.db.sql,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    await packing
    await held.release()
    expect(house.faults).toEqual(['packing'])
    expect(await placesOf(site.db)).toEqual({ raw: 300, hours: 0, packed: 0 })
    await house.run()
    expect(await placesOf(site.db)).toEqual({ raw: 0, hours: 3, packed: 300 })
  })
})
