import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import { caseCalls } from '@vigil/contract/cases/calls.ts'
import { caseUrl, isFull, itemKind, keptAround, mostBytes, mostItems, type CaseManifest } from '@vigil/contract/cases/entities.ts'
import { domains } from '@vigil/contract/index.ts'
import type { CallRecord } from '@vigil/contract/telephony/entities.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { afterFile } from '../../../test/ends.ts'
import { createFileSite, filesIn, png, upload, type FileSite } from '../../../test/files.ts'
import { open, stepTo } from '../../../test/mill.ts'
import { at } from '../../../test/places.ts'
import type { Job } from '../../kernel/jobs/job.ts'
import type { StoredFix } from '../positions/index.ts'
import { gathered, type ToldAlarm } from './gather.ts'
import { noTrack, type KeptTrack } from './kept-track.ts'
import { zipOf } from './zip.ts'

const { createZdCase, getZdCaseById, saveZdCase, addZdCaseItem, followZdCase, listZdCaseByDeptId, countZdCaseByDeptId } =
  caseCalls
const keeps = ['alarmRealMgmt', 'alarmHisMgmt', 'alarm:handle', 'alarm:delete', 'evidenceCaseMgmt', 'trackHisMgmt']

let site: FileSite
let jobs: readonly Job[] = []
let deptId: string
let kiln: string
type Person = Awaited<ReturnType<FileSite['makeUser']>>
let people: Record<'zhou' | 'guard' | 'burner', Person>

beforeAll(async () => {
  site = await createFileSite({}, afterFile, { jobs: (ofModules) => (jobs = ofModules) })
  deptId = await site.makeDept('mill')
  kiln = await site.makeDept('kiln')
  await site.makeHat('100', { deptId })
  await site.makeHat('200', { deptId: kiln })
  await site.makeFence({ minOutside: 0, minInside: 0 })
  const worker = (name: string, permissions: string[], dept: string) =>
    site.makeUser({ name, deptId: dept, scope: 'own', permissions })
  people = {
    zhou: await worker('zhou', keeps, deptId),
    guard: await worker('guard', ['alarmRealMgmt', 'evidenceCaseMgmt', 'trackRealMgmt'], deptId),
    burner: await worker('burner', keeps, kiln),
  }
})

/** A breach of the mill's helmet, which is over once it is taken up again. */
const breach = async (imei = '100') => {
  await site.report([stepTo(imei, 500, 500)])
  await site.report([stepTo(imei, 0, 0)])
  const alarm = (await open(site)).find(({ deviceId, status }) => deviceId === imei && status === 0)
  if (!alarm) throw new Error('no alarm')
  return alarm
}
const runJob = async (name: string): Promise<void> => {
  const job = jobs.find((one) => one.name === name)
  if (!job) throw new Error(`no job ${name}`)
  await job.run()
}
const download = (id: string, token: string | null) =>
  fetch(site.origin + caseUrl(id), { headers: token === null ? {} : { cookie: `vigil_session=${token}` } })
const unzipped = async (id: string, token: string) => {
  const response = await download(id, token)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="evidence-${id.padStart(6, '0')}.zip"`)
  const parts = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const text = (path: string): string => strFromU8(parts[path] ?? new Uint8Array())
  return { parts, text, manifest: JSON.parse(text('manifest.json')) as CaseManifest }
}
/** In the zone of the site. */
const wireNow = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const rowsOf = async (table: string): Promise<number> => (await site.db.raw(site.db.sql, `SELECT 1 FROM ${table}`)).rows.length
const journal = async () =>
  (
    await site.db.raw<{ action: string; object: string }>(
      site.db.sql,
      `SELECT action, object FROM journal WHERE module = 'cases' OR object = 'track' ORDER BY id`,
    )
  ).rows.map(({ action, object }) => `${action} ${object}`)
const codeOf = async (asked: Promise<{ readonly code: string }>): Promise<string> => (await asked).code

it('keeps an alarm as it was, whatever becomes of it, and proves each item', async () => {
  const { zhou, guard } = people
  const alarm = await breach()
  await zhou.client.ask(alarmCalls.noteAlarm, { id: alarm.id, note: '已到现场' })
  const made = await zhou.client.ask(createZdCase, { alarmId: alarm.id, note: '先留存' })
  expect(made).toMatchObject({
    alarmId: alarm.id,
    deptId,
    deptName: 'mill',
    status: 'open',
    note: '先留存',
    items: 4,
    createdBy: 'zhou',
    version: 1,
  })
  expect(made.title).toContain(alarm.alarmName)
  expect(await journal()).toEqual(['look track', 'create evidenceCase'])

  // Two at once, and another one later: nobody makes a second.
  const again = await Promise.all([zhou, zhou, guard].map(({ client }) => client.send(createZdCase, { alarmId: alarm.id })))
  expect(again.map(({ code, data }) => [code, code === '200' && data?.id])).toEqual([
    ['200', made.id],
    ['200', made.id],
    ['forbidden', false],
  ])
  expect(await rowsOf('evidence_case')).toBe(1)

  const picture = await upload(site, png, '现场.png', { token: zhou.token, deptId })
  const added = await zhou.client.ask(addZdCaseItem, { id: made.id, fileId: picture.id })
  expect(added).toMatchObject({
    name: '005-现场.png',
    kind: 'file',
    mediaType: 'image/png',
    sha256: sha256(png),
    addedBy: 'zhou',
  })
  await zhou.client.ask(addZdCaseItem, { id: made.id, text: '围栏门未锁' })
  const saved = await zhou.client.ask(saveZdCase, { id: made.id, version: 1, title: '误入', note: '先留存', status: 'closed' })
  expect(saved).toMatchObject({ version: 2, title: '误入', status: 'closed', items: 6 })

  // The alarm is handled, hidden and dropped; whoever brought the picture takes it away.
  await zhou.client.ask(alarmCalls.updateZdAlarm, { id: alarm.id, status: 2, reasonCode: 'drill' })
  await zhou.client.ask(alarmCalls.deleteAlarmList, { ids: [alarm.id] })
  await zhou.client.ask(domains.files.clearAttachmentFile, { id: picture.id })
  await site.db.raw(
    site.db.sql,
    `UPDATE alarm SET condition = 'returned', find_time = now() - interval '9000 days', handle_time = now() - interval '9000 days'
     WHERE id = $1`,
    [alarm.id],
  )
  await site.db.raw(site.db.sql, `UPDATE stored_file SET created_at = now() - interval '9000 days'`)
  for (const name of ['alarms', 'files']) await runJob(name)
  expect(await rowsOf('alarm')).toBe(0)
  expect(await filesIn(site)).toHaveLength(1)

  const { parts, text, manifest } = await unzipped(made.id, guard.token)
  expect(manifest.items.map(({ path, bytes, sha256: sum }) => [path, bytes, sum])).toEqual(
    manifest.items.map(({ path }) => [path, parts[path]?.length, sha256(parts[path] ?? new Uint8Array())]),
  )
  expect(manifest.items.map(({ path }) => path)).toEqual([
    'items/alarm.json',
    'items/steps.json',
    'items/alarms-of-source.json',
    'items/track-1.csv',
    'items/005-现场.png',
    'items/006-note.txt',
  ])
  // What it says of the alarms of the source is the time that they are of.
  const [before, after] = [keptAround.before / 60_000, keptAround.after / 60_000]
  expect(manifest.items.map(({ what }) => what)).toEqual([
    '报警',
    '报警经过',
    `同来源报警（发生前 ${before} 分钟至最近一次后 ${after} 分钟）`,
    '轨迹',
    '文件',
    '备注',
  ])
  expect(itemKind.name('others', 'en')).toMatch(new RegExp(` ${before} min before to ${after} min after`))
  expect(text('manifest.sha256').split('\n')).toEqual([
    `${sha256(parts['manifest.json'] ?? new Uint8Array())}  manifest.json`,
    `${sha256(parts['index.html'] ?? new Uint8Array())}  index.html`,
    ...manifest.items.map(({ path, sha256: sum }) => `${sum}  ${path}`),
    '',
  ])
  expect(manifest).toMatchObject({ case: { title: '误入', department: 'mill' }, exportedBy: 'guard', timeZone: 'Asia/Shanghai' })
  expect(manifest.history.map(({ kind, by, before }) => [kind, by, before])).toEqual([
    ['created', 'zhou', {}],
    ['added', 'zhou', {}],
    ['added', 'zhou', {}],
    ['edited', 'zhou', { title: made.title }],
    ['closed', 'zhou', {}],
    ['exported', 'guard', {}],
  ])
  expect(JSON.parse(text('items/alarm.json'))).toMatchObject({ id: alarm.id, status: 0, handleUser: '' })
  expect((JSON.parse(text('items/steps.json')) as { kind: string }[]).map(({ kind }) => kind)).toEqual(['raised', 'noted'])
  expect(text('items/track-1.csv').trim().split('\n')).toHaveLength(3)
  expect(text('items/006-note.txt')).toBe('围栏门未锁')
  // For whoever has a browser and nothing else.
  const page = text('index.html')
  expect(page.match(/<h1>(.*)<\/h1>/)?.[1]).toBe('误入')
  for (const said of [alarm.findTime, '先留存', '围栏门未锁', 'src="items/005-%E7%8E%B0%E5%9C%BA.png"', '<polyline', '已到现场'])
    expect(page).toContain(said)
  expect(page).not.toContain('<script')
  expect((await journal()).slice(2)).toEqual([
    'update evidenceCase',
    'update evidenceCase',
    'update evidenceCase',
    'export evidenceCase',
  ])
  for (const change of [
    `UPDATE evidence_item SET name = 'x'`,
    'DELETE FROM evidence_item',
    'DELETE FROM evidence_step',
    'DELETE FROM evidence_case',
  ])
    await expect(site.db.raw(site.db.sql, change)).rejects.toThrow('never changed or removed')
  // Asked for again, though the alarm is gone.
  expect(await zhou.client.ask(createZdCase, { alarmId: alarm.id })).toMatchObject({ id: made.id })
})

it('tells nobody beyond its department, and who may not see or edit cases', async () => {
  const { zhou, guard, burner } = people
  const alarm = await breach()
  const create = () => zhou.client.ask(createZdCase, { alarmId: alarm.id, title: '第二份' })
  const [{ id }, second] = await Promise.all([create(), create()])
  expect([second.id, await rowsOf('evidence_case')]).toEqual([id, 2])
  const text = '不该写进去'
  const other = { id, title: 'x', note: '', status: 'closed' } as const
  const asks = (client: Client) =>
    Promise.all([
      codeOf(client.send(createZdCase, { alarmId: alarm.id })),
      codeOf(client.send(getZdCaseById, { id })),
      codeOf(client.send(addZdCaseItem, { id, text })),
      codeOf(client.send(saveZdCase, other)),
      codeOf(client.send(followZdCase, { id })),
    ])
  const rows = await rowsOf('evidence_step')
  expect(await asks(burner.client)).toEqual(['notFound', 'notFound', 'notFound', 'notFound', 'notFound'])
  expect(await asks(guard.client)).toEqual(['forbidden', '200', 'forbidden', 'forbidden', 'forbidden'])
  expect((await download(id, burner.token)).status).toBe(404)
  expect((await download(id, null)).status).toBe(401)
  expect((await download('x', zhou.token)).status).toBe(404)
  const stranger = await site.makeUser({ name: 'clerk', permissions: ['alarm:handle'] })
  expect((await download(id, stranger.token)).status).toBe(403)
  // Who might see it, and has the password yet that was given to him.
  const given = { userName: 'newcomer', password: 'given-Pass-5512' }
  const newcomer = { ...given, cname: 'newcomer', workNum: 'N1', canLogin: true, deptId, roleIds: [zhou.roleId ?? ''] }
  await site.admin.ask(accountCalls.saveUser, newcomer)
  expect((await download(id, await site.clientOf(null).ask(sessionCalls.login, given))).status).toBe(401)
  expect([await rowsOf('evidence_step'), await burner.client.ask(listZdCaseByDeptId, {})]).toEqual([rows, []])
  expect(await guard.client.ask(listZdCaseByDeptId, { alarmId: alarm.id, pageSize: 5 })).toMatchObject({
    list: [{ id, title: '第二份', number: id.padStart(6, '0') }],
    total: 1,
  })
  expect(await guard.client.ask(listZdCaseByDeptId, { deptId, keyword: '第二', status: 'open' })).toHaveLength(1)
  expect(await guard.client.ask(countZdCaseByDeptId, {})).toEqual([{ deptId, count: 2 }])

  // What has no department is seen by every holder, and written by the scope of the whole site.
  await site.db.raw(site.db.sql, 'UPDATE evidence_case SET dept_id = NULL WHERE id = $1', [id])
  expect(await asks(burner.client)).toEqual(['200', '200', 'forbidden', 'forbidden', 'forbidden'])
  expect(await rowsOf('evidence_step')).toBe(rows)
  await site.db.raw(site.db.sql, 'UPDATE evidence_case SET dept_id = $2 WHERE id = $1', [id, deptId])
})

it('changes nothing where it refuses', async () => {
  const { zhou } = people
  const alarm = await breach()
  const made = await zhou.client.ask(createZdCase, { alarmId: alarm.id })
  const note = await upload(site, '只是文本', '说明.txt', { token: zhou.token, deptId })
  const others = await upload(site, png, 'b.png', {
    deptId: String((await site.admin.ask(alarmCalls.getZdAlarmById, { id: alarm.id })).deptId),
  })
  const states = async () => [await rowsOf('evidence_item'), await rowsOf('evidence_step'), await rowsOf('stored_file')]
  const before = await states()
  const add = (body: object) => codeOf(zhou.client.send(addZdCaseItem, { id: made.id, ...body }))
  expect(await add({ fileId: note.id })).toBe('fileRejected')
  expect(await add({ fileId: 'f'.repeat(32) })).toBe('notFound')
  expect(await add({})).toBe('invalidInput')
  expect(await add({ text: ' ' })).toBe('invalidInput')
  expect(await add({ text: 'x', fileId: others.id })).toBe('invalidInput')
  const close = { id: made.id, title: String(made.title), note: '', status: 'closed' } as const
  expect(await codeOf(zhou.client.send(saveZdCase, { ...close, version: 7 }))).toBe('conflict')
  expect(await states()).toEqual(before)
  await zhou.client.ask(saveZdCase, close)
  expect(await add({ text: '太晚了' })).toBe('invalidInput')
  await zhou.client.ask(saveZdCase, { ...close, status: 'open' })
  expect(await add({ fileId: others.id })).toBe('200')
  expect((await zhou.client.ask(getZdCaseById, { id: made.id })).steps.map(({ kind }) => kind)).toEqual([
    'created',
    'closed',
    'reopened',
    'added',
  ])
})

it('lists what else came of the same source, to who sees it', async () => {
  const { zhou, burner } = people
  const [first] = await zhou.client.ask(alarmCalls.listUnHandledPage, { pageSize: 1 }).then(({ list }) => list)
  if (!first) throw new Error('no alarm')
  await zhou.client.ask(alarmCalls.updateZdAlarm, { id: first.id, status: 2 })
  const second = await breach()
  await breach('200')
  const ofSource = (client: Client, limit?: number) =>
    client.send(alarmCalls.listAlarmOfSource, { id: second.id, ...(limit === undefined ? {} : { limit }) })
  const ids = (answer: { readonly data: unknown }) => (answer.data as readonly { readonly id: string }[]).map(({ id }) => id)
  expect(ids(await ofSource(zhou.client)).slice(0, 2)).toEqual([second.id, first.id])
  expect(ids(await ofSource(zhou.client, 1))).toEqual([second.id])
  expect((await ofSource(burner.client)).code).toBe('notFound')
  // Of a helmet that stood in another department then.
  await site.db.raw(site.db.sql, 'UPDATE alarm SET dept_id = (SELECT max(dept_id) FROM alarm) WHERE id = $1', [first.id])
  expect(ids(await ofSource(zhou.client))).not.toContain(first.id)
  expect((await ofSource(zhou.client, 51)).code).toBe('invalidInput')
})

it('takes the scope of the whole site for an alarm without a department, and gives out what is left of its files', async () => {
  const { zhou } = people
  // What alarms of other tests, hidden by now, have yet to bring.
  await runJob('evidence')
  const alarm = await breach('200')
  await site.db.raw(site.db.sql, 'UPDATE alarm SET dept_id = NULL WHERE id = $1', [alarm.id])
  const states = async () => [await rowsOf('evidence_case'), await rowsOf('evidence_item'), await rowsOf('evidence_step')]
  const before = [await states(), await journal()]
  expect(await codeOf(zhou.client.send(createZdCase, { alarmId: alarm.id }))).toBe('forbidden')
  expect([await states(), await journal()]).toEqual(before)
  const { id } = await site.admin.ask(createZdCase, { alarmId: alarm.id })
  const { rows } = await site.db.raw<{ after: { endTime: string } }>(
    site.db.sql,
    `SELECT after FROM journal WHERE object = 'track' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows[0]?.after.endTime.localeCompare(wireNow())).toBeLessThanOrEqual(0)

  const picture = await upload(site, png, '现场.png')
  const file = await site.admin.ask(addZdCaseItem, { id, fileId: picture.id })
  const add = () => codeOf(site.admin.send(addZdCaseItem, { id, fileId: picture.id }))
  const { rows: made } = await site.db.raw<{ items: number }>(site.db.sql, 'SELECT items FROM evidence_case WHERE id = $1', [id])
  await site.db.raw(site.db.sql, 'UPDATE evidence_case SET items = $2 WHERE id = $1', [id, mostItems])
  expect(await add()).toBe('invalidInput')
  await site.db.raw(site.db.sql, 'UPDATE evidence_case SET items = $2 WHERE id = $1', [id, made[0]?.items])

  await rm(join(site.dataDir, 'files', file.sha256.slice(0, 2), file.sha256))
  const whole = await states()
  expect(await add()).toBe('notFound')
  expect(await states()).toEqual(whole)
  const { parts, text, manifest } = await unzipped(id, site.adminToken)
  const path = `items/${file.name}`
  expect(manifest.items.filter(({ missing }) => missing).map((item) => item.path)).toEqual([path])
  expect([path in parts, text('manifest.sha256').includes(path)]).toEqual([false, false])
  expect(Object.keys(parts)).toHaveLength(manifest.items.length + 2)
})

it('follows its alarm: when somebody asks, once it is handled, and to the end of its track, beside what was kept', async () => {
  const { zhou } = people
  await site.makeHat('400', { deptId })
  // Of a helmet that stood in another department then.
  const earlier = await breach('400')
  await zhou.client.ask(alarmCalls.updateZdAlarm, { id: earlier.id, status: 2 })
  await site.db.raw(site.db.sql, 'UPDATE alarm SET dept_id = $2 WHERE id = $1', [earlier.id, kiln])
  await site.makeHat('300', { deptId })
  const broken = await breach('300')
  const { id: failing } = await zhou.client.ask(createZdCase, { alarmId: broken.id })
  await zhou.client.ask(alarmCalls.updateZdAlarm, { id: broken.id, status: 2 })
  // A case that fails stands before the others.
  await site.db.raw(site.db.sql, `ALTER TABLE evidence_step ADD CONSTRAINT broken CHECK (case_id <> ${failing}) NOT VALID`)
  const alarm = await breach('400')
  const { id } = await zhou.client.ask(createZdCase, { alarmId: alarm.id })
  const first = (await zhou.client.ask(getZdCaseById, { id })).items
  const since = async () => {
    const { items, steps, follows } = await zhou.client.ask(getZdCaseById, { id })
    expect(items.slice(0, first.length)).toEqual(first)
    expect(steps.filter(({ kind }) => kind === 'added').map(({ item }) => item)).toEqual(
      items.slice(first.length).map(({ name }) => name),
    )
    return [follows, ...items.slice(first.length).map(({ name, addedBy }) => `${name} ${addedBy}`)]
  }
  expect(await zhou.client.ask(followZdCase, { id })).toEqual({ added: 0 })
  await zhou.client.ask(alarmCalls.noteAlarm, { id: alarm.id, note: '人已带离' })
  await runJob('evidence')
  // However long what follows takes, it is not tried again before its time.
  await site.db.raw(site.db.sql, `UPDATE evidence_case SET next_try = next_try + interval '1 hour' WHERE id = $1`, [failing])
  const failure = async () => (await zhou.client.ask(getZdCaseById, { id: failing })).failing
  const tried = (await failure())?.times ?? 0
  expect(tried).toBeGreaterThan(0)
  expect(await since()).toEqual([true])
  const before = (await journal()).length
  expect(await zhou.client.ask(followZdCase, { id })).toEqual({ added: 1 })
  expect(await since()).toEqual([true, '005-steps.json zhou'])
  expect((await journal()).slice(before)).toEqual(['look track', 'update evidenceCase'])

  await zhou.client.ask(alarmCalls.updateZdAlarm, { id: alarm.id, status: 2, reasonCode: 'real' })
  await zhou.client.ask(saveZdCase, { id, title: '先结案', note: '', status: 'closed' })
  await runJob('evidence')
  expect(await codeOf(zhou.client.send(followZdCase, { id }))).toBe('invalidInput')
  await zhou.client.ask(saveZdCase, { id, title: '先结案', note: '', status: 'open' })
  for (const _ of [1, 2]) await runJob('evidence')
  expect(await since()).toEqual([true, '005-steps.json zhou', '006-alarm.json 系统', '007-steps.json 系统'])
  expect((await journal()).slice(before + 2)).toEqual(['update evidenceCase', 'update evidenceCase', 'update evidenceCase'])
  const { text, manifest } = await unzipped(id, zhou.token)
  expect(JSON.parse(text('items/alarm.json'))).toMatchObject({ status: 0 })
  expect(JSON.parse(text('items/006-alarm.json'))).toMatchObject({ status: 2, handleUser: 'zhou' })
  expect(text('items/007-steps.json')).toContain('人已带离')
  expect(manifest.items.map(({ path, sha256: sum }) => [path, sum])).toEqual(
    manifest.items.map(({ path }) => [path, sha256(Buffer.from(text(path)))]),
  )

  const itemsOf = async (caseId: string) => (await zhou.client.ask(getZdCaseById, { id: caseId })).case.items
  expect(await itemsOf(failing)).toBe(4)
  // Not tried since, though the job came by again and again; it says so, and what the database said is for the log.
  expect(await failure()).toMatchObject({ times: tried, reason: '服务器内部错误，详情见服务器日志' })
  const again = () =>
    site.db.raw(site.db.sql, `UPDATE evidence_case SET next_try = now() - interval '1 s' WHERE id = $1`, [failing])
  await again()
  await runJob('evidence')
  const { since: failedSince, times, next } = (await failure()) ?? {}
  expect([times, String(next) > String(failedSince)]).toEqual([tried + 1, true])
  await site.db.raw(site.db.sql, 'ALTER TABLE evidence_step DROP CONSTRAINT broken')
  await again()
  await runJob('evidence')
  expect(await failure()).toBeNull()
  expect(await itemsOf(failing)).toBeGreaterThan(4)

  // The rest of the track once its time is over; an alarm that is gone tells nothing more.
  const due = () =>
    site.db.raw(site.db.sql, `UPDATE evidence_case SET follows_until = now() - interval '1 s' WHERE id = $1`, [id])
  // What goes on although it is handled is waited for: a track is not kept in pieces.
  await site.report([stepTo('400', 25, 25)])
  await due()
  await runJob('evidence')
  expect((await since()).at(-1)).toBe('007-steps.json 系统')
  await site.report([{ deviceType: 'hat', deviceId: '400', time: new Date(Date.now() - 60_000).toISOString(), ...at(20, 20) }])
  await site.db.raw(
    site.db.sql,
    `UPDATE alarm SET find_time = now() - interval '16 min', last_time = now() - interval '15 min 5 s' WHERE id = $1`,
    [alarm.id],
  )
  await due()
  await runJob('evidence')
  expect((await since()).at(-1)).toMatch(/track-2\.csv 系统$/)
  await site.db.raw(site.db.sql, `UPDATE alarm SET hidden_at = now() WHERE id = $1`, [alarm.id])
  await site.db.raw(site.db.sql, `UPDATE evidence_case SET follows_until = now() - interval '1 s' WHERE id = $1`, [id])
  await runJob('evidence')
  expect((await since())[0]).toBe(false)
  await site.db.raw(site.db.sql, `UPDATE alarm SET hidden_at = NULL WHERE id = $1`, [alarm.id])
  // What was copied before is not copied again.
  await site.db.raw(site.db.sql, 'UPDATE alarm SET last_time = now() WHERE id = $1', [alarm.id])
  await site.report([stepTo('400', 30, 30)])
  await zhou.client.ask(followZdCase, { id })
  const { parts, manifest: whole } = await unzipped(id, zhou.token)
  const tracks = whole.items.filter(({ kind }) => kind === 'track').map(({ path }) => strFromU8(parts[path] ?? new Uint8Array()))
  const fixes = tracks.map((csv) => csv.trim().split('\n').slice(1))
  expect(fixes.map(({ length }) => length)).toEqual([4, 1, 2])
  expect(new Set(fixes.flat()).size).toBe(7)
})

it('follows an alarm that was hidden before it did, and is itself a step of the alarm', async () => {
  const { zhou } = people
  await site.makeHat('550', { deptId })
  const alarm = await breach('550')
  const { id, number } = await zhou.client.ask(createZdCase, { alarmId: alarm.id })
  const first = (await zhou.client.ask(getZdCaseById, { id })).items.length
  const steps = await zhou.client.ask(alarmCalls.listAlarmStep, { id: alarm.id })
  expect(steps.at(-1)).toMatchObject({ kind: 'evidence', by: 'zhou', note: number })
  // The same case once more is no further step.
  await zhou.client.ask(createZdCase, { alarmId: alarm.id })
  expect(await zhou.client.ask(alarmCalls.listAlarmStep, { id: alarm.id })).toEqual(steps)
  await zhou.client.ask(alarmCalls.updateZdAlarm, { id: alarm.id, status: 2, reasonCode: 'drill', handleNote: '演练完毕' })
  await zhou.client.ask(alarmCalls.deleteAlarmList, { ids: [alarm.id] })
  await runJob('evidence')
  const { items } = await zhou.client.ask(getZdCaseById, { id })
  const added = items.slice(first).map(({ kind }) => kind)
  expect(added).toContain('alarm')
  expect(added).toContain('steps')
  const { text } = await unzipped(id, zhou.token)
  const kept = (kind: string) => text(`items/${items.findLast((item) => item.kind === kind)?.name ?? ''}`)
  expect(kept('alarm')).toContain('演练完毕')
  expect(kept('steps')).toContain('"confirmed"')
  expect(kept('steps')).toContain('"hidden"')
  // What happened to it later is brought as well, to whoever asks and sees it.
  expect(await zhou.client.ask(followZdCase, { id })).toEqual({ added: 0 })
})

it('keeps so much of a track and says from when on it is missing', async () => {
  const fix = (fixTime: number) => ({ fixTime, recvTime: fixTime, kind: 'gnss', lng: 118, lat: 31 }) as unknown as StoredFix
  const walk = async function* () {
    for (const part of [0, 1, 2]) yield await Promise.resolve(Array.from({ length: 20_000 }, () => fix(part * 1_000)))
  }
  const whole = { alarm: { objectId: '1' }, steps: [], others: [], calls: [], from: 0, to: 3_000 } as unknown as ToldAlarm
  const kept = async (bytesAtMost?: number) => {
    const items = []
    for await (const item of gathered(whole, walk, noTrack, bytesAtMost)) items.push(item)
    return items.slice(3)
  }
  const all = await kept()
  expect(all.map(({ name }) => name)).toEqual(['track-1.csv', 'track-2.csv', 'track-3.csv'])
  const cut = await kept((all[0]?.size ?? 0) + 10)
  expect(cut.map(({ name, kind }) => [name, kind])).toEqual([
    ['track-1.csv', 'track'],
    ['track-cut.txt', 'note'],
  ])
  expect(String(cut[1]?.content)).toContain('1970-01-01T00:00:01.000Z')
  // A track goes on for so many days after what is kept of it, and is walked through no more once it was cut.
  const more = async (kept: Partial<KeptTrack>) => {
    const items = []
    const spans: number[] = []
    const walked = (_: number, ...span: number[]) => (spans.push(...span), walk())
    for await (const { name } of gathered({ ...whole, to: 40 * day }, walked, { ...noTrack, ...kept })) items.push(name)
    return [items.slice(3), spans.map((at) => at / day)]
  }
  const day = 86_400_000
  const cutAt31 = [
    ['track-2.csv', 'track-3.csv', 'track-4.csv', 'track-cut.txt'],
    [33, 31 + 5],
  ]
  expect(await more({ parts: 1, bytes: 1_000, from: 5 * day })).toEqual(cutAt31)
  expect(await more({ parts: 1, bytes: 1_000, from: 5 * day, isCut: true })).toEqual([[], []])
})

it('holds so much and says when it is full, of which the system has a reserve', async () => {
  const { zhou } = people
  await site.makeHat('500', { deptId })
  const alarm = await breach('500')
  const { id } = await zhou.client.ask(createZdCase, { alarmId: alarm.id })
  await zhou.client.ask(alarmCalls.updateZdAlarm, { id: alarm.id, status: 2 })
  await site.db.raw(
    site.db.sql,
    `INSERT INTO evidence_item (case_id, name, kind, media_type, size, sha256, file_id, added_name, added_at)
     VALUES ($1, 'x.pdf', 'file', 'application/pdf', $2, $3, 'gone', 'zhou', now())`,
    [id, mostBytes, 'a'.repeat(64)],
  )
  await site.db.raw(site.db.sql, 'UPDATE evidence_case SET items = items + 1 WHERE id = $1', [id])
  const refusals = [await zhou.client.send(addZdCaseItem, { id, text: '再补一条' }), await zhou.client.send(followZdCase, { id })]
  expect(refusals.map(({ code, msg }) => [code, msg.includes('全部材料最多 512 MB')])).toEqual([
    ['invalidInput', true],
    ['invalidInput', true],
  ])
  await runJob('evidence')
  const { items, bytes } = await zhou.client.ask(getZdCaseById, { id })
  expect(items.slice(5).map(({ name, addedBy }) => `${name} ${addedBy}`)).toEqual(['006-alarm.json 系统', '007-steps.json 系统'])
  expect(isFull(items.length, bytes)).toBe(true)
})

it('keeps the pictures of what an alarm is about that its maker may see', async () => {
  const sightless = await site.makeUser({
    name: 'sightless',
    deptId,
    scope: 'own',
    permissions: ['alarmRealMgmt', 'alarm:handle', 'evidenceCaseMgmt'],
  })
  const sees = await site.makeUser({
    name: 'keeper',
    deptId,
    scope: 'own',
    permissions: [...keeps, 'hatMgmt', 'hazardPointMgmt'],
  })
  const helmet = await upload(site, png, '帽.png', { deptId })
  const source = await upload(site, Buffer.concat([png, Buffer.from('.')]), '氨罐.png', { deptId })
  const others = await upload(site, Buffer.concat([png, Buffer.from('..')]), '别处.png', { deptId: kiln })
  const { id: pointId } = await site.admin.ask(domains.hazards.saveBsHazardPoint, {
    name: '氨罐',
    code: 'P1',
    deptId,
    photo: source.id,
  })
  const made = async (imei: string, photo: string, who: Person, ruleId: string | null = null) => {
    await site.makeHat(imei, { deptId })
    await site.db.raw(site.db.sql, 'UPDATE device SET photo = $2 WHERE code = $1', [imei, photo])
    const { id } = await breach(imei)
    if (ruleId !== null)
      await site.db.raw(site.db.sql, 'UPDATE alarm SET alarm_type = $2, rule_id = $3 WHERE id = $1', [
        id,
        alarmType.code.hazard,
        ruleId,
      ])
    const { id: caseId } = await who.client.ask(createZdCase, { alarmId: id })
    const { items } = await who.client.ask(getZdCaseById, { id: caseId })
    return items.slice(4).map(({ name, kind, sha256: sum }) => `${name} ${kind} ${sum === sha256(png)}`)
  }
  expect(await made('601', helmet.id, sees, pointId)).toEqual(['005-帽.png file true', '006-氨罐.png file false'])
  // Who sees no helmets is shown no picture of one, and nobody the file of another department.
  expect(await made('602', helmet.id, sightless)).toEqual([])
  expect(await made('603', others.id, sees)).toEqual([])
})

it('keeps what a camera saw of the vehicle that an alarm is about', async () => {
  const { zhou } = people
  const [whole, plate] = [
    await upload(site, Buffer.concat([png, Buffer.from('1')]), '全景.png', { deptId }),
    await upload(site, Buffer.concat([png, Buffer.from('2')]), '车牌.png', { deptId }),
  ]
  await site.makeHat('604', { deptId })
  const alarm = await breach('604')
  await site.db.raw(
    site.db.sql,
    `INSERT INTO traffic_stop (kind, alarm_id, dept_id, plate_number, big_image, plate_image, found_at)
     VALUES ('parking', $1, $2, '皖B12345', $3, $4, now())`,
    [alarm.id, deptId, whole.id, plate.id],
  )
  const { id } = await zhou.client.ask(createZdCase, { alarmId: alarm.id })
  const { items } = await zhou.client.ask(getZdCaseById, { id })
  expect(items.slice(4).map(({ name }) => name)).toEqual(['005-全景.png', '006-车牌.png'])
})

it('keeps who was called for its alarm, brings who is called later, and tells it to who may look up calls', async () => {
  await site.makeHat('605', { deptId })
  const alarm = await breach('605')
  const call = (callId: string, outcome: string) =>
    site.db.raw(
      site.db.sql,
      `INSERT INTO sip_call (call_id, caller_kind, caller_id, caller_number, caller_name, caller_binding, dialled, callee_kind, callee_id,
         callee_number, callee_name, dept_id, alarm_id, has_video, outcome, started_at, answered_at, ended_at)
       VALUES ($1, 'user', 1, '8001', 'zhou', 'b', '9605', 'hat', 1, '9605', 'H-605', $2, $3, false, $4, now(), now(), now() + interval '9 s')`,
      [callId, deptId, alarm.id, outcome],
    )
  await call('first', 'completed')
  const [caller, deaf] = [
    await site.makeUser({ name: 'caller', deptId, scope: 'own', permissions: [...keeps, 'call:place'] }),
    people.zhou,
  ]
  const { id } = await deaf.client.ask(createZdCase, { alarmId: alarm.id })
  const told = async (token: string) => {
    const { text, parts, manifest } = await unzipped(id, token)
    const paths = manifest.items.filter(({ kind }) => kind === 'calls').map(({ path }) => path)
    const list = paths.map((path) => (parts[path] ? (JSON.parse(text(path)) as CallRecord[]) : null))
    return [list.map((calls) => calls?.map(({ outcome }) => outcome)), text('index.html').includes('<td>H-605 9605</td>')]
  }
  expect([await told(caller.token), await told(deaf.token)]).toEqual([
    [[['completed']], true],
    [[undefined], false],
  ])
  await call('second', 'missed')
  await caller.client.ask(alarmCalls.updateZdAlarm, { id: alarm.id, status: 2 })
  await runJob('evidence')
  expect(await told(caller.token)).toEqual([[['completed'], ['completed', 'missed']], true])
})

it('holds back its tracks from who may look up none, whoever made it, and says so', async () => {
  const { zhou, guard } = people
  await site.makeHat('700', { deptId })
  const alarm = await breach('700')
  const reader = await site.makeUser({
    name: 'reader',
    deptId,
    scope: 'own',
    permissions: ['alarmRealMgmt', 'alarm:handle', 'evidenceCaseMgmt'],
  })
  const { id } = await reader.client.ask(createZdCase, { alarmId: alarm.id })
  const listed = async ({ client }: Person) =>
    (await client.ask(getZdCaseById, { id })).items.filter(({ withheld }) => withheld).map(({ name }) => name)
  expect([await listed(reader), await listed(guard), await listed(zhou)]).toEqual([['track-1.csv'], [], []])
  const held = ['items/track-1.csv']
  const { parts, text, manifest } = await unzipped(id, reader.token)
  expect(manifest.items.filter(({ withheld }) => withheld).map(({ path }) => path)).toEqual(held)
  expect(Object.keys(parts).toSorted()).toEqual(
    [
      'index.html',
      'manifest.json',
      'manifest.sha256',
      ...manifest.items.map(({ path }) => path).filter((path) => path !== held[0]),
    ].toSorted(),
  )
  expect(text('manifest.sha256')).not.toContain('track')
  expect(text('index.html')).toContain('items/track-1.csv<br>无权查看')
  expect(text('index.html')).not.toContain('<svg')
  for (const { token } of [guard, zhou]) {
    const whole = await unzipped(id, token)
    expect([whole.text('items/track-1.csv').trim().split('\n').length, whole.manifest.items.length]).toEqual([3, 4])
    expect(whole.manifest.items.some(({ withheld }) => withheld)).toBe(false)
  }
})

it('is known by its number alone to who may not see cases, whether he makes, finds or changes one', async () => {
  const { zhou } = people
  await site.makeHat('800', { deptId })
  const alarm = await breach('800')
  const handler = await site.makeUser({ name: 'handler', deptId, scope: 'own', permissions: ['alarmRealMgmt', 'alarm:handle'] })
  const make = () => handler.client.send(createZdCase, { alarmId: alarm.id })
  const { code, data } = await make()
  if (code !== '200' || !data) throw new Error('no case')
  const named = { id: data.id, number: data.id.padStart(6, '0') }
  expect(data).toEqual(named)
  await zhou.client.ask(saveZdCase, { id: data.id, title: '只给看档案的人', note: '细节', status: 'open' })
  expect(await make()).toMatchObject({ code: '200', data: named })
  const save = (version?: number) =>
    handler.client.send(saveZdCase, { id: data.id, title: 'x', note: '', status: 'open', ...(version ? { version } : {}) })
  expect(JSON.stringify(await save(1))).not.toMatch(/只给看档案的人|细节/)
  expect(await save()).toMatchObject({ code: '200', data: named })
  expect(await zhou.client.ask(createZdCase, { alarmId: alarm.id })).toMatchObject({ ...named, title: 'x', createdBy: 'handler' })
})

it('is taken away by one person a few at a time, read or not, and by others meanwhile', async () => {
  const { zhou, guard } = people
  await site.makeHat('900', { deptId })
  const { id } = await zhou.client.ask(createZdCase, { alarmId: (await breach('900')).id })
  // More than the sockets between hold.
  await site.db.raw(
    site.db.sql,
    `INSERT INTO evidence_item (case_id, name, kind, media_type, size, sha256, content, added_name, added_at)
     VALUES ($1, 'large.txt', 'file', 'text/plain', $2, $3, $4, 'zhou', now())`,
    [id, 32_000_000, 'b'.repeat(64), Buffer.alloc(32_000_000)],
  )
  const ends = [1, 2, 3].map(() => new AbortController())
  const unread = await Promise.all(
    ends.map(({ signal }) => fetch(site.origin + caseUrl(id), { headers: { cookie: `vigil_session=${zhou.token}` }, signal })),
  )
  expect(unread.map(({ status }) => status)).toEqual([200, 200, 200])
  const steps = await rowsOf('evidence_step')
  const refused = await download(id, zhou.token)
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    429,
    '5',
    { code: 'tooManyRequests' },
  ])
  expect(await rowsOf('evidence_step')).toBe(steps)
  const others = await download(id, guard.token)
  expect([others.status, (await others.arrayBuffer()).byteLength > 32_000_000]).toEqual([200, true])
  // Who goes away makes room.
  ends[0]?.abort()
  const next = async (): Promise<Response> => {
    const answer = await download(id, zhou.token)
    if (answer.status !== 429) return answer
    await answer.body?.cancel()
    return next()
  }
  expect((await (await next()).arrayBuffer()).byteLength).toBeGreaterThan(32_000_000)
  for (const end of ends) end.abort()
})

it('is packed piece by piece as it is taken away', async () => {
  let read = 0
  const bytes = async function* () {
    for (; read < 100; read += 1) yield await Promise.resolve(Buffer.alloc(1_000, read))
  }
  const entries = async function* () {
    yield await Promise.resolve({ path: 'a', bytes: bytes() })
  }
  const pieces = zipOf(entries())
  for (let taken = 0; taken < 10; taken += 1) await pieces.next()
  expect(read).toBeLessThanOrEqual(10)
})
