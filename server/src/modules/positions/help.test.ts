import { beforeAll, describe, expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { whole, type Client } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { afterFile } from '../../../test/ends.ts'
import { connectHelmet, helmetOf } from '../../../test/helmet.ts'
import { housekeepingOf } from '../../../test/housekeeping.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, deviceKey, isAlarm, isType, neighbourOf, reportTo, type TestSite } from '../../../test/site.ts'

const minute = 60_000
const press = (more: Record<string, unknown> = {}) => ({
  deviceType: 'hat',
  deviceId: '100',
  time: new Date().toISOString(),
  ...at(0, 0),
  sos: 'press',
  ...more,
})
const openAlarms = async (site: TestSite) => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list
const siteWithHelmet = async (): Promise<TestSite> => {
  const site = await createTestSite()
  await site.makeHat('100')
  return site
}
/** One site for all tests of a suite, each with a helmet of its own. */
const helmetsOfSuite = (): (() => Promise<{ site: TestSite; imei: string; alarms: () => ReturnType<typeof openAlarms> }>) => {
  let site: TestSite
  let made = 100
  beforeAll(async () => {
    site = await createTestSite({}, afterFile)
  })
  return async () => {
    made += 1
    const imei = String(made)
    await site.makeHat(imei)
    return { site, imei, alarms: async () => (await openAlarms(site)).filter(({ deviceId }) => deviceId === imei) }
  }
}
const ahead = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString()

describe('an SOS over HTTP is never refused', () => {
  const nextHelmet = helmetsOfSuite()
  it.each([
    ['for a clock that is ahead', { time: ahead(60 * minute) }],
    ['for a clock that is years ahead', { time: '9999-12-31T23:59:59Z' }],
    ['for a clock that lost its time', { time: '1970-01-01T00:00:00Z' }],
    ['for a time that cannot be read', { time: 'yesterday' }],
    ['for no time at all', { time: undefined }],
    ['for no place', { lng: undefined, lat: undefined }],
    ['for a place that is 0/0', { lng: 0, lat: 0 }],
    ['for half a place', { lat: null }],
    ['for a place out of range', { lng: 390, lat: -91 }],
    ['for places as words', { lng: 'east', lat: 'north' }],
    ['for a battery of 250', { battery: 250 }],
    ['for a battery that is no number', { battery: { charged: true } }],
    ['for a speed that is not finite', { speed: '1e999', accuracy: -1, course: 'NaN', alt: [], floor: 1.5 }],
    ['for beacons that are none', { beacons: 'many' }],
    ['for a number of a device that is one', (imei: string) => ({ deviceId: Number(imei) })],
    ['for a press that is said in another way', { sos: true }],
    ['for a press in capitals', { sos: 'PRESS' }],
  ])('%s', async (_, more) => {
    const { site, imei, alarms } = await nextHelmet()
    const before = Date.now() - 1_000
    const call = press({ deviceId: imei, ...(typeof more === 'function' ? more(imei) : more) })
    expect(await site.report([call])).toEqual({ accepted: 1, duplicate: 0, rejected: [] })
    const [alarm] = await alarms()
    expect(alarm).toMatchObject({ alarmType: 4, alarmLevel: 1, status: 0, quiet: false, count: 1 })
    // A time that nobody believes is the time of receipt, with what the device says beside it.
    expect(Date.parse(`${alarm?.startTime.replace(' ', 'T')}+08:00`)).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000)
  })

  it('for numbers that JSON does not know, nor what comes with it', async () => {
    const site = await siteWithHelmet()
    const walked = JSON.stringify({ ...press({ sos: undefined }), lng: 118.36, lat: 31.17 })
    const cry = JSON.stringify(press({ lng: 'none', lat: 31 })).replace('"none"', 'NaN')
    const response = await fetch(`${site.origin}/ingest/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': deviceKey },
      body: `{"reports":[${walked},${cry}]}`,
    })
    expect(await response.json()).toMatchObject({ data: { accepted: 2, rejected: [] } })
    expect(await openAlarms(site)).toMatchObject([{ alarmType: 4, count: 1 }])
  })

  it('and keeps beside it what a wrong clock says', async () => {
    const site = await siteWithHelmet()
    await site.report([press({ time: '2031-05-06T07:08:09+08:00' })])
    expect(await openAlarms(site)).toMatchObject([{ deviceTime: '2031-05-06 07:08:09' }])
    const [latest] = await site.admin.ask(positionCalls.listRealGpsAll, undefined)
    expect(latest?.fixTime).toBe(latest?.recvTime)
  })

  it('and alarms at the last known place when it has none of its own', async () => {
    const site = await siteWithHelmet()
    const place = at(12, 34)
    await site.report([{ ...press(place), sos: undefined }])
    await site.report([press({ lng: 0, lat: 0 })])
    const [alarm] = await openAlarms(site)
    expect([alarm?.lng, alarm?.lat]).toEqual([place.lng, place.lat])
    expect(alarm?.result).toContain('最后')
    const track = await site.admin.ask(positionCalls.listRealGpsAll, undefined)
    expect(track).toHaveLength(1)
  })

  it('in a post whose other reports are', async () => {
    const site = await siteWithHelmet()
    const answer = await site.report([{ deviceType: 'hat' }, press({ lng: 'x' }), null, press({ deviceId: '999' })])
    expect(answer).toMatchObject({ accepted: 1 })
    expect(answer.rejected.map(({ index, reason }) => `${index} ${reason.split(':')[0]}`)).toEqual([
      '0 invalid',
      '2 invalid',
      '3 unknownDevice',
    ])
    expect((await openAlarms(site)).map(({ deviceId }) => deviceId).toSorted()).toEqual(['100', '999'])
  })
})

describe('an SOS that a page saves for a helmet is never refused', () => {
  const nextHelmet = helmetsOfSuite()
  it.each([
    ['for a time that cannot be read', { c_time: '2026-13-45 10:00:00' }],
    ['for a time that is none', { c_time: 1_764_000_000 }],
    ['for a name that is too long', { user_name: 'x'.repeat(65) }],
    ['for a number that is one', (imei: string) => ({ mobile: 13_812_345_678, device_id: Number(imei) })],
    ['for no type', { alarm_type: undefined }],
    ['for a type that is none', { alarm_type: 7 }],
  ])('%s', async (_, more) => {
    const { site, imei, alarms } = await nextHelmet()
    const body = { device_id: imei, alarm_type: 4, ...(typeof more === 'function' ? more(imei) : more) }
    const answer = await site.admin.send(positionCalls.saveRealHatSosAlarm, body as never)
    expect(answer).toMatchObject({ code: '200' })
    expect(await alarms()).toMatchObject([{ alarmType: 4, quiet: false }])
  })
})

it('an SOS is kept after the clock of the server, which was ahead, was put back', async () => {
  const site = await siteWithHelmet()
  const { rejected } = await site.report([press()])
  const [first] = await openAlarms(site)
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: first?.id ?? '', status: 2 })
  await site.db.raw(
    site.db.sql,
    `UPDATE alarm SET ${['find_time', 'start_time', 'last_time', 'handle_time'].map((time) => `${time} = ${time} + interval '1 day'`).join(', ')}`,
  )
  for (let times = 1; times <= 3; times += 1) {
    expect([rejected, await site.report([press({ time: ahead(times * 1_000) })])]).toMatchObject([[], { accepted: 1 }])
    expect(await openAlarms(site)).toMatchObject([{ deviceId: '100', count: times }])
  }
})

describe('an SOS over the socket of a helmet is never refused', () => {
  const nextHelmet = helmetsOfSuite()
  it.each([
    ['for a clock that is ahead', { time: String((Date.now() + 60 * minute) / 1000) }],
    ['for a time beyond all time', { time: '1e300' }],
    ['for a time that cannot be read', { time: ['now'] }],
    ['for no time at all', {}],
    ['for a type that cannot be read', { sos_type: { urgent: 1 } }],
    ['for no type', { sos_type: undefined }],
  ])('%s', async (_, more) => {
    const { site, imei, alarms } = await nextHelmet()
    const helmet = await helmetOf(site, imei)
    helmet.say({ act: 'ca_sos', sos_type: '7', ...more })
    expect(await helmet.next('ca_sos')).toMatchObject({ status: true })
    expect(await alarms()).toMatchObject([{ alarmType: 4, quiet: false }])
  })

  it('for the room of its call', async () => {
    const site = await siteWithHelmet()
    const helmet = await helmetOf(site, '100')
    helmet.say({ act: 'ca_sip_sos', room_id: ['?'], time: { at: 'once' } })
    expect(await helmet.next('ca_sip_sos')).toMatchObject({ status: true })
    expect(await openAlarms(site)).toMatchObject([{ alarmType: 4 }])
  })
})

describe('an SOS of a device that is switched off, or that nobody registered, reaches somebody', () => {
  let site: TestSite
  let other: { readonly origin: string }
  beforeAll(async () => {
    site = await createTestSite({}, afterFile)
    other = await neighbourOf(site, afterFile)
  })
  /** Each way in, and what its sender is told. */
  const ways: readonly (readonly [
    name: string,
    call: (imei: string, type?: 4 | 5) => Promise<unknown>,
    refused: unknown,
    taken: unknown,
  ])[] = [
    [
      'over HTTP',
      async (imei) => (await site.report([press({ deviceId: imei })])).rejected.map(({ reason }) => reason),
      ['unknownDevice'],
      [],
    ],
    [
      'by a page',
      async (imei) => (await site.admin.send(positionCalls.saveRealHatSosAlarm, { device_id: imei, alarm_type: 4 })).code,
      'notFound',
      '200',
    ],
    [
      'by its own line, at another server',
      async (imei) => {
        const helmet = await connectHelmet(other)
        helmet.say({ act: 'ca_login', device_id: imei, key: deviceKey })
        helmet.say({ act: 'ca_sos', sos_type: '7' })
        const { status, msg } = await helmet.next('ca_sos')
        return [status, msg]
      },
      [false, 'unknownDevice'],
      [true, undefined],
    ],
  ]

  it.each(ways.map((way, at) => [way[0], way, at] as const))('%s', async (_, [, call, refused, taken], at) => {
    const deptId = await site.makeDept(`mill ${at}`)
    const { id: userId } = await site.makeUser({ name: `wu${at}` })
    const imei = `off-${at}`
    const hat = { hatNo: `H-${imei}`, imei, deptId, userId }
    await site.admin.ask(deviceCalls.saveBsHat, { id: await site.makeHat(imei, { deptId, userId }), ...hat, enable: 0 })
    const stranger = `new-${at}`
    // The other server hears of a new device, and of its change, a moment later.
    await expect
      .poll(() => reportTo(other.origin, [press({ deviceId: imei, sos: undefined })]))
      .toMatchObject({ rejected: [{ reason: 'disabledDevice' }] })
    expect([await call(imei), await call(stranger), await call(stranger)]).toEqual([taken, refused, refused])
    const alarms = (await openAlarms(site)).filter(({ deviceId }) => deviceId === imei || deviceId === stranger)
    expect(alarms.toSorted((one, next) => one.count - next.count)).toMatchObject([
      {
        alarmType: 4,
        alarmLevel: 1,
        deptId,
        userName: `wu${at}`,
        count: 1,
        result: expect.stringMatching(/^wu.（H-off-.）发出求救.*，设备已停用$/) as string,
      },
      {
        source: { kind: 'unregistered', id: stranger, label: stranger },
        alarmType: 4,
        alarmLevel: 1,
        deptId: null,
        objectId: null,
        count: 2,
        result: expect.stringMatching(`^未登记的安全帽 ${stranger} 发出求救`) as string,
      },
    ])
    const [, id = ''] = alarms.toSorted((one, next) => one.count - next.count).map((one) => one.id)
    await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 2 })
    await call(stranger)
    expect((await openAlarms(site)).filter(({ deviceId }) => deviceId === stranger)).toMatchObject([{ count: 1 }])
  })

  it('but not what its helmet says of itself alone', async () => {
    const imei = 'off-alone'
    await site.admin.ask(deviceCalls.saveBsHat, { id: await site.makeHat(imei), hatNo: `H-${imei}`, imei, enable: 0 })
    const says = async (device_id: string) => {
      const helmet = await connectHelmet(site)
      helmet.say({ act: 'ca_login', device_id, key: deviceKey })
      // Off, climbing; and a fall.
      for (const sos_type of ['1', '12', '4']) helmet.say({ act: 'ca_sos', sos_type })
      return [(await helmet.next('ca_sos'))['msg'], (await helmet.next('ca_sos'))['msg'], (await helmet.next('ca_sos'))['msg']]
    }
    const outcomes = [await says(imei), await says('new-alone')].map((all) => new Set(all))
    expect(outcomes).toEqual([new Set(['disabledDevice', undefined]), new Set(['unknownDevice'])])
    const alarms = (await openAlarms(site)).filter(({ deviceId }) => deviceId.endsWith('-alone'))
    expect(alarms.map(({ deviceId, alarmType }) => `${deviceId} ${alarmType}`).toSorted()).toEqual([
      'new-alone 13',
      'off-alone 13',
    ])
  })

  it('by one alarm of each kind of call', async () => {
    const helmet = await connectHelmet(site)
    helmet.say({ act: 'ca_login', device_id: 'new-twice', key: deviceKey })
    // It fell, and it calls.
    for (const sos_type of ['4', '7']) {
      helmet.say({ act: 'ca_sos', sos_type })
      await helmet.next('ca_sos')
    }
    const alarms = (await openAlarms(site)).filter(({ deviceId }) => deviceId === 'new-twice')
    expect(alarms.map(({ alarmType, count }) => [alarmType, count]).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual([
      [4, 1],
      [13, 1],
    ])
  })

  it('whatever it is called, at once at two servers once, and of any number of them only so many', async () => {
    const odd = '<b>[{who}|\0\ud800'
    const both = (codes: readonly string[]) =>
      Promise.all(
        [site, other].map(({ origin }) =>
          reportTo(
            origin,
            codes.map((deviceId) => press({ deviceId })),
          ),
        ),
      )
    const strangers = async () => (await openAlarms(site)).filter(({ deviceType }) => deviceType === 'unregistered')
    for (const { id } of await strangers()) await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 2 })
    await both([odd])
    const place = at(0, 0)
    expect(await strangers()).toMatchObject([{ deviceName: '<b>[{who}|\ufffd', count: 2, lng: place.lng, lat: place.lat }])
    const invented = Array.from({ length: 60 }, (_, index) => `invented-${index}`)
    await site.report(invented.map((deviceId) => press({ deviceId })))
    await site.report([press({ deviceId: 'x'.repeat(64) }), press({ deviceId: invented[0] })])
    const open = await strangers()
    expect(open).toHaveLength(21)
    expect(open.find(({ deviceId }) => deviceId === '20+')).toMatchObject({
      alarmType: 4,
      alarmLevel: 1,
      count: 42,
      result: '另有多台未登记的设备发出求救',
    })
    expect(open.find(({ deviceId }) => deviceId === invented[0])).toMatchObject({ count: 2 })
    // A device of the site waits for none of them.
    await site.makeHat('known')
    expect(await site.report([press({ deviceId: 'known' })])).toMatchObject({ accepted: 1 })
  })
})

describe('the same call for help', () => {
  it('twice in one post is one', async () => {
    const site = await siteWithHelmet()
    const call = press()
    expect(await site.report([call, call])).toMatchObject({ accepted: 1, duplicate: 1 })
    expect(await openAlarms(site)).toMatchObject([{ count: 1 }])
  })

  it('sent again because the answer was not heard is one', async () => {
    const site = await siteWithHelmet()
    const call = press()
    expect(await site.report([call])).toMatchObject({ accepted: 1 })
    expect(await site.report([call])).toMatchObject({ duplicate: 1 })
    expect(await openAlarms(site)).toMatchObject([{ count: 1 }])
  })

  it('sent again with the backlog of a day, when the device has reported since, is one, handled or not', async () => {
    const site = await siteWithHelmet()
    const call = press({ time: ahead(-300 * minute) })
    await site.report([call])
    const [alarm] = await openAlarms(site)
    await site.report([{ ...press(), sos: undefined }])
    await site.admin.ask(alarmCalls.updateZdAlarm, { id: alarm?.id ?? '', status: 2 })
    await site.db.raw(site.db.sql, `UPDATE help_call SET last_recv = last_recv - interval '5 hours'`)
    expect(await site.report([call])).toMatchObject({ duplicate: 1 })
    expect(await openAlarms(site)).toEqual([])
  })
})

describe('a helmet that calls without end', () => {
  it.each([
    ['the same', () => 0, null],
    ['something else each time', (index: number) => index, ['the other', 'all of one']],
  ])('%s delays nobody else’s call, and each that is acknowledged counts', async (_, ago, inOrder) => {
    const site = await siteWithHelmet()
    await site.makeHat('200')
    const order: string[] = []
    const helmet = await helmetOf(site, '100')
    const other = await helmetOf(site, '200')
    // Many turns of its device, and on the slowest machine fewer than are answered in time: whose call is not loses its line.
    const many = 200
    const now = Math.floor(Date.now() / 1000)
    for (let index = 0; index < many; index += 1) helmet.say({ act: 'ca_sos', sos_type: '7', time: String(now - ago(index)) })
    const all = (async () => {
      let accepted = 0
      for (let index = 0; index < many; index += 1) if ((await helmet.next('ca_sos'))['status'] === true) accepted += 1
      order.push('all of one')
      return accepted
    })()
    other.say({ act: 'ca_sos', sos_type: '7' })
    expect(await other.next('ca_sos')).toMatchObject({ status: true })
    order.push('the other')
    expect(await all).toBe(many)
    // What is said again and again is one transaction; of what is always new, others' calls come between.
    if (inOrder) expect(order).toEqual(inOrder)
    expect((await openAlarms(site)).map(({ deviceId }) => deviceId).toSorted()).toEqual(['100', '200'])
  })
})

it('a fall after somebody handled the one before it is a new alarm', async () => {
  const site = await siteWithHelmet()
  const helmet = await helmetOf(site, '100')
  const fall = async () => {
    helmet.say({ act: 'ca_sos', sos_type: '4' })
    expect(await helmet.next('ca_sos')).toMatchObject({ status: true })
  }
  await fall()
  const [first] = await openAlarms(site)
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: first?.id ?? '', status: 2 })
  await fall()
  expect(await openAlarms(site)).toMatchObject([{ alarmType: 13, status: 0, count: 1 }])
})

it('a transaction that holds the numbers of events and hangs holds up no call for help', async () => {
  const site = await siteWithHelmet()
  const console = await site.live(site.adminToken)
  await console.until(isType('welcome'))
  const let_go = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const hanging = site.db.transaction(async (trx) => {
    await site.db.raw(trx, 'SELECT * FROM live_head FOR UPDATE')
    held.resolve()
    await let_go.promise
  })
  await held.promise
  expect(await site.report([press()])).toMatchObject({ accepted: 1 })
  // It stands in no log: every console is told to fetch its lists.
  await console.until(
    (message): message is Extract<typeof message, { type: 'welcome' }> =>
      message.type === 'welcome' && !message.resumed && message !== console.messages[0],
  )
  expect(await openAlarms(site)).toMatchObject([{ alarmType: 4 }])
  let_go.resolve()
  await hanging
  await site.report([press({ time: ahead(1_000) })])
  await console.until(isAlarm('alarmRaised'))
})

describe('a clock that stands still', () => {
  it.each([
    ['since it was reset years back', '2020-01-01T00:00:05Z', { lng: 0, lat: 0 }],
    ['since it went back half an hour', ahead(-30 * minute), {}],
    ['in a far future', '9999-06-01T00:00:00.123Z', {}],
  ])('%s has its presses counted, whatever the device reported before', async (_, time, more) => {
    const site = await siteWithHelmet()
    await site.report([{ ...press(), sos: undefined }])
    expect(await site.report([press({ time, ...more })])).toMatchObject({ accepted: 1 })
    await site.db.raw(site.db.sql, `UPDATE help_call SET last_recv = last_recv - interval '10 minutes'`)
    expect(await site.report([press({ time, ...more })])).toMatchObject({ accepted: 1 })
    const [alarm] = await openAlarms(site)
    expect(alarm).toMatchObject({ count: 2 })
    // The second press was made when it came, whatever the clock says.
    expect(Date.now() - Date.parse(`${alarm?.lastTime.replace(' ', 'T')}+08:00`)).toBeLessThan(10 * minute)
  })

  it('has every press counted that says anything else', async () => {
    const site = await siteWithHelmet()
    const time = ahead(-30 * minute)
    await site.report([press({ time })])
    expect(await site.report([press({ time, ...at(3, 0) })])).toMatchObject({ accepted: 1 })
    expect(await openAlarms(site)).toMatchObject([{ count: 2 }])
  })

  it('has a press counted that comes a minute after the one before it', async () => {
    const site = await siteWithHelmet()
    const call = press({ time: ahead(-30 * minute) })
    await site.report([call])
    await site.db.raw(site.db.sql, `UPDATE help_call SET last_recv = last_recv - interval '61 seconds'`)
    expect(await site.report([call])).toMatchObject({ accepted: 1 })
    expect(await openAlarms(site)).toMatchObject([{ count: 2 }])
  })

  it('has a press dated by its receipt that says a believable time once more', async () => {
    const site = await siteWithHelmet()
    const call = press({ time: ahead(-9 * minute) })
    await site.report([call])
    await site.db.raw(site.db.sql, `UPDATE help_call SET last_recv = last_recv - interval '61 seconds'`)
    expect(await site.report([call])).toMatchObject({ accepted: 1 })
    const [{ id, findTime } = { id: '', findTime: '' }] = await openAlarms(site)
    const [first, second] = await site.admin.ask(alarmCalls.listAlarmStep, { id })
    expect([first?.kind, second?.kind, second?.count]).toEqual(['raised', 'repeated', 2])
    // In the words of a site clock, which are in their order.
    expect([first?.at ?? '', second?.at ?? ''].map((told) => told < findTime)).toEqual([true, false])
  })

  it('sounds anew once somebody handled what was pressed before', async () => {
    const site = await siteWithHelmet()
    const call = press({ time: ahead(-30 * minute) })
    await site.report([call])
    const [first] = await openAlarms(site)
    await site.admin.ask(alarmCalls.updateZdAlarm, { id: first?.id ?? '', status: 2 })
    const console = await site.live(site.adminToken)
    await site.report([call])
    const raised = await console.until(isAlarm('alarmRaised', ({ status }) => status === 0))
    expect(raised.event.data).toMatchObject({ alarmType: 4, count: 1 })
    expect((await openAlarms(site)).map(({ id }) => id)).not.toContain(first?.id)
  })
})

it('a press right after the one before it was handled sounds as a new one', async () => {
  const site = await siteWithHelmet()
  await site.report([press({ time: ahead(-10_000) })])
  const [first] = await openAlarms(site)
  await site.admin.ask(alarmCalls.updateZdAlarm, { id: first?.id ?? '', status: 2 })
  await site.report([press()])
  expect(await openAlarms(site)).toMatchObject([{ status: 0, count: 1 }])
})

it('a fix twice in one post is one, however it lies between others', async () => {
  const site = await siteWithHelmet()
  const fix = (secondsAgo: number) => ({ ...press({ time: ahead(-secondsAgo * 1000) }), sos: undefined })
  const [a, b, c] = [fix(30), fix(20), fix(10)]
  expect(await site.report([a, b, a, c, c, b])).toMatchObject({ accepted: 3, duplicate: 3 })
})

it('reports of a clock that is ahead are set aside where somebody sees whose, by how much and how many', async () => {
  const site = await siteWithHelmet()
  const mill = await site.makeDept('mill')
  await site.makeHat('200', { deptId: mill })
  const miller = await site.makeUser({ name: 'li', permissions: ['hatMgmt'], scope: 'own', deptId: mill })
  const kiln = await site.makeDept('kiln')
  const burner = await site.makeUser({ name: 'wang', permissions: ['hatMgmt'], scope: 'own', deptId: kiln })
  const wrong = (minutes: number) => ({ ...press({ deviceId: '200', time: ahead(minutes * minute) }), sos: undefined })
  expect((await site.report([wrong(30), wrong(31)])).rejected.map(({ reason }) => reason)).toEqual(['future', 'future'])
  await site.report([press({ deviceId: '200', time: ahead(60 * minute) })])
  const clocks = async (asking: Client) => whole(await asking.ask(deviceCalls.listClockSkewAll, {}))
  await expect.poll(() => clocks(site.admin)).toMatchObject([{ deviceType: 'hat', deviceId: '200', deptName: 'mill', count: 2 }])
  const [skew] = await clocks(miller.client)
  expect(skew?.skewSeconds).toBeGreaterThan(59 * 60)
  expect(await clocks(burner.client)).toEqual([])
  // A clock that is put right is no longer told of.
  await site.report([{ ...press({ deviceId: '200' }), sos: undefined }])
  await expect.poll(() => clocks(site.admin)).toEqual([])
  expect(await site.admin.ask(positionCalls.listRealGpsAll, undefined)).toMatchObject([{ deviceId: '200' }])
})

it('neither a name with NUL nor any number of them loses the list of devices that are not registered', async () => {
  const site = await createTestSite()
  await site.db.raw(
    site.db.sql,
    `INSERT INTO unknown_device (kind, code, last_seen) SELECT 'hat', 'invented-' || n, now() - n * interval '1 s' FROM generate_series(1, 10100) AS n`,
  )
  await site.report([press({ deviceId: '9\u00009' }), press({ deviceId: '555' })])
  const list = async () => whole(await site.admin.ask(deviceCalls.listUnknownDeviceAll, {})).map(({ deviceId }) => deviceId)
  await expect.poll(list).toEqual(expect.arrayContaining(['99', '555']))
  await expect.poll(async () => (await list()).length).toBe(10_001)
})

it('a call that nobody will send again is forgotten, its alarm is not', async () => {
  const site = await siteWithHelmet()
  await site.report([press()])
  const calls = async () => (await site.db.raw(site.db.sql, 'SELECT FROM help_call')).rows.length
  await housekeepingOf(site.db, { now: () => Date.now() + 30 * 86_400_000 }).run()
  expect(await calls()).toBe(1)
  await housekeepingOf(site.db, { now: () => Date.now() + 36 * 86_400_000 }).run()
  expect(await calls()).toBe(0)
  expect(await openAlarms(site)).toHaveLength(1)
})

describe('what the administrators of the helmet service are told of a place', () => {
  const location = (x: string, y: string, secondsAgo = 0) => ({
    act: 'ca_report_location',
    location_info: { x_point: x, y_point: y, ctime: String(Date.now() / 1000 - secondsAgo) },
  })
  const told = async (site: TestSite) => {
    const { sessionCalls } = await import('@vigil/contract/session/calls.ts')
    const { ticket } = await site.admin.ask(sessionCalls.createHelmetTicket, undefined)
    const admin = await connectHelmet(site)
    admin.say({ act: 'ma_login', access_token: ticket })
    await admin.next('ma_login')
    admin.say({ act: 'ma_get_active_devices' })
    const { data } = (await admin.next('ma_get_active_devices')) as {
      data: { location_info: { x_point?: string; y_point?: string } }[]
    }
    return data.map(({ location_info: { x_point, y_point } }) => [x_point, y_point])
  }

  it('is never one that was refused, nor one that is older than what is known', async () => {
    const site = await siteWithHelmet()
    const helmet = await helmetOf(site, '100')
    const good = [String(at(5, 5).lat), String(at(5, 5).lng)] as const
    const say = async (...what: Parameters<typeof location>) => {
      helmet.say(location(...what))
      return (await helmet.next('ca_report_location'))['status']
    }
    expect(await say(...good)).toBe(true)
    // 0/0, latitude and longitude changed about, no number, a clock that is ahead.
    expect(await say('0', '0')).toBe(false)
    expect(await say(good[1], good[0])).toBe(false)
    expect(await say('north', '')).toBe(false)
    expect(await say('1', '1', -3_600)).toBe(false)
    expect(await say(String(at(50, 50).lat), String(at(50, 50).lng), 600)).toBe(true)
    expect(await told(site)).toEqual([good])
  })
})
