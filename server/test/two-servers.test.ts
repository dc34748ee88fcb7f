import { afterFile } from './ends.ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import WebSocket from 'ws'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { createClient, type Client } from '@vigil/contract/kernel/client.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { connectHelmet, helmetOf } from './helmet.ts'
import { at, square } from './places.ts'
import {
  createTestSite,
  deviceKey,
  isAlarm,
  isType,
  neighbourOf,
  openConsole,
  reportTo,
  type TestConsole,
  type TestSite,
} from './site.ts'

type Message<T extends FromServer['type']> = Extract<FromServer, { type: T }>
/** A record of which it is said that it changed, or that some of its kind did. */
const hasChanged =
  (kind: string, id?: string) =>
  (message: FromServer): message is Message<'changed'> =>
    message.type === 'changed' &&
    kind in message.records &&
    (id === undefined || message.records[kind] === null || message.records[kind]?.includes(id) === true)

/**
 * Two whole servers, A and B, on one database, which hear each other. Neither looks for what it did not hear: what one knows of the
 * other came by the bus.
 */
const twoServers = async (finish?: (work: () => Promise<void>) => void) => {
  const company = { looksBack: false }
  const a = await createTestSite({}, finish, company)
  const b = await neighbourOf(a, finish, company)
  const consoles: TestConsole[] = []
  const close = (): Promise<void> => {
    for (const { socket } of consoles) socket.terminate()
    return Promise.resolve()
  }
  finish?.(close)
  return {
    a,
    b,
    atB: (token: string): Client => createClient({ origin: b.origin, token: () => token }),
    liveAtB: async (token: string, since: number | null = null) => {
      const console = await openConsole(b.origin, token, since, ['positions', 'alarms', 'devices'])
      consoles.push(console)
      return console
    },
    reportAtB: (reports: readonly unknown[]) => reportTo(b.origin, reports),
  }
}
type Servers = Awaited<ReturnType<typeof twoServers>>
/** A helmet of which both have heard: that something changed is told to consoles while servers read it, what it is once they have. */
const knownToBoth = async ({ a, liveAtB }: Servers, imei: string, wearer?: string): Promise<void> => {
  const console = await liveAtB(a.adminToken)
  await console.until(isType('welcome'))
  const id = Number(await a.makeHat(imei, wearer === undefined ? {} : { userId: wearer }))
  await console.until(
    (message): message is Message<'directory'> =>
      message.type === 'directory' && message.objects.some((object) => object.id === id),
  )
  console.socket.close()
}
const fix = (imei: string, east: number, secondsAgo = 0) => ({
  deviceType: 'hat',
  deviceId: imei,
  time: new Date(Date.now() - secondsAgo * 1000).toISOString(),
  ...at(east, 0),
})

describe('two servers of one site', () => {
  let servers: Servers
  let a: TestSite
  beforeAll(async () => {
    servers = await twoServers(afterFile)
    ;({ a } = servers)
  })

  /** Reports at B until the fence that it breaks is known there. */
  const judgedAtB = (console: TestConsole, imei: string, inside: () => unknown): Promise<void> =>
    expect
      .poll(async () => {
        await servers.reportAtB([inside()])
        return console.messages.some(isAlarm('alarmRaised', ({ deviceId }) => deviceId === imei))
      })
      .toBe(true)

  it('know of each other what is saved: devices, fences, settings, device keys, people', async () => {
    const { b, atB, liveAtB, reportAtB } = servers
    const console = await liveAtB(a.adminToken)
    await console.until(isType('welcome'))
    const deptId = await a.makeDept('mill')
    const id = await a.makeHat('100', { deptId })
    await console.until(hasChanged('hat', id))
    await console.until(hasChanged('dept', deptId))
    // Consoles hear that something changed while servers read it.
    await expect.poll(async () => (await reportAtB([fix('100', 200, 60)])).accepted).toBe(1)

    const fence = await a.makeFence({ points: square(500, 0, 20) })
    await console.until(hasChanged('fence', fence))
    await judgedAtB(console, '100', () => fix('100', 500))
    await a.admin.ask(hazardCalls.deleteBsDangAreaById, { id: fence })

    const site = await a.admin.ask(siteCalls.getSite, undefined)
    await a.admin.ask(siteCalls.saveSite, { ...site, personOffline: 77 })
    await console.until(hasChanged('site', '1'))
    const { key } = await a.admin.ask(deviceCalls.saveDeviceKey, {
      name: 'of one helmet',
      device: { deviceType: 'hat', deviceId: '100' },
    })
    await console.until(hasChanged('deviceKey'))
    const isLetInAtB = async (): Promise<unknown> => {
      const helmet = await connectHelmet(b)
      helmet.say({ act: 'ca_login', device_id: '100', key })
      const { status } = await helmet.next('ca_login')
      helmet.socket.close()
      return status
    }
    await expect.poll(isLetInAtB).toBe(true)

    await a.admin.ask(deviceCalls.deleteBsHatById, { id })
    await console.until((message): message is Message<'directory'> => message.type === 'directory' && message.removed.length > 0)
    expect(await atB(a.adminToken).ask(deviceCalls.listBsHatAll, {})).toEqual([])
    // What is held in memory is what is stored: nothing was left for the comparison to find.
    expect(await b.app.checkHeld()).toEqual([])
    console.socket.close()
  })

  it('see what moves at the other, and judge it on from where it stands', async () => {
    const { liveAtB, reportAtB } = servers
    const id = Number(await a.makeHat('200'))
    const there = (east: number, secondsAgo: number, imei = '200') => ({ ...fix(imei, 0, secondsAgo), ...at(east, 1_000) })
    const console = await liveAtB(a.adminToken)
    await console.until(isType('welcome'))
    await a.makeHat('201')
    await a.makeFence({ points: square(0, 1_000, 20), name: 'north' })
    await judgedAtB(console, '201', () => there(0, 0, '201'))
    await a.report([there(0, 60)])
    await console.untilFrame((frame) => frame.id.includes(id))
    const { event } = await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '200'))
    expect(event.name).toBe('alarmRaised')
    // Outside for longer than the alarm needs to return, and told to the other server.
    await reportAtB([there(100, 50)])
    await reportAtB([there(101, 5)])
    await console.until(isAlarm('alarmChanged', ({ deviceId, condition }) => deviceId === '200' && condition === 'returned'))
    const latest = await a.admin.ask(positionCalls.listRealGpsAll, undefined)
    expect(latest.find(({ deviceId }) => deviceId === '200')?.lng).toBeCloseTo(at(101, 1_000).lng, 6)
    console.socket.close()
  })

  it('sound an alarm of one on the consoles of both, once', async () => {
    const { liveAtB } = servers
    await a.makeHat('300')
    const [here, there] = [await a.live(a.adminToken), await liveAtB(a.adminToken)]
    for (const console of [here, there]) await console.until(isType('welcome'))
    await a.report([{ ...fix('300', 300), sos: 'press' }])
    const isOf = isAlarm('alarmRaised', ({ deviceId }) => deviceId === '300')
    for (const console of [here, there]) await console.until(isOf)
    const { event } = await there.until(isOf)
    if (event.name !== 'alarmRaised') throw new Error('an alarm was expected')
    await servers.atB(a.adminToken).ask(alarmCalls.updateZdAlarm, { id: event.data.id, status: 2 })
    for (const console of [here, there]) {
      await console.until(isAlarm('alarmChanged', ({ deviceId, status }) => deviceId === '300' && status === 2))
      expect(console.messages.filter(isOf)).toHaveLength(1)
      console.socket.close()
    }
  })

  it('take a call for help that reaches both for one', async () => {
    await knownToBoth(servers, '400')
    const call = { ...fix('400', 400), sos: 'press' }
    const answers = await Promise.all([a.report([call]), servers.reportAtB([call])])
    expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1)
    const { list } = await a.admin.ask(alarmCalls.listRealAlarmData, undefined)
    expect(list.filter(({ deviceId }) => deviceId === '400')).toMatchObject([{ count: 1 }])
  })

  it('raise one alarm of two calls for help that they hear at the same moment', async () => {
    await knownToBoth(servers, '450')
    const press = (secondsAgo: number) => ({ ...fix('450', 450, secondsAgo), sos: 'press' })
    const reports = await a.db.transaction(async (trx) => {
      // Both have looked whether there is one, or wait to look, before either can write it.
      await a.db.raw(trx, 'LOCK TABLE alarm IN SHARE ROW EXCLUSIVE MODE')
      const asked = [a.report([press(9)]), servers.reportAtB([press(4)])]
      const waiting = `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'alarm|advisory'`
      await expect.poll(async () => (await a.db.raw<{ count: number }>(a.db.sql, waiting)).rows[0]?.count).toBe(2)
      return asked
    })
    await Promise.all(reports)
    const { list } = await a.admin.ask(alarmCalls.listRealAlarmData, undefined)
    expect(list.filter(({ deviceId }) => deviceId === '450')).toMatchObject([{ count: 2 }])
  })

  it('end at once what the other ended: a session, and what somebody may', async () => {
    const { liveAtB } = servers
    const li = await a.makeUser({ name: 'li', permissions: ['trackRealMgmt', 'alarmRealMgmt'] })
    const console = await liveAtB(li.token)
    await console.until(isType('welcome'))
    await li.client.ask(sessionCalls.logout, undefined)
    await console.until(isType('ended'))
    expect(await console.closed).toBe(4001)
  })

  it('let a ticket of one in at the other, once', async () => {
    const { ticket } = await a.admin.ask(sessionCalls.createHelmetTicket, undefined)
    const answers: unknown[] = []
    for (let time = 0; time < 2; time += 1) {
      const socket = new WebSocket(`${servers.b.origin.replace('http', 'ws')}/helmet`)
      await new Promise((resolve) => socket.once('open', resolve))
      socket.send(JSON.stringify({ act: 'ma_login', access_token: ticket }))
      const answer = await new Promise<Buffer>((resolve) => socket.once('message', resolve))
      answers.push((JSON.parse(answer.toString()) as { status: unknown }).status)
      socket.close()
    }
    expect(answers).toEqual([true, false])
  })
})

describe('a helmet at one of two servers', () => {
  const location = (east: number) => ({
    act: 'ca_report_location',
    location_info: {
      x_point: String(at(east, 0).lat),
      y_point: String(at(east, 0).lng),
      ctime: String(Math.floor(Date.now() / 1000)),
    },
  })
  const withHelmet = async () => {
    const servers = await twoServers()
    const { a, b } = servers
    await knownToBoth(servers, '600', (await a.makeUser({ name: 'wearer' })).id)
    const helmet = await helmetOf(b, '600')
    const { ticket } = await a.admin.ask(sessionCalls.createHelmetTicket, undefined)
    const admin = await connectHelmet(a)
    admin.say({ act: 'ma_login', access_token: ticket })
    await admin.next('ma_login')
    return { a, b, helmet, admin }
  }

  it('is seen and told by administrators of the other, who hear of its calls', async () => {
    const { a, helmet, admin } = await withHelmet()
    helmet.say(location(7))
    await helmet.next('ca_report_location')
    admin.say({ act: 'ma_get_active_devices' })
    expect(await admin.next('ma_get_active_devices')).toMatchObject({
      data: [{ user_info: { device_id: '600', user_name: 'wearer' }, location_info: { y_point: String(at(7, 0).lng) } }],
    })
    const [wearer] = (await a.admin.ask(accountCalls.listUserByDeptId, { keyword: 'wearer' })) as { id: string }[]
    admin.say({ act: 'ma_sending_message', user_id: wearer?.id, message: 'come down' })
    const { message_id } = await helmet.next('server_push_message')
    expect(await admin.next('ma_sending_message')).toMatchObject({ status: true })
    helmet.say({ act: 'ca_sending_message', message_id, status: 'read' })
    expect(await admin.next('ca_sending_message')).toEqual({
      cmd: 'ca_sending_message',
      device_id: '600',
      message_id,
      status: 'read',
    })
    helmet.say({ act: 'ca_sos', sos_type: '7' })
    expect(await admin.next('server_push_sos')).toMatchObject({ data: { user_info: { device_id: '600' } } })

    helmet.socket.close()
    await helmet.closed
    await expect
      .poll(async () => {
        admin.say({ act: 'ma_get_active_devices' })
        return (await admin.next('ma_get_active_devices'))['data']
      })
      .toEqual([])
    admin.say({ act: 'ma_sending_message', user_id: wearer?.id, message: 'come down' })
    expect(await admin.next('ma_sending_message')).toMatchObject({ status: false, msg: '设备不在线或没有权限' })
  })

  it('is one connection: the newest of its key, and none of another key while it lives', async () => {
    const { a, helmet } = await withHelmet()
    const { key } = await a.admin.ask(deviceCalls.saveDeviceKey, { name: 'another', deptIds: [], device: null })
    const other = await connectHelmet(a)
    other.say({ act: 'ca_login', device_id: '600', key })
    expect(await other.next('ca_login')).toMatchObject({ status: false, code: 'forbidden' })
    await helmetOf(a, '600')
    expect(await helmet.closed).toBe(4002)
  })
})

describe('a helmet of which a neighbour says something', () => {
  const withNeighbour = async () => {
    const site = await createTestSite()
    await site.makeHat('700')
    const neighbour = site.network.connect()
    const say = (subject: string, told: object): void => neighbour.publish(subject, JSON.stringify({ server: 'x', ...told }))
    say('server.alive', { is: 'there' })
    const there = (since: number): void => say('helmets.connected', { code: '700', since, is: 'there', last: null })
    onTestFinished(neighbour.close)
    return { site, neighbour, there }
  }
  const activeAt = async (site: TestSite): Promise<unknown> => {
    const { ticket } = await site.admin.ask(sessionCalls.createHelmetTicket, undefined)
    const admin = await connectHelmet(site)
    admin.say({ act: 'ma_login', access_token: ticket })
    await admin.next('ma_login')
    admin.say({ act: 'ma_get_active_devices' })
    const { data } = await admin.next('ma_get_active_devices')
    admin.socket.close()
    return (data as unknown[]).length
  }

  it('is heard at once when it calls for help, however long the neighbour takes to answer', async () => {
    const { site, neighbour, there } = await withNeighbour()
    // It is asked, and says nothing.
    neighbour.subscribe(`helmets.held.${Buffer.from('700').toString('base64url')}`, () => undefined)
    there(Date.now() - 60_000)
    await expect.poll(() => activeAt(site)).toBe(1)
    const helmet = await connectHelmet(site)
    helmet.say({ act: 'ca_login', device_id: '700', key: deviceKey })
    helmet.say({ act: 'ca_sos', sos_type: '7' })
    expect(await helmet.next('ca_sos')).toMatchObject({ status: true })
    expect(helmet.answers.map(({ cmd }) => cmd)).toEqual(['ca_sos'])
    expect(await helmet.next('ca_login')).toMatchObject({ status: true })
  })

  it('stays where it logged in last, whatever is told late, and goes where it logged in since', async () => {
    const { site, there } = await withNeighbour()
    const helmet = await helmetOf(site, '700')
    there(Date.now() - 60_000)
    expect(await activeAt(site)).toBe(1)
    expect(helmet.socket.readyState).toBe(WebSocket.OPEN)
    there(Date.now() + 60_000)
    expect(await helmet.closed).toBe(4002)
    expect(await activeAt(site)).toBe(1)
  })
})

describe('an alarm that nobody here sees', () => {
  const permissions = ['alarmRealMgmt', 'alarm:handle']
  const withTwo = async () => {
    const servers = await twoServers()
    const { a } = servers
    const [mill, kiln] = [await a.makeDept('mill'), await a.makeDept('kiln')]
    await a.makeHat('500', { deptId: kiln })
    const miller = await a.makeUser({ name: 'miller', permissions, scope: 'own', deptId: mill })
    const burner = await a.makeUser({ name: 'burner', permissions, scope: 'own', deptId: kiln })
    const [here, there] = [await a.live(miller.token), await servers.liveAtB(burner.token)]
    for (const console of [here, there]) await console.until(isType('tick'))
    return { ...servers, here, there, cry: () => a.report([{ ...fix('500', 0), sos: 'press' }]) }
  }

  it("goes beyond nobody's scope while somebody sees it at the other server", async () => {
    const { here, there, cry } = await withTwo()
    await cry()
    await there.until(isAlarm('alarmRaised'))
    // Two ticks later still: nobody was told beyond his scope.
    const ticks = here.messages.filter(isType('tick')).length
    await here.until(
      (message): message is Message<'tick'> => message.type === 'tick' && here.messages.filter(isType('tick')).length > ticks + 1,
    )
    expect(here.messages.filter(isAlarm('alarmRaised'))).toEqual([])
    there.socket.terminate()
  })

  it('goes on to who is left when the other server is gone', async () => {
    const { here, there, cry, b } = await withTwo()
    there.socket.terminate()
    await b.stop()
    await cry()
    await here.until(isAlarm('alarmRaised'))
  })
})

describe('rights that are saved at one server', () => {
  it('are had by the open consoles of the other, those that come and those that go', async () => {
    const { a, liveAtB } = await twoServers()
    const id = Number(await a.makeHat('800'))
    const li = await a.makeUser({ name: 'li', permissions: ['trackRealMgmt', 'alarmRealMgmt'] })
    const may = (permissions: readonly string[]) =>
      a.admin.ask(accountCalls.saveRole, { id: String(li.roleId), name: 'shift', scope: 'all', permissions: [...permissions] })
    const console = await liveAtB(li.token)
    const newest = () => console.messages.filter(isType('directory')).at(-1)
    const granted = () => console.messages.filter(isType('welcome')).map(({ topics }) => topics)
    const all = ['positions', 'alarms', 'devices']
    await expect.poll(() => newest()?.objects.map((object) => object.id)).toContain(id)

    await may(['hatMgmt'])
    await expect.poll(granted).toEqual([all, []])
    expect(newest()).toMatchObject({ whole: true, objects: [] })

    await may(['trackRealMgmt', 'alarmRealMgmt'])
    await expect.poll(granted).toEqual([all, [], all])
    await expect.poll(newest).toMatchObject({ whole: true, objects: [{ id }] })
    await a.report([{ ...fix('800', 800), sos: 'press' }])
    await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '800'))
    console.socket.terminate()
  })
})
