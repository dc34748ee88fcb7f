import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { whole, type Client } from '@vigil/contract/kernel/client.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { afterFile } from '../../../test/ends.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { ended } from '../../../test/transfers.ts'

let site: TestSite
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigil-journal-'))
  site = await createTestSite({ dataDir: folder }, afterFile)
  return () => rm(folder, { recursive: true, force: true })
})

const exported = async (
  { client, token }: { client: Client; token: string },
  filter: Readonly<Record<string, unknown>>,
  fields: string[],
): Promise<string[]> => {
  const done = await ended(
    client,
    await client.ask(transferCalls.startExport, { noun: 'journal', format: 'csv', filter, fields }),
  )
  expect(done).toMatchObject({ state: 'done' })
  const response = await fetch(`${site.origin}/api/files/${done.fileId}`, { headers: { authorization: token } })
  const text = await response.text()
  return text.replace('\ufeff', '').trimEnd().split('\r\n')
}

describe('an export of the journal', () => {
  it('holds exactly the rows of its list in their order, in words, and is told of in the journal', async () => {
    const admin = { client: site.admin, token: site.adminToken }
    for (const name of ['窑车间', '磨车间', '包装车间']) await site.makeDept(name)
    const filter = { module: 'accounts', action: 'create', keyword: 'dept' } as const
    const fields = ['time', 'userName', 'action', 'object', 'objectName', 'objectId', 'result', 'after']
    const rows = whole(await site.admin.ask(journalCalls.listSysLogByCondition, filter))
    expect(rows).toHaveLength(3)
    const [title, ...lines] = await exported(admin, filter, fields)
    expect(title).toBe('时间,姓名,操作,对象,对象名称,对象编号,结果,变更后')
    expect(lines.map((line) => line.split(',').slice(0, 7))).toEqual(
      rows.map(({ time, userName, objectName, objectId }) => [time, userName, '新增', '部门', objectName, objectId, '成功']),
    )
    expect(rows.map(({ objectName }) => objectName)).toEqual(['包装车间', '磨车间', '窑车间'])
    const upwards = await exported(admin, { ...filter, sort: 'time' }, ['objectId'])
    expect(upwards).toEqual(['对象编号', ...rows.map(({ objectId }) => objectId).toReversed()])
    const [told] = whole(await site.admin.ask(journalCalls.listSysLogByCondition, { module: 'transfers', action: 'export' }))
    expect(told).toMatchObject({ object: 'journal', after: { rows: 3, filter: { ...filter, sort: 'time' } } })
  })

  it('comes whole, however many batches it takes', async () => {
    const own = { client: site.admin, token: site.adminToken }
    await site.db.raw(
      site.db.sql,
      `INSERT INTO journal (id, at, person_id, cname, dept_name, module, action, object, object_id, ip, user_agent, result, repeated, cost_ms, hash)
       SELECT head.id + n, now(), NULL, '系统', '', 'positions', 'look', 'track', n::text, '', '', 'success', 1, 0, '\\x00'
       FROM journal_head AS head, generate_series(1, 2500) AS n;
       UPDATE journal_head SET id = id + 2500`,
    )
    const [, ...ids] = await exported(own, { module: 'positions', sort: 'time' }, ['objectId'])
    expect(ids).toEqual(Array.from({ length: 2500 }, (_, at) => String(at + 1)))
  })

  it('shows nobody more than the list does, and nobody without the screen anything; nothing comes in', async () => {
    const dept = await site.makeDept('本部门')
    const own = await site.makeUser({ name: 'own-scope', scope: 'own', deptId: dept, permissions: ['logMgmt'] })
    await site.admin.ask(accountCalls.saveUser, { cname: '别人', workNum: 'J-1', deptId: dept, mobile: '13812345678' })
    const [, ...names] = await exported(own, {}, ['userName'])
    expect(new Set(names)).toEqual(new Set(['own-scope']))

    const reader = await site.makeUser({ name: 'reader', permissions: ['logMgmt'] })
    const created = await exported(reader, { keyword: 'user', action: 'create' }, ['after'])
    expect(created.join()).toContain('138****5678')
    expect(created.join()).not.toContain('13812345678')

    const other = await site.makeUser({ name: 'other', permissions: ['hatMgmt'] })
    expect(await other.client.send(transferCalls.startExport, { noun: 'journal' })).toMatchObject({ code: 'forbidden' })
    expect(await site.admin.send(transferCalls.previewImport, { noun: 'journal', fileId: '0'.repeat(32) })).toMatchObject({
      code: 'notFound',
    })
    expect(await site.admin.send(transferCalls.createTemplate, { noun: 'journal' })).toMatchObject({ code: 'notFound' })
    expect(await site.admin.send(transferCalls.startExport, { noun: 'journal', filter: { module: 'nothing' } })).toMatchObject({
      code: 'invalidInput',
    })
  })
})

it('a row is found by its identifier alone', async () => {
  const [row] = whole(await site.admin.ask(journalCalls.listSysLogByCondition, { action: 'create' }))
  expect(await site.admin.ask(journalCalls.listSysLogByCondition, { ids: [row?.id ?? ''], pageSize: 1 })).toEqual({
    list: [row],
    total: 1,
  })
})
