import { expect, it, vi } from 'vitest'
import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { helmetOf } from '../../../test/helmet.ts'
import { createTestSite } from '../../../test/site.ts'

it('says a text to helmets, keeps what each says of it, and speaks to none that is not the asker’s', async () => {
  const site = await createTestSite()
  const mill = await site.makeDept('mill')
  for (const imei of ['100', '200']) await site.makeHat(imei, { deptId: mill })
  const helmet = await helmetOf(site, '100')
  const { id } = await site.admin.ask(broadcastCalls.sendBroadcast, { deviceIds: ['100', '200'], text: 'come down' })
  const pushed = await helmet.next('server_push_message')
  expect(pushed).toMatchObject({ message: 'come down' })
  helmet.say({ act: 'ca_sending_message', message_id: pushed['message_id'], status: true })
  const states = async () =>
    (await site.admin.ask(broadcastCalls.getBroadcast, { id })).receipts.map(({ deviceId, state }) => [deviceId, state])
  await vi.waitFor(async () =>
    expect(await states()).toEqual([
      ['100', 'played'],
      ['200', 'offline'],
    ]),
  )
  const permissions = ['call:place']
  const { client } = await site.makeUser({ name: 'b', deptId: await site.makeDept('kiln'), scope: 'own', permissions })
  const foreign = await client.send(broadcastCalls.sendBroadcast, { deviceIds: ['100'], text: 'x' })
  expect(foreign.code).toBe('notFound')
  expect((await client.send(broadcastCalls.getBroadcast, { id })).code).toBe('notFound')
  for (const text of ['', 'x'.repeat(501)])
    expect((await site.admin.send(broadcastCalls.sendBroadcast, { deviceIds: ['100'], text })).code).toBe('invalidInput')
})
