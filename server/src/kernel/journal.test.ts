import { describe, expect, it, onTestFinished } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { at } from '../../test/places.ts'
import { createTestSite, type TestSite } from '../../test/site.ts'
import { verdictOn } from '../../test/verdict.ts'
import { stranger, type Asked } from './caller.ts'
import type { Database, Trx } from './db.ts'
import { createJournal } from './journal.ts'
import { written } from './journal-chain.ts'

interface Row {
  id: string
  cname: string
  action: string
  object: string
  object_id: string
  before: unknown
  after: unknown
  result: string
  repeated: number
}
const rowsOf = async (site: TestSite, where = 'true'): Promise<Row[]> =>
  (await site.db.raw<Row>(site.db.sql, `SELECT * FROM journal WHERE ${where} ORDER BY id`)).rows
const verdict = (site: TestSite) => verdictOn(site.admin)
const asked: Asked = {
  caller: { ...stranger, userId: '7', cname: 'li' },
  language: 'zh',
  ip: '10.0.0.7',
  userAgent: 'a test',
  since: Date.now(),
  token: '',
  setCookie: () => undefined,
}

describe('the journal', () => {
  it('tells who did what, with before and after and no secret, in a chain that holds', async () => {
    const site = await createTestSite()
    const id = await site.makeDept('mill')
    await site.admin.ask(accountCalls.saveDept, { id, name: 'coal mill' })
    await site.makeUser({ name: 'li', permissions: [] })
    const rows = await rowsOf(site)
    expect(rows.find(({ action, object }) => action === 'update' && object === 'dept')).toMatchObject({
      cname: '系统管理员',
      object_id: id,
      before: { name: 'mill' },
      after: { name: 'coal mill' },
    })
    expect(JSON.stringify(rows)).not.toMatch(/first-Pass|later-Pass|argon2/)
    expect(await verdict(site)).toMatchObject({ intact: true, checked: rows.length, firstBreak: null })
  })

  it('stands and falls with the change that it tells of', async () => {
    const site = await createTestSite()
    const before = (await rowsOf(site)).length
    await site.db.raw(site.db.sql, `ALTER TABLE journal ADD CONSTRAINT full_up CHECK (id <= ${before})`)
    const refused = await fetch(`${site.origin}/api/sys/sysDept/saveDept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: site.adminToken },
      body: JSON.stringify({ name: 'mill' }),
    })
    expect(refused.status).toBe(500)
    expect(await refused.text()).not.toMatch(/full_up|journal|constraint/)
    expect(await site.admin.ask(accountCalls.listDeptNodeAll, undefined)).toEqual([])
  })

  it('leaves out what is secret, however deep it stands in a record', () => {
    const record = { name: 'li', password: 'p', sessions: [{ ip: '127.0.0.1', tokenHash: 't' }], key: { secret: 's' } }
    expect(written(record)).toBe('{"key":{},"name":"li","sessions":[{"ip":"127.0.0.1"}]}')
  })

  it('keeps that somebody looked up a track', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.admin.ask(positionCalls.listHisGpsByDevId, {
      deviceType: 'hat',
      deviceId: '100',
      startTime: '2026-01-01 00:00:00',
      endTime: '2026-01-01 23:59:59',
    })
    expect((await rowsOf(site)).at(-1)).toMatchObject({ action: 'look', object: 'track', object_id: 'hat:100' })
  })

  it('takes many entries at once, in their order and in one chain with those of others', async () => {
    const site = await createTestSite()
    const journal = createJournal(site.db, Date.now)
    const entries = Array.from({ length: 2_500 }, (_, number) => ({
      module: 'accounts' as const,
      action: 'import' as const,
      object: 'user',
      objectId: String(number),
      after: { number },
    }))
    const before = (await rowsOf(site)).length
    await Promise.all([
      site.db.transaction((trx) => journal.writeAll(trx, asked, entries)),
      ...['mill', 'kiln', 'quarry'].map((name) => site.makeDept(name)),
    ])
    await site.db.transaction((trx) => journal.writeAll(trx, asked, []))
    expect((await rowsOf(site, `action = 'import'`)).map(({ object_id }) => object_id)).toEqual(
      entries.map(({ objectId }) => objectId),
    )
    expect(await verdict(site)).toMatchObject({ intact: true, checked: before + 2_503 })
  })

  it('writes what no database stores as what it can store, and not more of a name than its index takes', async () => {
    const site = await createTestSite()
    const journal = createJournal(site.db, Date.now)
    // Of many signs, which no index presses together.
    const long = Array.from({ length: 9_000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * at) % 20_000))).join('')
    const entry = { module: 'files', action: 'create', object: `a\0b${long}`, objectId: 'a\ud800b' } as const
    await site.db.transaction((trx) => journal.write(trx, { ...asked, ip: long }, { ...entry, after: { 'a\0': 'b\udfff' } }))
    const [row] = await rowsOf(site, `module = 'files'`)
    expect(row).toMatchObject({ object_id: 'a\ufffdb', after: { 'a\ufffd': 'b\ufffd' } })
    expect(row?.object.slice(0, 5)).toBe(`a\ufffdb${long.slice(0, 2)}`)
    expect(await verdict(site)).toMatchObject({ intact: true })
  })
})

describe('refusals', () => {
  const minute = 60_000
  const counted = async () => {
    const site = await createTestSite()
    let time = Date.now()
    const journal = createJournal(site.db, () => time)
    const refused = () => rowsOf(site, `action = 'refused'`).then((rows) => rows.map(({ repeated }) => repeated))
    const pass = (milliseconds: number): void => {
      time += milliseconds
    }
    return { site, journal, refused, pass, now: () => time }
  }

  it('are written once a minute, and counted even when no further one follows', async () => {
    const { site, journal, refused, pass } = await counted()
    for (let time = 0; time < 5; time += 1) await journal.refused(asked, '/sys/sysDept/saveDept', 'forbidden')
    await journal.refused(asked, '/sys/sysRole/saveRole', 'forbidden')
    await journal.settleCounts()
    expect(await refused()).toEqual([1, 1])
    pass(minute)
    await journal.settleCounts()
    await journal.settleCounts()
    expect(await refused()).toEqual([1, 1, 4])
    await journal.refused(asked, '/sys/sysDept/saveDept', 'forbidden')
    expect(await refused()).toEqual([1, 1, 4, 1])
    expect(await verdict(site)).toMatchObject({ intact: true })
  })

  it('are counted for each person, call and code', async () => {
    const { journal, refused } = await counted()
    const other = { ...asked, caller: { ...asked.caller, userId: '8' } }
    for (const [who, object] of [
      [asked, 'a'],
      [other, 'a'],
      [asked, 'b'],
    ] as const) {
      await journal.refused(who, object, 'forbidden')
      await journal.refused(who, object, 'forbidden')
    }
    expect(await refused()).toEqual([1, 1, 1])
    await journal.settleCounts('at once')
    expect(await refused()).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('are not lost while the database is away', async () => {
    const { site, refused, pass, now } = await counted()
    let away = true
    const db: Database = {
      ...site.db,
      transaction: (work) => (away ? Promise.reject(new Error('away')) : site.db.transaction(work)),
    }
    const journal = createJournal(db, now)
    await expect(journal.refused(asked, 'a', 'forbidden')).rejects.toThrow('away')
    await journal.refused(asked, 'a', 'forbidden')
    pass(minute)
    await expect(journal.settleCounts()).rejects.toThrow('away')
    away = false
    expect(await refused()).toEqual([])
    await journal.settleCounts()
    expect(await refused()).toEqual([2])
  })
})

it('a count that cannot be written keeps no other from being written', async () => {
  const site = await createTestSite()
  let time = Date.now()
  let broken = true
  const db: Database = {
    ...site.db,
    raw: (on, text, values = []) =>
      broken && values.some((value) => Array.isArray(value) && value.includes('b'))
        ? Promise.reject(new Error('broken'))
        : site.db.raw(on, text, values),
  }
  const journal = createJournal(db, () => time)
  for (const object of ['a', 'b', 'c'])
    journal.counted(asked, { module: 'positions', action: 'create', object }, 2, 'in a minute')
  time += 60_000
  await expect(journal.settleCounts()).rejects.toThrow('broken')
  const told = async () => (await rowsOf(site, `module = 'positions'`)).map(({ object, repeated }) => [object, repeated])
  expect(await told()).toEqual([
    ['a', 2],
    ['c', 2],
  ])
  broken = false
  time += 60_000
  await journal.settleCounts()
  expect(await told()).toEqual([
    ['a', 2],
    ['c', 2],
    ['b', 2],
  ])
})

describe('many counts, of which some cannot be written,', () => {
  const amount = 1_000
  const counting = async () => {
    const site = await createTestSite()
    let [time, tries] = [Date.now(), 0]
    let broken = (_object: string): boolean => false
    const db: Database = {
      ...site.db,
      transaction: (work) => {
        tries += 1
        return site.db.transaction(work)
      },
      raw: (on, text, values = []) =>
        values.flat().some((value) => typeof value === 'string' && broken(value))
          ? Promise.reject(new Error('broken'))
          : site.db.raw(on, text, values),
    }
    const journal = createJournal(db, () => time)
    const come = (names: readonly string[]): void => {
      for (const object of names) journal.counted(asked, { module: 'positions', action: 'create', object }, 2, 'in a minute')
      time += 60_000
    }
    /** How many transactions one settling takes, and why it failed. */
    const settle = async (when?: 'at once') => {
      tries = 0
      const error = await journal.settleCounts(when).then(
        () => null,
        (error: unknown) => error,
      )
      return { tries, error }
    }
    const breakAt = (names: (object: string) => boolean): void => {
      broken = names
    }
    const told = async () => (await rowsOf(site, `module = 'positions'`)).map(({ object, repeated }) => [object, repeated])
    return { come, settle, breakAt, told }
  }
  const names = Array.from({ length: amount }, (_, number) => `row ${number}`)
  const twice = (some: readonly string[]) => some.map((name) => [name, 2])

  it('are written but for one within twice as many transactions as they can be halved', async () => {
    const { come, settle, breakAt, told } = await counting()
    come(names)
    breakAt((object) => object === 'row 700')
    const { tries, error } = await settle()
    expect(tries).toBeLessThanOrEqual(1 + 2 * Math.ceil(Math.log2(amount)))
    expect(error).toMatchObject({ message: 'broken' })
    expect(await told()).toEqual(twice(names.filter((name) => name !== 'row 700')))
    breakAt(() => false)
    expect(await settle()).toEqual({ tries: 1, error: null })
    expect((await told()).at(-1)).toEqual(['row 700', 2])
  })

  it('take a few transactions when none can be, and none is lost', async () => {
    const { come, settle, breakAt, told } = await counting()
    come(names)
    breakAt((object) => object.startsWith('row'))
    const { tries, error } = await settle()
    expect(tries).toBeLessThanOrEqual(4 + Math.ceil(Math.log2(amount)))
    expect(error).toMatchObject({ errors: [{ message: 'broken' }, { message: 'broken' }, { message: 'broken' }] })
    expect(await told()).toEqual([])
    breakAt(() => false)
    expect(await settle()).toEqual({ tries: 1, error: null })
    expect(await told()).toEqual(twice([...names.slice(3), ...names.slice(0, 3)]))
  })

  it('are written at the end, where no next time is', async () => {
    const { come, settle, breakAt, told } = await counting()
    come(['bad 1', 'bad 2', 'bad 3', 'bad 4', 'bad 5', ...names])
    breakAt((object) => object.startsWith('bad'))
    await settle('at once')
    expect(await told()).toEqual(twice(names))
  })

  it('go before those that failed already', async () => {
    const { come, settle, breakAt, told } = await counting()
    const bad = ['bad 1', 'bad 2', 'bad 3', 'bad 4', 'bad 5']
    come([...bad, ...names])
    breakAt((object) => object.startsWith('bad'))
    await settle()
    expect(await told()).toEqual([])
    await settle()
    expect(await told()).toEqual(twice(names))
    come(['new'])
    await settle()
    expect((await told()).at(-1)).toEqual(['new', 2])
    breakAt(() => false)
    await settle()
    expect(new Set((await told()).slice(-5))).toEqual(new Set(twice(bad)))
  })
})

it('what is stored already is counted, and told of once the database is back', async () => {
  const site = await createTestSite()
  let [away, time] = [true, Date.now()]
  const db: Database = {
    ...site.db,
    transaction: (work) => (away ? Promise.reject(new Error('away')) : site.db.transaction(work)),
  }
  const journal = createJournal(db, () => time)
  const entry = { module: 'positions', action: 'create', object: 'helpCall', objectId: 'hat:1' } as const
  journal.counted(asked, entry, 1, 'at once')
  journal.counted(asked, { ...entry, object: 'position', objectId: '' }, 20, 'in a minute')
  journal.counted(asked, { ...entry, object: 'position', objectId: '' }, 5, 'in a minute')
  await expect(journal.settleCounts('at once')).rejects.toThrow('away')
  away = false
  const told = async () => (await rowsOf(site, `module = 'positions'`)).map(({ object, repeated }) => [object, repeated])
  await journal.settleCounts()
  expect(await told()).toEqual([])
  time += 60_000
  await journal.settleCounts()
  expect(await told()).toEqual([
    ['helpCall', 1],
    ['position', 25],
  ])
})

describe('who waits for a record', () => {
  /** Holds the last alarm's row until it is let go. */
  const holdAlarm = async (site: TestSite) => {
    const held = Promise.withResolvers<void>()
    const letGo = Promise.withResolvers<void>()
    const done = site.db.transaction(async (trx: Trx) => {
      await site.db.raw(trx, 'SELECT 1 FROM alarm ORDER BY id DESC LIMIT 1 FOR UPDATE')
      held.resolve()
      await letGo.promise
    })
    await held.promise
    const release = async (): Promise<void> => {
      letGo.resolve()
      await done
    }
    onTestFinished(release)
    return release
  }
  const somebodyWaits = async (site: TestSite): Promise<boolean> => {
    const { rows } = await site.db.raw(
      site.db.sql,
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }
  const withAlarms = async () => {
    const site = await createTestSite()
    for (const imei of ['100', '200']) await site.makeHat(imei)
    const fence = await site.makeFence()
    const reports = ['100', '200'].map((deviceId) => ({
      deviceType: 'hat',
      deviceId,
      time: new Date(Date.now() - 5_000).toISOString(),
      ...at(0, 0),
    }))
    await site.report(reports)
    const { list } = await site.admin.ask(alarmCalls.listRealAlarmData, undefined)
    return { site, fence, ids: list.map(({ id }) => id).toSorted() }
  }

  it.each([
    {
      what: 'to confirm alarms',
      work: ({ site, ids }: Awaited<ReturnType<typeof withAlarms>>) =>
        site.admin.ask(
          alarmCalls.updateAlarmList,
          ids.map((id) => ({ id, status: 2 as const })),
        ),
    },
    {
      what: 'to delete a fence whose alarms end',
      work: ({ site, fence }: Awaited<ReturnType<typeof withAlarms>>) =>
        site.admin.ask(hazardCalls.deleteBsDangAreaById, { id: fence }),
    },
  ])('$what keeps nobody else from the journal', async ({ work }) => {
    const made = await withAlarms()
    const { site } = made
    const release = await holdAlarm(site)
    const waiting = work(made)
    await expect.poll(() => somebodyWaits(site)).toBe(true)
    await site.makeDept('mill')
    expect((await rowsOf(site)).at(-1)).toMatchObject({ object: 'dept', action: 'create' })
    await release()
    await waiting
    expect(await verdict(site)).toMatchObject({ intact: true })
  })
})
