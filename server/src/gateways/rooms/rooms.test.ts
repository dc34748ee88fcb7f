import { describe, expect, it, onTestFinished } from 'vitest'
import { createClient, type Client } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import type { CallRecord } from '@vigil/contract/telephony/entities.ts'
import { doorsOf } from '../../../test/doors.ts'
import { helmetOf } from '../../../test/helmet.ts'
import { consoleInRoom, helmetInRoom, roomMember, type RoomMemberOf } from '../../../test/room-member.ts'
import { everySecond } from '../../../test/jobs.ts'
import { createTestSite, neighbourOf, type TestSite } from '../../../test/site.ts'

const caller = ['trackRealMgmt', 'hatOnlineListMgmt', 'call:place']
const room = { roomId: 'r1', deviceId: '100' }
const logOf = async (client: Client): Promise<CallRecord[]> => (await client.ask(telephonyCalls.listZdCall, {})) as CallRecord[]

/** Helmet 100 of the mill has called into room r1; operators of the mill and of the kiln. */
const withRoom = async () => {
  const site = await createTestSite({}, undefined, { jobs: everySecond })
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  await site.makeHat('100', { sipId: '30100', deptId: mill })
  const guestHat = await site.makeHat('200', { sipId: '30200', deptId: kiln })
  const operator = (name: string, deptId: string) => site.makeUser({ name, deptId, scope: 'own', permissions: caller })
  const [miller, burner] = [await operator('miller', mill), await operator('burner', kiln)]
  await callInto(site, room)
  return { site, miller, burner, guestHat }
}
const callInto = async (site: Pick<TestSite, 'origin'>, { roomId, deviceId }: typeof room) => {
  const helmet = await helmetOf(site, deviceId)
  helmet.say({ act: 'ca_sip_sos', room_id: roomId, time: String(Math.floor(Date.now() / 1_000)) })
  expect(await helmet.next('ca_sip_sos')).toMatchObject({ status: true })
  return helmet
}
const isIn = (member: RoomMemberOf): boolean => member.told.some(({ tell }) => tell === 'entered')
const publishing = async (member: RoomMemberOf): Promise<RoomMemberOf> => {
  await expect.poll(() => isIn(member)).toBe(true)
  await member.publish()
  return member
}
/** Of each who is heard, whether sound and pictures come. */
const hears = (member: RoomMemberOf): boolean[] => [...member.heard.values()].map(({ audio, video }) => audio > 20 && video > 20)

describe('a room', () => {
  it('that a helmet opened: it and two consoles hear and see each other, and the log has them and the alarm', async () => {
    const { site, miller } = await withRoom()
    const helmet = await publishing(await helmetInRoom(site, '100', room))
    const desk = await publishing(await consoleInRoom(site, miller.client, room))
    await expect.poll(() => [helmet, desk].map(hears)).toEqual([[true], [true]])
    const admin = await publishing(await consoleInRoom(site, site.admin, room))
    await expect
      .poll(() => [helmet, desk, admin].map(hears))
      .toEqual([
        [true, true],
        [true, true],
        [true, true],
      ])
    // Whoever came later saw at once: a picture was asked for.
    expect(helmet.asked()).toBeGreaterThan(0)
    desk.say({ say: 'mute', isMuted: true })
    await expect
      .poll(() => admin.told.findLast(({ tell }) => tell === 'members'))
      .toMatchObject({
        members: [
          { kind: 'hat', isMuted: false },
          { name: 'miller', isMuted: true },
          { kind: 'user', isMuted: false },
        ],
      })
    const [line] = await logOf(miller.client)
    expect(line).toMatchObject({
      caller: { kind: 'hat', number: '30100' },
      callee: { kind: 'user', name: 'miller' },
      outcome: 'connected',
      alarmId: expect.any(String) as string,
      room: { roomId: 'r1', parties: [{ kind: 'hat', isThere: true }, { name: 'miller', isThere: true }, { isThere: true }] },
    })
    desk.say({ say: 'leave' })
    await expect.poll(() => helmet.names()).toHaveLength(2)
    await desk.closed
    await expect
      .poll(async () => (await logOf(miller.client))[0]?.room?.parties[1])
      .toMatchObject({ name: 'miller', isThere: false })
  })

  it('is joined at whichever server, and says at each who is in it', async () => {
    const { site, miller } = await withRoom()
    const elsewhere = await neighbourOf(site, undefined, { jobs: everySecond })
    const helmet = await publishing(await helmetInRoom(site, '100', room))
    const { ticket } = await createClient({ origin: elsewhere.origin, token: () => miller.token }).ask(
      sessionCalls.createHelmetTicket,
      undefined,
    )
    const desk = await publishing(await roomMember(elsewhere, { ...room, ticket }))
    await expect.poll(() => [helmet, desk].map(hears)).toEqual([[true], [true]])
    // Its server goes, and with it who came by it.
    await elsewhere.stop()
    await expect.poll(() => helmet.names()).toHaveLength(1)
  })

  it('ends for everybody with the process that holds it, also with one that is killed', async () => {
    const { site, miller } = await withRoom()
    const holder = await neighbourOf(site, undefined, { jobs: everySecond })
    const helmet = await helmetInRoom(holder, '100', room)
    await expect.poll(() => isIn(helmet)).toBe(true)
    const desk = await consoleInRoom(site, miller.client, room)
    await expect.poll(() => isIn(desk)).toBe(true)
    await holder.stop()
    await expect.poll(() => [helmet.over(), desk.over()]).toEqual(['lost', 'lost'])
    await expect
      .poll(async () => (await logOf(miller.client))[0])
      .toMatchObject({
        outcome: 'lost',
        room: { parties: [{ isThere: false }, { isThere: false }] },
      })
    // One that was killed says nothing; the others find what it held.
    await callInto(site, { ...room, roomId: 'r2' })
    await site.db.raw(site.db.sql, `UPDATE sip_call SET room_server = 'gone' WHERE room_id = 'r2'`)
    await expect.poll(async () => (await logOf(miller.client))[0]?.outcome).toBe('lost')
  })

  it("is nobody's who does not see it, nor another helmet's, nor one that nobody opened", async () => {
    const { site, burner, miller } = await withRoom()
    const strangers = [
      await consoleInRoom(site, burner.client, room),
      await helmetInRoom(site, '200', room),
      await helmetInRoom(site, '100', room, 'wrong-key'),
      await consoleInRoom(site, miller.client, { ...room, roomId: 'other' }),
      await roomMember(site, { ...room, ticket: 'no-ticket' }),
    ]
    for (const stranger of strangers) await expect.poll(() => stranger.over()).toBe('refused')
    const watcher = await site.makeUser({ name: 'watcher', permissions: ['trackRealMgmt'] })
    const mute = await consoleInRoom(site, watcher.client, room)
    await expect.poll(() => mute.over()).toBe('refused')
    expect((await logOf(site.admin))[0]?.room?.parties).toEqual([])
  })

  it('lets in eight, and tells the ninth that it is full', async () => {
    const { site } = await withRoom()
    const all: RoomMemberOf[] = []
    for (let count = 0; count < 8; count += 1) {
      const one = await consoleInRoom(site, site.admin, room)
      await expect.poll(() => isIn(one)).toBe(true)
      all.push(one)
    }
    const ninth = await consoleInRoom(site, site.admin, room)
    await expect.poll(() => ninth.over()).toBe('full')
    all[0]?.vanish()
    await expect.poll(() => all[1]?.names()).toHaveLength(7)
    const next = await consoleInRoom(site, site.admin, room)
    await expect.poll(() => isIn(next)).toBe(true)
  })

  it('sends away whose session is over', async () => {
    const { site, miller } = await withRoom()
    const desk = await consoleInRoom(site, miller.client, room)
    await expect.poll(() => isIn(desk)).toBe(true)
    await miller.client.ask(sessionCalls.logout, undefined)
    await expect.poll(() => desk.over()).toBe('refused')
  })

  it('is opened by a console with helmets of its own, which are asked in, and joined by one more', async () => {
    const { site, miller, burner, guestHat } = await withRoom()
    const [first, second] = [await helmetOf(site, '100'), await helmetOf(site, '200')]
    await expect(miller.client.ask(telephonyCalls.saveCallRoom, { deviceIds: ['100', '200'] })).rejects.toMatchObject({
      code: 'notFound',
    })
    const opened = await miller.client.ask(telephonyCalls.saveCallRoom, { deviceIds: ['100'] })
    expect(await first.next('server_push_call_room')).toMatchObject({ room_id: opened.roomId, device_id: '100' })
    const uninvited = await helmetInRoom(site, '200', opened)
    await expect.poll(() => uninvited.over()).toBe('refused')
    const guest = { ...opened, guestId: '200' }
    await expect(burner.client.ask(telephonyCalls.addToCallRoom, guest)).rejects.toMatchObject({ code: 'notFound' })
    expect(await site.admin.ask(telephonyCalls.addToCallRoom, guest)).toBe('sent')
    expect(await second.next('server_push_call_room')).toMatchObject({ room_id: opened.roomId, device_id: '100' })
    const invited = await helmetInRoom(site, '200', opened)
    await expect.poll(() => isIn(invited)).toBe(true)
    // It is among the calls of the helmet that was asked in as well.
    expect(await site.admin.ask(telephonyCalls.getZdCallCount, { hatId: guestHat })).toBe(1)
    // Who sees a helmet in it may come.
    const desk = await consoleInRoom(site, burner.client, opened)
    await expect.poll(() => isIn(desk)).toBe(true)
  })
})

it('is over where its first comer went before he was in it: found twice by its server, which holds none such', async () => {
  const site = await createTestSite({}, onTestFinished, { jobs: () => [] })
  await site.makeHat('100', { sipId: '30100' })
  await callInto(site, room)
  await site.db.raw(site.db.sql, `UPDATE sip_call SET room_server = 'here'`)
  const { rooms } = (await doorsOf(site, onTestFinished)).doors.telephony
  const outcome = async () => (await logOf(site.admin))[0]?.outcome
  await rooms.endUnheld('here', () => true)
  await rooms.endUnheld('here', () => false)
  expect(await outcome()).toBe('ringing')
  await rooms.endUnheld('here', () => false)
  expect(await outcome()).toBe('missed')
})
