import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import type { GateListState, GatePlate } from '@vigil/contract/gatecontrol/entities.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { afterFile } from '../../../test/ends.ts'
import { device, deviceLogin, says, type Answer } from '../../../test/gate-device.ts'
import { byHand } from '../../../test/jobs.ts'
import { dahuaLists, entry, hikvisionLists, on, type PlateLists } from '../../../test/plate-lists.ts'
import { createTestSite, neighbourOf, type TestSite } from '../../../test/site.ts'

const { saveBsBarrierGateControl, getBsBarrierGateControl, listGateListState, listGatePlate } = gateControlCalls
const variables = { VIGIL_ALLOW_TARGETS: ['127.0.0.1'] }

let site: TestSite
const round = byHand('gate lists')
beforeAll(async () => {
  site = await createTestSite({ variables }, afterFile, round.company)
})

let made = 0
const newPlate = (): string => `皖A${String((made += 1)).padStart(5, '0')}`
const makeCar = async (plateNumber: string, more: object = {}) => {
  const form = { plateNumber, terminalNo: `TL-${plateNumber}`, whiteList: 1 as const, ...more }
  const { id, version } = await site.admin.ask(deviceCalls.saveBsCar, form)
  return {
    save: (changed: object) => site.admin.ask(deviceCalls.saveBsCar, { ...form, id, version, ...changed }),
    remove: () => site.admin.ask(deviceCalls.deleteBsCarById, { id }),
  }
}
interface Controlled {
  readonly make?: 'hikvision' | 'dahua'
  readonly kind?: 'vehicle' | 'turnstile'
  readonly deptId?: string | null
  readonly keepsLists?: boolean
  readonly password?: string
}
const controlled = async (
  port: number,
  { make = 'hikvision', kind = 'vehicle', deptId = null, keepsLists = true, password = deviceLogin.password }: Controlled = {},
) => {
  made += 1
  const { id } = await site.admin.ask(gateCalls.saveBsBarrierGate, {
    name: `单闸${made}`,
    code: `L-${made}`,
    kind,
    direction: 3,
    deptId,
  })
  const told = { id, make, scheme: 'http' as const, host: '127.0.0.1', port, channel: 1, userName: deviceLogin.userName }
  const form = { ...told, password, keepsLists }
  await site.admin.ask(saveBsBarrierGateControl, form)
  // Whatever else a test leaves behind, this gate is told of no more.
  onTestFinished(async () => void (await site.admin.send(saveBsBarrierGateControl, { ...form, keepsLists: false })))
  return { id, form }
}
const stateOf = async (gateId: string, asks = site.admin): Promise<GateListState | undefined> =>
  (await asks.ask(listGateListState, undefined)).find((state) => state.gateId === gateId)
const platesOf = async (gateId: string): Promise<readonly GatePlate[]> =>
  paged(await site.admin.ask(listGatePlate, { gateId, pageNum: 1, pageSize: 100 })).list
/** Polled, since the site's word goes out by itself. */
const inStep = (gateId: string) => expect.poll(() => stateOf(gateId)).toMatchObject({ waiting: 0, outcome: 'done', since: null })
const barred = async (plateNumber: string) => {
  const { id } = await site.admin.ask(penaltyCalls.barZdPenaltyVehicle, {
    plateNumber,
    reason: '逆行',
    until: null,
    deptId: null,
  })
  return () => site.admin.ask(penaltyCalls.revokeZdPenaltyStep, { id, reason: '误判' })
}
const journalOf = async (gateId: string, plate: string) =>
  (
    await site.db.raw<{ before: { list: string }; after: { list: string } }>(
      site.db.sql,
      `SELECT before, after FROM journal WHERE object = 'gateList' AND object_id = $1 ORDER BY id`,
      [`${gateId}/${plate}`],
    )
  ).rows.map(({ before, after }) => `${before.list}→${after.list}`)
/** As if its time to be tried again had come. */
const itsTime = async (gateId: string): Promise<void> => {
  await site.db.raw(site.db.sql, `UPDATE gate_list SET next_at = NULL WHERE gate_id = $1`, [gateId])
  await site.db.raw(site.db.sql, `UPDATE gate_plate SET next_at = NULL WHERE gate_id = $1`, [gateId])
}

const makes = [
  ['hikvision', hikvisionLists],
  ['dahua', dahuaLists],
] as const

describe.each(makes)('the lists of a gate of %s', (make, listsOf) => {
  it('are told what differs, once, and what the site did not put there stays', async () => {
    const [plate, foreign, own, over] = [newPlate(), newPlate(), newPlate(), newPlate()]
    const lists = listsOf({ entries: [entry('allow', foreign), entry('allow', own), entry('block', '皖Z99999')] })
    const gate = await device(lists.answer)
    const car = await makeCar(plate)
    const ownCar = await makeCar(own)
    const overCar = await makeCar(over, { validTo: '2020-01-31' })
    const { id } = await controlled(gate.port, { make })
    await inStep(id)
    const before = [`allow ${foreign}`, `allow ${own}`, 'block 皖Z99999']
    expect(on(lists)).toEqual([...before, `allow ${plate}`].toSorted())
    expect(lists.changes).toEqual([`allow ${plate}`])
    const { asked } = gate.counts()
    await round.run()
    await round.run()
    expect(gate.counts().asked).toBe(asked)
    // Of a vehicle that is gone what the site put there goes, and what somebody else put there stays.
    await car.save({ whiteList: 0 })
    await ownCar.remove()
    await overCar.save({ validTo: '2099-01-31' })
    await expect.poll(() => on(lists)).toEqual([...before, `allow ${over}`].toSorted())
    await inStep(id)
    expect(lists.changes.toSorted()).toEqual([`allow ${plate}`, `removed allow ${plate}`, `allow ${over}`].toSorted())
    expect(lists.entries.find((one) => one.plate === over)?.until).toBe('2099-01-31 23:59:59')
    expect(await journalOf(id, plate)).toEqual(['→白名单', '白名单→'])
    await overCar.remove()
  })

  it('block whom a penalty bars, and let him in again once it is revoked; each step stands in the log', async () => {
    const [plate, unknown, foreign] = [newPlate(), newPlate(), newPlate()]
    const found = entry('allow', foreign)
    const lists = listsOf({ entries: [found] })
    const gate = await device(lists.answer)
    const car = await makeCar(plate)
    const { id } = await controlled(gate.port, { make })
    await inStep(id)
    const revokes = [await barred(plate), await barred(unknown), await barred(foreign)]
    const setAside = make === 'dahua' ? [`allow closed ${foreign}`] : []
    await expect.poll(() => on(lists)).toEqual([...setAside, `block ${plate}`, `block ${unknown}`, `block ${foreign}`].toSorted())
    await inStep(id)
    expect((await platesOf(id)).map(({ plateNumber, confirmed }) => `${confirmed} ${plateNumber}`).toSorted()).toEqual(
      [`block ${plate}`, `block ${unknown}`, `block ${foreign}`].toSorted(),
    )
    for (const revoke of revokes) await revoke()
    await expect.poll(() => on(lists)).toEqual([`allow ${plate}`, `allow ${foreign}`].toSorted())
    await inStep(id)
    // It is what it was, to the day.
    expect(lists.entries.find((one) => one.plate === foreign)).toMatchObject({ until: found.until, opens: true })
    expect(await journalOf(id, plate)).toEqual(['→白名单', '白名单→黑名单', '黑名单→白名单'])
    expect(await journalOf(id, unknown)).toEqual(['→黑名单', '黑名单→'])
    await car.remove()
  })

  it('of a device that was down are caught up by themselves, and whoever is blocked there by others stays so', async () => {
    const [plate, other] = [newPlate(), newPlate()]
    const lists = listsOf({ entries: [entry('block', other)] })
    const gate = await device(lists.answer)
    await gate.close()
    const [car, otherCar] = [await makeCar(plate), await makeCar(other)]
    const { id } = await controlled(gate.port, { make })
    await expect.poll(() => stateOf(id)).toMatchObject({ waiting: 2, inStep: 0, outcome: 'unreachable', said: 'ECONNREFUSED' })
    expect((await stateOf(id))?.since).not.toBeNull()
    // Not before its time.
    await round.run()
    expect(await site.db.raw(site.db.sql, 'SELECT failures FROM gate_list WHERE gate_id = $1', [id])).toMatchObject({
      rows: [{ failures: 1 }],
    })
    await device(lists.answer, { port: gate.port })
    await itsTime(id)
    await round.run()
    expect(await stateOf(id)).toMatchObject({ waiting: 1, inStep: 1, outcome: 'done', since: null })
    expect(on(lists)).toEqual([`allow ${plate}`, `block ${other}`].toSorted())
    expect((await platesOf(id)).find(({ plateNumber }) => plateNumber === other)).toMatchObject({
      wanted: 'allow',
      confirmed: 'block',
      outcome: 'blockedThere',
    })
    await car.remove()
    await otherCar.remove()
  })
})

it.each([
  ['refuses the first', { words: 'allowList', strange: 'refused' }],
  ['says yes to the first and keeps nothing', { words: 'allowList', strange: 'ignored' }],
] as const)('a model of Hikvision that %s is told in other words', async (_, options) => {
  const plate = newPlate()
  const lists = hikvisionLists(options)
  const gate = await device(lists.answer)
  const car = await makeCar(plate)
  const { id } = await controlled(gate.port)
  await inStep(id)
  expect(on(lists)).toEqual([`allow ${plate}`])
  await car.remove()
  await expect.poll(() => on(lists)).toEqual([])
})

it('what was sent before the line broke is not forgotten, and what a device lost is put there again', async () => {
  const plate = newPlate()
  const lists = hikvisionLists()
  let isCut = true
  const gate = await device((response, heard) => {
    if (isCut && lists.changes.length > 0) response.destroy()
    else lists.answer(response, heard)
  })
  const car = await makeCar(plate)
  const { id } = await controlled(gate.port)
  await expect.poll(() => stateOf(id)).toMatchObject({ outcome: 'unknown', waiting: 1 })
  expect(on(lists)).toEqual([`allow ${plate}`])
  await car.save({ whiteList: 0 })
  isCut = false
  await itsTime(id)
  await round.run()
  expect(on(lists)).toEqual([])
  expect(await platesOf(id)).toEqual([])

  const lost = newPlate()
  const lostCar = await makeCar(lost)
  await expect.poll(() => on(lists)).toEqual([`allow ${lost}`])
  await inStep(id)
  lists.entries = []
  await round.run()
  expect(on(lists)).toEqual([])
  await site.db.raw(site.db.sql, `UPDATE gate_plate SET tried_at = now() - interval '2 days' WHERE gate_id = $1`, [id])
  await round.run()
  expect(on(lists)).toEqual([`allow ${lost}`])
  await lostCar.remove()
})

describe('what a device answers wrongly', () => {
  const outcomeAt = async (answer: Answer, more: Controlled = {}) => {
    const plate = newPlate()
    const car = await makeCar(plate)
    const gate = await device(answer)
    const { id } = await controlled(gate.port, more)
    await expect.poll(async () => (await stateOf(id))?.triedAt).toEqual(expect.any(String))
    const [state, plates] = [await stateOf(id), await platesOf(id)]
    await car.remove()
    return { gate, state, plate: plates.find(({ plateNumber }) => plateNumber === plate) }
  }

  it('is said of the plate, which waits', async () => {
    const never = hikvisionLists({ words: 'whiteList', strange: 'ignored' })
    const none: Answer = (response, heard) =>
      heard.url.includes('record') ? void response.end('{"statusCode":1}') : never.answer(response, heard)
    expect((await outcomeAt(none)).plate).toMatchObject({ waits: true, confirmed: null, outcome: 'notKept' })
    const refusing: Answer = (response, heard) =>
      heard.url.includes('record')
        ? void response.end('{"statusCode":6,"subStatusCode":"overLimit"}')
        : never.answer(response, heard)
    expect((await outcomeAt(refusing)).plate).toMatchObject({ waits: true, outcome: 'refused', said: 'HTTP 200 overLimit' })
    const noList = await outcomeAt(says(404, 'Not Found'))
    expect(noList.plate).toMatchObject({ waits: true, outcome: 'refused', said: 'HTTP 404' })
    const nothing = await outcomeAt(says(200, '<html>'), { make: 'dahua' })
    expect(nothing.plate).toMatchObject({ waits: true, outcome: 'refused' })
  })

  it('is a login that is not tried again, or a line that broke', async () => {
    const locked = await outcomeAt(hikvisionLists().answer, { password: 'wrong' })
    expect(locked.state).toMatchObject({ outcome: 'refused', said: 'HTTP 401', waiting: 1 })
    await round.run()
    expect(locked.gate.counts().wrong).toBe(1)
    const cut = await outcomeAt((response) => response.destroy())
    expect(cut.state).toMatchObject({ outcome: 'unknown', said: 'ECONNRESET' })
  })
})

it('two servers tell a gate nothing twice', async () => {
  const plates = [newPlate(), newPlate(), newPlate()]
  const lists = hikvisionLists()
  let held: (() => void)[] = []
  let isHolding = false
  const gate = await device((response, heard) => {
    if (isHolding) held.push(() => lists.answer(response, heard))
    else lists.answer(response, heard)
  })
  const other = byHand('gate lists')
  await neighbourOf(site, onTestFinished, other.company, { variables })
  const { id } = await controlled(gate.port)
  isHolding = true
  const cars = [await makeCar(plates[0] ?? ''), await makeCar(plates[1] ?? ''), await makeCar(plates[2] ?? '')]
  await expect.poll(() => held.length).toBe(1)
  // Whoever has the gate is at the first plate; nobody else asks the device anything.
  await Promise.all(
    [round.run(), other.run(), round.run(), other.run()].map((running) => Promise.race([running, Promise.resolve()])),
  )
  expect(held).toHaveLength(1)
  isHolding = false
  const waiting = held
  held = []
  for (const answer of waiting) answer()
  await inStep(id)
  await Promise.all([round.run(), other.run()])
  expect(lists.changes.toSorted()).toEqual(plates.map((plate) => `allow ${plate}`))
  for (const car of cars) await car.remove()
})

it('keeps no list unless somebody says so, of gates that vehicles pass, for those who may', async () => {
  const lists: PlateLists = hikvisionLists()
  const gate = await device(lists.answer)
  const [mine, foreign] = [await site.makeDept('东门'), await site.makeDept('西门')]
  const [plate, hidden] = [newPlate(), newPlate()]
  const cars = [await makeCar(plate, { deptId: mine }), await makeCar(hidden, { deptId: foreign })]
  const off = await controlled(gate.port, { deptId: mine, keepsLists: false })
  await round.run()
  expect(gate.counts().asked).toBe(0)
  expect(await site.admin.ask(getBsBarrierGateControl, { id: off.id })).toMatchObject({ keepsLists: false })
  const own = await controlled(gate.port, { deptId: mine })
  const other = await controlled((await device(hikvisionLists().answer)).port, { deptId: foreign })
  await inStep(own.id)
  await inStep(other.id)
  // Left out it stays.
  const { keepsLists: _, password: _password, ...without } = own.form
  expect(await site.admin.ask(saveBsBarrierGateControl, without)).toMatchObject({ keepsLists: true })
  const turnstile = await controlled(gate.port, { kind: 'turnstile', keepsLists: false })
  const refused = await site.admin.send(saveBsBarrierGateControl, { ...turnstile.form, keepsLists: true })
  expect(refused).toMatchObject({ code: 'invalidInput', data: { field: 'keepsLists' } })
  expect(await site.admin.ask(getBsBarrierGateControl, { id: turnstile.id })).toMatchObject({ keepsLists: false })

  const keeper = await site.makeUser({ name: 'listkeeper', permissions: ['barrierGateMgmt'], scope: 'own', deptId: mine })
  expect((await keeper.client.ask(listGateListState, undefined)).map(({ gateId }) => gateId)).toEqual([own.id])
  const told = paged(await keeper.client.ask(listGatePlate, { gateId: own.id, pageNum: 1, pageSize: 20 }))
  expect(told.list.map(({ plateNumber }) => plateNumber)).toEqual([plate])
  expect((await keeper.client.send(listGatePlate, { gateId: other.id })).code).toBe('notFound')
  const nobody = await site.makeUser({ name: 'listnobody', permissions: ['carMgmt'] })
  expect((await nobody.client.send(listGateListState, undefined)).code).toBe('forbidden')
  for (const car of cars) await car.remove()
})
