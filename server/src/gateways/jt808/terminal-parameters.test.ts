import { beforeAll, describe, expect, it } from 'vitest'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { afterFile } from '../../../test/ends.ts'
import { listeningServer } from '../../../test/several-servers.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { connectTerminal, locationBody, terminalPort } from '../../../test/terminal.ts'
import { messageId, result } from './answers.ts'
import { bodyAtMost } from './message.ts'

const { readBsCarTerminalById, saveBsCar, setBsCarTerminalById } = deviceCalls
let site: TestSite
let port: number
beforeAll(async () => {
  site = await createTestSite({}, afterFile)
  port = await terminalPort(site)
})
let made = 0
const makeCar = async (deptId: string | null = null) => {
  const number = `1391000${String((made += 1)).padStart(4, '0')}`
  const { id } = await site.admin.ask(saveBsCar, { plateNumber: `皖C${number.slice(-5)}`, terminalNo: number, deptId })
  return { id, number, plateNumber: `皖C${number.slice(-5)}` }
}
/** A vehicle whose terminal is there. */
const connected = async (version: 2013 | 2019 = 2013, deptId: string | null = null) => {
  const car = await makeCar(deptId)
  const terminal = await connectTerminal(port, car.number, version)
  await terminal.ask(messageId.location, locationBody())
  return { ...car, terminal }
}
const dword = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value, 0)
  return bytes
}
const told = (serial: number, items: readonly (readonly [id: number, value: Buffer])[]): Buffer => {
  const head = Buffer.alloc(3)
  head.writeUInt16BE(serial, 0)
  head[2] = items.length
  return Buffer.concat([head, ...items.flatMap(([id, value]) => [dword(id), Buffer.of(value.length), value])])
}
const generalAnswer = (serial: number, id: number, outcome: number): Buffer => {
  const body = Buffer.alloc(5)
  body.writeUInt16BE(serial, 0)
  body.writeUInt16BE(id, 2)
  body[4] = outcome
  return body
}
const rowsOf = async (id: string) =>
  (
    await site.db.raw<{ after: object; cname: string }>(
      site.db.sql,
      `SELECT after, cname FROM journal WHERE object = 'carTerminal' AND object_id = $1 ORDER BY journal.id`,
      [id],
    )
  ).rows
const refusedWith = (client: Client, id: string) =>
  Promise.all([
    client.send(readBsCarTerminalById, { id }).then(({ code, msg }) => [code, msg]),
    client.send(setBsCarTerminalById, { id, heartbeat: 30 }).then(({ code, msg }) => [code, msg]),
  ])

describe('the parameters of a terminal', () => {
  it.each([2013, 2019] as const)('of %i are read, all of them, however many parts they come in', async (version) => {
    const { id, terminal } = await connected(version)
    const read = site.admin.ask(readBsCarTerminalById, { id })
    const { serial, body } = await terminal.next(messageId.askAllParameters)
    expect(body).toHaveLength(0)
    const strange = Array.from({ length: 20 }, (_, at): [number, Buffer] => [0xf000 + at, Buffer.alloc(100, at)])
    const answer = told(serial, [[0x0029, dword(30)], [0x0083, Buffer.from('cdee423132333435', 'hex')], ...strange])
    expect(answer.length).toBeGreaterThan(2 * bodyAtMost)
    const parts = terminal.frames(messageId.parameters, answer)
    expect(parts).toHaveLength(3)
    // In whichever order, and one of them twice.
    const [first, second, third] = parts as [Buffer, Buffer, Buffer]
    terminal.socket.write(Buffer.concat([third, first, third, second]))
    const { receipt, fault, parameters } = await read
    expect([receipt, fault, parameters.length]).toEqual(['accepted', null, 22])
    expect(parameters.slice(0, 3)).toEqual([
      {
        id: '0x0029',
        name: 'usualEvery',
        zh: '缺省汇报间隔',
        en: 'Report interval, usual',
        type: 'dword',
        value: 30,
        hex: '0000001e',
      },
      expect.objectContaining({ id: '0x0083', name: 'plate', type: 'text', value: '皖B12345' }),
      { id: '0xF000', name: null, zh: '', en: '', type: 'unknown', value: null, hex: '00'.repeat(100) },
    ])
    // Each part is answered for, so that none comes again.
    const answered = () =>
      terminal.told.filter(({ id: kind, body: said }) => kind === messageId.answer && said.readUInt16BE(2) === 0x0104)
    await expect.poll(() => answered().map(({ body: said }) => said[4])).toEqual([0, 0, 0])
  })

  it('are read some at a time, and set one after the other, which is written down before it is sent', async () => {
    const { id, terminal, plateNumber } = await connected()
    const read = site.admin.ask(readBsCarTerminalById, { id, parameterIds: ['0x0001', '0x0055', '0x0001'] })
    const question = await terminal.next(messageId.askParameters)
    expect(question.body.toString('hex')).toBe('020000000100000055')
    // Some say first that they got it.
    terminal.say(messageId.terminalAnswer, generalAnswer(question.serial, messageId.askParameters, result.done))
    terminal.say(messageId.parameters, told(question.serial, [[0x0001, dword(60)]]))
    expect(await read).toMatchObject({ receipt: 'accepted', parameters: [{ id: '0x0001', value: 60 }] })

    const set = site.admin.ask(setBsCarTerminalById, { id, heartbeat: 45, plate: '皖B12345' })
    const order = await terminal.next(messageId.setParameters)
    expect(order.body.toString('hex')).toBe('0200000001040000002d0000008308cdee423132333435')
    expect(await rowsOf(id)).toEqual([
      { cname: expect.any(String), after: { vehicle: plateNumber, heartbeat: 45, plate: '皖B12345' } },
    ])
    terminal.say(messageId.terminalAnswer, generalAnswer(order.serial, messageId.setParameters, result.done))
    expect(await set).toEqual({ receipt: 'accepted', fault: null })
    expect((await rowsOf(id)).slice(1)).toMatchObject([{ after: { vehicle: plateNumber, receipt: '设备已接收' } }])
  })

  it('that a terminal does not take are told as refused, with why', async () => {
    const { id, terminal } = await connected()
    const set = site.admin.ask(setBsCarTerminalById, { id, fenceRadius: 300 })
    const { serial, body } = await terminal.next(messageId.setParameters)
    expect(body.toString('hex')).toBe('010000003102012c')
    terminal.say(messageId.terminalAnswer, generalAnswer(serial, messageId.setParameters, result.unsupported))
    expect(await set).toEqual({ receipt: 'failed', fault: 'unsupported' })
    expect((await rowsOf(id)).at(-1)).toMatchObject({ after: { receipt: '失败', fault: '终端不支持' } })
  })

  it('of a terminal that answers nonsense are none, and cost its line nothing', async () => {
    const { id, terminal } = await connected()
    const read = site.admin.ask(readBsCarTerminalById, { id })
    const { serial } = await terminal.next(messageId.askAllParameters)
    const sound = told(serial, [[0x0001, dword(60)]])
    // To a question that nobody asked, to nothing at all, and then a count that is not so.
    terminal.say(messageId.parameters, told(serial + 7, [[0x0001, dword(61)]]))
    terminal.say(messageId.parameters, Buffer.of(0))
    terminal.say(messageId.terminalAnswer, Buffer.of(0, 1))
    sound[2] = 200
    terminal.say(messageId.parameters, sound)
    expect(await read).toEqual({ receipt: 'failed', fault: 'unreadable', parameters: [] })
    expect(await terminal.ask(messageId.location, locationBody())).toBeDefined()
    const again = site.admin.ask(readBsCarTerminalById, { id })
    const next = await terminal.next(messageId.askAllParameters)
    terminal.say(messageId.parameters, told(next.serial, []))
    expect(await again).toEqual({ receipt: 'accepted', fault: null, parameters: [] })
  })

  it('are neither read nor set where the terminal is not there, or goes meanwhile', async () => {
    const away = await makeCar()
    expect(await site.admin.ask(readBsCarTerminalById, { id: away.id })).toEqual({
      receipt: 'offline',
      fault: null,
      parameters: [],
    })
    expect(await site.admin.ask(setBsCarTerminalById, { id: away.id, speedLimit: 30 })).toEqual({
      receipt: 'offline',
      fault: null,
    })
    const { id, terminal } = await connected()
    const read = site.admin.ask(readBsCarTerminalById, { id })
    await terminal.next(messageId.askAllParameters)
    terminal.socket.destroy()
    expect(await read).toMatchObject({ receipt: 'offline' })
  })

  it('are read and set from another server than the one to which the terminal is connected', async () => {
    const { id, terminal } = await connected()
    const other = await listeningServer(site, {})
    // As soon as they hear each other.
    const first = terminal.next(messageId.askParameters).then(({ serial }) => {
      terminal.say(messageId.parameters, told(serial, [[0xf001, Buffer.from('7e7d', 'hex')]]))
    })
    const ask = () => other.admin.ask(readBsCarTerminalById, { id, parameterIds: ['0xF001'] })
    await expect.poll(ask).toEqual({
      receipt: 'accepted',
      fault: null,
      parameters: [{ id: '0xF001', name: null, zh: '', en: '', type: 'unknown', value: null, hex: '7e7d' }],
    })
    await first
    const set = other.admin.ask(setBsCarTerminalById, { id, heartbeat: 45 })
    const { serial } = await terminal.next(messageId.setParameters)
    terminal.say(messageId.terminalAnswer, generalAnswer(serial, messageId.setParameters, result.failed))
    expect(await set).toEqual({ receipt: 'failed', fault: 'refused' })
  })
})

describe('nothing is sent and nothing written down', () => {
  it.each([
    [{ heartbeat: 4 }, '心跳间隔不能小于 5', 'Heartbeat interval must not be below 5'],
    [{ speedLimit: 201 }, '最高速度不能大于 200', 'Speed limit must not be above 200'],
    [{ speedLimit: 30.5 }, '最高速度应为整数', 'Speed limit must be a whole number'],
    [{ usualEvery: '30' }, '缺省汇报间隔应为数字', 'Report interval, usual must be a number'],
    [{ strategy: 3 }, '汇报策略不是可选的内容', 'Report strategy is not one of the choices'],
    [{ plate: '皖B1234567890A' }, '终端中的车牌号最多 12 个字，现在是 13 个', 'Plate number in the terminal can have at most 12'],
    [{}, '终端参数必填', 'Terminal parameters is required'],
    [{ mainServer: '10.0.0.9' }, '请求内容', 'The request'],
    [{ heartbeat: 30, serverPort: 8808 }, '请求内容', 'The request'],
  ])('of %j', async (parameters, zh, en) => {
    const { id, terminal } = await connected()
    const ask = (language: string) =>
      fetch(`${site.origin}/api${setBsCarTerminalById.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${site.adminToken}`, 'accept-language': language },
        body: JSON.stringify({ id, ...parameters }),
      }).then((response) => response.json() as Promise<{ code: string; msg: string }>)
    const [inZh, inEn] = [await ask('zh'), await ask('en')]
    expect([inZh.code, inEn.code]).not.toContain('200')
    expect(inZh.msg).toContain(zh)
    expect(inEn.msg).toContain(en)
    expect(await rowsOf(id)).toEqual([])
    expect(terminal.told.filter(({ id: kind }) => kind === messageId.setParameters)).toEqual([])
  })

  it('of numbers that are none', async () => {
    const { id } = await makeCar()
    for (const parameterIds of [['29'], ['0x29'], ['0xGGGG'], []])
      expect((await site.admin.send(readBsCarTerminalById, { id, parameterIds })).code).not.toBe('200')
  })

  it('by whom the vehicle is not', async () => {
    const [ours, theirs] = [await site.makeDept('终端一部'), await site.makeDept('终端二部')]
    const { id } = await makeCar(theirs)
    const whole = await makeCar()
    const own = await makeCar(ours)
    const helmet = await site.makeHat('351451208409999')
    const { client } = await site.makeUser({
      name: 'terminals',
      permissions: ['carMgmt', 'carMgmt:edit'],
      scope: 'own',
      deptId: ours,
    })
    const [unseen] = await refusedWith(client, '999999')
    for (const strange of [id, helmet]) expect(await refusedWith(client, strange)).toEqual([unseen, unseen])
    const [read, set] = await refusedWith(client, whole.id)
    expect(read).toEqual(set)
    expect(read?.[0]).not.toBe(unseen?.[0])
    expect(read?.[1]).toContain('数据范围')
    expect((await client.ask(readBsCarTerminalById, { id: own.id })).receipt).toBe('offline')
    const looker = await site.makeUser({ name: 'looker', permissions: ['carMgmt'] })
    for (const [code] of await refusedWith(looker.client, own.id)) expect(code).not.toBe('200')
    for (const one of [id, whole.id, helmet]) expect(await rowsOf(one)).toEqual([])
  })
})
