import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmType, alarmTypes } from '@vigil/contract/alarms/types.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { healthCalls } from '@vigil/contract/health/calls.ts'
import { createClient, whole, type Client } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { connectHelmet, helmetOf } from '../../../test/helmet.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, deviceKey, neighbourOf, type TestSite } from '../../../test/site.ts'

const location = (east: number, more: Record<string, unknown> = {}) => ({
  act: 'ca_report_location',
  location_info: {
    x_point: String(at(east, 0).lat),
    y_point: String(at(east, 0).lng),
    ctime: String(Math.floor(Date.now() / 1000)),
    bat_l: '80',
    ...more,
  },
})

const openOnes = async (site: TestSite) => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list

/** Helmets that go with the last word they say, and how often each was heard to call for help. */
const leaving = (site: TestSite, now = Date.now()) => ({
  /** By one clock: two presses of one second are one. */
  secondsAgo: (seconds: number): string => String(Math.floor(now / 1000) - seconds),
  presses: async (code: string): Promise<number> => {
    const { rows } = await site.db.raw<{ presses: number }>(
      site.db.sql,
      'SELECT coalesce(sum(count), 0)::int AS presses FROM alarm WHERE device_code = $1',
      [code],
    )
    return rows[0]?.presses ?? 0
  },
  sayAndGo: async (messages: readonly unknown[]): Promise<void> => {
    const helmet = await connectHelmet(site)
    for (const message of messages) helmet.say(message)
    helmet.socket.close()
    await helmet.closed
  },
})

describe('a helmet', () => {
  it('logs in with a device key and is acknowledged once its report is stored', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const helmet = await helmetOf(site, '100')
    const report = location(5, { c_speed: '3.6', tempdata: 'a;b;c;d;e;f;mtktsbtsmdpa--51000' })
    helmet.say(report)
    expect(await helmet.next('ca_report_location')).toMatchObject({ status: true, ctime: report.location_info.ctime })
    const [latest] = await site.admin.ask(positionCalls.listRealGpsAll, undefined)
    expect(latest).toMatchObject({ deviceId: '100', battery: 80, speed: 3.6, temperature: 51 })
    expect(latest?.lat).toBeCloseTo(at(5, 0).lat, 9)
  })

  it('is refused with a wrong key, as an unknown device, and before it logs in', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const helmet = await connectHelmet(site)
    helmet.say(location(0))
    expect(await helmet.next('ca_report_location')).toMatchObject({ status: false, msg: 'please login in' })
    helmet.say({ act: 'ca_login', device_id: '100', key: 'wrong' })
    expect(await helmet.next('ca_login')).toMatchObject({ status: false, code: 'deviceKeyInvalid' })
    helmet.say({ act: 'ca_login', device_id: '999', key: deviceKey })
    expect(await helmet.next('ca_login')).toMatchObject({ status: false, code: 'unknownDevice' })
    expect(await site.admin.ask(positionCalls.listRealGpsAll, undefined)).toEqual([])
  })

  it('that does not say who it is, or wrongly, is closed after a few tries', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const chatter = await connectHelmet(site)
    for (let time = 0; time < 50; time += 1) chatter.say({ act: 'ca_sos', sos_type: '7' })
    expect(await chatter.closed).toBe(4000)
    expect(chatter.answers.length).toBeLessThan(10)
    const guesser = await connectHelmet(site)
    for (let time = 0; time < 50; time += 1) guesser.say({ act: 'ma_login', access_token: `guess-${time}` })
    expect(await guesser.closed).toBe(4000)
    expect(await openOnes(site)).toEqual([])
  })

  it('that is closed and says no goodbye is read no further', async () => {
    const site = await createTestSite()
    const line = connect(Number(new URL(site.origin).port), '127.0.0.1')
    line.on('error', () => undefined)
    let heard = ''
    line.on('data', (data: Buffer) => {
      heard += data.toString('latin1')
    })
    const over = new Promise<'over'>((resolve) => line.once('close', () => resolve('over')))
    const untilHeard = (text: string) => expect.poll(() => heard).toContain(text)
    line.write(
      'GET /helmet HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    )
    await untilHeard('101 Switching')
    const text = '{"act":"ca_sos"}'
    const frame = Buffer.concat([Buffer.of(0x81, 0x80 | text.length, 0, 0, 0, 0), Buffer.from(text)])
    line.write(Buffer.concat(Array.from({ length: 6 }, () => frame)))
    await untilHeard('login expected')
    const many = Buffer.concat(Array.from({ length: 1_000 }, () => frame))
    let written = 0
    while (!line.destroyed && written < 64 * 1024 * 1024) {
      written += many.length
      if (!line.write(many)) await Promise.race([new Promise((resolve) => line.once('drain', resolve)), over])
    }
    expect(written).toBeLessThan(16 * 1024 * 1024)
  })

  it('passes on nothing that a page could take for more than words', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const helmet = await helmetOf(site, '100')
    helmet.say(location(0, { is_weared: '1', junk: '<img src=x onerror=1>', c_speed: '"><b>', net_type: 1 }))
    expect(await helmet.next('ca_report_location')).toMatchObject({ status: true })
    const { ticket } = await site.admin.ask(sessionCalls.createHelmetTicket, undefined)
    const admin = await connectHelmet(site)
    admin.say({ act: 'ma_login', access_token: ticket })
    await admin.next('ma_login')
    admin.say({ act: 'ma_get_active_devices' })
    const { data } = (await admin.next('ma_get_active_devices')) as { data?: { location_info: Record<string, unknown> }[] }
    expect(data?.[0]?.location_info).toMatchObject({ is_weared: '1', net_type: 1, bat_l: '80' })
    expect(JSON.stringify(data)).not.toMatch(/[<>]/)
  })

  it('is told what could not be stored now on a line that stays open, so that a call for help is heard on it', async () => {
    const site = await createTestSite({ diskMarks: { low: null, full: Number.MAX_SAFE_INTEGER } })
    await site.makeHat('100')
    const helmet = await helmetOf(site, '100')
    helmet.say(location(0))
    expect(await helmet.next('ca_report_location')).toMatchObject({ status: false, msg: 'notReady' })
    helmet.say({ act: 'ca_sos', sos_type: '7' })
    expect(await helmet.next('ca_sos')).toMatchObject({ status: true })
    expect(await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).toMatchObject({ list: [{ alarmType: 4 }] })
  })

  it('that calls for help as soon as it has said who it is, and goes, is heard', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.makeHat('200')
    const { presses, sayAndGo, secondsAgo } = leaving(site)
    for (let press = 1; press <= 10; press += 1) {
      await sayAndGo([
        { act: 'ca_login', device_id: '100', key: deviceKey },
        // Calls first: one that is opened upon a press that its helmet told of is that press.
        { act: press > 5 ? 'ca_sos' : 'ca_sip_sos', time: secondsAgo(press) },
      ])
    }
    await expect.poll(() => presses('100')).toBe(10)
    // One that has gone takes nothing over from a connection that lives.
    const living = await helmetOf(site, '200')
    await sayAndGo([
      { act: 'ca_login', device_id: '200', key: deviceKey },
      { act: 'ca_sip_sos', time: secondsAgo(1) },
    ])
    await expect.poll(() => presses('200')).toBe(1)
    living.say(location(0))
    expect(await living.next('ca_report_location')).toMatchObject({ status: true })
  })

  it('that has gone is heard as who its last login before the call made it', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.makeHat('200')
    const { presses, sayAndGo, secondsAgo } = leaving(site)
    const login = (device_id: string, key = deviceKey) => ({ act: 'ca_login', device_id, key })
    const call = (second: number) => ({ act: 'ca_sip_sos', time: secondsAgo(second) })
    await sayAndGo([login('100'), login('100', 'wrong'), call(1)])
    await sayAndGo([login('100'), { act: 'ma_login', access_token: 'wrong' }, call(2)])
    await sayAndGo([login('100', 'wrong'), login('200'), call(3)])
    await expect.poll(() => presses('200')).toBe(1)
    // What was said before is carried out before.
    const line = await helmetOf(site, '100')
    line.say(call(4))
    await line.next('ca_sip_sos')
    expect(await presses('100')).toBe(1)
  })

  it('survives malformed messages, and what is no fix is no position', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const helmet = await helmetOf(site, '100')
    for (const bad of ['{', 'null', '[]', '{"act":"ca_nothing"}', '{"act":"ca_report_location"}']) {
      helmet.say(bad)
      expect(await helmet.next('error')).toMatchObject({ status: false })
    }
    // No device sends a number as long: it is not even looked at.
    helmet.say(location(0, { bat_l: '1'.repeat(3_990), x_point: `${'1'.repeat(3_990)}x` }))
    expect(await helmet.next('ca_report_location')).toMatchObject({ status: false, msg: 'noFix' })
    helmet.say(location(0, { x_point: 'NaN' }))
    expect(await helmet.next('ca_report_location')).toMatchObject({ status: false, msg: 'noFix' })
    helmet.say(location(0, { x_point: '0', y_point: '0' }))
    expect(await helmet.next('ca_report_location')).toMatchObject({ status: false, msg: 'noFix' })
    helmet.say(location(0, { bat_l: '250', c_speed: 'fast' }))
    expect(await helmet.next('ca_report_location')).toMatchObject({ status: true })
    expect(await site.admin.ask(positionCalls.listRealGpsAll, undefined)).toMatchObject([{ battery: null, speed: null }])
  })

  it('that tells of a time that is none, or of any temperature, takes nothing from anybody', async () => {
    const site = await createTestSite()
    for (const imei of ['100', '200', '300']) await site.makeHat(imei)
    const helmet = await helmetOf(site, '100')
    for (const ctime of ['1e308', '1e250', '1e17', '253402128000'])
      for (const place of [{}, { x_point: '0', y_point: '0' }]) {
        helmet.say(location(0, { ctime, ...place }))
        expect(await helmet.next('ca_report_location')).toMatchObject({ status: false, msg: 'noTime' })
      }
    // The last time that there is.
    helmet.say(location(0, { ctime: '253402127999' }))
    expect(await helmet.next('ca_report_location')).toMatchObject({ status: false, msg: 'future' })
    const tempdata = (digits: string) => ({ tempdata: `a;b;c;d;e;f;mtktsbtsmdpa--${digits}` })
    const hot = await helmetOf(site, '300')
    hot.say(location(0, tempdata('1e308')))
    expect(await hot.next('ca_report_location')).toMatchObject({ status: true })
    const saved = await site.admin.ask(positionCalls.saveRealHatList, {
      list: [{ device_id: '200', x_point: at(0, 0).lat, y_point: at(0, 0).lng, temperature: '1e308' }],
    })
    expect(saved).toMatchObject({ accepted: 1 })
    await expect
      .poll(async () => whole(await site.admin.ask(deviceCalls.listClockSkewAll, {})))
      .toMatchObject([{ deviceId: '100', count: 1 }])
    const wire = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const span = { startTime: `${wire(-3)} 00:00:00`, endTime: `${wire(3)} 00:00:00` }
    // As they stood once.
    const runs = (sql: string) => site.db.raw(site.db.sql, sql)
    await runs(`UPDATE position SET temperature = 'Infinity' WHERE device_id = (SELECT id FROM device WHERE code = '200')`)
    for (const deviceId of ['300', '200']) {
      const track = await site.admin.ask(positionCalls.listHisGpsByDevId, { deviceType: 'hat', deviceId, ...span })
      expect(whole(track)).toMatchObject([{ temperature: deviceId === '300' ? 0 : null }])
    }
    expect(await site.admin.ask(positionCalls.listRealGpsAll, undefined)).toMatchObject([{ temperature: 0 }, { temperature: 0 }])
    // What was stored before there were bounds is put right.
    await runs(`UPDATE clock_skew SET skew_seconds = 'Infinity'`)
    await runs(`INSERT INTO clock_behind SELECT id, now(), now(), 1e300 FROM device`)
    await runs(`UPDATE device_state SET temperature = '-Infinity'`)
    await runs(`INSERT INTO device_fault (device_id, kind, since, seen_at, ended_at, skew_seconds)
      SELECT id, 'clockDrift', now(), now(), now(), 'Infinity' FROM device WHERE code = '200'`)
    for (const step of ['devices/20261125233800-clock', 'health/20261125233810-skew', 'positions/20261125233820-temperature'])
      await runs(await readFile(new URL(`../../modules/${step}-bounds.sql`, import.meta.url), 'utf8'))
    expect(whole(await site.admin.ask(deviceCalls.listClockSkewAll, {}))).toMatchObject([{ skewSeconds: 315_569_520_000 }])
    const faults = whole(await site.admin.ask(healthCalls.listBsDeviceFaultByDeptId, { ended: true }))
    expect(faults).toMatchObject([{ skewSeconds: 315_569_520_000 }])
    const { rows } = await site.db.raw<{ most: number }>(site.db.sql, 'SELECT max(seconds) AS most FROM clock_behind')
    expect(rows).toEqual([{ most: 315_569_520_000 }])
    const { rows: states } = await site.db.raw(site.db.sql, 'SELECT 1 FROM device_state WHERE temperature IS NOT NULL')
    expect(states).toEqual([])
  })

  it.each([
    ['7', 4, 1],
    ['6', 5, 1],
    ['8', 2, 2],
    ['4', 13, 1],
    ['1', 12, 2],
    ['11', 16, 2],
  ])('pushing sos_type %s raises alarm type %d at level %d', async (sosType, type, alarmLevel) => {
    const site = await createTestSite()
    await site.makeHat('100')
    const helmet = await helmetOf(site, '100')
    helmet.say({ act: 'ca_sos', sos_type: sosType, time: String(Date.now() / 1000) })
    expect(await helmet.next('ca_sos')).toMatchObject({ status: true })
    expect((await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list).toMatchObject([{ alarmType: type, alarmLevel }])
  })

  it.each(['ca_sos', 'ca_sip_sos'])('calling by %s without saying what for is an SOS', async (act) => {
    const site = await createTestSite()
    await site.makeHat('100')
    const { ticket } = await site.admin.ask(sessionCalls.createHelmetTicket, undefined)
    const admin = await connectHelmet(site)
    admin.say({ act: 'ma_login', access_token: ticket })
    await admin.next('ma_login')
    const helmet = await helmetOf(site, '100')
    helmet.say({ act })
    expect(await helmet.next(act)).toMatchObject({ status: true })
    expect(await openOnes(site)).toMatchObject([{ alarmType: alarmType.code.sos }])
    const told =
      act === 'ca_sos' ? { cmd: 'server_push_sos', sos_type: Number(alarmTypes.sos.sosType) } : { cmd: 'server_push_ca_sip_sos' }
    expect(await admin.next(told.cmd)).toMatchObject(told)
  })

  it('logging in again takes over from a link that nobody closed', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const older = await helmetOf(site, '100')
    const newer = await helmetOf(site, '100')
    expect(await older.closed).toBe(4002)
    newer.say(location(1))
    expect(await newer.next('ca_report_location')).toMatchObject({ status: true })
  })

  it('that is connected needs no page to save it', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await helmetOf(site, '100')
    const { lat, lng } = at(0, 0)
    const answer = await site.admin.ask(positionCalls.saveRealHatList, {
      list: [{ device_id: '100', x_point: lat, y_point: lng }],
    })
    expect(answer).toMatchObject({ accepted: 0, ignored: 1 })
  })
})

it('the service counts what helmets say, and nothing of strangers', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  const stranger = await connectHelmet(site)
  for (const words of ['nonsense', { act: 'ca_sos' }]) stranger.say(words)
  await stranger.next('ca_sos')
  const status = async () => {
    const gateways = await site.admin.ask(siteCalls.listGatewayAll, undefined)
    return gateways.find(({ name }) => name === 'helmetService')
  }
  expect(await status()).toMatchObject({
    at: '/helmet',
    listening: true,
    messages: 0,
    errors: 0,
    lastMessageAt: null,
    lastError: null,
    lastErrorAt: null,
  })
  const helmet = await helmetOf(site, '100')
  helmet.say(location(1))
  await helmet.next('ca_report_location')
  expect(await status()).toMatchObject({ connections: 1, messages: 1, lastMessageAt: expect.any(String) as string })
})

it('what helmets said last is listed for whoever may see them, and one of them is sent a test message', async () => {
  const site = await createTestSite()
  const [kiln, mill] = [await site.makeDept('kiln'), await site.makeDept('mill')]
  const ids = new Map<string, string>()
  for (const [imei, deptId] of [
    ['100', kiln],
    ['200', mill],
  ] as const) {
    ids.set(imei, await site.makeHat(imei, { deptId }))
    const helmet = await helmetOf(site, imei)
    helmet.say(location(1))
    await helmet.next('ca_report_location')
  }
  const miller = await site.makeUser({
    name: 'miller',
    deptId: mill,
    scope: 'own',
    permissions: ['hatInterfaceMgmt', 'hatInterfaceMgmt:edit'],
  })
  const lately = async (client: Client) => {
    const gateways = await client.ask(siteCalls.listGatewayAll, undefined)
    return gateways.find(({ name }) => name === 'helmetService')?.lately.map(({ code, said }) => [code, said])
  }
  expect(await lately(site.admin)).toEqual([
    ['200', 'ca_report_location'],
    ['100', 'ca_report_location'],
  ])
  expect(await lately(miller.client)).toEqual([['200', 'ca_report_location']])
  const elsewhere = await neighbourOf(site)
  await expect
    .poll(() => lately(createClient({ origin: elsewhere.origin, token: () => site.adminToken })))
    .toEqual(await lately(site.admin))

  const test = (client: Client, imei: string, message: string) =>
    client.send(deviceCalls.testBsHatById, { id: ids.get(imei) ?? '', message })
  expect(await test(miller.client, '100', '测试')).toMatchObject({ code: 'notFound' })
  expect(await test(miller.client, '200', ' ')).toMatchObject({ code: 'invalidInput' })
  const looker = await site.makeUser({ name: 'looker', permissions: ['hatInterfaceMgmt'] })
  expect(await test(looker.client, '200', '测试')).toMatchObject({ code: 'forbidden' })
  const helmet = await helmetOf(site, '200')
  expect(await test(miller.client, '200', '测试')).toMatchObject({ data: { receipt: 'sent' } })
  expect(await helmet.next('server_push_message')).toMatchObject({ message: '测试' })
  ids.set('300', await site.makeHat('300'))
  expect(await test(site.admin, '300', '测试')).toMatchObject({ data: { receipt: 'offline' } })
  // The whole site's: seen by everybody, and not for everybody to speak to.
  expect(await test(miller.client, '300', '测试')).toMatchObject({ code: 'forbidden' })
})

describe('an administrator', () => {
  const adminOf = async (site: TestSite, token: string) => {
    const { ticket } = await site.clientOf(token).ask(sessionCalls.createHelmetTicket, undefined)
    const admin = await connectHelmet(site)
    admin.say({ act: 'ma_login', access_token: ticket, udid: 'u1' })
    return { admin, ticket }
  }

  it('logs in with a ticket that works once, and sees the helmets of its scope', async () => {
    const site = await createTestSite()
    const [mill, kiln] = await Promise.all([site.makeDept('mill'), site.makeDept('kiln')])
    const permissions = ['trackRealMgmt', 'alarmRealMgmt', 'call:place']
    const li = await site.makeUser({ name: 'li', permissions, scope: 'own', deptId: mill })
    const burner = await site.makeUser({ name: 'burner', permissions, scope: 'own', deptId: kiln })
    await site.makeHat('100', { deptId: mill, userId: li.id })
    await site.makeHat('200', { deptId: kiln, userId: burner.id })
    const [own, other] = [await helmetOf(site, '100'), await helmetOf(site, '200')]
    const { admin, ticket } = await adminOf(site, li.token)
    expect(await admin.next('ma_login')).toMatchObject({ status: true, admin_info: { admin_id: li.id } })
    admin.say({ act: 'ma_get_active_devices' })
    const { data } = (await admin.next('ma_get_active_devices')) as { data: { user_info: { device_id: string } }[] }
    expect(data.map(({ user_info }) => user_info.device_id)).toEqual(['100'])
    // Nor does it speak to others.
    for (const [to, status] of [
      [burner.id, false],
      [li.id, true],
    ] as const) {
      admin.say({ act: 'ma_sending_message', user_id: to, message: `for ${to}` })
      expect(await admin.next('ma_sending_message')).toMatchObject({ status })
    }
    expect(await own.next('server_push_message')).toMatchObject({ message: `for ${li.id}` })
    const { admin: ofKiln } = await adminOf(site, burner.token)
    await ofKiln.next('ma_login')
    ofKiln.say({ act: 'ma_sending_message', user_id: burner.id, message: 'the first' })
    expect(await other.next('server_push_message')).toMatchObject({ message: 'the first' })
    const second = await connectHelmet(site)
    second.say({ act: 'ma_login', access_token: ticket })
    expect(await second.next('ma_login')).toMatchObject({ status: false })
  })

  it('is told of what was sent alone, and of that and of calls in words that no page takes for more', async () => {
    const site = await createTestSite()
    const li = await site.makeUser({ name: 'li', permissions: ['trackRealMgmt', 'call:place'] })
    await site.makeHat('100', { userId: li.id })
    const helmet = await helmetOf(site, '100')
    const { admin } = await adminOf(site, li.token)
    await admin.next('ma_login')
    admin.say({ act: 'ma_sending_message', user_id: li.id, message: 'come' })
    const { message_id } = await helmet.next('server_push_message')
    const receipt = (id: unknown, status: unknown) => ({ act: 'ca_sending_message', message_id: id, status })
    helmet.say(receipt('<img src=x onerror=1>', true))
    expect(await helmet.next('error')).toMatchObject({ status: false })
    // What it was never sent; and of what it was, the same again and again.
    for (const one of ['4711', 'A'.repeat(64)]) helmet.say(receipt(one, 'read'))
    helmet.say(receipt(message_id, { html: '<b>' }))
    for (let time = 0; time < 20; time += 1) helmet.say(receipt(message_id, 'read'))
    for (const room_id of ['"><b>', 'room-5']) {
      helmet.say({ act: 'ca_sip_sos', room_id, time: String(Math.floor(Date.now() / 1000)) })
      await admin.next('server_push_ca_sip_sos')
    }
    const told = admin.answers.filter(({ cmd }) => cmd === 'ca_sending_message')
    expect(told.map(({ status }) => status)).toEqual([null, 'read', 'read', 'read'])
    expect(told.every(({ message_id: id }) => id === message_id)).toBe(true)
    const rooms = admin.answers.filter(({ cmd }) => cmd === 'server_push_ca_sip_sos').map(({ room_id }) => room_id)
    expect(rooms).toEqual([null, 'room-5'])
    expect(JSON.stringify(admin.answers)).not.toMatch(/[<>]/)
  })

  it('is told of an SOS, and is put out when its session ends', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const helmet = await helmetOf(site, '100')
    const li = await site.makeUser({ name: 'li', permissions: ['trackRealMgmt'] })
    const { admin } = await adminOf(site, li.token)
    await admin.next('ma_login')
    helmet.say({ act: 'ca_sos', sos_type: '7' })
    expect(await admin.next('server_push_sos')).toMatchObject({ sos_type: 7, data: { user_info: { device_id: '100' } } })
    await li.client.ask(sessionCalls.logout, undefined)
    admin.say({ act: 'ma_get_active_devices' })
    expect(await admin.closed).toBe(4001)
  })
})
