import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { createDatabase } from '../../kernel/db.ts'
import { createLog } from '../../kernel/log.ts'
import { createSiteClock } from '../../kernel/time.ts'
import { createAlarmStore } from './store.ts'

const clock = createSiteClock('Asia/Shanghai')
const hour = 3_600_000
/** The beginning of the hour so many before this one. */
const ago = (hours: number): number => (Math.floor(Date.now() / hour) - hours) * hour
const wire = (time: number): string => clock.toWire(new Date(time))

/** Alarms in every department and none, of all types, levels and states, some not wanted, some minutes apart. */
const makeAlarms = (site: TestSite, count: number, from: number) =>
  site.db.raw(
    site.db.sql,
    `INSERT INTO alarm (device_type, device_code, device_name, source_kind, source_id, source_label, condition_key, alarm_type, alarm_level,
       alarm_name, find_time, start_time, last_time, condition, status, suppressed, dept_id, area_id, area_name, user_name, plate_number)
     SELECT 'hat', 'D' || n, 'AQM-' || n, 'device', n, n, (SELECT count(*) FROM alarm) + n, (ARRAY[1, 4, 12])[1 + n % 3], 1 + n % 3, '禁入' || n % 5 || '禁出',
       at, at, at, 'returned', (n / 2) % 3, CASE n % 12 WHEN 4 THEN 'typeOff' ELSE '' END, (SELECT (array_agg(id ORDER BY id) || NULL::bigint)[1 + n % (count(*) + 1)] FROM dept),
       nullif(n % 4, 3), '煤磨' || nullif(n % 4, 3), '陈' || n % 7, CASE n % 8 WHEN 0 THEN '皖B%_' || n ELSE '' END
     FROM generate_series(1, $1::int) n, LATERAL (SELECT to_timestamp($2 / 1000.0) + n * interval '7 min' AS at) fixed`,
    [count, from],
  )

const permissions = ['alarmRealMgmt', 'alarmHisMgmt', 'alarm:handle', 'alarm:delete']

/** Two departments; what the administrator sees is added up by other ways than what somebody of all departments sees. */
const twoWays = async () => {
  const site = await createTestSite()
  const plant = await site.makeDept('plant')
  for (const name of ['mill', 'kiln']) await site.makeDept(name, plant)
  const { client } = await site.makeUser({ name: 'counter', permissions, scope: 'own', deptId: plant })
  return { site, ways: { sums: site.admin, oneByOne: client } }
}

/** What is asked by text and department, and how the alarms themselves tell it. */
const finer = [
  [{ keyword: '磨1' }, `area_name LIKE '%磨1%'`],
  [{ keyword: '陈3', alarmType: 4 }, `user_name = '陈3' AND alarm_type = 4`],
  [{ deptId: '2' }, 'dept_id = 2'],
  [{ deptId: '1' }, 'dept_id IN (1, 2, 3)'],
  [{ deptId: '1', recursive: false }, 'dept_id = 1'],
  [{ condition: 'active', deptId: '1' }, `condition = 'active' AND dept_id IN (1, 2, 3)`],
  [{ deptId: '3', alarmLevel: 2, keyword: 'aqm' }, 'dept_id = 3 AND alarm_level = 2'],
] as const
const states = ['status = 2', 'status < 2'] as const

/** How many are handled, and how many wait. */
const finerNumbers = (client: Client): Promise<number[]> =>
  Promise.all(
    finer.flatMap(([filter]) => [
      client.ask(alarmCalls.listHandledCount, filter),
      client.ask(alarmCalls.listUnHandledPage, { ...filter, pageSize: 1 }).then(({ total }) => total),
    ]),
  )
const finerKnown = async ({ db }: TestSite): Promise<number[]> => {
  const counts = finer.flatMap(([, condition]) => states.map((state) => `count(*) FILTER (WHERE ${state} AND ${condition})::int`))
  const { rows } = await db.raw<{ counts: number[] }>(
    db.sql,
    `SELECT ARRAY[${counts.join(', ')}] AS counts FROM alarm WHERE hidden_at IS NULL`,
  )
  return rows[0]?.counts ?? []
}

const numbers = async (client: Client, from: number) => {
  const [period, cut, short] = [
    { startTime: wire(from), endTime: wire(from + 40 * hour) },
    { startTime: wire(from + 17 * 60_000), endTime: wire(from + 31 * hour + 60_000) },
    { startTime: wire(from + 5 * 60_000), endTime: wire(from + 50 * 60_000) },
  ]
  return {
    badge: await client.ask(alarmCalls.listUnHandleCount, undefined),
    open: (await client.ask(alarmCalls.listRealAlarmData, undefined)).total,
    waiting: (await client.ask(alarmCalls.listUnHandledPage, { alarmLevel: 2 })) as { total: number },
    handled: await client.ask(alarmCalls.listHandledCount, {}),
    ofType: await client.ask(alarmCalls.listHandledCount, { alarmType: 4, alarmLevel: 2 }),
    inArea: await client.ask(alarmCalls.listHandledCount, { areaId: '1' }),
    byArea: await Promise.all([{}, period, cut, short].map((body) => client.ask(alarmCalls.listAlarmStaNumberByArea, body))),
    byType: await Promise.all([{}, period, cut, short].map((body) => client.ask(alarmCalls.listAlarmStaNumberByType, body))),
  }
}

it('numbers are those of the alarms one by one at any moment, whatever becomes of them', async () => {
  const { site, ways } = await twoWays()
  const store = createAlarmStore({ db: site.db, clock })
  const from = ago(60)
  let before = ''
  const agreeFiner = async (step: string): Promise<void> => {
    const known = await finerKnown(site)
    for (const client of Object.values(ways)) expect([step, await finerNumbers(client)]).toEqual([step, known])
  }
  const agree = async (step: string): Promise<void> => {
    const sums = await numbers(ways.sums, from)
    expect([step, sums]).toEqual([step, await numbers(ways.oneByOne, from)])
    await agreeFiner(step)
    const now = JSON.stringify(sums)
    expect(now, step).not.toBe(before)
    before = now
    await store.addUp()
    expect([step, 'added up', await numbers(ways.sums, from)]).toEqual([step, 'added up', sums])
    await agreeFiner(`${step}, added up`)
  }
  const change = (set: string) =>
    site.db.raw(site.db.sql, `UPDATE alarm SET ${set} WHERE id IN (SELECT id FROM alarm ORDER BY id LIMIT 9)`)

  await agree('none')
  await makeAlarms(site, 200, from)
  await agree('came')
  expect(await ways.sums.ask(alarmCalls.listHandledCount, {})).toBe(66)
  const { rows: wanted } = await site.db.raw<{ n: number }>(
    site.db.sql,
    `SELECT count(*)::int AS n FROM alarm WHERE suppressed = ''`,
  )
  const areas = await ways.sums.ask(alarmCalls.listAlarmStaNumberByArea, {
    startTime: wire(from),
    endTime: wire(from + 40 * hour),
  })
  expect(areas.reduce((sum, { total }) => sum + total, 0)).toBe(wanted[0]?.n)
  await makeAlarms(site, 30, from + 90_000)
  await agree('came late')
  // Of the same text as others, which stay where they are.
  await change('dept_id = 3')
  await agreeFiner('of another department')
  await store.addUp()
  await agreeFiner('of another department, added up')
  const { list } = await ways.sums.ask(alarmCalls.listUnHandledPage, { pageSize: 20 })
  await ways.sums.ask(
    alarmCalls.updateAlarmList,
    list.map(({ id }) => ({ id, status: 2 })),
  )
  await agree('handled')
  await ways.sums.ask(alarmCalls.deleteAlarmList, { ids: list.slice(3).map(({ id }) => id) })
  await agree('hidden')
  await change(`find_time = find_time + interval '1 day'`)
  await agree('found later')
  await change('alarm_level = 1 + alarm_level % 3, alarm_type = 5')
  await agree('of another type')
  await change(`shelved_until = now() + interval '1 hour', status = 0, hidden_at = NULL`)
  await agree('put aside')
  await change(`area_id = 1, area_name = '磨房'`)
  await agree('elsewhere')
  await change(`suppressed = 'otherArea'`)
  await agree('not wanted')
  await change(`suppressed = ''`)
  await agree('wanted')
  await change(`user_name = '陈3', area_name = '磨1'`)
  await agreeFiner('named otherwise')
  await change('hidden_at = NULL, status = 0')
  await change(`hidden_at = now()`)
  await agree('hidden by others')
  await site.db.raw(site.db.sql, 'DELETE FROM alarm WHERE id % 3 = 0')
  await agree('dropped')
  await makeAlarms(site, 9, from + 33 * hour)
  await store.addUp()

  // As on a site that had its alarms before there were sums.
  const steps = await Promise.all(
    ['20261122210728-lists.sql', '20261123003900-text-totals.sql', '20261125154500-counted-wanted.sql'].map((name) =>
      readFile(new URL(name, import.meta.url), 'utf8'),
    ),
  )
  await site.db.raw(
    site.db.sql,
    `DROP TABLE alarm_total, alarm_hour, alarm_text_total;
     DROP FUNCTION alarm_counted, alarm_total_changed, alarm_hour_changed, alarm_text_total_changed CASCADE;
     ALTER TABLE alarm DROP COLUMN searched CASCADE; DROP FUNCTION alarm_grams CASCADE; CREATE INDEX alarm_found ON alarm (id)`,
  )
  for (const step of steps) await site.db.raw(site.db.sql, step)
  await agree('there before')
  await site.db.raw(site.db.sql, 'DELETE FROM alarm')
  await agree('gone')
  const { rows } = await site.db.raw(
    site.db.sql,
    'SELECT alarms FROM alarm_total UNION ALL SELECT alarms FROM alarm_text_total UNION ALL SELECT alarms FROM alarm_hour',
  )
  expect(rows).toEqual([])
})

it('nobody waits for numbers that are added up, and none is lost or counted twice while three do so', async () => {
  const { site, ways } = await twoWays()
  const from = ago(60)
  const stores = Array.from({ length: 3 }, () => {
    const db = createDatabase(site.databaseUrl, createLog('silent'), { max: 2, lock: 1 })
    onTestFinished(db.close)
    return createAlarmStore({ db, clock })
  })
  // One that adds up keeps its transaction open, and holds up nobody: neither others that do so nor who raises an alarm.
  await makeAlarms(site, 40, from)
  const holding = createDatabase(site.databaseUrl, createLog('silent'), { max: 1 })
  onTestFinished(holding.close)
  await holding
    .transaction(async (trx) => {
      for (const table of ['alarm_hour', 'alarm_total', 'alarm_text_total'])
        await holding.raw(trx, `SELECT * FROM ${table} FOR UPDATE`)
      await makeAlarms(site, 40, from)
      for (const store of stores) await store.addUp()
      await makeAlarms(site, 40, from)
      throw new Error('taken back')
    })
    .catch((error: unknown) => expect(error).toMatchObject({ message: 'taken back' }))

  const seenBy = async (client: Client) => ({ ...(await numbers(client, from)), finer: await finerNumbers(client) })
  const whole = await seenBy(ways.oneByOne)
  expect(whole.finer).toEqual(await finerKnown(site))
  const watched: unknown[] = []
  await Promise.all([
    ...stores.map(async (store) => {
      for (let round = 0; round < 10; round += 1) await store.addUp()
    }),
    (async () => {
      for (let round = 0; round < 5; round += 1) watched.push(await seenBy(ways.sums))
    })(),
  ])
  for (const seen of watched) expect(seen).toEqual(whole)
})

it('pages follow upon each other from the first to the last, by any sort, with any filter, in any scope', async () => {
  const { site, ways } = await twoWays()
  await makeAlarms(site, 90, ago(60))
  // He was told of some of his own, and somebody of one department of some that are not his: each is there once.
  const mill = await site.makeUser({ name: 'miller', permissions, scope: 'own', deptId: '2' })
  await site.db.raw(site.db.sql, 'INSERT INTO alarm_told SELECT alarm.id, person.id FROM alarm, person WHERE alarm.id % 5 = 0')
  // Several of one moment are told apart all the same.
  await site.db.raw(site.db.sql, `UPDATE alarm SET find_time = date_trunc('day', find_time)`)
  const pagesOf = async (client: Client, body: Record<string, unknown>) => {
    const ids: string[] = []
    for (let pageNum = 1; ; pageNum += 1) {
      const { list, total } = await client.ask(alarmCalls.listHandledPage, { ...body, pageNum, pageSize: 7 })
      ids.push(...list.map(({ id }) => id))
      if (list.length === 0) return { ids, total }
    }
  }
  const idsBy = async (order: string): Promise<string[]> => {
    const { rows } = await site.db.raw<{ id: string }>(site.db.sql, `SELECT id FROM alarm WHERE status = 2 ORDER BY ${order}`)
    return rows.map(({ id }) => id)
  }
  for (const [sort, order] of [
    [undefined, 'find_time DESC, id DESC'],
    ['findTime', 'find_time, find_time DESC, id DESC'],
    ['-deviceName', 'device_name DESC, find_time DESC, id DESC'],
    ['alarmLevel', 'alarm_level, find_time DESC, id DESC'],
    ['-handleTime', 'find_time DESC, id DESC'],
  ] as const) {
    const ids = await idsBy(order)
    for (const client of Object.values(ways))
      expect([sort, await pagesOf(client, sort === undefined ? {} : { sort })]).toEqual([sort, { ids, total: ids.length }])
  }
  const seen = 'status = 2 AND (dept_id IS NULL OR dept_id = 2 OR id % 5 = 0)'
  const { rows } = await site.db.raw<{ id: string }>(
    site.db.sql,
    `SELECT id FROM alarm WHERE ${seen} ORDER BY find_time DESC, id DESC`,
  )
  expect(await pagesOf(mill.client, {})).toEqual({ ids: rows.map(({ id }) => id), total: rows.length })
  for (const filter of [
    { alarmType: 4 },
    { areaId: '1' },
    { deptId: '2' },
    { keyword: '煤磨1' },
    { keyword: '陈', alarmLevel: 3 },
  ]) {
    const [sums, oneByOne] = [await pagesOf(ways.sums, filter), await pagesOf(ways.oneByOne, filter)]
    expect([filter, oneByOne]).toEqual([filter, sums])
    expect(sums.ids).toHaveLength(sums.total)
    expect(sums.total).toBeGreaterThan(0)
  }
})

it('a keyword is looked for in names as it stands, whatever signs it has and however long it is', async () => {
  const site = await createTestSite()
  await makeAlarms(site, 90, ago(60))
  const { rows } = await site.db.raw<{ names: string[] }>(
    site.db.sql,
    'SELECT ARRAY[user_name, device_name, plate_number, alarm_name, area_name] AS names FROM alarm WHERE status = 2',
  )
  const keywords = [
    '陈',
    '陈3',
    '煤磨',
    '磨1',
    '禁入4',
    'aqm-1',
    'AQM-3',
    '-',
    '%',
    '_',
    'B%_',
    '皖b%_4',
    '\\',
    '%%',
    'ＡＱＭ',
    '陈3皖',
    '入3禁入',
    'nobody',
  ]
  const found: Record<string, number> = {}
  for (const keyword of keywords) {
    const forms = [keyword, keyword.normalize('NFKC')].map((form) => form.toLowerCase())
    const expected = rows.filter(({ names }) =>
      names.some((name) => name !== null && forms.some((form) => name.toLowerCase().includes(form))),
    ).length
    found[keyword] = await site.admin.ask(alarmCalls.listHandledCount, { keyword })
    expect([keyword, found[keyword]]).toEqual([keyword, expected])
    // The alarms themselves are looked for by other ways than their number.
    const { list } = (await site.admin.ask(alarmCalls.listHandledPage, { keyword, pageSize: 100 })) as { list: unknown[] }
    expect([keyword, list.length]).toEqual([keyword, expected])
    const since = { startTime: wire(ago(99)) }
    expect([keyword, await site.admin.ask(alarmCalls.listHandledCount, { keyword, ...since })]).toEqual([keyword, expected])
  }
  expect(keywords.filter((keyword) => found[keyword] === 0)).toEqual(['\\', '%%', '陈3皖', '入3禁入', 'nobody'])
})
