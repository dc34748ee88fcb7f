import { expect, it } from 'vitest'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { connectHelmet, helmetOf } from '../../../test/helmet.ts'
import { startVendor } from '../../../test/helmet-vendor.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, neighbourOf } from '../../../test/site.ts'

const variablesOf = ({ url, password }: { readonly url: string; readonly password: string }) => ({
  VIGIL_HELMET_SERVICE_URL: url,
  VIGIL_HELMET_SERVICE_USER: 'vigil',
  VIGIL_HELMET_SERVICE_PASSWORD: password,
})
/** A helmet of which a vendor's service tells, by the number of who wears it there. */
const far = (imei: string, userId: string) => {
  const { lat, lng } = at(10, 20)
  const ctime = String(Math.floor(Date.now() / 1_000))
  return {
    user_info: { user_id: userId, device_id: imei },
    location_info: { x_point: String(lat), y_point: String(lng), ctime, bat_l: '61' },
  }
}
const consoleOf = async (site: { readonly origin: string }, client: Client) => {
  const { ticket } = await client.ask(sessionCalls.createHelmetTicket, undefined)
  const console = await connectHelmet(site)
  console.say({ act: 'ma_login', access_token: ticket })
  expect(await console.next('ma_login')).toMatchObject({ status: true })
  return console
}
/** A site of two servers, the second of which has the line to a vendor's service with these helmets; a console of each. */
const linked = async (...helmets: readonly (readonly [imei: string, userId: string])[]) => {
  const vendor = await startVendor()
  vendor.active = helmets.map(([imei, userId]) => far(imei, userId))
  const site = await createTestSite()
  const person = await site.makeUser({ name: 'wearer' })
  const ids: string[] = []
  for (const [at, [imei]] of helmets.entries()) ids.push(await site.makeHat(imei, at === 0 ? { userId: person.id } : {}))
  // On no line, and of a department.
  await site.makeHat('300', { deptId: await site.makeDept('mill') })
  const other = await neighbourOf(site, undefined, {}, { variables: variablesOf(vendor) })
  const consoles = [await consoleOf(site, site.admin), await consoleOf(other, site.admin)] as const
  for (const console of consoles)
    await expect
      .poll(async () => {
        console.say({ act: 'ma_get_active_devices' })
        return ((await console.next('ma_get_active_devices'))['data'] as unknown[]).length
      })
      .toBe(helmets.length)
  return { vendor, site, person, consoles, ids }
}
const wordsOf = (vendor: Awaited<ReturnType<typeof startVendor>>) =>
  vendor.lines.flatMap(({ heard }) => heard).filter(({ act }) => act === 'ma_sending_message')

it('lists who is on a vendor’s line alone, and hands words for them to it, whose answer comes back', async () => {
  const { vendor, site, person, consoles, ids } = await linked(['100', '9'], ['200', '10'])
  for (const console of consoles) {
    console.say({ act: 'ma_get_active_devices' })
    expect(await console.next('ma_get_active_devices')).toMatchObject({
      data: [
        { user_info: { device_id: '100', user_id: person.id, user_name: 'wearer' }, location_info: { bat_l: '61' } },
        { user_info: { device_id: '200', user_id: '' } },
      ],
    })
    // By who wears it, and by itself.
    console.say({ act: 'ma_sending_message', user_id: person.id, message: 'come down' })
    expect(await console.next('ma_sending_message')).toMatchObject({ status: true, msg: '' })
    console.say({ act: 'ma_sending_message', user_id: '', device_id: '200', message: 'come down' })
    expect(await console.next('ma_sending_message')).toMatchObject({ status: true })
  }
  expect(wordsOf(vendor).map(({ user_id, message }) => [user_id, message])).toEqual(
    ['9', '10', '9', '10'].map((id) => [id, 'come down']),
  )
  expect(await site.admin.ask(deviceCalls.testBsHatById, { id: ids[0] ?? '', message: 'test' })).toEqual({ receipt: 'sent' })
  vendor.wordsTo.set('10', { status: false, msg: 'busy' })
  consoles[0].say({ act: 'ma_sending_message', user_id: '', device_id: '200', message: 'again' })
  expect(await consoles[0].next('ma_sending_message')).toMatchObject({ status: false })
  // A helmet's own line goes before.
  const own = await helmetOf(site, '100')
  consoles[1].say({ act: 'ma_sending_message', user_id: person.id, message: 'by your own line' })
  expect(await own.next('server_push_message')).toMatchObject({ message: 'by your own line' })
  expect(await consoles[1].next('ma_sending_message')).toMatchObject({ status: true })
  expect(wordsOf(vendor).some(({ message }) => message === 'by your own line')).toBe(false)
})

it('tells consoles of every server of what a vendor’s helmets push, and none of what is not theirs to see', async () => {
  const { vendor, site, consoles } = await linked(['100', '9'])
  const burner = await site.makeUser({
    name: 'burner',
    deptId: await site.makeDept('kiln'),
    scope: 'own',
    permissions: ['trackRealMgmt', 'call:place'],
  })
  const foreign = await consoleOf(site, burner.client)
  vendor.push({ cmd: 'server_push_ca_sip_sos', type: 1, room_id: '5', ca_info: { user_info: { device_id: '300' } } })
  for (const console of consoles)
    expect(await console.next('server_push_ca_sip_sos')).toMatchObject({
      room_id: '5',
      ca_info: { user_info: { device_id: '300' } },
    })
  vendor.push({ cmd: 'server_push_sos', sos_type: '6', data: { device_id: '100' } })
  for (const console of consoles)
    expect(await console.next('server_push_sos')).toMatchObject({ sos_type: 6, data: { user_info: { device_id: '100' } } })
  foreign.say({ act: 'ma_sending_message', user_id: '', device_id: '300', message: 'mine' })
  expect(await foreign.next('ma_sending_message')).toMatchObject({ status: false })
  expect(foreign.answers.map(({ cmd }) => cmd)).not.toContain('server_push_ca_sip_sos')
  expect(wordsOf(vendor)).toEqual([])
})

it('a console says of itself that its softphone came and went, and is told where it has no account', async () => {
  const site = await createTestSite()
  const caller = await site.makeUser({ name: 'caller', permissions: ['trackRealMgmt', 'call:place'] })
  const looker = await site.makeUser({ name: 'looker', permissions: ['trackRealMgmt'] })
  for (const [user, status] of [
    [caller, true],
    [looker, false],
  ] as const) {
    const console = await consoleOf(site, user.client)
    console.say({ act: 'ma_set_sip_info', user_id: user.id, v_type: '1' })
    expect(await console.next('ma_set_sip_info')).toMatchObject({ status, msg: status ? '' : '没有SIP账号' })
  }
})
