import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import type { CallRecord } from '@vigil/contract/telephony/entities.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { consoleOf, helmetPhoneOf, isOver, isUp, phoneOf, sipOfHelmet } from '../../../test/phone.ts'
import { authorization, rawOf } from '../../../test/raw-sip.ts'
import { everySecond } from '../../../test/jobs.ts'
import { createTestSite, neighbourOf } from '../../../test/site.ts'

const logOf = async (client: Client): Promise<CallRecord[]> => (await client.ask(telephonyCalls.listZdCall, {})) as CallRecord[]
const caller = ['call:place', 'trackRealMgmt'] as const

/** A site whose helmet 30100 is of the mill, and an operator of the mill and one of the kiln. */
const withHelmet = async () => {
  const site = await createTestSite({}, undefined, { jobs: everySecond })
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  await site.makeHat('100', { sipId: '30100', deptId: mill })
  const operator = (name: string, deptId: string) => site.makeUser({ name, deptId, scope: 'own', permissions: [...caller] })
  return { site, mill, miller: await operator('miller', mill), burner: await operator('burner', kiln) }
}

describe('a call', () => {
  it('from a console to a helmet: both speak, one hangs up, and the log has it', async () => {
    const { site, miller, burner } = await withHelmet()
    const [desk, helmet] = [await consoleOf(site, miller.client), await helmetPhoneOf(site, '100')]
    const { session, heard } = desk.call('30100')
    await expect.poll(() => helmet.calls).toHaveLength(1)
    const [call] = helmet.calls
    expect(call?.request.getHeader('P-Asserted-Identity')).toBe(`"miller" <sip:${desk.number}@vigil.local>`)
    await call?.accept()
    await expect.poll(() => isUp(session)).toBe(true)
    // That client tells a little later that it rings.
    await expect.poll(() => heard.toSorted((one, other) => one - other)).toEqual([100, 180, 200])
    const record = { dialled: '30100', caller: { kind: 'user', name: 'miller' }, callee: { kind: 'hat', number: '30100' } }
    await expect.poll(() => logOf(miller.client)).toMatchObject([{ ...record, outcome: 'connected', endedAt: null }])
    expect(await logOf(burner.client)).toEqual([])
    await call?.bye()
    await expect.poll(() => isOver(session)).toBe(true)
    await expect
      .poll(() => logOf(miller.client))
      .toMatchObject([{ outcome: 'completed', duration: expect.any(Number) as number }])
    expect(await miller.client.ask(telephonyCalls.getZdCallCount, {})).toBe(1)
  })

  it('is refused, given up or not taken, each as that', async () => {
    const { site, miller } = await withHelmet()
    const [desk, helmet] = [await consoleOf(site, miller.client), await helmetPhoneOf(site, '100')]
    const outcomes: string[] = []
    for (const [status, outcome] of [
      [486, 'busy'],
      [603, 'rejected'],
    ] as const) {
      const { session, heard } = desk.call('30100')
      await expect.poll(() => helmet.calls.length).toBe(outcomes.length + 1)
      await helmet.calls.at(-1)?.reject({ statusCode: status })
      await expect.poll(() => [heard.includes(status), isOver(session)]).toEqual([true, true])
      outcomes.unshift(outcome)
    }
    const given = desk.call('30100')
    await expect.poll(() => given.heard).toContain(180)
    await given.session.cancel()
    await expect.poll(() => helmet.calls.at(-1)?.state).toBe('Terminated')
    await helmet.agent.stop()
    await expect
      .poll(async () => {
        const { session, heard } = desk.call('30100')
        await expect.poll(() => isOver(session)).toBe(true)
        return heard.at(-1)
      })
      .toBe(480)
    const nobody = desk.call('39999')
    await expect.poll(() => nobody.heard).toEqual([100, 404])
    const told = (await logOf(site.admin)).map(({ outcome }) => outcome)
    expect([told[0], ...told.slice(-3)]).toEqual(['unavailable', 'cancelled', ...outcomes])
  })

  it('goes only to who is seen: of another department there is no such number', async () => {
    const { site, burner } = await withHelmet()
    const [desk, helmet] = [await consoleOf(site, burner.client), await helmetPhoneOf(site, '100')]
    const { heard } = desk.call('30100')
    await expect.poll(() => heard).toEqual([100, 404])
    expect(await desk.tell('30100', 'come')).toBe(404)
    expect(helmet.calls).toEqual([])
    await site.makeHat('200', { sipId: '30200' })
    const other = await helmetPhoneOf(site, '200')
    const between = other.call('30100')
    await expect.poll(() => between.heard).toEqual([100, 404])
  })

  it('of a helmet to the control room rings where it is seen, and the first to answer has it', async () => {
    const { site, miller, burner } = await withHelmet()
    const [desk, far, admin] = [
      await consoleOf(site, miller.client),
      await consoleOf(site, burner.client),
      await consoleOf(site, site.admin),
    ]
    const helmet = await helmetPhoneOf(site, '100')
    const { session } = helmet.call('8000')
    await expect.poll(() => [desk.calls.length, admin.calls.length]).toEqual([1, 1])
    await desk.calls[0]?.accept()
    await expect.poll(() => isUp(session)).toBe(true)
    await expect.poll(() => admin.calls[0] && isOver(admin.calls[0])).toBe(true)
    expect(far.calls).toEqual([])
    await expect.poll(() => logOf(site.admin)).toMatchObject([{ callee: { kind: 'user', name: 'miller' }, outcome: 'connected' }])
    // One that sees it may be called by it, another may not.
    await session.bye()
    const [own, other] = [helmet.call(desk.number), helmet.call(far.number)]
    await expect.poll(() => own.heard).toContain(180)
    await expect.poll(() => other.heard).toEqual([100, 480])
    await own.session.cancel()
  })

  it('crosses servers, with what is said before and within it', async () => {
    const { site, miller } = await withHelmet()
    const elsewhere = await neighbourOf(site, undefined, { jobs: everySecond })
    const [desk, helmet] = [await consoleOf(site, miller.client), await helmetPhoneOf({ origin: elsewhere.origin }, '100')]
    expect(await desk.tell('30100', '请回电')).toBe(200)
    expect(helmet.messages).toEqual([{ from: desk.number, text: '请回电' }])
    const { session } = desk.call('30100')
    await expect.poll(() => helmet.calls).toHaveLength(1)
    const [call] = helmet.calls
    const tones: string[] = []
    if (call) call.delegate = { onInfo: (info) => void info.accept().then(() => tones.push(info.request.body)) }
    await call?.accept()
    await expect.poll(() => isUp(session)).toBe(true)
    const body = { contentDisposition: 'render', contentType: 'application/dtmf-relay', content: 'Signal=5\r\nDuration=250' }
    await session.info({ requestOptions: { body } })
    await expect.poll(() => tones).toEqual([body.content])
    await session.bye()
    await expect.poll(() => call && isOver(call)).toBe(true)
  })

  it('outlives the line of one of them, who is back by another and hangs up', async () => {
    const { site, miller } = await withHelmet()
    const desk = await consoleOf(site, miller.client)
    const { sip_id: number, sip_pwd: password } = await sipOfHelmet(site, '100')
    const helmet = await phoneOf(site, { number, password })
    await helmet.register()
    const { session } = desk.call('30100')
    await expect.poll(() => helmet.calls).toHaveLength(1)
    await helmet.calls[0]?.accept()
    await expect.poll(() => isUp(session)).toBe(true)
    await helmet.agent.transport.disconnect()
    await helmet.agent.reconnect()
    expect(await helmet.register()).toBe(200)
    await helmet.calls[0]?.bye()
    await expect.poll(() => isOver(session)).toBe(true)
  })

  it('that nobody hears the end of is over once neither of them is there', async () => {
    const { site, miller } = await withHelmet()
    const [desk, helmet] = [await consoleOf(site, miller.client), await helmetPhoneOf(site, '100')]
    const { session } = desk.call('30100')
    await expect.poll(() => helmet.calls).toHaveLength(1)
    await helmet.calls[0]?.accept()
    await expect.poll(() => isUp(session)).toBe(true)
    await Promise.all([desk.agent.transport.disconnect(), helmet.agent.transport.disconnect()])
    await expect.poll(async () => (await site.db.raw(site.db.sql, 'SELECT FROM sip_binding')).rows.length).toBe(0)
    await site.db.raw(site.db.sql, `UPDATE sip_call SET answered_at = answered_at - interval '2 minutes'`)
    await expect.poll(() => logOf(site.admin)).toMatchObject([{ outcome: 'lost' }])
  })
})

describe('nobody', () => {
  it('registers without the password, by a challenge that was answered, or by one of another server', async () => {
    const { site } = await withHelmet()
    const account = await sipOfHelmet(site, '100')
    const raw = await rawOf(site)
    const [status, challenge] = await raw.say('REGISTER', '30100')
    expect(status).toBe(401)
    const right = authorization(challenge, account)
    expect((await raw.say('REGISTER', '30100', [authorization(challenge, { ...account, sip_pwd: 'wrong' })]))[0]).toBe(403)
    expect((await raw.say('REGISTER', '30100', [right]))[0]).toBe(200)
    const again = await raw.say('REGISTER', '30100', [right])
    expect(again).toEqual([401, expect.stringContaining('stale=true')])
    const elsewhere = await rawOf(await neighbourOf(site, undefined, { jobs: everySecond }))
    expect((await elsewhere.say('REGISTER', '30100', [right]))[0]).toBe(401)
    expect((await elsewhere.say('REGISTER', '39999', [right]))[0]).toBe(403)
  })

  it('calls before he is registered, or as somebody else, or by a route that is not his', async () => {
    const { site, miller } = await withHelmet()
    const helmet = await helmetPhoneOf(site, '100')
    const account = await sipOfHelmet(site, '100')
    const raw = await rawOf(site)
    expect((await raw.say('INVITE', '30100', [], '8001'))[0]).toBe(403)
    const [, challenge] = await raw.say('REGISTER', '30100')
    await raw.say('REGISTER', '30100', [authorization(challenge, account)])
    const desk = await consoleOf(site, miller.client)
    expect((await raw.say('INVITE', desk.number, [], '8001'))[0]).toBe(403)
    const token = await site.db.raw<{ id: string }>(site.db.sql, 'SELECT id FROM sip_binding ORDER BY id')
    const route = `Route: <sip:${token.rows.map(({ id }) => id).join('.')}.${'x'.repeat(22)}@vigil.local;lr>`
    expect((await raw.say('BYE', desk.number, [route], '30100'))[0]).toBe(403)
    expect((await raw.say('REFER', desk.number, [route], '30100'))[0]).toBe(403)
    expect((await raw.say('SUBSCRIBE', desk.number, [], '30100'))[0]).toBe(405)
    expect([helmet.calls, desk.calls]).toEqual([[], []])
  })

  it('is a console without its session, nor once that is over', async () => {
    const { site, miller, burner } = await withHelmet()
    const account = (await miller.client.ask(telephonyCalls.getSipAccount, undefined)) ?? expect.fail('no account')
    const login = { number: account.sip_id, password: account.sip_pwd }
    expect(await (await phoneOf(site, login)).register()).toBe(403)
    const foreign = async () => (await burner.client.ask(sessionCalls.createHelmetTicket, undefined)).ticket
    expect(await (await phoneOf(site, { ...login, ticket: foreign })).register()).toBe(403)
    const desk = await consoleOf(site, miller.client)
    await miller.client.ask(sessionCalls.logout, undefined)
    await expect.poll(() => desk.agent.isConnected()).toBe(false)
    const looker = await site.makeUser({ name: 'looker', permissions: ['trackRealMgmt'] })
    expect(await looker.client.ask(telephonyCalls.getSipAccount, undefined)).toBeNull()
  })

  it('is reached as a helmet that was switched off', async () => {
    const { site, mill } = await withHelmet()
    const helmet = await helmetPhoneOf(site, '100')
    const [hat] = (await site.admin.ask(deviceCalls.listBsHatAll, {})) as {
      id: string
      version: number
      hatNo: string
      imei: string
    }[]
    await site.admin.ask(deviceCalls.saveBsHat, { ...hat, deptId: mill, sipId: '30100', enable: 0 } as never)
    await expect.poll(() => helmet.agent.isConnected()).toBe(false)
    expect(await helmet.register().catch(() => 0)).not.toBe(200)
  })

  it('that talks nonsense keeps anybody else from calling', async () => {
    const { site, miller } = await withHelmet()
    const [desk, helmet] = [await consoleOf(site, miller.client), await helmetPhoneOf(site, '100')]
    const flood = await rawOf(site)
    for (let time = 0; time < 2_000; time += 1) flood.socket.send(time % 2 === 0 ? 'nonsense' : '\u0000'.repeat(1_000))
    const { session } = desk.call('30100')
    await expect.poll(() => helmet.calls).toHaveLength(1)
    expect(await flood.closed).toBe(1008)
    await session.cancel()
    const plain = new WebSocket(`${site.origin.replace('http', 'ws')}/sip`)
    expect(await new Promise<number>((resolve) => plain.once('close', resolve))).toBe(1002)
  })
})

it('a helmet whose number somebody else has cannot be called, and one that gets another number is called by that', async () => {
  const site = await createTestSite({}, undefined, { jobs: everySecond })
  await site.makeHat('100', { sipId: '30100' })
  await site.makeHat('200', { sipId: '30100' })
  expect(await sipOfHelmet(site, '100')).toMatchObject({ sip_id: '30100', sip_host: 'vigil.local' })
  expect(await sipOfHelmet(site, '200')).toBeNull()
  await site.makeHat('300')
  expect(await sipOfHelmet(site, '300')).toBeNull()
})

it('a console has no number by which everybody is rung, also where the site chooses its own later', async () => {
  const site = await createTestSite({}, undefined, { jobs: everySecond })
  const numberOf = async (name: string): Promise<string | undefined> => {
    const { client } = await site.makeUser({ name, permissions: ['trackRealMgmt', 'call:place'] })
    return (await client.ask(telephonyCalls.getSipAccount, undefined))?.sip_id
  }
  const ring = async (controlNumber: string): Promise<void> =>
    void (await site.admin.ask(siteCalls.saveSite, { ...(await site.admin.ask(siteCalls.getSite, undefined)), controlNumber }))
  const own = async () => (await site.admin.ask(telephonyCalls.getSipAccount, undefined))?.sip_id
  expect(await own()).toBe('8001')
  await ring('8002')
  expect(await numberOf('miller')).toBe('8003')
  await ring('8001')
  expect(await own()).toBe('8004')
})
