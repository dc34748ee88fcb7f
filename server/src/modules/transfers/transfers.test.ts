import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { domains } from '@vigil/contract/index.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { nounSavedBy } from '@vigil/contract/kernel/noun.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { afterFile } from '../../../test/ends.ts'
import { contents } from '../../../test/contents.ts'
import { createTestSite, isType, type TestSite } from '../../../test/site.ts'
import { download, ended, imeiOf, upload } from '../../../test/transfers.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createLog } from '../../kernel/log.ts'
import { readSheet } from '../../kernel/sheets/sheet-reader.ts'
import { createSiteClock } from '../../kernel/time.ts'
import type { FilesOfTransfers } from './context.ts'
import { createTransferService } from './service.ts'
import { createTransferStore } from './store.ts'

let site: TestSite
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigil-transfers-'))
  site = await createTestSite({ dataDir: folder }, afterFile)
  return () => rm(folder, { recursive: true, force: true })
})

const csv = (...rows: readonly (readonly string[])[]): string => rows.map((row) => row.join(',')).join('\n')

const rowsOf = async (token: string, fileId: string | null): Promise<string[][]> => {
  const path = join(folder, `read-${fileId}`)
  await writeFile(path, await download(site, token, fileId))
  const rows: string[][] = []
  for await (const { cells } of readSheet(path)) rows.push([...cells])
  return rows
}
const header = ['帽号*', 'IMEI*', '部门', '佩戴人', '状态', '采购日期']

// A module that forgot to name one would neither be asked for sheets nor for what a department is held by.
it('there are sheets of every noun that a call saves, but for the one record of the site', async () => {
  const calls = Object.values(domains).flatMap((domain) => Object.values<Call>(domain))
  const saved = new Set(calls.flatMap((call) => nounSavedBy(call)?.name ?? []))
  const known = (await site.admin.ask(transferCalls.listSheetNounAll, undefined)).map(({ name }) => name)
  expect([...saved].filter((name) => !known.includes(name))).toEqual(['site'])
})

describe('an import', () => {
  it('refuses a row for the one cell that cannot be read, under its column, and takes the others as it was asked to', async () => {
    const cells = ['名称*', '网关EUI*', '经度', '纬度', '部门', '状态']
    const dept = await site.makeDept('网关车间')
    const row = (at: number, ...given: readonly string[]): string[] => [`读不出${at}`, `AB00AB00AB00AB0${at}`, ...given]
    const text = csv(
      cells,
      row(1, '118.1', '31.2', '网关车间', '启用'),
      row(2, '一百一十八', '31.2', '网关车间', '启用'),
      row(3, '118.1', '', '网关车间', '启用'),
      row(4, '', '31.2', '', ''),
      ['#N/A', 'AB00AB00AB00AB05', '', '', '', ''],
      row(6, '118.1', '#REF!', '', ''),
      row(7, '', '', '网关车间', '停用'),
    )
    const fileId = await upload(site, site.adminToken, '网关.csv', text)
    const gates = async () =>
      whole(await site.admin.ask(deviceCalls.listBsLoraGateAll, { keyword: '读不出', sort: 'name' })).map(({ name, deptId }) => [
        name,
        deptId,
      ])
    const problems = [
      { row: 3, column: '经度', reason: '经度应为数字' },
      { row: 4, column: '纬度', reason: '纬度必填，经度已填写' },
      { row: 5, column: '经度', reason: '经度必填，纬度已填写' },
      { row: 6, column: '名称', reason: '名称是表格的错误值“#N/A”' },
      { row: 7, column: '纬度', reason: '纬度是表格的错误值“#REF!”' },
    ]
    const asked = { noun: 'loraGateway', fileId }
    const preview = await ended(site.admin, await site.admin.ask(transferCalls.previewImport, asked))
    expect(preview).toMatchObject({ state: 'done', created: 2, wrong: 5, problems })
    const all = await ended(site.admin, await site.admin.ask(transferCalls.startImport, { ...asked, mode: 'all' }))
    expect(all).toMatchObject({ state: 'failed', created: 0, problems: problems.slice(0, 1) })
    expect(await gates()).toEqual([])
    const partial = await ended(site.admin, await site.admin.ask(transferCalls.startImport, asked))
    expect(partial).toMatchObject({ state: 'done', created: 2, wrong: 5, problems })
    expect(await gates()).toEqual([
      ['读不出1', dept],
      ['读不出7', dept],
    ])
  })

  it('is tried first, told row by row, and changes nothing until it is meant', async () => {
    const dept = await site.makeDept('导入车间')
    const crew = await site.makeDept('一班', dept)
    await site.admin.ask(accountCalls.saveUser, { cname: '赵永胜', workNum: 'I-1', deptId: crew })
    await site.makeHat('100000000000009')
    const fileId = await upload(
      site,
      site.adminToken,
      '安全帽.csv',
      csv(
        header,
        ['I-001', '100000000000001', '导入车间/一班', 'I-1', '启用', '2026/1/5'],
        ['I-002', '100000000000002', '没有的部门', '', '', ''],
        ['I-003', '', '一班', '赵永胜', '停用', ''],
        ['I-001', '100000000000004', '', '', '', ''],
        ['I-005', '100000000000009', '', '', '', ''],
        ['I-006', '100000000000006', '', '', '也许', '2026-02-30'],
        ['H-100000000000009', '100000000000009', '一班', '赵永胜(I-1)', '停用', '2025年3月1日'],
      ),
    )
    const before = await contents(site)
    const preview = await ended(site.admin, await site.admin.ask(transferCalls.previewImport, { noun: 'hat', fileId }))
    expect(preview).toMatchObject({ state: 'done', total: 7, done: 7, created: 1, updated: 1, wrong: 5, skipped: 0 })
    expect(preview.columns).toContainEqual({ title: '帽号*', field: 'hatNo' })
    expect(preview.sample[0]).toEqual(['I-001', '100000000000001', '导入车间/一班', 'I-1', '启用', '2026/1/5'])
    expect(preview.problems).toEqual([
      { row: 3, column: '部门', reason: '部门“没有的部门”不存在' },
      { row: 4, column: 'IMEI', reason: 'IMEI必填' },
      { row: 5, column: '帽号', reason: '帽号与第 2 行重复' },
      { row: 6, column: 'IMEI', reason: 'IMEI“100000000000009”已存在' },
      { row: 7, column: '状态', reason: '状态应为启用或停用' },
    ])
    expect(await contents(site)).toEqual(before)

    const all = await ended(site.admin, await site.admin.ask(transferCalls.startImport, { noun: 'hat', fileId, mode: 'all' }))
    expect(all).toMatchObject({ state: 'failed', reason: '有错误行，全部未导入', created: 0, updated: 0 })
    expect(await contents(site)).toEqual(before)

    const done = await ended(site.admin, await site.admin.ask(transferCalls.startImport, { noun: 'hat', fileId }))
    expect(done).toMatchObject({ state: 'done', created: 1, updated: 1, wrong: 5 })
    const hats = whole(await site.admin.ask(deviceCalls.listBsHatAll, {}))
    expect(hats.find(({ hatNo }) => hatNo === 'I-001')).toMatchObject({
      imei: '100000000000001',
      deptName: '一班',
      userName: '赵永胜',
      enable: 1,
      purchaseDate: '2026-01-05',
    })
    expect(hats.find(({ hatNo }) => hatNo === 'H-100000000000009')).toMatchObject({
      enable: 0,
      userName: '赵永胜',
      purchaseDate: '2025-03-01',
      version: 2,
    })
    // The wrong rows come back as a sheet of their own, each with what is wrong with it.
    expect((await rowsOf(site.adminToken, done.reportId)).map((row) => row.slice(0, 3))).toEqual([
      ['行号', '错误', '帽号*'],
      ['3', '部门“没有的部门”不存在', 'I-002'],
      ['4', 'IMEI必填', 'I-003'],
      ['5', '帽号与第 2 行重复', 'I-001'],
      ['6', 'IMEI“100000000000009”已存在', 'I-005'],
      ['7', '状态应为启用或停用', 'I-006'],
    ])
    const { rows: told } = await site.db.raw<{ action: string; after: unknown }>(
      site.db.sql,
      `SELECT action, after FROM journal WHERE module = 'transfers' ORDER BY id DESC LIMIT 1`,
    )
    expect(told).toMatchObject([
      { action: 'import', after: { file: '安全帽.csv', mode: 'partial', created: 1, updated: 1, wrong: 5 } },
    ])
    // Once more: nothing is new.
    expect(
      await ended(site.admin, await site.admin.ask(transferCalls.startImport, { noun: 'hat', fileId, existing: 'skip' })),
    ).toMatchObject({ created: 0, updated: 0, skipped: 2 })
    expect(await ended(site.admin, await site.admin.ask(transferCalls.startImport, { noun: 'hat', fileId }))).toMatchObject({
      created: 0,
      updated: 0,
      skipped: 2,
    })
  })

  it('keeps every other row of those that were written together with one that is refused', async () => {
    const lines = Array.from({ length: 120 }, (_, at) => [`T-${at}`, imeiOf('T', at % 60 === 59 ? 0 : at), '', '', '', ''])
    const fileId = await upload(site, site.adminToken, 'together.csv', csv(header, ...lines))
    const problems = [59, 119].map((at) => ({ row: at + 2, column: 'IMEI', reason: `IMEI“${imeiOf('T', 0)}”已存在` }))
    const outcome = await ended(site.admin, await site.admin.ask(transferCalls.startImport, { noun: 'hat', fileId }))
    expect(outcome).toMatchObject({ state: 'done', done: 120, created: 118, wrong: 2, problems })
    const kept = whole(await site.admin.ask(deviceCalls.listBsHatAll, { keyword: 'T-' })).map(({ hatNo }) => hatNo)
    expect(kept.toSorted()).toEqual(lines.flatMap(([no = ''], at) => (at % 60 === 59 ? [] : no)).toSorted())
    const { rows } = await site.db.raw<{ n: number }>(
      site.db.sql,
      `SELECT count(*)::int AS n FROM journal WHERE object = 'hat' AND action = 'create' AND after ->> 'hatNo' LIKE 'T-%'`,
    )
    expect(rows).toEqual([{ n: 118 }])
    // What was empty when it was last counted would be looked through from end to end for each row.
    const counted = await site.db.raw<{ n: number }>(
      site.db.sql,
      `SELECT analyze_count::int AS n FROM pg_stat_user_tables WHERE relname = 'device'`,
    )
    expect(counted.rows).toEqual([{ n: 1 }])
  })

  it('makes departments with those above them in the same sheet', async () => {
    const fileId = await upload(
      site,
      site.adminToken,
      '部门.csv',
      csv(
        ['上级部门', '部门名称*', '排序'],
        ['', '树根', '1'],
        ['树根', '树干', ''],
        ['树根/树干', '树叶', '2'],
        ['树根', '树干', '5'],
      ),
    )
    const done = await ended(site.admin, await site.admin.ask(transferCalls.startImport, { noun: 'dept', fileId }))
    expect(done).toMatchObject({ created: 3, wrong: 1, problems: [{ row: 5, reason: '部门名称与第 3 行重复' }] })
    const tree = await site.admin.ask(accountCalls.listDeptNodeAll, undefined)
    expect(tree.find(({ name }) => name === '树根')).toMatchObject({
      children: [{ name: '树干', children: [{ name: '树叶', sort: 2 }] }],
    })
  })

  it('refuses another noun’s sheet, an empty one and what is no sheet, with the reason', async () => {
    const tried = async (name: string, text: string): Promise<string> => {
      const fileId = await upload(site, site.adminToken, name, text)
      const transfer = await ended(site.admin, await site.admin.ask(transferCalls.previewImport, { noun: 'hat', fileId }))
      expect(transfer.state).toBe('failed')
      return transfer.reason
    }
    expect(await tried('别的.csv', csv(['部门名称', '排序'], ['a', '1']))).toBe('不是安全帽的导入表：缺少列 帽号、IMEI')
    expect(await tried('空.csv', csv(header))).toBe('表中没有数据行')
    expect(await tried('重复.csv', csv([...header, '帽号'], ['a', 'b']))).toBe('列重复：帽号')
    expect(await site.admin.send(transferCalls.previewImport, { noun: 'hat', fileId: '0'.repeat(32) })).toMatchObject({
      code: 'notFound',
    })
    expect(await site.admin.send(transferCalls.previewImport, { noun: 'nothing', fileId: '0'.repeat(32) })).toMatchObject({
      code: 'notFound',
    })
  })

  it('is for whoever may change the noun, his files and transfers for him alone', async () => {
    const fileId = await upload(site, site.adminToken, 'a.csv', csv(header, ['I-9', imeiOf('I', 9), '', '', '', '']))
    const reader = await site.makeUser({
      name: 'sheet-reader',
      permissions: ['hatMgmt', 'badgeMgmt', 'badgeMgmt:edit', 'userMgmt:edit'],
    })
    expect(await reader.client.send(transferCalls.startImport, { noun: 'hat', fileId })).toMatchObject({ code: 'forbidden' })
    expect(await reader.client.send(transferCalls.createTemplate, { noun: 'hat' })).toMatchObject({ code: 'forbidden' })
    expect(await reader.client.send(transferCalls.startExport, { noun: 'car' })).toMatchObject({ code: 'forbidden' })
    expect(await reader.client.send(transferCalls.startImport, { noun: 'badge', fileId })).toMatchObject({ code: 'notFound' })
    const mine = await site.admin.ask(transferCalls.startExport, { noun: 'hat' })
    expect(await reader.client.send(transferCalls.getTransferById, { id: mine.id })).toMatchObject({ code: 'notFound' })
    expect(await reader.client.send(transferCalls.cancelTransferById, { id: mine.id })).toMatchObject({ code: 'notFound' })
    const known = await reader.client.ask(transferCalls.listSheetNounAll, undefined)
    expect(known.map(({ name, imports }) => [name, imports])).toEqual([
      ['hat', false],
      ['badge', true],
    ])
    await ended(site.admin, mine)
  })
})

it('imports and exports are heard of by everybody who sees their history, when one begins and when it ends', async () => {
  const watcher = await site.makeUser({ name: 'watcher', permissions: ['dataImportMgmt'] })
  const stranger = await site.makeUser({ name: 'stranger', permissions: ['hatMgmt'] })
  const [console, other] = [await site.live(watcher.token, null, []), await site.live(stranger.token, null, [])]
  for (const one of [console, other]) await one.until(isType('welcome'))
  const heard = (one: typeof console) => one.messages.filter(isType('changed')).filter(({ records }) => 'transfer' in records)
  const { id } = await site.db.transaction(async (trx) => {
    // Its end is written together with its row of the journal.
    await site.db.raw(trx, 'LOCK TABLE journal IN SHARE MODE')
    const begun = await site.admin.ask(transferCalls.startExport, { noun: 'hat' })
    await expect.poll(() => heard(console)).toHaveLength(1)
    return begun
  })
  await expect.poll(() => heard(console)).toHaveLength(2)
  expect(await site.admin.ask(transferCalls.getTransferById, { id })).toMatchObject({ state: 'done' })
  expect(heard(other)).toEqual([])
})

describe('an export', () => {
  it('holds exactly what its filter shows, in the columns asked for, and comes back by an import unchanged', async () => {
    const dept = await site.makeDept('导出车间')
    for (const [at, name] of ['=1+1', '@SUM(A1)', '张三",引号'].entries()) {
      const remark = name.startsWith('张') ? '换行\n二，"三"' : '-2'
      await site.admin.ask(deviceCalls.saveBsBadge, { badgeNo: name, devEui: `00000000000000e${at}`, deptId: dept, remark })
    }
    await site.admin.ask(deviceCalls.saveBsBadge, { badgeNo: '别处', devEui: '0012345678901234' })
    for (const format of ['xlsx', 'csv'] as const) {
      const order = {
        noun: 'badge',
        filter: { deptId: dept, sort: '-badgeNo' },
        fields: ['remark', 'badgeNo', 'devEui', 'deptId'],
        format,
      }
      const done = await ended(site.admin, await site.admin.ask(transferCalls.startExport, order))
      expect(done, done.reason).toMatchObject({ state: 'done', total: 3, done: 3 })
      expect(await rowsOf(site.adminToken, done.fileId)).toEqual([
        ['备注', '工牌号', 'devEui', '部门'],
        ['换行\n二，"三"', '张三",引号', '00000000000000e2', '导出车间'],
        ['-2', '@SUM(A1)', '00000000000000e1', '导出车间'],
        ['-2', '=1+1', '00000000000000e0', '导出车间'],
      ])
      const bytes = await fetch(`${site.origin}/api/files/${done.fileId}`, { headers: { authorization: site.adminToken } })
      if (format === 'csv') expect(await bytes.text()).toContain("'=1+1")
    }
    const everything = await ended(site.admin, await site.admin.ask(transferCalls.startExport, { noun: 'badge' }))
    const rows = await rowsOf(site.adminToken, everything.fileId)
    expect(rows).toHaveLength(5)
    expect(rows.flat()).toContain('0012345678901234')
    const again = await site.admin.ask(transferCalls.startImport, { noun: 'badge', fileId: everything.fileId ?? '' })
    expect(await ended(site.admin, again)).toMatchObject({ state: 'done', skipped: 4, updated: 0, created: 0, wrong: 0 })
    expect(await site.admin.send(transferCalls.startExport, { noun: 'badge', fields: ['password'] })).toMatchObject({
      code: 'invalidInput',
      data: { field: 'fields' },
    })
    expect(await site.admin.send(transferCalls.startExport, { noun: 'badge', filter: { enable: 'x' } })).toMatchObject({
      code: 'invalidInput',
      data: { field: 'enable' },
    })
  })

  it('shows nobody more than his lists do', async () => {
    const dept = await site.makeDept('本部门')
    await site.admin.ask(accountCalls.saveUser, { cname: '本部门的人', workNum: 'S-1', deptId: dept, mobile: '13812345678' })
    await site.admin.ask(accountCalls.saveUser, { cname: '别部门的人', workNum: 'S-2', deptId: await site.makeDept('别部门') })
    const own = await site.makeUser({ name: 'own-scope', scope: 'own', deptId: dept, permissions: ['userMgmt'] })
    const done = await ended(
      own.client,
      await own.client.ask(transferCalls.startExport, { noun: 'user', fields: ['workNum', 'mobile'] }),
    )
    const rows = await rowsOf(own.token, done.fileId)
    expect(rows).toContainEqual(['S-1', '138****5678'])
    expect(rows.map(([workNum]) => workNum)).not.toContain('S-2')
    // An administrator sees that it was, and is not led to a file that is not his.
    const seen = whole(await site.admin.ask(transferCalls.listTransferAll, { noun: 'user' })).find(({ id }) => id === done.id)
    expect(seen).toMatchObject({ state: 'done', userName: 'own-scope', fileId: null, done: done.done })
  })

  it('of more rows than Excel takes is refused before the first of them is written', async () => {
    await site.db.raw(
      site.db.sql,
      `INSERT INTO beacon (name, type, uuid, minor, mac, install_date, enabled, remark)
       SELECT 'beacon ' || n, 'positioning', '', n, '', '', true, '' FROM generate_series(1, 200001) AS n`,
    )
    const order = { noun: 'beacon', filter: { keyword: 'beacon' }, fields: ['name'] }
    const many = await ended(site.admin, await site.admin.ask(transferCalls.startExport, { ...order, format: 'xlsx' }))
    expect(many).toMatchObject({
      state: 'failed',
      total: 200_001,
      done: 0,
      fileId: null,
      reason: 'Excel 文件最多写 200000 行，请缩小范围或改用 CSV',
    })
  })

  it('and an import can be cancelled, and says how far it came', async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => [`C-${at}`, imeiOf('C', at), '', '', '', ''])
    const fileId = await upload(site, site.adminToken, 'many.csv', csv(header, ...lines))
    // However fast it is, it waits at a row in the middle until it was cancelled.
    await site.db.raw(
      site.db.sql,
      `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$`,
    )
    await site.db.raw(
      site.db.sql,
      `CREATE TRIGGER held BEFORE INSERT ON device FOR EACH ROW WHEN (NEW.code = '${imeiOf('C', 1500)}') EXECUTE FUNCTION wait()`,
    )
    const started = await site.db.transaction(async (trx) => {
      await site.db.raw(trx, 'SELECT pg_advisory_xact_lock(1)')
      const begun = await site.admin.ask(transferCalls.startImport, { noun: 'hat', fileId, mode: 'all' })
      for (;;) {
        const { done } = await site.admin.ask(transferCalls.getTransferById, { id: begun.id })
        if (done > 0) break
      }
      await site.admin.ask(transferCalls.cancelTransferById, { id: begun.id })
      return begun
    })
    const cancelled = await ended(site.admin, started)
    await site.db.raw(site.db.sql, 'DROP TRIGGER held ON device')
    expect(cancelled).toMatchObject({ state: 'cancelled', total: 3000, created: 0 })
    expect(cancelled.done).toBeLessThan(3000)
    expect(await site.admin.ask(deviceCalls.listBsHatAll, { keyword: 'C-', pageSize: 1 })).toMatchObject({ total: 0 })
  })
})

it('a template offers every column that can be imported, with its instructions', async () => {
  const { fileId, fileName } = await site.admin.ask(transferCalls.createTemplate, { noun: 'car' })
  expect(fileName).toBe('车辆导入模板.xlsx')
  const [titles] = await rowsOf(site.adminToken, fileId)
  expect(titles?.slice(0, 4)).toEqual(['车牌号*', '车牌颜色', '车型', '用途'])
  expect(titles).not.toContain('在线')
  expect((await readFile(join(folder, `read-${fileId}`))).length).toBeGreaterThan(1000)
})

it('the history is forgotten after its days, and what runs is not', async () => {
  const old = await ended(site.admin, await site.admin.ask(transferCalls.startExport, { noun: 'badge' }))
  const young = await ended(site.admin, await site.admin.ask(transferCalls.startExport, { noun: 'badge' }))
  const change = (id: string, set: string) => site.db.raw(site.db.sql, `UPDATE transfer SET ${set} WHERE id = $1`, [id])
  const [running] = (
    await site.db.raw<{ id: string }>(
      site.db.sql,
      `INSERT INTO transfer (kind, noun, state, file_name, person_id, user_name, started_at, detail)
       SELECT kind, noun, 'running', file_name, person_id, user_name, started_at - interval '9 days', detail FROM transfer
       WHERE id = $1 RETURNING id`,
      [young.id],
    )
  ).rows
  await change(old.id, `finished_at = finished_at - interval '9 days'`)
  await change(young.id, `finished_at = finished_at - interval '6 days'`)
  const clock = createSiteClock('Asia/Shanghai')
  const kernel = { db: site.db, clock, log: createLog('silent') } as unknown as Kernel
  const files = {} as FilesOfTransfers
  await createTransferService(
    kernel,
    createTransferStore(kernel),
    files,
    () => Promise.resolve(null),
    () => [],
  ).keepHouse(7)
  const left = whole(await site.admin.ask(transferCalls.listTransferAll, {})).map(({ id }) => id)
  expect(left).not.toContain(old.id)
  expect(left).toEqual(expect.arrayContaining([young.id, running?.id]))
})
