import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { afterFile } from '../../../test/ends.ts'
import { rounds } from '../../../test/deep.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { verdictOn } from '../../../test/verdict.ts'
import { stranger, type Asked } from '../../kernel/caller.ts'
import { createJournal, type Entry } from '../../kernel/journal.ts'
import { chain, chainSeal, origin } from '../../kernel/journal-chain.ts'
import { transactionsOf, type Trx } from '../../kernel/kernel.ts'
import { createLog } from '../../kernel/log.ts'
import { createSiteClock } from '../../kernel/time.ts'
import { createJournalService } from './service.ts'
import { createJournalStore } from './store.ts'
import { verify, type ChainRow, type Source, type Verdict } from './verify.ts'

const day = 86_400_000
/** The moment of this file: whoever asks the clock twice may find another day. */
const now = Date.now()
const asked: Asked = {
  caller: { ...stranger, userId: '7', cname: '李雷' },
  language: 'zh',
  ip: '10.0.0.7',
  userAgent: 'a test',
  since: now,
  token: '',
  setCookie: () => undefined,
}

/** A site whose journal holds every kind of row, of which the oldest were sealed and dropped twice. */
const createWorld = async () => {
  const site = await createTestSite({}, afterFile)
  let ago = 0
  const clock = createSiteClock('Asia/Shanghai', () => now - ago)
  const journal = createJournal(site.db, clock.now)
  const store = createJournalStore({ db: site.db, clock })
  const service = createJournalService(
    { clock, journal, transaction: transactionsOf(site.db, createLog('silent')), log: createLog('silent') },
    store,
  )
  // The rows of the site's start would stand before older ones.
  await site.db.raw(site.db.sql, `TRUNCATE journal; UPDATE journal_head SET id = 0, hash = '\\x00'`)
  const old = async (days: number): Promise<void> => {
    ago = days * day
    const entries = Array.from({ length: 40 }, (_, at) => ({
      module: 'devices' as const,
      action: 'create' as const,
      object: 'hat',
      objectId: `${at}`,
      after: { at, name: `帽 ${at}` },
    }))
    await site.db.transaction((trx) => journal.writeAll(trx, asked, entries))
    ago = 0
  }
  for (const days of [500, 400, 300]) await old(days)
  for (const days of [450, 350]) await service.retain(new Date(now - days * day))

  const dept = await site.makeDept('磨机班')
  for (let number = 0; number < 40; number += 1) {
    await site.admin.ask(accountCalls.saveDept, { id: dept, name: `磨机班 ${number}`, sort: number })
    await site.makeHat(`8600000000${number}`, { deptId: dept })
    await site.makeFence()
    await site.admin.ask(positionCalls.listHisGpsByDevId, {
      deviceType: 'hat',
      deviceId: `8600000000${number}`,
      startTime: '2026-01-01 00:00:00',
      endTime: '2026-01-01 23:59:59',
    })
  }
  const li = await site.makeUser({ name: 'li', permissions: [] })
  await li.client.send(accountCalls.saveDept, { name: 'x' })
  return { site, store, service, journal, clock }
}

describe('a journal', () => {
  let world: Awaited<ReturnType<typeof createWorld>>
  let first: number
  let last: number
  beforeAll(async () => {
    world = await createWorld()
    const { rows } = await world.site.db.raw<{ first: string; last: string }>(
      world.site.db.sql,
      'SELECT min(id) AS first, max(id) AS last FROM journal',
    )
    first = Number(rows[0]?.first)
    last = Number(rows[0]?.last)
    expect([first, last > 250]).toEqual([81, true])
  })

  const rollback = new Error('rolled back')
  /** What verifying finds after a change, which is then undone. */
  const after = async (change: (trx: Trx) => Promise<unknown>): Promise<Verdict> => {
    const { site, store } = world
    let verdict: Verdict | null = null
    const done = site.db.transaction(async (trx) => {
      await change(trx)
      verdict = await verify(store.source(trx))
      throw rollback
    })
    await expect(done).rejects.toBe(rollback)
    if (verdict === null) throw new Error('not verified')
    return verdict
  }
  const run = (trx: Trx, text: string, values: readonly unknown[] = []) => world.site.db.raw(trx, text, values)
  /** A change that must be one. */
  const change =
    (text: string, ...values: readonly unknown[]) =>
    async (trx: Trx): Promise<void> => {
      expect((await run(trx, text, values)).affected).toBeGreaterThan(0)
    }
  const found = async (text: string, ...values: readonly unknown[]) => {
    const { firstBreak } = await after(change(text, ...values))
    return firstBreak && [firstBreak.id, firstBreak.kind]
  }
  const copyTo = (from: number, to: number | string): string =>
    `INSERT INTO journal SELECT (jsonb_populate_record(journal, jsonb_build_object('id', ${to}))).* FROM journal WHERE id = ${from}`
  const intact = () => after(() => Promise.resolve())

  it('that nobody touched holds from the newest seal to the head', async () => {
    const verdict = await verdictOn(world.site.admin)
    expect(verdict).toMatchObject({ intact: true, firstBreak: null, checked: last - first + 1 })
    expect(verdict.from?.slice(0, 10)).toBe(world.clock.toWire(now - 300 * day).slice(0, 10))
    expect(await intact()).toMatchObject({ firstBreak: null, checked: last - first + 1 })
  })

  it('answers how far it is while it takes long, and whoever comes back for it gets what it found', async () => {
    const { site, store, clock, journal } = world
    const impatient = createJournalService(
      { clock, journal, transaction: transactionsOf(site.db, createLog('silent')), log: createLog('silent') },
      store,
      0,
    )
    const begun = await impatient.verify()
    expect(begun).toMatchObject({ checked: 0, verdict: null })
    expect((await impatient.verify()).id).toBe(begun.id)
    const heard = [begun]
    while (heard.at(-1)?.verdict === null) heard.push(await impatient.verify(begun.id))
    const [found] = heard.slice(-1)
    expect(found).toMatchObject({ id: begun.id, checked: last - first + 1, total: last - first + 1, verdict: { intact: true } })
    expect(heard.map(({ checked }) => checked)).toEqual(heard.map(({ checked }) => checked).toSorted((a, b) => a - b))
    expect(await impatient.verify(begun.id)).toEqual(found)
    const told: number[][] = []
    await store.snapshot((source) => verify(source, (...progress) => told.push(progress)))
    const rows = last - first + 1
    expect(told).toEqual(Array.from({ length: rows }, (_, at) => [at + 1, rows]))
    // Who names no walk wants to know how it is now.
    expect((await impatient.verify()).verdict).toBe(null)
  })

  it('tells which row was edited, deleted, inserted or put elsewhere', async () => {
    const middle = Math.floor((first + last) / 2)
    expect(await found(`UPDATE journal SET cname = 'somebody else' WHERE id = $1`, middle)).toEqual([String(middle), 'edited'])
    expect(await found(`UPDATE journal SET hash = '\\x01' WHERE id = $1`, middle)).toEqual([String(middle), 'edited'])
    for (const id of [first, middle, last]) {
      expect(await found('DELETE FROM journal WHERE id = $1', id)).toEqual([String(id), 'missing'])
    }
    expect(await found('DELETE FROM journal')).toEqual([String(first), 'missing'])
    expect(await found(copyTo(middle, last + 1))).toEqual([String(last + 1), 'inserted'])
    expect(await found(copyTo(middle, first - 1))).toEqual([String(first - 1), 'inserted'])
    for (const id of ['-1', '-9223372036854775808']) expect(await found(copyTo(middle, id))).toEqual([id, 'inserted'])
    const swap = (one: number, other: number) => async (trx: Trx) => {
      await run(
        trx,
        `UPDATE journal SET id = CASE id WHEN $1::bigint THEN -$2::bigint ELSE -$1::bigint END WHERE id IN ($1, $2)`,
        [one, other],
      )
      await run(trx, 'UPDATE journal SET id = -id WHERE id < 0')
    }
    for (const other of [middle + 1, last]) {
      expect((await after(swap(middle, other))).firstBreak).toMatchObject({ id: String(middle), kind: 'reordered' })
    }
    // Another row in the middle, all that follow moved up.
    const { firstBreak } = await after(async (trx) => {
      await run(trx, 'UPDATE journal SET id = -id - 1 WHERE id >= $1', [middle])
      await run(trx, 'UPDATE journal SET id = -id WHERE id < 0')
      await run(trx, copyTo(first, middle))
    })
    expect(firstBreak).toMatchObject({ id: String(middle), kind: 'reordered' })
  })

  it('tells that a row was edited and its hash made again, at the next row', async () => {
    const { store } = world
    const forge = (id: number) =>
      after(async (trx) => {
        const [previous, row] = await store.source(trx).rowsAfter(String(id - 2), 2)
        if (!previous || !row) throw new Error('no such rows')
        const hash = chain(previous.hash, { ...row, cname: 'somebody else' })
        await run(trx, `UPDATE journal SET cname = 'somebody else', hash = $1 WHERE id = $2`, [hash, id])
      })
    expect((await forge(last - 9)).firstBreak).toMatchObject({ id: String(last - 8), kind: 'edited' })
    expect((await forge(last)).firstBreak).toMatchObject({ id: String(last), kind: 'head' })
  })

  it('tells that contents were exchanged while the hashes stayed', async () => {
    const exchange = `UPDATE journal SET (at, cname, module, action, object, object_id, before, after, cost_ms, person_id) =
      (SELECT at, cname, module, action, object, object_id, before, after, cost_ms, person_id FROM journal other
       WHERE other.id = CASE journal.id WHEN $1 THEN $2::bigint ELSE $1 END) WHERE id IN ($1, $2::bigint)`
    expect(await found(exchange, last - 9, last - 4)).toEqual([String(last - 9), 'reordered'])
  })

  it('tells that its head or a seal was changed', async () => {
    expect(await found(`UPDATE journal_head SET hash = '\\x00'`)).toEqual([String(last), 'head'])
    expect(await found('UPDATE journal_head SET id = id + 1')).toEqual([String(last + 1), 'missing'])
    expect(await found('UPDATE journal_head SET id = id - 1')).toEqual([String(last), 'inserted'])
    expect(await found('UPDATE journal_head SET id = 0')).toEqual([String(first), 'inserted'])
    expect(await found('DELETE FROM journal_head')).toEqual([String(first - 1), 'head'])
    for (const column of [
      'up_to = up_to + 1',
      `up_to_hash = '\\x00'`,
      'rows = rows + 1',
      `at = at + interval '1 s'`,
      `hash = '\\x00'`,
    ]) {
      for (const id of [1, 2]) {
        expect(await found(`UPDATE journal_seal SET ${column} WHERE id = $1`, id), column).toMatchObject([
          expect.any(String),
          'seal',
        ])
      }
    }
    expect(await found('DELETE FROM journal_seal WHERE id = 1')).toMatchObject(['80', 'seal'])
    expect(await found('DELETE FROM journal_seal WHERE id = 2')).toEqual(['41', 'missing'])
    expect(await found('DELETE FROM journal_seal')).toEqual(['1', 'missing'])
  })

  it('tells that a seal was made again, with a hash that fits', async () => {
    const { store } = world
    const { firstBreak } = await after(async (trx) => {
      const [older, seal] = await store.source(trx).seals()
      if (!older || !seal) throw new Error('no seals')
      const hash = chainSeal(older.hash, { ...seal, rows: '3' })
      await run(trx, 'UPDATE journal_seal SET rows = 3, hash = $1 WHERE id = $2', [hash, seal.id])
    })
    expect(firstBreak).toMatchObject({ kind: 'seal' })
  })

  it('finds what a type of a column would hide: microseconds, digits that no number holds, a value that is none', async () => {
    const looked = `id = (SELECT max(id) FROM journal WHERE action = 'look')`
    const fence = `id = (SELECT max(id) FROM journal WHERE object = 'fence')`
    for (const edit of [
      `at = at + interval '1 microsecond' WHERE ${looked}`,
      `at = 'infinity' WHERE ${looked}`,
      `at = '-infinity' WHERE ${looked}`,
      `at = '0044-03-15 12:00:00 BC' WHERE ${looked}`,
      `at = '290000-01-01' WHERE ${looked}`,
      `before = 'null' WHERE ${looked}`,
      `after = jsonb_set(after, '{level}', '1.0') WHERE ${fence}`,
      `after = jsonb_set(after, '{level}', '1.00000000000000000001') WHERE ${fence}`,
      `after = jsonb_set(after, '{level}', '"1"') WHERE ${fence}`,
      `after = jsonb_set(after, '{points,0,0}', ((after #>> '{points,0,0}') || '0000001')::jsonb) WHERE ${fence}`,
      `after = after || '{"password": "p"}' WHERE ${fence}`,
    ]) {
      expect(await found(`UPDATE journal SET ${edit}`), edit).toMatchObject([expect.any(String), 'edited'])
    }
    // The answer to a person too.
    await world.site.db.raw(world.site.db.sql, `UPDATE journal SET at = at - interval '3000 years' WHERE id = $1`, [last])
    expect(await verdictOn(world.site.admin)).toMatchObject({
      intact: false,
      checked: last - first,
      firstBreak: { id: String(last), kind: 'edited', time: null },
    })
    await world.site.db.raw(world.site.db.sql, `UPDATE journal SET at = at + interval '3000 years' WHERE id = $1`, [last])
    expect(await intact()).toMatchObject({ firstBreak: null })
  })

  it('finds any single manipulation, whatever and wherever it is', async () => {
    const row = fc.integer({ min: first, max: last })
    const texts = ['cname', 'dept_name', 'module', 'action', 'object', 'object_id', 'ip', 'user_agent', 'result']
    const edit = fc.oneof(
      fc
        .tuple(fc.constantFrom(...texts), fc.constantFrom('x', ' ', '。', '\u200b'))
        .map(([column, more]) => `${column} = ${column} || '${more}'`),
      fc.constantFrom(...texts).map((column) => `${column} = CASE ${column} WHEN '' THEN 'x' ELSE left(${column}, -1) END`),
      fc.integer({ min: 1, max: 10_000_000 }).map((micros) => `at = at - ${micros} * interval '1 microsecond'`),
      fc.constantFrom('repeated', 'cost_ms').map((column) => `${column} = ${column} + 1`),
      fc.constant(`person_id = CASE WHEN person_id IS NULL THEN 1 END`),
      fc.constant('person_id = coalesce(person_id, 0) + 1'),
      fc.constantFrom('before', 'after').map((column) => `${column} = CASE WHEN ${column} IS NULL THEN '{}'::jsonb END`),
      fc.constantFrom('before', 'after').map((column) => `${column} = coalesce(${column}, '{}') || '{"more": 1}'`),
      fc
        .constantFrom('before', 'after')
        .map(
          (column) =>
            `${column} = CASE WHEN ${column} IS NULL THEN '[]' ELSE ${column} - (SELECT min(key) FROM jsonb_object_keys(${column}) key) END`,
        ),
      fc.nat(31).map((byte) => `hash = set_byte(hash, ${byte}, get_byte(hash, ${byte}) # 4)`),
      fc.constantFrom(`id = -id`, `id = id + 1000000`),
    )
    const manipulation = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(edit, row).map(([set, id]) => `UPDATE journal SET ${set} WHERE id = ${id}`) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(row, fc.integer({ min: 1, max: 20 }))
          .map(([id, count]) => `DELETE FROM journal WHERE id >= ${id} AND id < ${id + count}`),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'UPDATE journal_head SET id = id + 1',
          'UPDATE journal_head SET id = id - 7',
          `UPDATE journal_head SET hash = set_byte(hash, 5, get_byte(hash, 5) # 1)`,
          'DELETE FROM journal_head',
          'UPDATE journal_seal SET rows = rows - 1 WHERE id = 1',
          'UPDATE journal_seal SET up_to = up_to - 1 WHERE id = 2',
          'DELETE FROM journal_seal WHERE id = 2',
          copyTo(last, last + 1),
          copyTo(first, first - 1),
        ),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(row, row)
          .filter(([one, other]) => one !== other)
          .map(
            ([one, other]) =>
              `UPDATE journal SET id = CASE id WHEN ${one} THEN ${other} ELSE ${one} END WHERE id IN (${one}, ${other})`,
          ),
      },
    )
    // Exchanged ids collide for a moment.
    await world.site.db.raw(
      world.site.db.sql,
      'ALTER TABLE journal DROP CONSTRAINT journal_pkey, ADD CONSTRAINT journal_pkey PRIMARY KEY (id) DEFERRABLE INITIALLY DEFERRED',
    )
    await fc.assert(
      fc.asyncProperty(manipulation, async (text) => (await found(text)) !== null),
      { numRuns: rounds(300, 1000) },
    )
    expect(await intact()).toMatchObject({ firstBreak: null, checked: last - first + 1 })
  })

  it('holds whatever records it was written with', async () => {
    const { journal } = world
    const written = async (cname: string, entries: readonly Pick<Entry, 'object' | 'objectId' | 'before' | 'after'>[]) => {
      const verdict = await after((trx) =>
        journal.writeAll(
          trx,
          { ...asked, caller: { ...asked.caller, cname }, userAgent: cname },
          entries.map((entry) => ({ module: 'accounts', action: 'update', ...entry })),
        ),
      )
      expect(verdict).toMatchObject({ firstBreak: null, checked: last - first + 1 + entries.length })
    }
    // After this V8 takes the second key of the record for a backslash.
    JSON.parse('{"!":1,"\\\\":0}')
    await written('li', [{ object: 'strange', after: { '!': 1, '"': 2 } }])

    const value = fc.jsonValue({ maxDepth: 4 })
    const number = fc.oneof(
      fc.double(),
      fc.double({ noDefaultInfinity: true, noNaN: true }).map((one) => one * 1e-300),
      fc.maxSafeInteger(),
    )
    const record = fc.oneof(
      fc.dictionary(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('10', '9', 'b', 'aa', '__proto__', 'constructor')),
        fc.oneof(value, number),
      ),
      fc.array(fc.oneof(number, fc.string({ unit: 'binary' }), fc.constant(undefined), fc.date())),
      fc.string({ unit: 'binary' }),
      number,
      fc.constantFrom(
        null,
        undefined,
        '',
        0,
        -0,
        1e21,
        1e-7,
        123e-20,
        5e-324,
        Number.MAX_VALUE,
        0.1 + 0.2,
        Buffer.from('a'),
        'null',
        [],
        {},
      ),
    )
    const entry = fc.record({
      object: fc.string({ unit: 'binary' }),
      objectId: fc.string({ unit: 'binary' }),
      before: record,
      after: record,
    })
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary' }), fc.array(entry, { minLength: 1, maxLength: 20 }), written), {
      numRuns: rounds(80, 200),
    })
  })
})

describe('verifying', () => {
  /** A journal of so many rows in memory. */
  const sourceOf = (count: number): Source => {
    let { hash } = origin
    const rows = Array.from({ length: count }, (_, at): ChainRow => {
      const content = {
        id: String(at + 1),
        at: '2026-11-20T08:15:00.000Z',
        person_id: null,
        cname: 'li',
        dept_name: '',
        module: 'site',
        action: 'update',
        object: 'site',
        object_id: '1',
        before: null,
        after: '{}',
        ip: '',
        user_agent: '',
        result: 'success',
        repeated: 1,
        cost_ms: 0,
      }
      hash = chain(hash, content)
      return { ...content, hash }
    })
    return {
      rowsAfter: (id, limit) => {
        const start = Number(id ?? 0)
        return Promise.resolve(rows.slice(start, start + limit))
      },
      seals: () => Promise.resolve([]),
      head: () => Promise.resolve({ id: String(count), hash }),
    }
  }

  it('lets others have their turn, and holds no more than a few rows at once', async () => {
    const source = sourceOf(5_000)
    let turns = 0
    let most = 0
    let done = false
    const count = (): void => {
      turns += 1
      if (!done) setImmediate(count)
    }
    setImmediate(count)
    const verdict = await verify({
      ...source,
      rowsAfter: async (id, limit) => {
        most = Math.max(most, limit)
        return source.rowsAfter(id, limit)
      },
    })
    done = true
    expect(verdict).toMatchObject({ firstBreak: null, checked: 5_000 })
    expect(turns).toBeGreaterThan(20)
    expect(most).toBeLessThanOrEqual(200)
  })

  it('sees one moment, whatever is written while it walks', async () => {
    const site: TestSite = await createTestSite()
    const store = createJournalStore({ db: site.db, clock: createSiteClock('Asia/Shanghai') })
    const before = await verdictOn(site.admin)
    const during = await store.snapshot(async (source) => {
      await source.seals()
      await site.makeDept('mill')
      return verify(source)
    })
    expect(during).toMatchObject({ checked: before.checked, firstBreak: null })
    expect(await verdictOn(site.admin)).toMatchObject({
      intact: true,
      checked: before.checked + 1,
    })
  })

  it('finds nothing wrong with an empty journal', async () => {
    const site = await createTestSite()
    await site.db.raw(site.db.sql, `TRUNCATE journal; UPDATE journal_head SET id = 0, hash = '\\x00'`)
    expect(await verdictOn(site.admin)).toEqual({
      intact: true,
      checked: 0,
      from: null,
      to: null,
      firstBreak: null,
    })
    await site.db.raw(site.db.sql, 'UPDATE journal_head SET id = -5')
    expect(await verdictOn(site.admin)).toMatchObject({
      intact: false,
      firstBreak: { kind: 'head' },
    })
  })
})
