import { describe, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { createTestSite, type TestSite } from '../../test/site.ts'
import { canonical, chain } from './journal.ts'

interface Row {
  id: string
  at: Date
  person_id: string | null
  cname: string
  dept_name: string
  module: string
  action: string
  object: string
  object_id: string
  before: unknown
  after: unknown
  ip: string
  user_agent: string
  result: string
  repeated: number
  cost_ms: number
  hash: Buffer
}
const rowsOf = async (site: TestSite): Promise<Row[]> =>
  (await site.db.raw<Row>(site.db.sql, 'SELECT * FROM journal ORDER BY id')).rows
/** The ids at which the chain does not hold. */
const breaks = (rows: readonly Row[]): string[] => {
  let previous: Buffer = Buffer.from([0])
  return rows.flatMap(({ hash, ...row }) => {
    const holds = chain(previous, row).equals(hash)
    previous = hash
    return holds ? [] : [row.id]
  })
}

describe('the journal', () => {
  it('tells who did what, with before and after and no secret, chained so that an edit shows', async () => {
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
    expect(breaks(rows)).toEqual([])
    await site.db.raw(site.db.sql, `UPDATE journal SET cname = 'somebody else' WHERE id = 3`)
    expect(breaks(await rowsOf(site))).toEqual(['3'])
    await site.db.raw(site.db.sql, 'DELETE FROM journal WHERE id = 4')
    expect(breaks(await rowsOf(site))).toContain('5')
  })

  it('shows that rows were deleted or changed places, the newest ones by the head', async () => {
    const site = await createTestSite()
    for (const name of ['mill', 'kiln', 'quarry', 'silo']) await site.makeDept(name)
    const headHolds = async () => {
      const { rows } = await site.db.raw<{ id: string; hash: Buffer }>(site.db.sql, 'SELECT id, hash FROM journal_head')
      const last = (await rowsOf(site)).at(-1)
      return rows[0]?.id === last?.id && last !== undefined && rows[0]?.hash.equals(last.hash) === true
    }
    const last = Number((await rowsOf(site)).at(-1)?.id)
    expect([breaks(await rowsOf(site)), await headHolds()]).toEqual([[], true])
    const swap = (one: number, other: number) =>
      site.db.raw(
        site.db.sql,
        `UPDATE journal SET id = CASE id WHEN $1::bigint THEN -$2::bigint ELSE -$1::bigint END WHERE id IN ($1, $2)`,
        [one, other],
      )
    const settle = () => site.db.raw(site.db.sql, 'UPDATE journal SET id = -id WHERE id < 0')
    await swap(last - 2, last - 1)
    await settle()
    expect(breaks(await rowsOf(site))).toEqual([last - 2, last - 1, last].map(String))
    await swap(last - 2, last - 1)
    await settle()
    expect(breaks(await rowsOf(site))).toEqual([])
    await site.db.raw(site.db.sql, 'DELETE FROM journal WHERE id = $1', [last])
    expect([breaks(await rowsOf(site)), await headHolds()]).toEqual([[], false])
    await site.db.raw(site.db.sql, 'DELETE FROM journal WHERE id = $1', [last - 2])
    expect(breaks(await rowsOf(site))).toEqual([String(last - 1)])
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
    expect(canonical(record)).toBe('{"key":{},"name":"li","sessions":[{"ip":"127.0.0.1"}]}')
  })

  it('counts a refusal that is repeated instead of filling up', async () => {
    const site = await createTestSite()
    const li = await site.makeUser({ name: 'li', permissions: [] })
    for (let time = 0; time < 5; time += 1) await li.client.send(accountCalls.saveDept, { name: 'x' })
    expect((await rowsOf(site)).filter(({ action }) => action === 'refused')).toHaveLength(1)
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
})
