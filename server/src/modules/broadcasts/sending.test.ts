import { expect, it } from 'vitest'
import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { byHand, everySecond } from '../../../test/jobs.ts'
import { helmetOf } from '../../../test/helmet.ts'
import { createTestSite, isAlarm, neighbourOf } from '../../../test/site.ts'
import { upload } from '../../../test/transfers.ts'

const { sendBroadcast, getBroadcast, getBroadcastOfNotice, getBroadcastReach, cancelBroadcast, listBsNoticeRecordAll } =
  broadcastCalls
const own = { scope: 'own' as const, permissions: ['call:place'] }

const statesOf = async (client: Client, id: string) =>
  Object.fromEntries(
    (await client.ask(getBroadcast, { id })).receipts.map(({ deviceId, state, reason }) => [
      deviceId,
      reason === '' ? state : `${state} ${reason}`,
    ]),
  )
const reportAt = (deviceId: string, lng: number, lat: number, ago = 0) => ({
  deviceType: 'hat',
  deviceId,
  time: new Date(Date.now() - ago).toISOString(),
  lng,
  lat,
})
it('says a text to helmets, and tells what was handed over from what was played and from who is not there', async () => {
  const site = await createTestSite({}, undefined, { jobs: everySecond })
  const mill = await site.makeDept('mill')
  for (const imei of ['100', '200']) await site.makeHat(imei, { deptId: mill })
  const helmet = await helmetOf(site, '100')
  const console = await site.live(site.adminToken)
  const { id } = await site.admin.ask(sendBroadcast, { deviceIds: ['100', '200', '100'], text: 'come down' })
  const pushed = await helmet.next('server_push_message')
  expect(pushed).toMatchObject({ message: 'come down', priority: 'normal' })
  await expect.poll(() => statesOf(site.admin, id)).toEqual({ 100: 'sent', 200: 'offline' })
  const later = { act: 'ca_sending_message', message_id: pushed['message_id'] }
  helmet.say({ ...later, status: true })
  helmet.say({ act: 'ca_get_sip_info' })
  await helmet.next('ca_get_sip_info')
  expect(await statesOf(site.admin, id)).toEqual({ 100: 'sent', 200: 'offline' })
  /** Changes are told together with what else changed meanwhile. */
  const told = () =>
    console.messages.filter((message) => message.type === 'changed' && message.records.broadcastSending?.includes(id) === true)
      .length
  await expect.poll(told).toBeGreaterThan(0)
  const seen = told()
  helmet.say({ ...later, status: 'played' })
  await expect.poll(() => statesOf(site.admin, id)).toEqual({ 100: 'played', 200: 'offline' })
  await expect.poll(told).toBeGreaterThan(seen)
  helmet.say({ ...later, status: false })
  await expect.poll(() => helmet.socket.bufferedAmount).toBe(0)
  expect(helmet.answers.filter(({ cmd }) => cmd === 'server_push_message')).toHaveLength(1)

  const notices = (await site.admin.ask(listBsNoticeRecordAll, {})) as { id: string; title: string; target: string }[]
  expect(notices).toMatchObject([{ title: 'come down', content: 'come down', channel: 'helmet', target: 'H-100、H-200' }])
  expect((await site.admin.ask(getBroadcastOfNotice, { id: notices[0]?.id ?? '' }))?.id).toBe(id)
  const { rows } = await site.db.raw<{ after: unknown }>(
    site.db.sql,
    `SELECT after FROM journal WHERE object = 'broadcastSending' AND action = 'broadcast'`,
  )
  expect(rows).toMatchObject([{ after: { text: 'come down', total: 2 } }])
})

it('speaks to none that is not the asker’s, and tells him of none', async () => {
  const site = await createTestSite({}, undefined, { jobs: everySecond })
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  await site.makeHat('100', { deptId: mill })
  await site.makeHat('200', { deptId: await site.makeDept('burner', kiln) })
  await site.makeHat('300')
  const miller = await site.makeUser({ name: 'miller', deptId: mill, ...own })
  const burner = await site.makeUser({ name: 'burner', deptId: kiln, ...own })
  await site.report(['100', '200', '300'].map((imei) => reportAt(imei, 118.36, 31.17)))
  const { id } = await miller.client.ask(sendBroadcast, { deviceIds: ['100'], text: 'x' })
  const [foreign, unseen, uncancelled, whole] = [
    await burner.client.send(sendBroadcast, { deviceIds: ['200', '100'], text: 'x' }),
    await burner.client.send(getBroadcast, { id }),
    await burner.client.send(cancelBroadcast, { id }),
    await burner.client.send(sendBroadcast, { deviceIds: ['300'], text: 'x' }),
  ]
  expect([foreign, unseen, uncancelled, whole].map(({ code }) => code)).toEqual(['notFound', 'notFound', 'notFound', 'forbidden'])
  expect((await burner.client.send(sendBroadcast, { deptIds: [mill], text: 'x' })).code).toBe('notFound')
  const area = { shape: 'circle' as const, points: [[118.36, 31.17] as [number, number]], radius: 50 }
  expect(await burner.client.ask(getBroadcastReach, { area })).toEqual({ online: 1, offline: 0 })
  expect(await burner.client.ask(getBroadcastReach, { deptIds: [kiln] })).toEqual({ online: 1, offline: 0 })
  const inArea = await burner.client.ask(sendBroadcast, { area, text: 'x' })
  const inDept = await burner.client.ask(sendBroadcast, { deptIds: [kiln], text: 'x' })
  for (const made of [inArea, inDept]) expect(Object.keys(await statesOf(burner.client, made.id))).toEqual(['200'])
  const all = await site.admin.ask(sendBroadcast, { area, text: 'x' })
  expect(Object.keys(await statesOf(site.admin, all.id))).toEqual(['100', '200', '300'])
  expect(Object.keys(await statesOf(miller.client, all.id))).toEqual(['100', '300'])
})

it('means by an area who was last seen in it, and not too long ago', async () => {
  const site = await createTestSite({}, undefined, { jobs: everySecond })
  for (const imei of ['100', '200', '300']) await site.makeHat(imei)
  await site.report([reportAt('100', 118.36, 31.17), reportAt('200', 118.37, 31.17), reportAt('300', 118.36, 31.17, 20 * 60_000)])
  const area = {
    shape: 'polygon' as const,
    points: [
      [118.359, 31.169],
      [118.361, 31.169],
      [118.361, 31.171],
      [118.359, 31.171],
    ] as [number, number][],
  }
  expect(await site.admin.ask(getBroadcastReach, { area })).toEqual({ online: 1, offline: 0 })
  expect(await site.admin.ask(getBroadcastReach, { area: { ...area, seenWithin: 60 } })).toMatchObject({
    online: expect.any(Number),
  })
  const { id } = await site.admin.ask(sendBroadcast, { area: { ...area, seenWithin: 60 }, text: 'out' })
  expect(Object.keys(await statesOf(site.admin, id))).toEqual(['100', '300'])
})

it('takes nothing that is wrong, and then nobody hears anything', async () => {
  const site = await createTestSite({}, undefined, { jobs: everySecond })
  await site.makeHat('100')
  const line = {
    shape: 'polygon' as const,
    points: [
      [1, 1],
      [2, 2],
    ],
  }
  const codeOf = async (body: object) => (await site.admin.send(sendBroadcast, { deviceIds: ['100'], text: 'x', ...body })).code
  expect(await codeOf({ text: '' })).toBe('invalidInput')
  expect(await codeOf({ text: 'x'.repeat(501) })).toBe('invalidInput')
  expect(await codeOf({ deviceIds: undefined })).toBe('invalidInput')
  expect(await codeOf({ area: line })).toBe('invalidInput')
  expect(await codeOf({ deviceIds: undefined, area: line })).toBe('invalidInput')
  expect(await codeOf({ deviceIds: undefined, area: { ...line, points: [] } })).toBe('invalidInput')
  expect(await codeOf({ deviceIds: undefined, deptIds: ['999'] })).toBe('notFound')
  expect(await codeOf({ deviceIds: undefined, deptIds: [await site.makeDept('empty')] })).toBe('invalidInput')
  expect(await codeOf({ deviceIds: ['999'] })).toBe('notFound')
  expect(await codeOf({ alarmId: '999' })).toBe('notFound')
  expect(await codeOf({ clip: '0'.repeat(32) })).toBe('notFound')
  const text = await upload(site, site.adminToken, 'a.txt', 'no sound', 'attachment')
  expect(await codeOf({ clip: text })).toBe('invalidInput')
  expect(await site.admin.ask(listBsNoticeRecordAll, {})).toEqual([])
})

it('gives helmets the address of a recorded clip, with words for who plays none, for a while', async () => {
  const site = await createTestSite({}, undefined, { jobs: everySecond })
  await site.makeHat('100')
  const helmet = await helmetOf(site, '100')
  const wav = `RIFF\u0024\u0000\u0000\u0000WAVEfmt ${'\u0000'.repeat(28)}`
  const clip = await upload(site, site.adminToken, 'a.wav', wav, 'attachment')
  const { id } = await site.admin.ask(sendBroadcast, { deviceIds: ['100'], clip, title: 'shift' })
  const { audio_url: address, message } = await helmet.next('server_push_message')
  expect(message).toBe('shift')
  const fetched = await fetch(`${site.origin}${String(address)}`)
  expect([fetched.status, fetched.headers.get('content-type'), (await fetched.text()).length]).toEqual([
    200,
    'audio/wav',
    wav.length,
  ])
  expect((await fetch(`${site.origin}${String(address).slice(0, -1)}x`)).status).toBe(404)
  await site.db.raw(site.db.sql, `UPDATE broadcast_sending SET at = at - interval '11 minutes' WHERE id = ${id}`)
  expect((await fetch(`${site.origin}${String(address)}`)).status).toBe(404)
})

it('lets an urgent one go before a normal one, which the helmet does not hear any more', async () => {
  // Nobody takes up what waits but who begins something himself.
  const site = await createTestSite({}, undefined, byHand('broadcasts').company)
  for (const imei of ['100', '200']) await site.makeHat(imei)
  const normal = await site.admin.ask(sendBroadcast, { deviceIds: ['100', '200'], text: 'normal' })
  await expect.poll(() => statesOf(site.admin, normal.id)).toEqual({ 100: 'offline', 200: 'offline' })
  const [first, second] = [await helmetOf(site, '100'), await helmetOf(site, '200')]
  // As if no server had come to it yet.
  await site.db.raw(site.db.sql, `UPDATE broadcast_receipt SET state = 'pending', taken_at = NULL`)
  const { id } = await site.admin.ask(sendBroadcast, { deviceIds: ['100'], text: 'urgent', priority: 'urgent' })
  await expect.poll(() => statesOf(site.admin, id)).toEqual({ 100: 'sent' })
  await expect.poll(() => statesOf(site.admin, normal.id)).toEqual({ 100: 'failed replaced', 200: 'sent' })
  expect(await second.next('server_push_message')).toMatchObject({ message: 'normal' })
  const heard = first.answers
    .filter(({ cmd }) => cmd === 'server_push_message')
    .map(({ message, priority }) => [message, priority])
  expect(heard).toEqual([['urgent', 'urgent']])
})

it('reaches a helmet at another server, and each server’s people see what it says', async () => {
  const site = await createTestSite({}, undefined, { jobs: everySecond })
  await site.makeHat('100')
  const far = await neighbourOf(site, undefined, { jobs: everySecond })
  const helmet = await helmetOf(far, '100')
  const { id } = await site.admin.ask(sendBroadcast, { deviceIds: ['100'], text: 'over there' })
  const { message_id: messageId, message } = await helmet.next('server_push_message')
  expect(message).toBe('over there')
  helmet.say({ act: 'ca_sending_message', message_id: messageId, status: 'played' })
  await expect.poll(() => statesOf(site.admin, id)).toEqual({ 100: 'played' })
  expect(helmet.answers.filter(({ cmd }) => cmd === 'server_push_message')).toHaveLength(1)
})

it('takes a helmet that says nothing for one that did not play it, until it says after all that it did', async () => {
  const job = byHand('broadcast receipts')
  const site = await createTestSite({}, undefined, job.company)
  await site.makeHat('100')
  const helmet = await helmetOf(site, '100')
  const { id } = await site.admin.ask(sendBroadcast, { deviceIds: ['100'], text: 'x' })
  const { message_id: messageId } = await helmet.next('server_push_message')
  await expect.poll(() => statesOf(site.admin, id)).toEqual({ 100: 'sent' })
  await job.run()
  expect(await statesOf(site.admin, id)).toEqual({ 100: 'sent' })
  await site.db.raw(site.db.sql, `UPDATE broadcast_receipt SET changed_at = changed_at - interval '3 minutes'`)
  await job.run()
  expect(await statesOf(site.admin, id)).toEqual({ 100: 'failed silent' })
  helmet.say({ act: 'ca_sending_message', message_id: messageId, status: 'played' })
  await expect.poll(() => statesOf(site.admin, id)).toEqual({ 100: 'played' })
})

it('begins ten a minute of one person, over all servers', async () => {
  const site = await createTestSite({}, undefined, { jobs: everySecond })
  await site.makeHat('100')
  const far = await neighbourOf(site, undefined, { jobs: everySecond })
  const other = await site.makeUser({ name: 'b', ...own, scope: 'all' })
  for (let n = 0; n < 10; n += 1) await site.admin.ask(sendBroadcast, { deviceIds: ['100'], text: `${n}` })
  const post = (origin: string, token: string) =>
    fetch(`${origin}/api${sendBroadcast.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ deviceIds: ['100'], text: 'x' }),
    })
  expect((await post(site.origin, site.adminToken)).status).toBe(429)
  expect((await post(far.origin, site.adminToken)).status).toBe(429)
  expect((await post(site.origin, other.token)).status).toBe(200)
})

it('cancels what waits, stands on the timeline of its alarm, and goes after its days with its notice left', async () => {
  const job = byHand('old broadcasts')
  const site = await createTestSite({}, undefined, job.company)
  await site.makeHat('100')
  const console = await site.live(site.adminToken)
  await site.report([{ ...reportAt('100', 118.36, 31.17), sos: 'press' }])
  const { event } = await console.until(isAlarm('alarmRaised'))
  const alarmId = event.data.id
  const { id } = await site.admin.ask(sendBroadcast, { deviceIds: ['100'], text: 'help comes', alarmId })
  expect((await site.admin.ask(alarmCalls.listAlarmStep, { id: alarmId })).at(-1)).toMatchObject({
    kind: 'messaged',
    note: 'help comes',
  })
  await expect.poll(() => statesOf(site.admin, id)).toEqual({ 100: 'offline' })
  await site.db.raw(site.db.sql, `UPDATE broadcast_receipt SET state = 'pending', taken_at = NULL`)
  expect(await site.admin.ask(cancelBroadcast, { id })).toEqual({ cancelled: 1 })
  expect(await statesOf(site.admin, id)).toEqual({ 100: 'failed cancelled' })
  expect((await site.admin.ask(getBroadcast, { id })).cancelledAt).not.toBeNull()
  await job.run()
  expect((await site.admin.send(getBroadcast, { id })).code).toBe('200')
  await site.db.raw(site.db.sql, `UPDATE broadcast_sending SET at = at - interval '366 days'`)
  await job.run()
  expect((await site.admin.send(getBroadcast, { id })).code).toBe('notFound')
  const notices = (await site.admin.ask(listBsNoticeRecordAll, {})) as { id: string }[]
  expect(await site.admin.ask(getBroadcastOfNotice, { id: notices[0]?.id ?? '' })).toBeNull()
})
