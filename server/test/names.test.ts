import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { createTestSite, type TestSite } from './site.ts'

const refusal = async (answer: Promise<{ code: string; data: unknown }>) => {
  const { code, data } = await answer
  return [code, (data as { field?: string } | null)?.field]
}

it('that look alike are one, however they are typed', async () => {
  const site = await createTestSite()
  const dept = await site.makeDept('Coal mill（一期）')
  expect(whole(await site.admin.ask(accountCalls.listDeptByPid, {})).map(({ name }) => name)).toEqual(['Coal mill(一期)'])
  // Full width, another case, two spaces, a Cyrillic С.
  for (const name of ['Ｃoal mill(一期)', 'COAL MILL（一期）', 'Coal  mill(一期)', 'Сoal mill(一期)'])
    expect(await refusal(site.admin.send(accountCalls.saveDept, { name })), name).toEqual(['notUnique', 'name'])
  expect((await site.admin.send(accountCalls.saveDept, { name: 'coal mill(一期)', pid: dept })).code).toBe('200')
  await site.admin.ask(accountCalls.saveRole, { name: '巡检 A' })
  for (const name of ['巡检\u3000ａ', '巡检 А'])
    expect((await site.admin.send(accountCalls.saveRole, { name })).code, name).toBe('notUnique')
  await site.makeHat('1')
  const hat = { hatNo: 'ｈ-1', imei: '864901040000002' }
  expect(await refusal(site.admin.send(deviceCalls.saveBsHat, hat))).toEqual(['notUnique', 'hatNo'])
  const person = { cname: '甲', workNum: 'N-1', userName: 'ＡＤＭＩＮ' }
  expect(await refusal(site.admin.send(accountCalls.saveUser, person))).toEqual(['notUnique', 'userName'])
  // What they are looked for by may be typed either way.
  const found = await site.admin.ask(deviceCalls.listBsHatAll, { keyword: 'Ｈ－１' })
  expect(whole(found)).toHaveLength(1)
})

it('show every character they have, and an account has letters of one script', async () => {
  const site = await createTestSite()
  for (const name of ['mill\u202e', 'mi\u200bll', 'mill\u2028x', 'mill\ue000'])
    expect(await refusal(site.admin.send(accountCalls.saveDept, { name })), name).toEqual(['invalidInput', 'name'])
  for (const userName of ['аdmin', '张san', 'li si', 'ɑdmin'])
    expect(await refusal(site.admin.send(accountCalls.saveUser, { cname: '甲', workNum: 'N-1', userName })), userName).toEqual([
      'invalidInput',
      'userName',
    ])
  expect(await site.admin.ask(accountCalls.saveUser, { cname: '甲', workNum: 'N-1', userName: '王建国2' })).toMatchObject({
    userName: '王建国2',
  })
})

it('of people are none of those that the system log has for what is nobody', async () => {
  const site = await createTestSite()
  for (const cname of ['系统', '系 统', '“系统”', '未登录', '未知设备', '设备密钥“gate”'])
    expect(await refusal(site.admin.send(accountCalls.saveUser, { cname, workNum: 'N-1' })), cname).toEqual([
      'invalidInput',
      'cname',
    ])
  expect((await site.admin.send(accountCalls.saveUser, { cname: '系统维护员', workNum: 'N-1' })).code).toBe('200')
  // Whoever was called so before goes on until he is called otherwise.
  await site.db.raw(site.db.sql, `UPDATE person SET cname = '系统' WHERE work_num = 'N-1'`)
  const old = whole(await site.admin.ask(accountCalls.listUserByDeptId, {})).find(({ workNum }) => workNum === 'N-1')
  expect((await site.admin.send(accountCalls.updateUser, { ...old, cname: '系统', workNum: 'N-1', post: 'fitter' })).code).toBe(
    '200',
  )
})

it('from before are read as they are, do not keep the schema from its next step, and do not come twice again', async () => {
  const site = await createTestSite()
  await asBefore(site, [
    `INSERT INTO dept (name) VALUES ('Mill'), ('mill'), ('ｍｉｌｌ'), ('kiln' || chr(8203))`,
    `INSERT INTO role (name, scope) VALUES ('Guard', 'own'), ('guard', 'own')`,
    `INSERT INTO person (user_name, cname, work_num) VALUES ('张 san', 'a' || chr(8238) || 'b', 'O-1'), ('ａdmin', '乙', 'O-2')`,
    `INSERT INTO device (kind, code, label) VALUES ('hat', '1', 'H1'), ('hat', '2', 'h1')`,
  ])
  const depts = whole(await site.admin.ask(accountCalls.listDeptByPid, {}))
  expect(depts.map(({ name }) => name).toSorted()).toEqual(['Mill', 'kiln\u200b', 'mill', 'ｍｉｌｌ'])
  expect(whole(await site.admin.ask(deviceCalls.listBsHatAll, {}))).toHaveLength(2)
  expect((await site.admin.send(accountCalls.saveDept, { name: 'MILL' })).code).toBe('notUnique')
  // Whoever was called so goes on, and the name is mended with the next change.
  const old = whole(await site.admin.ask(accountCalls.listUserByDeptId, {})).find(({ workNum }) => workNum === 'O-1')
  const changed = { ...old, cname: '张三', workNum: 'O-1', post: 'fitter' }
  expect(await site.admin.ask(accountCalls.updateUser, changed)).toMatchObject({ userName: '张 san', post: 'fitter' })
  const twin = depts.find(({ name }) => name === 'ｍｉｌｌ')
  expect((await site.admin.send(accountCalls.saveDept, { ...twin, name: 'another mill' })).code).toBe('200')
})

/** The database as it was before names had one form, with these rows, and then that step of the schema. */
const asBefore = async (site: TestSite, rows: readonly string[]): Promise<void> => {
  const { rows: indexes } = await site.db.raw<{ name: string }>(
    site.db.sql,
    `SELECT indexname AS name FROM pg_indexes WHERE indexname LIKE '%\\_folded'`,
  )
  expect(indexes.length).toBeGreaterThan(5)
  for (const { name } of indexes) await site.db.raw(site.db.sql, `DROP INDEX "${name}"`)
  await site.db.raw(site.db.sql, 'DROP FUNCTION fold_name')
  for (const row of rows) await site.db.raw(site.db.sql, row)
  const step = await readFile(new URL('../migrations/0025-names.sql', import.meta.url), 'utf8')
  await sql.raw(step).execute(site.db.sql)
}
