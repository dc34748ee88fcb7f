import { beforeAll, describe, expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { afterFile } from '../../../test/ends.ts'
import { connectHelmet, helmetOf } from '../../../test/helmet.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, deviceKey, type TestSite } from '../../../test/site.ts'

const location = () => ({
  act: 'ca_report_location',
  location_info: { x_point: String(at(1, 1).lat), y_point: String(at(1, 1).lng), ctime: String(Math.floor(Date.now() / 1000)) },
})
const login = (imei: string, key = deviceKey) => ({ act: 'ca_login', device_id: imei, key })
const sos = { act: 'ca_sos', sos_type: '7' }
/** So many wrong keys a minute are answered as such; after them one is told to wait. */
const wrongAtMost = 20

const post = (site: TestSite, key: string, reports: unknown[] = []) =>
  fetch(`${site.origin}/ingest/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-key': key },
    body: JSON.stringify({ reports }),
  })
const refusals = async (site: TestSite) =>
  whole(await site.admin.ask(journalCalls.listSysLogByCondition, { module: 'devices', action: 'refused' }))

describe('wrong device keys', () => {
  it('are limited by address, journalled and counted, while a right key from there is served', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const answers: Response[] = []
    for (let tried = 0; tried < wrongAtMost + 5; tried += 1) answers.push(await post(site, `wrong ${tried}`))
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(wrongAtMost).fill(200), ...Array<number>(5).fill(429)])
    const wait = Number(answers.at(-1)?.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)

    const report = { deviceType: 'hat', deviceId: '100', time: new Date().toISOString(), ...at(1, 1), sos: 'press' }
    expect(await (await post(site, deviceKey, [report])).json()).toMatchObject({ code: '200', data: { accepted: 1 } })
    const helmet = await helmetOf(site, '100')
    helmet.say(location())
    expect(await helmet.next('ca_report_location')).toMatchObject({ status: true })

    await expect.poll(() => refusals(site)).toMatchObject([{ object: 'deviceKey', result: 'deviceKeyInvalid', repeated: 1 }])
    await site.app.close()
    const { rows } = await site.db.raw<{ repeated: number }>(
      site.db.sql,
      `SELECT repeated FROM journal WHERE object = 'deviceKey' AND result = 'deviceKeyInvalid' ORDER BY id`,
    )
    expect(rows).toEqual([{ repeated: 1 }, { repeated: wrongAtMost + 4 }])
  })

  it('for one helmet are limited wherever they come from, and its right key is taken', async () => {
    const site = await createTestSite({ trustProxy: 'loopback' })
    await site.makeHat('100')
    const codesOf: unknown[] = []
    for (let tried = 0; tried < wrongAtMost + 2; tried += 1) {
      const helmet = await connectHelmet(site, { 'x-forwarded-for': `192.0.2.${tried}` })
      helmet.say(login('100', 'wrong'))
      const { code, retry_after: wait } = await helmet.next('ca_login')
      codesOf.push(code)
      if (code !== 'tooManyRequests') helmet.socket.terminate()
      else {
        expect(wait).toBeGreaterThan(0)
        expect(await helmet.closed).toBe(1013)
      }
    }
    expect(codesOf).toEqual([...Array(wrongAtMost).fill('deviceKeyInvalid'), ...Array(2).fill('tooManyRequests')])
    await helmetOf(site, '100')
    await expect.poll(async () => (await refusals(site)).map(({ objectId }) => objectId)).toContain('hat 100')
  })
})

describe('a helmet that logs in', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await createTestSite({}, afterFile)
  })
  let made = 0
  /** A new helmet. */
  const makeHat = async (): Promise<string> => {
    made += 1
    await site.makeHat(`hat ${made}`)
    return `hat ${made}`
  }
  const makeKey = (device: { deviceType: 'hat'; deviceId: string } | null = null) =>
    site.admin.ask(deviceCalls.saveDeviceKey, { name: 'bound', device })
  const alarmsOf = async (imei: string) =>
    (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.filter(({ deviceId }) => deviceId === imei)

  it('needs a key that holds for it', async () => {
    const [own, other] = [await makeHat(), await makeHat()]
    const { id, key } = await makeKey({ deviceType: 'hat', deviceId: own })
    await helmetOf(site, own, key)
    const stranger = await connectHelmet(site)
    for (const imei of [other, 'unregistered']) {
      stranger.say(login(imei, key))
      expect(await stranger.next('ca_login')).toMatchObject({ status: false, code: 'forbidden' })
    }
    stranger.say(location())
    expect(await stranger.next('ca_report_location')).toMatchObject({ status: false, msg: 'please login in' })
    const line = whole(await site.admin.ask(deviceCalls.listDeviceKeyAll, {})).find((one) => one.id === id)
    expect(line).toMatchObject({ refused: 2, lastRefused: { deviceId: 'unregistered' } })
  })

  it('is refused with another key than that of its living connection, which goes on', async () => {
    const imei = await makeHat()
    const { key } = await makeKey()
    const first = await helmetOf(site, imei, key)
    const second = await connectHelmet(site)
    second.say(login(imei))
    expect(await second.next('ca_login')).toMatchObject({ status: false, code: 'forbidden' })
    second.say(sos)
    expect(await second.next('ca_sos')).toMatchObject({ status: false, msg: 'please login in' })
    first.say(location())
    expect(await first.next('ca_report_location')).toMatchObject({ status: true })
    expect(await alarmsOf(imei)).toEqual([])
    // The same key again is the helmet itself, whose link was lost.
    const again = await helmetOf(site, imei, key)
    expect(await first.closed).toBe(4002)
    again.say(sos)
    expect(await again.next('ca_sos')).toMatchObject({ status: true })
    expect(await alarmsOf(imei)).toHaveLength(1)
  })

  it('with a key of its own is not kept out by one that holds for many', async () => {
    const imei = await makeHat()
    const squatter = await helmetOf(site, imei)
    const { key } = await makeKey({ deviceType: 'hat', deviceId: imei })
    const own = await helmetOf(site, imei, key)
    expect(await squatter.closed).toBe(4002)
    own.say(sos)
    expect(await own.next('ca_sos')).toMatchObject({ status: true })
    expect(await alarmsOf(imei)).toHaveLength(1)
    // And not the other way round.
    const back = await connectHelmet(site)
    back.say(login(imei))
    expect(await back.next('ca_login')).toMatchObject({ status: false, code: 'forbidden' })
  })

  it('is not thrown out by a key that holds for fewer devices than its own, but for more than itself', async () => {
    const imei = await makeHat()
    const helmet = await helmetOf(site, imei)
    const { key } = await site.admin.ask(deviceCalls.saveDeviceKey, { name: 'all helmets', deviceTypes: ['hat'] })
    const other = await connectHelmet(site)
    other.say(login(imei, key))
    expect(await other.next('ca_login')).toMatchObject({ status: false, code: 'forbidden' })
    helmet.say(sos)
    expect(await helmet.next('ca_sos')).toMatchObject({ status: true })
  })

  it('comes with its new key once the one it is connected with has ended', async () => {
    const imei = await makeHat()
    const { id, key } = await makeKey()
    await helmetOf(site, imei, key)
    await site.db.raw(site.db.sql, `UPDATE device_key SET revoked_at = now() + interval '1 second' WHERE id = $1`, [id])
    await site.app.checkHeld()
    const comes = async () => {
      const again = await connectHelmet(site)
      again.say(login(imei))
      return (await again.next('ca_login'))['status']
    }
    expect(await comes()).toBe(false)
    await expect.poll(comes, { interval: 200 }).toBe(true)
  })

  it('may have another key once its connection answers no more', async () => {
    const imei = await makeHat()
    const { key } = await makeKey()
    const dead = await helmetOf(site, imei, key)
    dead.socket.pause()
    const alive = await helmetOf(site, imei)
    alive.say(sos)
    expect(await alive.next('ca_sos')).toMatchObject({ status: true })
  })

  it('and goes before it is clear that it may is heard, as who it was when it called', async () => {
    const imei = await makeHat()
    const { key } = await makeKey()
    const dead = await helmetOf(site, imei, key)
    dead.socket.pause()
    const gone = await connectHelmet(site)
    const later = { ...sos, time: String(Math.floor(Date.now() / 1000) - 1) }
    for (const said of [login(imei), sos, login(imei, 'wrong'), later]) gone.say(said)
    gone.socket.close()
    await gone.closed
    expect(await alarmsOf(imei)).toEqual([])
    await expect.poll(() => alarmsOf(imei)).toMatchObject([{ count: 1 }])
  })

  it('is put out when its key is revoked or bound to something else', async () => {
    const [one, other] = [await makeHat(), await makeHat()]
    const [revoked, narrowed] = [await makeKey(), await makeKey()]
    const helmets = [await helmetOf(site, one, revoked.key), await helmetOf(site, other, narrowed.key)]
    await site.admin.ask(deviceCalls.revokeDeviceKeyById, { id: revoked.id })
    await site.admin.ask(deviceCalls.bindDeviceKeyById, { id: narrowed.id, deviceTypes: ['car'] })
    expect(await Promise.all(helmets.map(({ closed }) => closed))).toEqual([4003, 4003])
  })

  it('again with a wrong key is nobody: nothing it says afterwards is taken', async () => {
    const imei = await makeHat()
    const helmet = await helmetOf(site, imei)
    // In one breath: the cry for help comes before anybody has looked at the key.
    helmet.say(login(imei, 'wrong'))
    helmet.say(sos)
    helmet.say(location())
    expect(await helmet.next('ca_login')).toMatchObject({ status: false, code: 'deviceKeyInvalid' })
    expect(await helmet.next('ca_sos')).toMatchObject({ status: false, msg: 'please login in' })
    expect(await helmet.next('ca_report_location')).toMatchObject({ status: false, msg: 'please login in' })
    expect(await alarmsOf(imei)).toEqual([])
    // Nobody stands in its place either: another connection has it at once.
    await helmetOf(site, imei, (await makeKey()).key)
  })

  it('again with its own key goes on', async () => {
    const imei = await makeHat()
    const helmet = await helmetOf(site, imei)
    helmet.say(login(imei))
    expect(await helmet.next('ca_login')).toMatchObject({ status: true })
    helmet.say(location())
    expect(await Promise.race([helmet.next('ca_report_location'), helmet.closed])).toMatchObject({ status: true })
  })
})
