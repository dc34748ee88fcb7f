import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { createClient, whole } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { afterFile } from '../../../test/ends.ts'
import { createTestSite, neighbourOf, type TestSite } from '../../../test/site.ts'
import { batchBody, connectTerminal, locationBody, terminalPort } from '../../../test/terminal.ts'
import { messageId, result } from './answers.ts'

const minute = 60_000
let site: TestSite
let port: number
beforeAll(async () => {
  site = await createTestSite({}, afterFile)
  port = await terminalPort(site)
})
let made = 0
/** A vehicle whose terminal has a number of its own. */
const makeCar = async (number = `1390000${String((made += 1)).padStart(4, '0')}`, more: object = {}) => {
  const { id } = await site.admin.ask(deviceCalls.saveBsCar, {
    plateNumber: `皖B${number.slice(-5)}`,
    terminalNo: number,
    ...more,
  })
  return { id, number }
}
const placesOf = async (number: string, client = site.admin) =>
  (await client.ask(positionCalls.listRealGpsAll, undefined)).filter(({ deviceId }) => deviceId === number)
const openOf = async (number: string) =>
  (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list.filter(({ deviceId }) => deviceId === number)
/** The one alarm that stands open of it. */
const alarmOf = async (number: string): Promise<string> => {
  const [open] = await openOf(number)
  if (!open) throw new Error(`no alarm of ${number}`)
  return open.id
}
const gateway = async () => {
  const found = (await site.admin.ask(siteCalls.listGatewayAll, undefined)).find(({ name }) => name === 'jt808')
  if (!found) throw new Error('no gateway')
  return found
}
const registration = (body = 37): Buffer => {
  const told = Buffer.alloc(body)
  told.write('MAKER', 4)
  return told
}

describe('a terminal', () => {
  it.each([2013, 2019] as const)('of %i registers, shows its code and is where it says', async (version) => {
    const { number } = await makeCar()
    const terminal = await connectTerminal(port, number, version)
    terminal.say(messageId.register, registration(version === 2019 ? 76 : 37))
    const answer = await terminal.next(messageId.registered)
    expect([answer.version, answer.body[2]]).toEqual([version, 0])
    const code = answer.body.subarray(3)
    const shown =
      version === 2019
        ? Buffer.concat([Buffer.of(code.length), code, Buffer.from('351451208401216'), Buffer.from('\x04V1.2')])
        : code
    expect(await terminal.ask(messageId.authenticate, shown)).toBe(result.done)
    expect(await terminal.ask(messageId.heartbeat)).toBe(result.done)
    expect(await terminal.ask(messageId.location, locationBody({ lng: 118.37, lat: 31.18, speed: 36.5 }))).toBe(result.done)
    // Acknowledged: it is stored.
    expect(await placesOf(number)).toMatchObject([{ deviceType: 'car', lng: 118.37, lat: 31.18, speed: 36.5 }])
  })

  it('that says its vehicle stands for too long has a stop of it, once for as long as it says so', async () => {
    const { number } = await makeCar()
    const terminal = await connectTerminal(port, number)
    const [longParked, at] = [1 << 19, Math.floor(Date.now() / 1000) * 1000]
    const say = (after: number, alarms: number) =>
      terminal.ask(messageId.location, locationBody({ alarms, time: at + after * 1000, lng: 118.41, lat: 31.21 }))
    const stops = async () =>
      whole(await site.admin.ask(trafficCalls.listZdTrafficStop, { plateNumber: `皖B${number.slice(-5)}` })).map(
        ({ kind, endTime, isIllegal, status }) => ({ kind, endTime, isIllegal, status }),
      )
    expect(await say(-30, 0)).toBe(result.done)
    expect(await stops()).toEqual([])
    for (const after of [-20, -10, -5]) expect(await say(after, longParked)).toBe(result.done)
    const stop = { kind: 'parking', endTime: null, isIllegal: 0, status: 2 }
    expect(await stops()).toEqual([stop])
    // Another line of the same terminal knows nothing of what the first one told.
    const again = await connectTerminal(port, number)
    await again.ask(messageId.location, locationBody({ alarms: longParked, time: at, lng: 118.41, lat: 31.21 }))
    expect(await stops()).toEqual([stop])
    // What it kept back says so of its own time, and never what lies on no place.
    const kept = at - 10 * 3_600_000
    const locations = [0, 60_000].map((later) =>
      locationBody({ alarms: longParked, time: kept + later, lng: 118.42, lat: 31.22 }),
    )
    await again.ask(messageId.batch, batchBody(true, [...locations, locationBody({ alarms: longParked, time: kept, status: 0 })]))
    expect((await stops()).filter(({ endTime }) => endTime !== null)).toHaveLength(1)
    expect(await stops()).toHaveLength(2)
  })

  it('is known by its number however it writes it, without registering itself', async () => {
    const { number } = await makeCar('13800000901')
    await makeCar('013800000902')
    const one = await connectTerminal(port, number)
    const two = await connectTerminal(port, '13800000902', 2019)
    expect([await one.ask(messageId.location, locationBody()), await two.ask(messageId.location, locationBody())]).toEqual([0, 0])
    expect([(await placesOf('13800000901')).length, (await placesOf('013800000902')).length]).toEqual([1, 1])
  })

  it('that was given a code counts only where it shows it, but for a press for help', async () => {
    const { number } = await makeCar()
    const first = await connectTerminal(port, number)
    first.say(messageId.register, registration())
    const code = (await first.next(messageId.registered)).body.subarray(3)
    const other = await connectTerminal(port, number)
    expect(await other.ask(messageId.location, locationBody())).toBe(result.failed)
    expect(await other.ask(messageId.authenticate, Buffer.from('guess'))).toBe(result.failed)
    expect(await other.ask(messageId.location, locationBody())).toBe(result.failed)
    expect(await placesOf(number)).toEqual([])
    expect(await other.ask(messageId.location, locationBody({ alarms: 1 }))).toBe(result.done)
    expect(await openOf(number)).toMatchObject([{ alarmType: 4, alarmLevel: 1, count: 1 }])
    // Some fill it up to a width.
    expect(await other.ask(messageId.authenticate, Buffer.concat([code, Buffer.alloc(3)]))).toBe(result.done)
    expect(await other.ask(messageId.location, locationBody())).toBe(result.done)
  })

  it('that nobody registered is told so, and listed', async () => {
    const terminal = await connectTerminal(port, '13700000099')
    terminal.say(messageId.register, registration())
    expect((await terminal.next(messageId.registered)).body[2]).toBe(4)
    expect(await terminal.ask(messageId.authenticate, Buffer.from('K42'))).toBe(result.failed)
    expect(await terminal.ask(messageId.location, locationBody())).toBe(result.failed)
    await expect
      .poll(async () => whole(await site.admin.ask(deviceCalls.listUnknownDeviceAll, {})).map(({ deviceId }) => deviceId))
      .toContain('013700000099')
    // Whoever presses is heard.
    await terminal.ask(messageId.location, locationBody({ alarms: 1 }))
    expect(await openOf('013700000099')).toMatchObject([{ alarmType: 4, source: { kind: 'unregistered' } }])
  })
})

describe('a press for help', () => {
  it('is one however often it is told while it lasts, and another one when it comes again', async () => {
    const { number } = await makeCar()
    const terminal = await connectTerminal(port, number)
    const at = Date.now() - 5 * minute
    const tell = (after: number, alarms: number) =>
      terminal.ask(messageId.location, locationBody({ alarms, time: at + after * minute }))
    expect([await tell(0, 1), await tell(1, 1), await tell(1.5, 3)]).toEqual([0, 0, 0])
    expect(await openOf(number)).toMatchObject([{ alarmType: 4, count: 1, lng: 118.36 }])
    // What was kept back from before it says nothing of now.
    await terminal.ask(messageId.batch, batchBody(true, [locationBody({ time: at - 20 * minute })]))
    await tell(1.8, 1)
    expect(await openOf(number)).toMatchObject([{ count: 1 }])
    await tell(2, 0)
    await tell(4, 1)
    expect(await openOf(number)).toMatchObject([{ alarmType: 4, count: 2 }])
  })

  it('is one of many that come before the first of them is stored', async () => {
    const { number } = await makeCar()
    const terminal = await connectTerminal(port, number)
    const at = Date.now() - minute
    const presses = Array.from({ length: 40 }, (_, after) => locationBody({ alarms: 1, time: at + after * 1_000 }))
    terminal.socket.write(Buffer.concat(presses.flatMap((body) => terminal.frames(messageId.location, body))))
    await expect.poll(() => terminal.told.filter(({ id }) => id === 0x8001).length).toBe(40)
    const { rows } = await site.db.raw<{ kind: number; n: number }>(
      site.db.sql,
      `SELECT position.kind, count(*)::int AS n FROM position JOIN device ON device.id = position.device_id WHERE device.code = $1 GROUP BY 1 ORDER BY 1`,
      [number],
    )
    expect(rows).toEqual([
      { kind: 0, n: 39 },
      { kind: 4, n: 1 },
    ])
  })

  it('needs no place and no time, and waits for nothing that was said before it', async () => {
    const { number } = await makeCar()
    const terminal = await connectTerminal(port, number)
    const old = Array.from({ length: 50 }, (_, at) => locationBody({ time: Date.now() - (60 + at) * minute }))
    const nowhere = locationBody({ alarms: 1, status: 0 })
    nowhere.fill(0xff, 22)
    terminal.socket.write(
      Buffer.concat([...terminal.frames(messageId.batch, batchBody(true, old)), ...terminal.frames(messageId.location, nowhere)]),
    )
    await expect.poll(() => openOf(number)).toMatchObject([{ alarmType: 4, count: 1 }])
  })

  it('that could not be stored is said again, and counts as new', async () => {
    const { number } = await makeCar()
    const terminal = await connectTerminal(port, number)
    await site.db.raw(
      site.db.sql,
      `CREATE FUNCTION no_calls() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a fault in the middle'; END $$;
       CREATE TRIGGER no_calls BEFORE INSERT ON alarm FOR EACH ROW EXECUTE FUNCTION no_calls()`,
    )
    const press = locationBody({ alarms: 1 })
    expect(await terminal.ask(messageId.location, press)).toBe(result.failed)
    await site.db.raw(site.db.sql, 'DROP TRIGGER no_calls ON alarm; DROP FUNCTION no_calls()')
    expect(await terminal.ask(messageId.location, press)).toBe(result.done)
    expect(await openOf(number)).toMatchObject([{ alarmType: 4, count: 1 }])
  })
})

describe('what was kept back', () => {
  it('is stored in its time and moves nobody back', async () => {
    const { number } = await makeCar()
    const terminal = await connectTerminal(port, number)
    const now = Date.now()
    await terminal.ask(messageId.location, locationBody({ lng: 118.37, time: now - 1_000 }))
    const kept = [20, 10].map((minutes) => locationBody({ lng: 118.35, time: now - minutes * minute }))
    expect(await terminal.ask(messageId.batch, batchBody(true, kept))).toBe(result.done)
    expect(await terminal.ask(messageId.batch, batchBody(true, kept))).toBe(result.done)
    expect(await placesOf(number)).toMatchObject([{ lng: 118.37 }])
    const { rows } = await site.db.raw(
      site.db.sql,
      `SELECT lng FROM position JOIN device ON device.id = device_id WHERE code = '${number}' ORDER BY fix_time`,
    )
    expect(rows).toEqual([{ lng: 118.35 }, { lng: 118.35 }, { lng: 118.37 }])
  })

  it('in parts is acknowledged part by part once all of it is stored', async () => {
    const { number } = await makeCar()
    const terminal = await connectTerminal(port, number)
    const kept = Array.from({ length: 60 }, (_, at) => locationBody({ time: Date.now() - (100 - at) * minute }))
    const parts = terminal.frames(messageId.batch, batchBody(true, kept))
    expect(parts.length).toBeGreaterThan(1)
    terminal.socket.write(Buffer.concat(parts.toReversed()))
    for (const _ of parts) await terminal.next(messageId.answer)
    expect(terminal.told.map(({ body }) => [body.readUInt16BE(0), body[4]])).toEqual(parts.map((__, at) => [at, result.done]))
  })
})

describe('words for a driver', () => {
  /** A press goes before all else, and whether its terminal is let in is asked after it: a place waits for that, and the last for the place. */
  const press = async (terminal: Awaited<ReturnType<typeof connectTerminal>>): Promise<void> => {
    await terminal.ask(messageId.location, locationBody({ alarms: 1 }))
    await terminal.ask(messageId.location, locationBody())
    await terminal.ask(messageId.heartbeat)
  }

  it('are shown and read out, and what his terminal says of them is told', async () => {
    const { number } = await makeCar()
    const terminal = await connectTerminal(port, number)
    await press(terminal)
    const id = await alarmOf(number)
    const say = (outcome: number) => {
      const sent = site.admin.ask(alarmCalls.messageAlarmSource, { id, message: '请减速' })
      return terminal.next(messageId.text).then(async ({ body, serial }) => {
        const answer = Buffer.alloc(5)
        answer.writeUInt16BE(serial, 0)
        answer.writeUInt16BE(messageId.text, 2)
        answer[4] = outcome
        terminal.say(messageId.terminalAnswer, answer)
        return [body.toString('hex'), (await sent).reason]
      })
    }
    expect(await say(0)).toEqual(['0cc7ebbcf5cbd9', 'accepted'])
    expect(await say(1)).toEqual(['0cc7ebbcf5cbd9', 'failed'])
    terminal.socket.destroy()
    await expect
      .poll(async () => (await site.admin.ask(alarmCalls.messageAlarmSource, { id, message: '请减速' })).reason)
      .toBe('offline')
  })

  it('go to nobody for a press alone, where the vehicle’s own terminal was given a code', async () => {
    const { number } = await makeCar()
    const own = await connectTerminal(port, number)
    own.say(messageId.register, registration())
    const code = (await own.next(messageId.registered)).body.subarray(3)
    await own.ask(messageId.authenticate, code)
    const stranger = await connectTerminal(port, number)
    expect(await stranger.ask(messageId.location, locationBody({ alarms: 1 }))).toBe(result.done)
    void site.admin.ask(alarmCalls.messageAlarmSource, { id: await alarmOf(number), message: '请减速' })
    await own.next(messageId.text)
    expect(stranger.told.filter((message) => message.id === messageId.text)).toEqual([])
  })

  it('go to whoever spoke last for a vehicle, at whichever server', async () => {
    const { number } = await makeCar()
    const one = await connectTerminal(port, number)
    await press(one)
    const id = await alarmOf(number)
    const other = await connectTerminal(port, number)
    await other.ask(messageId.location, locationBody())
    void site.admin.ask(alarmCalls.messageAlarmSource, { id, message: '请减速' })
    await other.next(messageId.text)
    expect(one.told.filter((message) => message.id === messageId.text)).toEqual([])
    // The older line goes, which costs the newer one nothing.
    one.socket.destroy()
    await one.closed
    void site.admin.ask(alarmCalls.messageAlarmSource, { id, message: '请停车' })
    await other.next(messageId.text)
  })
})

describe('what is no terminal of ours', () => {
  it('is counted and costs the others nothing: wrong check codes, half a frame and silence, encrypted, unknown', async () => {
    const { number } = await makeCar()
    const good = await connectTerminal(port, number)
    const bad = await connectTerminal(port, '13700000098')
    const before = (await gateway()).errors
    const [frame = Buffer.alloc(0)] = bad.frames(messageId.location, locationBody())
    const wrong = Buffer.from(frame)
    wrong[20] = (wrong[20] ?? 0) ^ 1
    bad.socket.write(wrong)
    bad.socket.write(frame.subarray(0, 20))
    await expect.poll(async () => (await gateway()).errors).toBe(before + 1)
    expect((await gateway()).lastError).toBe('校验码不符的数据帧')
    expect(await good.ask(messageId.location, locationBody())).toBe(result.done)
    // The other half.
    bad.socket.write(frame.subarray(20))
    await bad.next(messageId.answer)
    expect(await bad.ask(0x0fff)).toBe(result.unsupported)
  })

  it('may say anything at all, well framed, without harm', async () => {
    const { number } = await makeCar()
    const terminal = await connectTerminal(port, number)
    const ids = Object.values(messageId)
    const said = fc.sample(
      fc.tuple(fc.oneof(fc.constantFrom(...ids), fc.integer({ min: 0, max: 0xffff })), fc.uint8Array({ maxLength: 120 })),
      300,
    )
    terminal.socket.write(Buffer.concat(said.flatMap(([id, body]) => terminal.frames(id, Buffer.from(body)))))
    const other = await connectTerminal(port, number)
    expect(await other.ask(messageId.heartbeat)).toBe(result.done)
    // Whatever it was answered for, none of it is a place.
    terminal.say(messageId.heartbeat)
    await expect
      .poll(() => terminal.told.some(({ body }) => body.length === 5 && body.readUInt16BE(2) === messageId.heartbeat))
      .toBe(true)
    expect(await placesOf(number)).toEqual([])
  })

  it('is cut off after so much of it', async () => {
    const noise = await connectTerminal(port, '13700000097')
    noise.socket.write(Buffer.concat(Array.from({ length: 20 }, () => Buffer.from(`7e${'7d03'.repeat(20)}7e`, 'hex'))))
    await noise.closed
  })

  it('does without where its port is another’s', async () => {
    const other = await neighbourOf(site, undefined, {}, { variables: { VIGIL_JT808_PORT: port } })
    const client = createClient({ origin: other.origin, token: () => site.adminToken })
    const gateways = await client.ask(siteCalls.listGatewayAll, undefined)
    expect(gateways.find(({ name }) => name === 'jt808')).toMatchObject({ listening: false, at: String(port) })
    const { number } = await makeCar()
    const terminal = await connectTerminal(port, number)
    expect(await terminal.ask(messageId.location, locationBody())).toBe(result.done)
  })
})
