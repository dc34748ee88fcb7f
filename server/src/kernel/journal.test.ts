import { describe, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { createTestSite, type TestSite } from '../../test/site.ts'
import { chain } from './journal.ts'

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
