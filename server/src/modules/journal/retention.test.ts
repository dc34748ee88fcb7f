import { describe, expect, it } from 'vitest'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { createTestSite } from '../../../test/site.ts'
import { verdictOn } from '../../../test/verdict.ts'
import { stranger, type Asked } from '../../kernel/caller.ts'
import { createJournal } from '../../kernel/journal.ts'
import { transactionsOf } from '../../kernel/kernel.ts'
import { createLog } from '../../kernel/log.ts'
import { createSiteClock } from '../../kernel/time.ts'
import { createJournalService, shortestRetention } from './service.ts'
import { createJournalStore } from './store.ts'

const day = 86_400_000
/** The moment of this file: whoever asks the clock twice may find another day. */
const now = Date.now()
const asked: Asked = {
  caller: { ...stranger, userId: '7', cname: 'li' },
  language: 'zh',
  ip: '10.0.0.7',
  userAgent: 'a test',
  since: now,
  token: '',
  setCookie: () => undefined,
}

/** A site whose journal begins with as many rows as asked for, each so many days old. */
const siteWith = async (...stretches: readonly { readonly days: number; readonly rows: number }[]) => {
  const site = await createTestSite()
  let ago = 0
  const clock = createSiteClock('Asia/Shanghai', () => now - ago)
  const journal = createJournal(site.db, clock.now)
  const service = createJournalService(
    { clock, journal, transaction: transactionsOf(site.db, createLog('silent')), log: createLog('silent') },
    createJournalStore({ db: site.db, clock }),
  )
  await site.db.raw(site.db.sql, `TRUNCATE journal; UPDATE journal_head SET id = 0, hash = '\\x00'`)
  for (const { days, rows } of stretches) {
    ago = days * day
    const entry = { module: 'hazards', action: 'update', object: 'fence' } as const
    const entries = Array.from({ length: rows }, (_, number) => ({ ...entry, objectId: String(number) }))
    await site.db.transaction((trx) => journal.writeAll(trx, asked, entries))
  }
  ago = 0
  const ids = async () => {
    const { rows } = await site.db.raw<{ id: string }>(site.db.sql, 'SELECT id FROM journal ORDER BY id')
    return rows.map(({ id }) => Number(id))
  }
  const seals = async () => {
    const { rows } = await site.db.raw<{ id: string; up_to: string; rows: string; hash: Buffer }>(
      site.db.sql,
      'SELECT id, up_to, rows, hash FROM journal_seal ORDER BY id',
    )
    return rows
  }
  const verdict = () => verdictOn(site.admin)
  return { site, service, ids, seals, verdict, clock }
}
const ago = (days: number): Date => new Date(now - days * day)

describe('retention', () => {
  it('drops what is older under a seal, tells of it, and the rest still holds', async () => {
    const { service, ids, seals, verdict, site } = await siteWith(
      { days: 900, rows: 5 },
      { days: 800, rows: 3 },
      { days: 10, rows: 4 },
    )
    expect(await service.retain(ago(850))).toBe(5)
    expect(await ids()).toEqual([6, 7, 8, 9, 10, 11, 12, 13])
    const [seal] = await seals()
    expect(seal).toMatchObject({ id: '1', up_to: '5', rows: '5' })
    const { rows } = await site.db.raw(site.db.sql, 'SELECT * FROM journal ORDER BY id DESC LIMIT 1')
    expect(rows[0]).toMatchObject({
      person_id: null,
      cname: '系统',
      module: 'journal',
      action: 'seal',
      object_id: '1',
      before: { rows: 5, lastId: '5' },
      after: { seal: seal?.hash.toString('hex') },
    })
    expect(await verdict()).toMatchObject({ intact: true, checked: 8 })
    expect(await site.admin.ask(journalCalls.listSysLogCountByCondition, {})).toBe(8)

    expect(await service.retain(ago(850))).toBe(0)
    expect(await service.retain(ago(730))).toBe(3)
    expect((await seals()).map(({ up_to, rows: count }) => [up_to, count])).toEqual([
      ['5', '5'],
      ['8', '3'],
    ])
    expect(await verdict()).toMatchObject({ intact: true, checked: 6 })
  })

  it('keeps 180 days, whoever asks for less', async () => {
    const { service, ids } = await siteWith({ days: 179, rows: 2 })
    for (const days of [0, 1, shortestRetention - 1]) await expect(service.retain(ago(days))).rejects.toThrow('180 days')
    await expect(service.keepHouse(90)).rejects.toThrow('180 days')
    expect(await service.retain(ago(shortestRetention))).toBe(0)
    expect(await ids()).toEqual([1, 2])
  })

  it('keeps a row that is young enough and all that come after it, whatever their time', async () => {
    const { service, ids } = await siteWith({ days: 900, rows: 2 }, { days: 10, rows: 1 }, { days: 900, rows: 2 })
    expect(await service.retain(ago(800))).toBe(2)
    expect(await ids()).toEqual([3, 4, 5, 6])
  })

  it('goes on in stretches that one transaction can bear', async () => {
    const { service, seals, verdict } = await siteWith({ days: 900, rows: 20_500 })
    expect(await service.retain(ago(800))).toBe(20_500)
    expect((await seals()).map(({ rows }) => rows)).toEqual(['20000', '500'])
    expect(await verdict()).toMatchObject({ intact: true, checked: 2 })
  })

  it('drops whole days of the site, the whole journal if it must', async () => {
    const { service, ids, clock, verdict } = await siteWith({ days: 900, rows: 2 }, { days: 731, rows: 3 })
    await service.keepHouse(732)
    expect(await ids()).toEqual([3, 4, 5, 6])
    await service.keepHouse(731)
    expect(await ids()).toEqual([3, 4, 5, 6])
    await service.keepHouse(730)
    expect(await ids()).toEqual([6, 7])
    expect(await verdict()).toMatchObject({
      intact: true,
      checked: 2,
      from: expect.stringContaining(clock.toWire(now).slice(0, 10)),
    })
  })

  it('covers up nothing: what does not hold stays, and so does everything after it', async () => {
    const { service, ids, seals, site } = await siteWith({ days: 900, rows: 5 }, { days: 10, rows: 1 })
    await site.db.raw(site.db.sql, `UPDATE journal SET cname = 'somebody else' WHERE id = 3`)
    await expect(service.retain(ago(800))).rejects.toThrow('row 3 (edited): nothing was dropped')
    expect([await ids(), await seals()]).toEqual([[1, 2, 3, 4, 5, 6], []])
    await site.db.raw(site.db.sql, `UPDATE journal SET cname = 'li' WHERE id = 3`)
    expect(await service.retain(ago(800))).toBe(5)
    await site.db.raw(site.db.sql, 'UPDATE journal_seal SET rows = 4')
    await expect(service.retain(ago(800))).resolves.toBe(0)
    await site.db.raw(site.db.sql, `UPDATE journal SET at = at - interval '900 days' WHERE id = 6`)
    await expect(service.retain(ago(800))).rejects.toThrow('(seal)')
  })

  it('drops nothing when it cannot tell of it', async () => {
    const { service, ids, seals, site } = await siteWith({ days: 900, rows: 5 })
    await site.db.raw(site.db.sql, `ALTER TABLE journal ADD CONSTRAINT full_up CHECK (action <> 'seal')`)
    await expect(service.retain(ago(800))).rejects.toThrow('full_up')
    expect([await ids(), await seals()]).toEqual([[1, 2, 3, 4, 5], []])
  })
})
