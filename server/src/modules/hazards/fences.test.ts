import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import { whole, type Client } from '@vigil/contract/kernel/client.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import { afterFile } from '../../../test/ends.ts'
import { ended } from '../../../test/transfers.ts'
import { createFileSite, fetchFile, upload, type FileSite } from '../../../test/files.ts'
import { isType } from '../../../test/site.ts'
import { at, square } from '../../../test/places.ts'
import { readSheet } from '../../kernel/sheets/sheet-reader.ts'

let site: FileSite
let folder: string
beforeAll(async () => {
  site = await createFileSite({}, afterFile)
  folder = await mkdtemp(join(tmpdir(), 'vigil-fences-'))
  return () => rm(folder, { recursive: true, force: true })
})

/** The fences that a message says are another now. */
const fencesIn = (message: FromServer): readonly string[] => (isType('changed')(message) && message.records['fence']) || []

const fences = async (client: Client = site.admin): Promise<Fence[]> => whole(await client.ask(hazardCalls.listBsDangAreaAll, {}))
const called = async (name: string, client?: Client): Promise<Fence | undefined> =>
  (await fences(client)).find((fence) => fence.name === name)
const quoted = (cells: readonly string[]): string => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
const inCell = (points: readonly (readonly number[])[]): string => points.map((point) => point.join(' ')).join('; ')
const bringIn = async (fileId: string, client = site.admin): Promise<Transfer> =>
  ended(client, await client.ask(transferCalls.startImport, { noun: 'fence', fileId }))
const importRows = async (...rows: readonly (readonly string[])[]): Promise<Transfer> =>
  bringIn((await upload(site, rows.map(quoted).join('\n'), '围栏.csv', { purpose: 'import' })).id)
const rowsIn = async (fileId: string | null, token = site.adminToken): Promise<string[][]> => {
  const path = join(folder, String(fileId))
  const response = await fetchFile(site, { url: `/api/files/${fileId}` }, token)
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
  const rows: string[][] = []
  for await (const { cells } of readSheet(path)) rows.push([...cells])
  return rows
}

it('is on the wire what it always was, with no field more', async () => {
  const id = await site.makeFence({ name: '线上' })
  const saved = await called('线上')
  expect(saved).toEqual({
    id,
    version: 1,
    name: '线上',
    type: 'noEntry',
    shape: 'polygon',
    points: square(0, 0, 20),
    radius: null,
    halfWidth: null,
    floor: null,
    level: 1,
    maxCount: null,
    minCount: null,
    stayLimit: null,
    stillLimit: null,
    gatherCount: null,
    gatherRadius: 15,
    gatherSeconds: 60,
    speedLimit: null,
    schedule: [],
    allowDeptIds: [],
    allowUserIds: [],
    deviceTypes: [],
    minInside: 10,
    minOutside: 30,
    deptId: null,
    areaId: null,
    enable: 1,
    colour: '',
    remark: '',
    deptName: null,
    areaName: null,
  })
  expect(whole(await site.admin.ask(hazardCalls.listBsDangAreaByDeptId, {})).find((fence) => fence.id === id)).toEqual(saved)
  await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id })
})

const header = [
  '围栏名称*',
  '类型*',
  '形状*',
  '坐标*',
  '半径(米)',
  '半宽(米)',
  '报警级别*',
  '生效时段',
  '允许部门',
  '允许人员',
  '监控对象',
]

it('comes in by a sheet, in each shape, and is in force with the import', async () => {
  const mill = await site.makeDept('煤磨')
  const { id: anna } = await site.admin.ask(accountCalls.saveUser, { cname: '安娜', workNum: 'A-1', deptId: mill })
  await site.makeHat('walker')
  const { token } = await site.makeUser({ name: 'watcher', permissions: ['trackRealMgmt'] })
  const told = await site.live(token)
  await told.until(isType('welcome'))
  const middle = at(0, 0)
  const line = [at(500, 0), at(560, 40)].map(({ lng, lat }) => [lng, lat])
  const done = await importRows(
    header,
    ['罐区', '禁入', '圆', `{"type":"Point","coordinates":[${middle.lng},${middle.lat},12]}`, '30', '', '一级', '', '', '', ''],
    [
      '皮带',
      'noExit',
      '走廊',
      inCell(line),
      '',
      '6.5',
      '2',
      '工作日 8:00-20:00；周六、周日 20:00-次日08:00',
      '煤磨',
      '安娜(A-1)',
      '安全帽、车辆',
    ],
    [
      '窑头',
      '禁入',
      '多边形',
      JSON.stringify({
        type: 'Feature',
        geometry: { type: 'Polygon', coordinates: [[...square(900, 0, 20), square(900, 0, 20)[0]]] },
      }),
      '',
      '',
      '三级',
      '',
      '',
      '',
      '',
    ],
  )
  expect(done, JSON.stringify(done.problems)).toMatchObject({ state: 'done', created: 3, wrong: 0 })
  expect(await called('皮带')).toMatchObject({
    type: 'noExit',
    shape: 'corridor',
    points: line,
    halfWidth: 6.5,
    level: 2,
    schedule: [
      { days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00' },
      { days: [6, 7], from: '20:00', to: '08:00' },
    ],
    allowDeptIds: [mill],
    allowUserIds: [anna],
    deviceTypes: ['hat', 'car'],
    enable: 1,
  })
  expect(await called('窑头')).toMatchObject({ shape: 'polygon', points: square(900, 0, 20) })
  expect(await called('罐区')).toMatchObject({ points: [[middle.lng, middle.lat]], radius: 30 })
  const ids = await Promise.all(['罐区', '皮带', '窑头'].map(async (name) => (await called(name))?.id))
  // What others saved just before may still be told.
  await expect.poll(() => told.messages.flatMap(fencesIn).filter((id) => ids.includes(id))).toEqual(ids)

  await site.report([{ deviceType: 'hat', deviceId: 'walker', time: new Date().toISOString(), ...at(5, 0) }])
  expect((await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list).toMatchObject([
    { deviceId: 'walker', alarmName: '罐区' },
  ])
})

it('keeps of another type it had nothing', async () => {
  const ring = { shape: 'polygon', points: square(0, 0, 20), level: 2 } as const
  const stay = await site.admin.ask(hazardCalls.saveBsDangArea, {
    ...ring,
    name: '换类型',
    type: 'stay',
    stayLimit: 20,
    maxCount: 9,
  })
  expect(stay).toMatchObject({ stayLimit: 20, maxCount: null })
  const { id, version } = stay
  const sent = { ...ring, id, version, name: '换类型', type: 'headcount', stayLimit: 20, maxCount: 3 } as const
  const saved = await site.admin.ask(hazardCalls.saveBsDangArea, sent)
  expect(saved).toMatchObject({ type: 'headcount', stayLimit: null, maxCount: 3 })
  // Refused before anything of it is left out.
  const wrong = await site.admin.send(hazardCalls.saveBsDangArea, { ...sent, version: saved.version, type: 'speed' })
  expect(wrong.code).toBe('invalidInput')
  expect(await called('换类型')).toMatchObject({ type: 'headcount', maxCount: 3 })
})

it('is refused in words where its shape is none, and changes nothing', async () => {
  const before = await fences()
  const [a, b, c, d] = square(0, 300, 10)
  const crossed = inCell([a, c, b, d].map((point) => point ?? []))
  const ring = (points: readonly unknown[]): string => JSON.stringify(points)
  const row = (name: string, shape: string, points: string, radius = '', period = ''): string[] => [
    name,
    '禁入',
    shape,
    points,
    radius,
    '',
    '1',
    period,
    '',
    '',
    '',
  ]
  const wrong = await importRows(
    header,
    row('交叉', '多边形', crossed),
    row('两点', '多边形', inCell(square(0, 0, 9).slice(0, 2))),
    row('无半径', '圆', '118.36 31.17'),
    row('无半宽', '走廊', inCell(square(0, 0, 9))),
    row('有孔', '多边形', `{"type":"Polygon","coordinates":[${ring(square(0, 0, 9))},${ring(square(0, 0, 3))}]}`),
    row('文字', '多边形', '煤磨旁边'),
    row('界外', '圆', '218.36 31.17', '5'),
    row('没形状', '方', '118.36 31.17', '5'),
    row('何时', '圆', '118.36 31.17', '5', '夜班'),
    row('', '圆', '118.36 31.17', '5'),
  )
  expect(wrong).toMatchObject({ state: 'done', created: 0, wrong: 10 })
  const points = '坐标应为“经度 纬度; 经度 纬度; …”，或 GeoJSON 的点、线、无孔多边形'
  expect(wrong.problems.map(({ row: at, column, reason }) => [at, column, reason])).toEqual([
    [2, '坐标', expect.stringContaining('坐标的边不能相交')],
    [3, '坐标', expect.stringContaining('坐标在多边形中至少 3 个点')],
    [4, '半径(米)', expect.stringContaining('半径必填，圆要有半径')],
    [5, '半宽(米)', expect.stringContaining('半宽必填，走廊要有半宽')],
    [6, '坐标', points],
    [7, '坐标', points],
    [8, '坐标', expect.stringContaining('180')],
    [9, '形状', '形状应为多边形、圆或走廊'],
    [10, '生效时段', '生效时段应为“周一至周五 08:00-20:00; …”'],
    [11, '围栏名称', '围栏名称必填'],
  ])
  expect(await fences()).toEqual(before)
})

it('goes out and comes back unchanged, whom one does not see included', async () => {
  const [mine, other] = [await site.makeDept('窑尾'), await site.makeDept('包装')]
  const { id: stranger } = await site.admin.ask(accountCalls.saveUser, { cname: '外人', workNum: 'X-1', deptId: other })
  await site.makeFence({
    name: '往返',
    deptId: mine,
    allowDeptIds: [mine, other],
    allowUserIds: [stranger],
    schedule: [{ days: [2, 3, 4], from: '22:00', to: '06:00' }],
  })
  const before = await called('往返')
  const keeper = await site.makeUser({
    name: 'kiln-keeper',
    scope: 'own',
    deptId: mine,
    permissions: ['dangAreaDrawMgmt', 'dangAreaDrawMgmt:edit'],
  })
  const out = await ended(
    keeper.client,
    await keeper.client.ask(transferCalls.startExport, { noun: 'fence', filter: { keyword: '往返' } }),
  )
  const [titles = [], cells = []] = await rowsIn(out.fileId, keeper.token)
  const cell = (title: string): string | undefined => cells[titles.indexOf(title)]
  expect([cell('允许部门'), cell('允许人员'), cell('生效时段'), cell('形状')]).toEqual([
    `窑尾、#${other}`,
    `#${stranger}`,
    '周二至周四 22:00–次日06:00',
    '多边形',
  ])
  expect(await bringIn(out.fileId ?? '', keeper.client)).toMatchObject({ state: 'done', skipped: 1, updated: 0, wrong: 0 })

  const sent = [...cells]
  sent[titles.indexOf('报警级别')] = '三级'
  const fileId = (await upload(site, [titles, sent].map(quoted).join('\n'), 'x.csv', { token: keeper.token, purpose: 'import' }))
    .id
  expect(await bringIn(fileId, keeper.client)).toMatchObject({ state: 'done', updated: 1, wrong: 0 })
  expect(await called('往返')).toEqual({ ...before, level: 3, version: 2 })
})

it('is told of to those who see it or saw it, and is no event that anybody would have to be told of later', async () => {
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  const li = await site.makeUser({ name: 'li', permissions: ['dangAreaDrawMgmt', 'trackRealMgmt'], scope: 'own', deptId: mill })
  const console = await site.live(li.token)
  const { seq } = await console.until(isType('welcome'))
  const theirs = await site.makeFence({ name: '窑尾', deptId: kiln })
  const ours = await site.makeFence({ name: '磨尾', deptId: mill })
  const told = () => console.messages.flatMap(fencesIn)
  await expect.poll(told).toContain(ours)
  console.messages.length = 0
  const version = (await called('磨尾'))?.version
  await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id: theirs })
  const { id: _, ...moved } = { ...(await called('磨尾')), deptId: kiln } as Fence
  await site.admin.ask(hazardCalls.saveBsDangArea, { ...moved, id: ours, version })
  const everywhere = await site.makeFence({ name: '全厂' })
  await expect.poll(told).toContain(everywhere)
  expect(told()).toEqual([ours, everywhere])
  const { rows } = await site.db.raw<{ seq: string }>(site.db.sql, 'SELECT seq FROM live_head')
  expect(Number(rows[0]?.seq)).toBe(seq)
})

it('encloses ground: points that are one, or lie on one line, are refused', async () => {
  const make = (points: readonly (readonly number[])[], more: object = {}) =>
    site.admin.send(hazardCalls.saveBsDangArea, {
      name: '无面积',
      type: 'noEntry',
      shape: 'polygon',
      points: points as [number, number][],
      level: 2,
      ...more,
    })
  const [one, two] = square(0, 0, 20)
  if (!one || !two) throw new Error('no corners')
  const middle: [number, number] = [(one[0] + two[0]) / 2, (one[1] + two[1]) / 2]
  const flat = [
    await make([one, one, one]),
    await make([one, middle, two]),
    await make([one, one], { shape: 'corridor', halfWidth: 5 }),
  ]
  for (const answer of flat) expect(answer).toMatchObject({ code: 'invalidInput', data: { field: 'points' } })
  expect(flat[0]?.msg).toContain('围不成区域')
  expect(await called('无面积')).toBeUndefined()
})
