import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { openGateDevice } from '../../simulator/src/checkpoints/gate-device.ts'
import { barrierGates } from '../../simulator/src/equipment.ts'
import { seedSite } from '../../simulator/src/seed.ts'
import { createTestSite } from './site.ts'

const seedToken = 'ef'.repeat(32)

it('every gate of the demo is opened from the console by whom it knows, and by nobody else', async () => {
  const site = await createTestSite({ demo: true, seedToken, variables: { VIGIL_ALLOW_TARGETS: ['127.0.0.1'] } })
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
  const seeded = await seedSite({ origin: site.origin, token: seedToken, passwords, gatePort: gates.port })
  logins = seeded.logins
  const list = await site.admin.ask(gateControlCalls.listOpenableGates, undefined)
  expect(list.map(({ name }) => name).sort()).toEqual(barrierGates.map(({ name }) => name).sort())
  const open = async (gateId: string) =>
    (await site.admin.ask(gateControlCalls.commandGate, { commandId: randomUUID(), gateId, act: 'open', reason: '送货车辆' }))
      .outcome
  for (const { id } of list) expect(await open(id)).toBe('done')
  expect(told.sort()).toEqual(barrierGates.map(({ name }) => `open ${name}`).sort())
  logins = new Map([...logins].map(([name, login]) => [name, { ...login, password: 'another' }]))
  for (const { id } of list) expect(await open(id)).toBe('refused')
  expect(told).toHaveLength(barrierGates.length)
  const nobody = await fetch(`http://127.0.0.1:${gates.port}/ISAPI/Parking/channels/1/barrierGate`, { method: 'PUT', body: 'x' })
  expect(nobody.status).toBe(404)
})
