import { describe, expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { helmetOf } from '../../../test/helmet.ts'
import { startVendor, type Vendor } from '../../../test/helmet-vendor.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, isAlarm, neighbourOf, type TestSite } from '../../../test/site.ts'

const variablesOf = ({ url, password }: Pick<Vendor, 'url' | 'password'>) => ({
  VIGIL_HELMET_SERVICE_URL: url,
  VIGIL_HELMET_SERVICE_USER: 'vigil',
  VIGIL_HELMET_SERVICE_PASSWORD: password,
})
/** A site that has the line to a vendor's service. */
const siteWith = async (vendor: Vendor): Promise<TestSite> => {
  const site = await createTestSite({ variables: variablesOf(vendor) })
  await expect.poll(() => vendor.asked()).toBeGreaterThan(0)
  return site
}
const linkOf = async (site: TestSite) => {
  const gateways = await site.admin.ask(siteCalls.listGatewayAll, undefined)
  return gateways.find(({ name }) => name === 'helmetLink')
}
const secondsNow = (): string => String(Math.floor(Date.now() / 1_000))
/** As such a service tells of a helmet: every number a text. */
const helmet = (imei: string, more: Readonly<Record<string, unknown>> = {}) => {
  const { lat, lng } = at(10, 20)
  return {
    user_info: { user_id: '9', device_id: imei, mobile: '13800000000' },
    location_info: { x_point: String(lat), y_point: String(lng), ctime: secondsNow(), bat_l: '61', ...more },
  }
}
const alarmsOf = async (site: TestSite) => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list

it('stores where helmets are by what their service tells, and skips who is nobody', async () => {
  const vendor = await startVendor()
  vendor.active = [{ location_info: helmet('100').location_info }, helmet('100'), { user_info: { device_id: '' } }]
  const site = await createTestSite()
  await site.makeHat('100')
  const linked = await neighbourOf({ ...site }, undefined, {}, { variables: variablesOf(vendor) })
  const { lat, lng } = at(10, 20)
  await expect
    .poll(async () =>
      (await site.admin.ask(positionCalls.listRealGpsAll, undefined)).map((one) => [one.deviceId, one.lat, one.lng, one.battery]),
    )
    .toEqual([['100', lat, lng, 61]])
  expect(linked.origin).toMatch(/^http/)
})

it('raises each call for help without any browser, once, whoever else tells of it', async () => {
  const vendor = await startVendor()
  const site = await siteWith(vendor)
  for (const imei of ['100', '200', '300']) await site.makeHat(imei)
  const console = await site.live(site.adminToken)
  const told = { user_info: { device_id: '100' } }
  vendor.push({ cmd: 'server_push_sos', sos_type: '7', data: told })
  await console.until(isAlarm('alarmRaised'))
  // Said again by the service, by a page and by another.
  vendor.push({ cmd: 'server_push_sos', sos_type: 7, data: told })
  for (const pwd of ['secret-1', 'secret-2'])
    await site.admin.ask(positionCalls.saveRealHatSosAlarm, { device_id: '100', alarm_type: 4, pwd })
  vendor.push({ cmd: 'server_push_sos', sos_type: '6', data: { device_id: '200' } })
  vendor.push({
    cmd: 'server_push_ca_sip_sos',
    type: 1,
    room_id: '5',
    ca_info: { user_info: { device_id: '300' } },
    time: secondsNow(),
  })
  // Only an event, and of nobody; of nobody, and of a helmet that is not known here, which are alarmed of as that.
  vendor.push({ cmd: 'server_push_sos', sos_type: '3', data: told })
  vendor.push({ cmd: 'server_push_sos', sos_type: '3', data: {} })
  vendor.push({ cmd: 'server_push_sos', sos_type: '7', data: {} })
  vendor.push({ cmd: 'server_push_sos', sos_type: '7', data: { device_id: '999' } })
  await expect
    .poll(async () => (await alarmsOf(site)).map((one) => `${one.deviceId} ${one.alarmType}`).toSorted())
    .toEqual([`${new URL(vendor.url).host} 4`, '100 4', '200 5', '300 4', '999 4'].toSorted())
  expect((await alarmsOf(site)).find(({ deviceId }) => deviceId === '999')).toMatchObject({
    deviceType: 'unregistered',
    alarmLevel: 1,
  })
  await expect.poll(async () => (await linkOf(site))?.lastError).toBe('一条求救没有说明是哪顶安全帽')
  expect((await linkOf(site))?.lately.filter(({ code }) => code === '300' || code === '200').map(({ said }) => said)).toEqual(
    expect.arrayContaining(['server_push_ca_sip_sos', 'server_push_sos']),
  )
  const burner = await site.makeUser({
    name: 'burner',
    deptId: await site.makeDept('kiln'),
    scope: 'own',
    permissions: ['hatInterfaceMgmt'],
  })
  await site.makeHat('400', { deptId: await site.makeDept('mill') })
  vendor.push({ cmd: 'server_push_sos', sos_type: '3', data: { device_id: '400' } })
  const ofFar = async (client: typeof site.admin) =>
    (await client.ask(siteCalls.listGatewayAll, undefined)).flatMap(({ lately }) => lately).filter(({ code }) => code === '400')
  await expect.poll(() => ofFar(site.admin)).toHaveLength(1)
  expect(await ofFar(burner.client)).toEqual([])
  const everything = JSON.stringify(await site.db.raw(site.db.sql, 'SELECT * FROM journal'))
  expect(everything).not.toMatch(/secret-\d/)
})

describe('finds whose a call is that does not say its device_id', () => {
  const sipSos = (more: Readonly<Record<string, unknown>>) => ({ cmd: 'server_push_ca_sip_sos', type: 1, room_id: '5', ...more })
  const sos = (data: unknown) => ({ cmd: 'server_push_sos', sos_type: '7', data })

  it('by its SIP number and its phone number, and by what its service last told', async () => {
    const vendor = await startVendor()
    const site = await siteWith(vendor)
    const codes = ['sip', 'phone', 'user', 'listed', 'text']
    for (const imei of codes) {
      const id = await site.makeHat(imei)
      const more = { sip: { sipId: '8001' }, phone: { mobile: '138 0000 0001' }, text: { sipId: '8005' } }[imei] ?? {}
      await site.admin.ask(deviceCalls.saveBsHat, { id, hatNo: `H-${imei}`, imei, ...more })
    }
    const known = (user_id: string, device_id: string) => ({ user_info: { user_id, device_id, sip_id: `sip-${user_id}` } })
    vendor.active = [known('41', 'user'), known('42', 'listed')]
    await expect.poll(() => linkOf(site)).toMatchObject({ connections: 2 })
    vendor.push(sos({ user_info: { user_id: '77', sip_id: 'sip:8001@vendor.test' } }))
    vendor.push(sos({ user_info: { user_id: '78', mobile: '+8613800000001' } }))
    vendor.push(sos([{ user_info: { user_id: 41 } }]))
    vendor.push(sipSos({ ca_info: { user_id: '42', sip_id: 'sip-42' } }))
    vendor.push(sos('{"user_info":{"sip_id":"8005"}}'))
    await expect.poll(async () => (await alarmsOf(site)).map(({ deviceId }) => deviceId).toSorted()).toEqual(codes.toSorted())
    expect((await alarmsOf(site)).every(({ deviceType, alarmLevel }) => deviceType === 'hat' && alarmLevel === 1)).toBe(true)
  })

  it('or alarms of a stranger, by what it says, and of the service where it says nothing', async () => {
    const vendor = await startVendor()
    const site = await siteWith(vendor)
    for (const imei of ['one', 'two']) {
      const id = await site.makeHat(imei)
      await site.admin.ask(deviceCalls.saveBsHat, { id, hatNo: `H-${imei}`, imei, sipId: '8001', mobile: '13800000009' })
    }
    // Which of two; a person of ours whose number it happens to be; a number of which no more is told than to anybody.
    vendor.push(sos({ user_info: { sip_id: '8001', mobile: '13800000009' } }))
    vendor.push(sos({ user_id: '1' }))
    vendor.push(sos({ mobile: '13900001234' }))
    const { lat, lng } = at(10, 20)
    vendor.push(sipSos({ x_point: String(lat), y_point: String(lng), time: secondsNow() }))
    const { host } = new URL(vendor.url)
    await expect
      .poll(async () => (await alarmsOf(site)).map(({ deviceId }) => deviceId).toSorted())
      .toEqual(['SIP 8001', 'user_id 1', '139****1234', host].toSorted())
    expect((await alarmsOf(site)).every(({ deviceType, alarmLevel }) => deviceType === 'unregistered' && alarmLevel === 1)).toBe(
      true,
    )
    expect((await alarmsOf(site)).find(({ deviceId }) => deviceId === host)).toMatchObject({ lat, lng })
  })
})

it('says how its line stands, and never with what it logs in', async () => {
  const vendor = await startVendor()
  vendor.active = [helmet('100')]
  const site = await siteWith(vendor)
  await expect
    .poll(() => linkOf(site))
    .toMatchObject({ at: vendor.url, listening: true, connections: 1, lastError: null, lastErrorAt: null })
  expect(JSON.stringify(await linkOf(site))).not.toContain(vendor.password)
  vendor.isMute = true
  vendor.lines[0]?.socket.close()
  await expect.poll(() => linkOf(site)).toMatchObject({ listening: false, connections: 0, lastError: '对方关闭了连接（1005）' })
  const english = createClient({ origin: site.origin, token: () => site.adminToken, language: () => 'en' })
  const inEnglish = (await english.ask(siteCalls.listGatewayAll, undefined)).find(({ name }) => name === 'helmetLink')
  expect(inEnglish).toMatchObject({ lastError: 'it closed the line (1005)', lastErrorAt: expect.stringMatching(/^\d/) as string })
})

it('leaves nothing to store of what a page saves for its helmets, at whichever server', async () => {
  const vendor = await startVendor()
  vendor.active = [helmet('100')]
  const site = await siteWith(vendor)
  await site.makeHat('100')
  const other = await neighbourOf(site, undefined, {}, { variables: variablesOf(vendor) })
  const { lat, lng } = at(0, 0)
  for (const client of [site.admin, createClient({ origin: other.origin, token: () => site.adminToken })]) {
    const save = () => client.ask(positionCalls.saveRealHatList, { list: [{ device_id: '100', x_point: lat, y_point: lng }] })
    await expect.poll(save).toMatchObject({ accepted: 0, ignored: 1 })
    const gateways = await client.ask(siteCalls.listGatewayAll, undefined)
    expect(gateways.find(({ name }) => name === 'helmetLink')).toMatchObject({
      listening: true,
      connections: 1,
      lately: expect.arrayContaining([expect.objectContaining({ said: 'ma_get_active_devices' })]) as unknown[],
    })
  }
})

it('leaves a helmet that has a line of its own to itself, at whichever server, but not its calls for help', async () => {
  const vendor = await startVendor()
  const site = await siteWith(vendor)
  const other = await neighbourOf(site)
  const codes = ['100', '200', '300']
  for (const imei of codes) await site.makeHat(imei)
  const { lat, lng } = at(0, 0)
  const told = (ago: number) => ({
    act: 'ca_report_location',
    location_info: { x_point: String(lat), y_point: String(lng), ctime: String(Math.floor(Date.now() / 1_000) - ago) },
  })
  const own = [await helmetOf(site, '100'), await helmetOf(other, '200')]
  for (const one of own) {
    one.say(told(10))
    expect(await one.next('ca_report_location')).toMatchObject({ status: true })
  }
  const far = at(3_000, 0)
  const places = async () =>
    (await site.admin.ask(positionCalls.listRealGpsAll, undefined))
      .map((one) => `${one.deviceId} ${one.lng > (lng + far.lng) / 2}`)
      .toSorted()
  const pretend = () => {
    vendor.active = codes.map((imei) => helmet(imei, { x_point: String(far.lat), y_point: String(far.lng) }))
  }
  pretend()
  await expect.poll(places).toEqual(['100 false', '200 false', '300 true'])
  vendor.push({ cmd: 'server_push_sos', sos_type: '7', data: { device_id: '100' } })
  await expect.poll(async () => (await alarmsOf(site)).map(({ deviceId }) => deviceId)).toEqual(['100'])
  // Once it is gone it is believed of it what others know.
  for (const one of own) one.socket.close()
  pretend()
  await expect.poll(places).toEqual(codes.map((imei) => `${imei} true`))
})

it('stores of a page whatever the service names without a place of now', async () => {
  const vendor = await startVendor()
  const old = String(Math.floor(Date.now() / 1_000) - 3_600)
  vendor.active = [{ user_info: { device_id: '100' } }, helmet('200', { ctime: old }), helmet('300')]
  const site = await siteWith(vendor)
  for (const imei of ['100', '200', '300']) await site.makeHat(imei)
  await expect.poll(() => linkOf(site)).toMatchObject({ connections: 3 })
  const { lat, lng } = at(0, 0)
  const list = ['100', '200', '300'].map((device_id) => ({ device_id, x_point: lat, y_point: lng }))
  expect(await site.admin.ask(positionCalls.saveRealHatList, { list })).toMatchObject({ accepted: 2, ignored: 1 })
})

it('is one line of several servers, which the next one takes up when the first ends', async () => {
  const vendor = await startVendor()
  const site = await createTestSite()
  await site.makeHat('100')
  const first = await neighbourOf(site, undefined, {}, { variables: variablesOf(vendor) })
  await expect.poll(() => vendor.asked()).toBeGreaterThan(0)
  await neighbourOf(site, undefined, {}, { variables: variablesOf(vendor) })
  const before = vendor.asked()
  await expect.poll(() => vendor.asked()).toBeGreaterThan(before)
  expect(vendor.lines).toHaveLength(1)
  await first.stop()
  await expect.poll(() => vendor.lines.length).toBe(2)
  await expect.poll(() => vendor.lines[1]?.heard.length).toBeGreaterThan(1)
  vendor.push({ cmd: 'server_push_sos', sos_type: '7', data: { device_id: '100' } })
  await expect.poll(async () => (await alarmsOf(site)).length).toBe(1)
})
