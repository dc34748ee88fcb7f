import { describe, expect, it, onTestFinished } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { blankAlarm } from '@vigil/contract/alarms/blank-alarm.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { createFrame } from '@vigil/contract/positions/frame.ts'
import { at } from '../../test/places.ts'
import { createTestSite, isAlarm, isType, openConsole, type TestConsole, type TestSite } from '../../test/site.ts'
import { createBus } from './bus/bus.ts'
import { createInMemoryNetwork } from './bus/in-memory.ts'
import { stranger, type Caller } from './caller.ts'
import { recordEvents } from './events.ts'
import type { NumberedEvent } from './event-stream.ts'
import { createLiveHub, type ToldBeyond } from './live-hub.ts'
import { createLog } from './log.ts'
import { everything, scopeKey, type Scope } from './scope.ts'

const report = (imei: string, secondsAgo: number, east: number) => ({
  deviceType: 'hat',
  deviceId: imei,
  time: new Date(Date.now() - secondsAgo * 1000).toISOString(),
  ...at(east, 0),
})
/** A site that ticks, and looks back, eight times as often as it would. */
const ticking = () => createTestSite({}, undefined, { tick: 250 })
const breach = (site: TestSite, imei: string) => site.report([report(imei, 5, 0)])

describe('a console', () => {
  it('gets the directory and a snapshot, then what moved', async () => {
    const site = await ticking()
    const id = Number(await site.makeHat('100'))
    await site.report([report('100', 5, 3)])
    const console = await site.live(site.adminToken)
    const { objects } = await console.until(isType('directory'))
    expect(objects).toMatchObject([{ id, deviceId: '100', label: 'H-100' }])
    const first = await console.untilFrame(({ snapshot, count }) => snapshot && count === 1)
    expect(first.id[0]).toBe(id)
    await site.report([report('100', 1, 9)])
    await console.untilFrame(({ count, lng }) => count === 1 && Math.abs((lng[0] ?? 0) / 1e7 - at(9, 0).lng) < 1e-6)
    await console.until(isType('tick'))
  })

  it('sees what its scope allows, and an alarm that nobody else may see', async () => {
    const site = await createTestSite()
    const [mill, kiln] = await Promise.all([site.makeDept('mill'), site.makeDept('kiln')])
    await site.makeHat('100', { deptId: mill })
    await site.makeHat('200', { deptId: kiln })
    await site.makeFence()
    const permissions = ['trackRealMgmt', 'alarmRealMgmt', 'alarm:handle']
    const li = await site.makeUser({ name: 'li', permissions, scope: 'own', deptId: mill })
    const console = await site.live(li.token)
    expect((await console.until(isType('directory'))).objects.map(({ deviceId }) => deviceId)).toEqual(['100'])
    await breach(site, '100')
    await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '100'))
    // Nobody of the kiln is connected: whoever may see alarms at all is told.
    await breach(site, '200')
    await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '200'))
    const other = await site.live(site.adminToken)
    await other.until(isType('welcome'))
    await site.makeHat('201', { deptId: kiln })
    await breach(site, '201')
    await other.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '201'))
    await breach(site, '100')
    expect(console.messages.filter(isAlarm('alarmRaised')).map(({ event }) => event.data)).not.toContainEqual(
      expect.objectContaining({ deviceId: '201' }),
    )
  })

  it('hears which records others save as far as its scope and its permissions reach', async () => {
    const site = await createTestSite()
    const first = await site.live(site.adminToken, null, [])
    await first.until(isType('welcome'))
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    // Links that open from here on are not told how the departments came.
    await first.until(
      (message): message is FromServer => message.type === 'changed' && message.records.dept?.includes(kiln) === true,
    )
    const li = await site.makeUser({ name: 'li', permissions: ['hatMgmt'], scope: 'own', deptId: mill })
    const burner = await site.makeUser({ name: 'burner', permissions: ['hatMgmt'], scope: 'own', deptId: kiln })
    const guard = await site.makeUser({ name: 'guard', permissions: ['personOutInMgmt'] })
    const [ofMill, ofKiln] = [await site.live(li.token, null, []), await site.live(burner.token, null, [])]
    const ofNobody = await site.live(guard.token, null, [])
    const moved = await site.makeHat('400', { deptId: mill })
    for (const console of [ofMill, ofKiln, ofNobody]) await console.until(isType('welcome'))
    await ofMill.until((message): message is FromServer => message.type === 'changed' && 'hat' in message.records)
    ofMill.messages.length = 0
    const inKiln = await site.makeHat('200', { deptId: kiln })
    // Its own department is none: its wearer's tells who sees it.
    const worn = await site.makeHat('300', { userId: burner.id })
    const id = await site.makeHat('100', { deptId: mill })
    // It goes from those who saw it to others: both hear of it.
    await site.admin.ask(deviceCalls.saveBsHat, { id: moved, hatNo: 'H-400', imei: '400', deptId: kiln })
    for (const [dept, name] of [
      [mill, 'the mill'],
      [kiln, 'the kiln'],
    ] as const)
      await site.admin.ask(accountCalls.saveDept, { id: dept, name, pid: null })
    const heard = async (console: TestConsole, kind: string) => {
      await console.until(
        (message): message is FromServer & { type: 'changed' } => message.type === 'changed' && 'dept' in message.records,
      )
      return console.messages.filter(isType('changed')).flatMap(({ records }) => (kind in records ? [records[kind]] : []))
    }
    expect((await heard(ofMill, 'hat')).flat()).toEqual([id, moved])
    expect((await heard(ofKiln, 'hat')).flat()).toEqual([inKiln, worn, moved])
    expect(await heard(ofNobody, 'hat')).toEqual([])
  })

  it('gets nothing of a topic that its permissions do not cover', async () => {
    const site = await ticking()
    await site.makeHat('100')
    const guard = await site.makeUser({ name: 'guard', permissions: ['personOutInMgmt'] })
    const console = await site.live(guard.token)
    expect(await console.until(isType('welcome'))).toMatchObject({ topics: [] })
    await breach(site, '100')
    await console.until(isType('tick'))
    expect(console.frames).toEqual([])
    expect(console.messages.filter(isType('directory'))).toEqual([])
  })

  it('that may see more than before is told so on its open link, and of what happens then', async () => {
    const site = await createTestSite()
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    const ofMill = Number(await site.makeHat('100', { deptId: mill }))
    const ofKiln = Number(await site.makeHat('200', { deptId: kiln }))
    await site.makeFence()
    await site.report([report('100', 5, 200)])
    const li = await site.makeUser({ name: 'li', permissions: ['hatMgmt'], scope: 'own', deptId: mill })
    const may = (permissions: readonly string[], scope: 'own' | 'all') =>
      site.admin.ask(accountCalls.saveRole, { id: String(li.roleId), name: 'shift', scope, permissions: [...permissions] })
    const console = await site.live(li.token)
    expect(await console.until(isType('welcome'))).toMatchObject({ topics: [] })

    await may(['trackRealMgmt', 'alarmRealMgmt'], 'own')
    expect(await console.until(isWelcome(console, 2))).toMatchObject({
      resumed: false,
      topics: ['positions', 'alarms', 'devices'],
    })
    expect((await console.until(isDirectory(true))).objects.map(({ id }) => id)).toEqual([ofMill])
    await console.untilFrame(({ snapshot, count }) => snapshot && count === 1)
    await breach(site, '100')
    const { seq } = await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '100'))

    await may(['trackRealMgmt', 'alarmRealMgmt'], 'all')
    // Where its list of alarms has to begin, so that none is missing between that and what it is told.
    expect(await console.until(isWelcome(console, 3))).toMatchObject({ resumed: false, seq })
    const { objects } = await console.until(isSecondWhole(console))
    expect(new Set(objects.map(({ id }) => id))).toEqual(new Set([ofMill, ofKiln]))
    await breach(site, '200')
    await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '200'))
  })

  it('that loses a right loses what it saw by it, and has it again with the right, on the same link', async () => {
    const site = await createTestSite()
    const id = Number(await site.makeHat('100'))
    await site.makeHat('200')
    await site.makeFence()
    await site.report([report('100', 5, 200)])
    const li = await site.makeUser({ name: 'li', permissions: ['trackRealMgmt', 'alarmRealMgmt'] })
    const may = (permissions: readonly string[]) =>
      site.admin.ask(accountCalls.saveRole, { id: String(li.roleId), name: 'shift', scope: 'all', permissions: [...permissions] })
    const console = await site.live(li.token)
    await console.untilFrame(({ snapshot, count }) => snapshot && count === 1)

    await may(['hatMgmt'])
    expect(await console.until(isWelcome(console, 2))).toMatchObject({ resumed: false, topics: [] })
    expect(await console.until(isSecondWhole(console))).toMatchObject({ objects: [], removed: [] })
    const frames = console.frames.length
    const other = await site.live(site.adminToken)
    await other.until(isType('welcome'))
    await breach(site, '100')
    await other.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '100'))

    await may(['trackRealMgmt', 'alarmRealMgmt'])
    expect(await console.until(isWelcome(console, 3))).toMatchObject({
      resumed: false,
      topics: ['positions', 'alarms', 'devices'],
    })
    await expect
      .poll(() =>
        console.messages
          .filter(isDirectory(true))
          .at(-1)
          ?.objects.map((object) => object.id),
      )
      .toContain(id)
    await expect.poll(() => console.frames.length).toBeGreaterThan(frames)
    expect(console.frames[frames]).toMatchObject({ snapshot: true })
    await breach(site, '200')
    await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '200'))
    expect(console.messages.filter(isAlarm('alarmRaised'))).toHaveLength(1)
  })

  it('that reconnects gets what it missed, each once', async () => {
    const site = await createTestSite()
    for (const imei of ['100', '200', '300']) await site.makeHat(imei)
    await site.makeFence()
    const before = await site.live(site.adminToken)
    await breach(site, '100')
    const { seq } = await before.until(isAlarm('alarmRaised'))
    before.socket.terminate()
    await breach(site, '200')
    await breach(site, '300')
    const after = await site.live(site.adminToken, seq)
    expect(await after.until(isType('welcome'))).toMatchObject({ resumed: true })
    await after.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '300'))
    const told = after.messages.filter(isType('event')).map(({ seq: number }) => number)
    expect(told).toEqual([seq + 1, seq + 2])
  })

  it('that reconnects gets nothing of what its scope does not cover', async () => {
    const site = await createTestSite()
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    await site.makeHat('100', { deptId: mill })
    await site.makeHat('200', { deptId: kiln })
    await site.makeFence()
    const li = await site.makeUser({ name: 'li', permissions: ['alarmRealMgmt'], scope: 'own', deptId: mill })
    const { seq } = await (await site.live(li.token)).until(isType('welcome'))
    await breach(site, '200')
    await breach(site, '100')
    const console = await site.live(li.token, seq)
    await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '100'))
    expect(console.messages.filter(isType('event'))).toHaveLength(1)
  })

  it('that asks for more than is kept is told to fetch its lists anew', async () => {
    // A log whose first events were dropped.
    const { connect } = await startHub(1, (seq) => Promise.resolve(seq < 4 ? null : eventsFrom(seq + 1, 10)), 10)
    const resumed = async (since: number) => (await (await connect(since)).until(isType('welcome'))).resumed
    expect(await resumed(11)).toBe(false)
    expect(await resumed(10)).toBe(true)
    expect(await resumed(3)).toBe(false)
    expect(await resumed(7)).toBe(true)
    expect(await resumed(4)).toBe(true)
  })

  it('that missed too much is told so without reading it', async () => {
    const { connect } = await startHub(1, () => Promise.reject(new Error('nobody should read this')), 6_000)
    expect((await (await connect(999)).until(isType('welcome'))).resumed).toBe(false)
  })

  it('is told to fetch its lists anew, and then of what happens, when the log went on too far, has a gap, or went back', async () => {
    let end = 5
    // As the log answers: nothing lies behind its end, and what a gap lies before cannot be told.
    const after = (seq: number) => Promise.resolve(seq >= end ? [] : null)
    const { connect, raise, moveHead } = await startHub(1, after, 5, { tick: 250 })
    const console = await connect()
    const again = (seq: number) => (message: FromServer) =>
      message.type === 'welcome' && !message.resumed && message.seq === seq && message !== console.messages[0]
    for (const head of [20_000, 20_002, 7]) {
      end = head
      moveHead(head)
      await console.until((message): message is Extract<FromServer, { type: 'welcome' }> => again(head)(message))
      raise(head + 1)
      await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === String(head + 1)))
    }
    expect(console.messages.filter(isType('event')).map(({ seq }) => seq)).toEqual([20_001, 20_003, 8])
  })

  it('and fifty others that come back together get all they missed in order, and the log is read once', async () => {
    let readings = 0
    const missed = eventsFrom(1, 500)
    const { connect } = await startHub(
      1,
      () => {
        readings += 1
        return Promise.resolve(missed)
      },
      500,
    )
    const consoles = await Promise.all(Array.from({ length: 50 }, () => connect(0)))
    for (const console of consoles) {
      await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '500'))
      expect(console.messages.filter(isType('event')).map(({ seq }) => seq)).toEqual(missed.map(({ seq }) => seq))
    }
    expect(readings).toBe(1)
  })

  it('goes on when the database was put back to what it was before', async () => {
    const site = await ticking()
    for (const imei of ['100', '200', '300']) await site.makeHat(imei)
    await site.makeFence()
    const console = await site.live(site.adminToken)
    const { seq } = await console.until(isType('welcome'))
    for (const imei of ['100', '200']) await breach(site, imei)
    await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '200'))
    await site.db.raw(site.db.sql, 'UPDATE live_head SET seq = $1', [seq])
    await site.db.raw(site.db.sql, 'DELETE FROM live_event WHERE seq > $1', [seq])
    await console.until(
      (message): message is Extract<FromServer, { type: 'welcome' }> =>
        isType('welcome')(message) && !message.resumed && message.seq === seq && message !== console.messages[0],
    )
    await breach(site, '300')
    expect((await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '300'))).seq).toBe(seq + 1)
  })

  it('goes on when it was put back and has gone on from there already', async () => {
    const site = await ticking()
    for (const imei of ['100', '200', '300', '400']) await site.makeHat(imei)
    await site.makeFence()
    const console = await site.live(site.adminToken)
    const { seq } = await console.until(isType('welcome'))
    await breach(site, '100')
    await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '100'))
    await site.db.raw(site.db.sql, 'UPDATE live_head SET seq = $1', [seq])
    await site.db.raw(site.db.sql, 'DELETE FROM live_event WHERE seq > $1', [seq])
    // In one transaction: between two the hub might look back already.
    await site.report(['200', '300'].map((imei) => report(imei, 5, 0)))
    await console.until(
      (message): message is Extract<FromServer, { type: 'welcome' }> =>
        // Of where it had gone on to, or of where it was put back to, by when the hub looked.
        isType('welcome')(message) && !message.resumed && message.seq >= seq && message !== console.messages[0],
    )
    await breach(site, '400')
    await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '400'))
  })

  it('of which some were written by an earlier version starts anew', async () => {
    const site = await ticking()
    await site.makeHat('100')
    await site.makeFence()
    const console = await site.live(site.adminToken)
    const { seq } = await console.until(isType('welcome'))
    await site.db.raw(site.db.sql, 'UPDATE live_head SET seq = seq + 1')
    await site.db.raw(
      site.db.sql,
      `INSERT INTO live_event (seq, event) VALUES ($1, '{"name":"alarmRaised","topic":"alarms","data":{"id":"1"}}')`,
      [seq + 1],
    )
    await console.until(
      (message): message is Extract<FromServer, { type: 'welcome' }> =>
        isType('welcome')(message) && !message.resumed && message.seq === seq + 1,
    )
    await breach(site, '100')
    await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '100'))
    const returning = await site.live(site.adminToken, seq)
    expect(await returning.until(isType('welcome'))).toMatchObject({ resumed: false })
  })

  it('gets what was committed without being handed over', async () => {
    const site = await ticking()
    const console = await site.live(site.adminToken)
    const { seq } = await console.until(isType('welcome'))
    await site.db.transaction((trx) =>
      recordEvents(trx, [{ deptId: null, event: { name: 'alarmRaised', topic: 'alarms', data: blankAlarm } }]),
    )
    expect((await console.until(isAlarm('alarmRaised'))).seq).toBe(seq + 1)
  })

  it('sees at once that another one confirmed an alarm', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    await site.makeFence()
    const [one, two] = await Promise.all([site.live(site.adminToken), site.live(site.adminToken)])
    await breach(site, '100')
    const { event } = await one.until(isAlarm('alarmRaised'))
    if (event.name !== 'alarmRaised') throw new Error('an alarm was expected')
    await site.admin.ask(alarmCalls.updateZdAlarm, { id: event.data.id, status: 2, version: event.data.version })
    const changed = await two.until(isAlarm('alarmChanged', ({ status }) => status === 2))
    expect(changed.event.data).toMatchObject({ remark: '确认并关闭', handleNote: '确认并关闭', handleUser: '系统管理员' })
  })

  it('must say hello with a good session, and is turned away otherwise', async () => {
    const site = await createTestSite()
    const bad = await site.live('ff'.repeat(32))
    expect(await bad.until(isType('ended'))).toMatchObject({ code: '10002' })
    expect(await bad.closed).toBe(4001)
    const rude = new WebSocket(`${site.origin.replace('http', 'ws')}/api/live`)
    const closed = new Promise((resolve) => rude.once('close', resolve))
    rude.once('open', () => rude.send('hello?'))
    expect(await closed).toBe(4000)
  })

  it('of a page of another origin is not let in', async () => {
    const site = await createTestSite()
    const foreign = new WebSocket(`${site.origin.replace('http', 'ws')}/api/live`, { origin: 'https://elsewhere.example' })
    const status = await new Promise((resolve) =>
      foreign.once('unexpected-response', (_, response) => resolve(response.statusCode)).once('error', () => undefined),
    )
    expect(status).toBe(403)
  })
})

describe('events', () => {
  it('are numbered without a gap in the order of their commits, whatever is rolled back between', async () => {
    const site = await createTestSite()
    const event = { deptId: null, event: { name: 'alarmRaised', topic: 'alarms', data: blankAlarm } } as const
    const head = await headOf(site)
    const seen: number[] = []
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const work = site.db.transaction(async (trx) => {
          const [numbered] = await recordEvents(trx, [event])
          // Every number below it is committed already: nobody resumes past one that is still to come.
          const { rows } = await site.db.raw<{ seq: string }>(trx, 'SELECT seq FROM live_event ORDER BY seq')
          seen.push(...rows.map(({ seq }) => Number(seq)).filter((seq, place) => seq !== head + place + 1))
          if (index % 3 === 0) throw new Error('rolled back')
          return numbered
        })
        await work.catch((error: Error) => expect(error.message).toBe('rolled back'))
      }),
    )
    expect(seen).toEqual([])
    expect(await headOf(site)).toBe(head + 26)
  })

  it('are told in the order of their numbers, however they are handed over', async () => {
    const { connect, raise } = await startHub(1)
    const console = await connect()
    raise(2)
    raise(3)
    raise(1)
    raise(2)
    await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '3'))
    raise(4)
    await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '4'))
    expect(console.messages.filter(isType('event')).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  })

  it('told while a returning console reads what it missed reach it too', async () => {
    const kept: NumberedEvent[] = []
    const reading = Promise.withResolvers<void>()
    const told = Promise.withResolvers<void>()
    const { connect, raise } = await startHub(
      1,
      async (seq) => {
        const found = kept.filter((event) => event.seq > seq)
        reading.resolve()
        await told.promise
        return found
      },
      1,
    )
    kept.push(eventOf(1))
    const console = connect(0)
    await reading.promise
    kept.push(raise(2))
    told.resolve()
    await (await console).until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '2'))
    expect((await console).messages.filter(isType('event')).map(({ seq }) => seq)).toEqual([1, 2])
  })
})

const headOf = async (site: TestSite): Promise<number> => {
  const { rows } = await site.db.raw<{ seq: string }>(site.db.sql, 'SELECT seq FROM live_head')
  return Number(rows[0]?.seq)
}

describe('an alarm', () => {
  const [mill, kiln] = ['1', '2'].map((deptId) => ({ all: false, deptIds: new Set([deptId]) }) as const)
  const ofMill = { ...stranger, userId: '11', administrator: true, scope: mill ?? everything }
  const ofKiln = { ...stranger, userId: '22', administrator: true, scope: kiln ?? everything }
  const meet = async () => {
    const told: ToldBeyond[] = []
    const site = await startHub(1, undefined, 0, { tick: 200, callers: { ofMill, ofKiln } })
    site.hub.onToldBeyond((some) => Promise.resolve(void told.push(...some)))
    const [near, far] = [await site.connect(null, 'ofMill'), await site.connect(null, 'ofKiln')]
    return { ...site, told, near, far }
  }

  it('is told to others while the consoles that see it do not answer, and these are closed', async () => {
    const { hub, near, far, raise } = await meet()
    near.socket.pause()
    /** How many were connected when an alarm was raised, with every tick of the hub another. */
    const connected: number[] = []
    far.socket.on('message', (data: ArrayBuffer | Buffer, isBinary: boolean) => {
      if (isBinary || !Buffer.from(data as ArrayBuffer).includes('"tick"')) return
      connected.push(hub.connections())
      raise(connected.length, '', '1')
    })
    const isInTime = (message: FromServer) => isAlarm('alarmRaised')(message) && !message.late
    const { seq } = await far.until((message): message is Extract<FromServer, { type: 'event' }> => isInTime(message))
    expect(connected[seq - 1]).toBe(2)
    await expect.poll(hub.connections).toBe(1)
  })

  it('that was told only to consoles that proved dead afterwards goes on to the others, in its order', async () => {
    const { hub, near, far, raise, told } = await meet()
    near.socket.pause()
    raise(1, '', '1')
    raise(2)
    raise(3, '', '1')
    const late = (device: string) => far.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === device))
    expect([await late('1'), await late('2'), await late('3')]).toMatchObject([
      { seq: 1, late: true },
      { seq: 2 },
      { seq: 3, late: true },
    ])
    expect(hub.connections()).toBe(2)
    expect(far.messages.filter(isType('event')).map(({ seq }) => seq)).toEqual([2, 1, 3])
    expect(told.map(({ personIds }) => personIds)).toEqual([['22'], ['22']])
    near.socket.terminate()
  })

  it('that was told to a console which broke off before it could have read it goes on at once', async () => {
    const { near, far, raise } = await meet()
    near.socket.pause()
    raise(1, '', '1')
    near.socket.terminate()
    expect(await far.until(isAlarm('alarmRaised'))).toMatchObject({ seq: 1, late: true })
  })

  it('is told to nobody beyond once one who sees it has answered, whoever goes then', async () => {
    const { hub, connect, near, far, raise } = await meet()
    const deaf = await connect(null, 'ofMill')
    deaf.socket.pause()
    raise(1, '', '1')
    await near.until(isAlarm('alarmRaised'))
    const ticks = () => near.messages.filter(isType('tick')).length
    const before = ticks()
    await expect.poll(ticks).toBeGreaterThan(before + 2)
    near.socket.terminate()
    await expect.poll(hub.connections).toBe(1)
    raise(2)
    await far.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '2'))
    expect(far.messages.filter(isType('event')).map(({ seq }) => seq)).toEqual([2])
  })
})

describe('the directory', () => {
  const ofMill = { all: false, deptIds: new Set(['1']) } as const
  const callers = {
    shown: { ...stranger, userId: '1', administrator: true, scope: everything },
    masked: { ...stranger, userId: '2', permissions: new Set(['trackRealMgmt']), scope: everything },
    mill: { ...stranger, userId: '3', permissions: new Set(['trackRealMgmt']), scope: ofMill },
  }
  const views = ['* masked', '* shown', '1 masked']
  const meet = async () => {
    const site = await startHub(1, () => Promise.resolve(null), 0, { tick: 200, callers })
    const tokens = Object.keys(callers).flatMap((token) => [token, token, token])
    return { ...site, consoles: await Promise.all(tokens.map((token) => site.connect(null, token))) }
  }

  it('that changed is made once for all who see the same, and sent to each', async () => {
    const { consoles, rename, made } = await meet()
    rename()
    for (const console of consoles) await console.until(isDirectory(false))
    expect(made.differences.sort()).toEqual(views)
    for (const console of consoles) expect(console.messages.filter(isType('directory'))).toHaveLength(2)
  })

  it('is made once for all who see the same where everybody gets it anew', async () => {
    const { consoles, moveHead, made } = await meet()
    made.directories.splice(0)
    moveHead(20_000)
    for (const console of consoles) {
      await console.until(isSecondWhole(console))
    }
    expect(made.directories.sort()).toEqual(views)
  })
})

describe('a console that says too much', () => {
  it.each(['before it is known', 'afterwards'])('is closed, %s', async (when) => {
    const { connect, open } = await startHub(1)
    const known = when === 'afterwards' ? await connect() : null
    const socket = known?.socket ?? (await open())
    const closed = known?.closed ?? new Promise((resolve) => socket.once('close', resolve))
    for (let count = 0; count < 100; count += 1)
      if (known) socket.send('{"type":"ping","at":1}')
      else socket.ping('x'.repeat(100))
    expect(await closed).toBe(1008)
    expect(known?.messages.filter(isType('pong')).length ?? 0).toBeLessThanOrEqual(40)
  })

  it('is answered as long as it says no more than a console has to say', async () => {
    const { connect } = await startHub(1)
    const console = await connect()
    for (let at = 1; at <= 9; at += 1) console.socket.send(JSON.stringify({ type: 'ping', at }))
    await console.until(
      (message): message is Extract<FromServer, { type: 'pong' }> => isType('pong')(message) && message.at === 9,
    )
    expect(console.messages.filter(isType('pong')).map(({ at: sent }) => sent)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

describe('a console that does not read', () => {
  it('is left out of positions but gets every alarm once it reads again, and slows nobody', async () => {
    const { hub, connect, move, rename, raise } = await startHub(40_000)
    const [slow, quick] = await Promise.all([connect(), connect()])
    slow.socket.pause()
    // Frames of more than a megabyte, four a second: what the network takes for a reader that stands still fills at once.
    const seen = quick.frames.length
    await expect.poll(() => (move(), quick.frames.length)).toBeGreaterThan(seen + 12)
    raise(1)
    raise(2)
    await quick.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '2'))
    const before = slow.frames.length
    rename()
    await quick.until(isDirectory(false))
    slow.socket.resume()
    await slow.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '2'))
    await slow.until(isSecondWhole(slow))
    await slow.untilFrame(({ snapshot }) => snapshot && slow.frames.length > before)
    expect(slow.messages.filter(isAlarm('alarmRaised'))).toHaveLength(2)
    expect(slow.messages.filter(isType('directory')).map(({ whole }) => whole)).toEqual([true, true])
    expect(slow.frames.length).toBeLessThan(quick.frames.length)
    expect(hub.connections()).toBe(2)
  })

  it('is closed when even alarms pile up, to come back and resume', async () => {
    const { hub, connect, raise } = await startHub(1)
    const slow = await connect()
    slow.socket.pause()
    let seq = 0
    await expect
      .poll(() => {
        for (let count = 0; count < 500; count += 1) raise((seq += 1), 'x'.repeat(2_000))
        return hub.connections()
      })
      .toBe(0)
    slow.socket.resume()
    await slow.closed
  })
})

/** The hub on a real socket, fed by hand: `size` objects that all move at once. */
const startHub = async (
  size: number,
  after: (seq: number) => Promise<NumberedEvent[] | null> = () => Promise.resolve([]),
  begin = 0,
  { tick, callers = {} }: { tick?: number; callers?: Readonly<Record<string, Caller>> } = {},
) => {
  let newest = begin
  let moved = false
  let renamed = false
  /** For whom something was made. */
  const made: Readonly<Record<'directories' | 'differences', string[]>> = { directories: [], differences: [] }
  const viewOf = (scope: Scope, shown: boolean) => `${scopeKey(scope)} ${shown ? 'shown' : 'masked'}`
  const frame = (snapshot: boolean) => createFrame(size, Date.now(), snapshot).bytes
  const hub = createLiveHub({
    authenticate: (token) => Promise.resolve(callers[token] ?? caller),
    events: { after, head: () => Promise.resolve(newest) },
    bus: createBus(createInMemoryNetwork().connect(), createLog('silent')),
    disk: () => 'fine',
    log: createLog('silent'),
    now: Date.now,
    ...(tick === undefined ? {} : { tick }),
  })
  await hub.start({
    snapshot: () => frame(true),
    directory: (scope, shown) => {
      made.directories.push(viewOf(scope, shown))
      return []
    },
    directoryChanges: () => {
      const was = renamed
      renamed = false
      return was
        ? (scope, shown) => {
            made.differences.push(viewOf(scope, shown))
            return { objects: [], removed: [1] }
          }
        : null
    },
    changes: () => {
      const was = moved
      moved = false
      return was ? () => frame(false) : null
    },
  })
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/api/live', perMessageDeflate: false })
  server.on('connection', (socket, request) => hub.accept(socket, request, () => undefined))
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  onTestFinished(() => {
    hub.stop()
    for (const client of server.clients) client.terminate()
    server.close()
  })
  return {
    hub,
    /** A socket that has said nothing yet. */
    open: async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`)
      await new Promise((resolve) => socket.once('open', resolve))
      return socket
    },
    connect: async (since: number | null = null, token = 'token') => {
      const console = await openConsole(`http://127.0.0.1:${port}`, token, since, ['positions', 'alarms'])
      await console.untilFrame(({ snapshot }) => snapshot)
      return console
    },
    made,
    move: () => {
      moved = true
    },
    /** The directory changes for everybody. */
    rename: () => {
      renamed = true
    },
    raise: (seq: number, result = '', deptId: string | null = null): NumberedEvent => {
      const event = { ...eventOf(seq, result), deptId }
      newest = Math.max(newest, seq)
      hub.publish([event])
      return event
    },
    /** The log goes on from elsewhere. */
    moveHead: (seq: number) => {
      newest = seq
    },
  }
}
const isDirectory =
  (whole: boolean) =>
  (message: FromServer): message is Extract<FromServer, { type: 'directory' }> =>
    message.type === 'directory' && message.whole === whole
/** The first welcome that came, the second, and so on. */
const isWelcome =
  ({ messages }: TestConsole, place: number) =>
  (message: FromServer): message is Extract<FromServer, { type: 'welcome' }> =>
    isType('welcome')(message) && messages.filter(isType('welcome')).indexOf(message) === place - 1
const isSecondWhole =
  ({ messages }: TestConsole) =>
  (message: FromServer): message is Extract<FromServer, { type: 'directory' }> =>
    isDirectory(true)(message) && message !== messages.find(isDirectory(true))
const eventOf = (seq: number, result = ''): NumberedEvent => ({
  seq,
  deptId: null,
  event: { name: 'alarmRaised', topic: 'alarms', data: { ...blankAlarm, deviceId: String(seq), result } },
})
const eventsFrom = (first: number, last: number): NumberedEvent[] =>
  Array.from({ length: last - first + 1 }, (_, place) => eventOf(first + place))
const caller: Caller = { ...stranger, sessionId: '1', userId: '1', administrator: true, scope: everything }
