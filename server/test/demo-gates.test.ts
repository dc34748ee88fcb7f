import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { openGateDevice } from '../../simulator/src/checkpoints/gate-device.ts'
import { barrierGates } from '../../simulator/src/equipment.ts'
import { seedSite } from '../../simulator/src/seed.ts'
import { everySecond } from './jobs.ts'
import { createTestSite } from './site.ts'

const seedToken = 'ef'.repeat(32)

/** A demo whose gates listen to the logins that it made; `know` gives them others. */
const demoWithGates = async () => {
  const site = await createTestSite({ demo: true, seedToken, variables: { VIGIL_ALLOW_TARGETS: ['127.0.0.1'] } }, undefined, {
    jobs: everySecond,
  })
  let logins: ReadonlyMap<string, { readonly userName: string; readonly password: string }> = new Map()
  const told: string[] = []
  const gates = await openGateDevice({
    port: 0,
    loginOf: (name) => logins.get(name),
    onTold: (name, act) => told.push(`${act} ${name}`),
  })
  onTestFinished(() => gates.close())
  const first = 'Gate-2026-keep'
  const passwords = { operator: first, guard: first, qt: first }
  logins = (await seedSite({ origin: site.origin, token: seedToken, passwords, gatePort: gates.port })).logins
  const know = (password: string): void => {
    logins = new Map([...logins].map(([name, login]) => [name, { ...login, password }]))
  }
  return { site, gates, told, know }
}

it('every gate of the demo is opened from the console by whom it knows, and by nobody else', async () => {
  const { site, gates, told, know } = await demoWithGates()
  const list = await site.admin.ask(gateControlCalls.listOpenableGates, undefined)
  expect(list.map(({ name }) => name).sort()).toEqual(barrierGates.map(({ name }) => name).sort())
  const open = async (gateId: string) =>
    (await site.admin.ask(gateControlCalls.commandGate, { commandId: randomUUID(), gateId, act: 'open', reason: '送货车辆' }))
      .outcome
  for (const { id } of list) expect(await open(id)).toBe('done')
  expect(told.sort()).toEqual(barrierGates.map(({ name }) => `open ${name}`).sort())
  know('another')
  for (const { id } of list) expect(await open(id)).toBe('refused')
  expect(told).toHaveLength(barrierGates.length)
  const nobody = await fetch(`http://127.0.0.1:${gates.port}/ISAPI/Parking/channels/1/barrierGate`, { method: 'PUT', body: 'x' })
  expect(nobody.status).toBe(404)

  // Nothing but what it knows is carried out for whoever it does not know.
  const lists = await fetch(`http://127.0.0.1:${gates.port}/cgi-bin/recordFinder.cgi?action=find&name=TrafficRedList`)
  expect(lists.status).toBe(401)
})

it('every barrier of the demo lists whom the site lets in and blocks whom it bars, and speaks where its make does', async () => {
  const { site, gates, told } = await demoWithGates()
  const barriers = barrierGates.filter(({ kind }) => kind === 'vehicle')
  const listed = await site.admin.ask(gateControlCalls.listOpenableGates, undefined)
  for (const { id, name } of listed.filter((gate) => barriers.some((barrier) => barrier.name === gate.name))) {
    const control = await site.admin.ask(gateControlCalls.getBsBarrierGateControl, { id })
    if (!control) throw new Error(`${name} is not controlled`)
    const { hasPassword: _, ...form } = control
    await site.admin.ask(gateControlCalls.saveBsBarrierGateControl, { ...form, id, keepsLists: true })
  }
  const [own] = barriers
  const stands = async () => (await site.admin.ask(gateControlCalls.listGateListState, undefined)).map(({ waiting }) => waiting)
  await expect.poll(() => gates.listsOf(own?.name ?? '').length).toBeGreaterThan(3)
  await expect.poll(stands).toEqual(barriers.map(() => 0))
  const allowed = gates.listsOf(own?.name ?? '')
  expect(allowed.every((line) => line.startsWith('allow '))).toBe(true)
  expect(barriers.map(({ name }) => gates.listsOf(name).toSorted())).toEqual(barriers.map(() => allowed.toSorted()))
  const [plate = ''] = allowed.map((line) => line.replace('allow ', ''))
  const { id: stepId } = await site.admin.ask(penaltyCalls.barZdPenaltyVehicle, { plateNumber: plate, reason: '逆行' })
  await expect
    .poll(() => barriers.map(({ name }) => gates.listsOf(name).filter((line) => line.endsWith(plate))))
    .toEqual(barriers.map(() => [`block ${plate}`]))
  await site.admin.ask(penaltyCalls.revokeZdPenaltyStep, { id: stepId, reason: '误判' })
  await expect
    .poll(() => barriers.map(({ name }) => gates.listsOf(name).toSorted()))
    .toEqual(barriers.map(() => allowed.toSorted()))

  for (const { id, speaks } of listed)
    for (const where of speaks) {
      const said = await site.admin.ask(gateControlCalls.speakAtGate, {
        commandId: randomUUID(),
        gateId: id,
        where,
        text: '请减速',
      })
      expect(said.outcome).toBe('done')
    }
  const speaking = barriers.filter(({ make }) => make === 'hikvision')
  expect(told.toSorted()).toEqual(speaking.flatMap(({ name }) => [`screen ${name}`, `speaker ${name}`]).toSorted())
})
