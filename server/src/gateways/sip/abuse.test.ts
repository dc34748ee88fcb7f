import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import { ticketHeader, type CallRecord } from '@vigil/contract/telephony/entities.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { consoleOf, helmetPhoneOf, isOver, isUp, sipOfHelmet } from '../../../test/phone.ts'
import { authorization, rawOf, registeredRaw } from '../../../test/raw-sip.ts'
import { everySecond } from '../../../test/jobs.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'

const logOf = async (client: Client): Promise<CallRecord[]> => (await client.ask(telephonyCalls.listZdCall, {})) as CallRecord[]
const journalOf = async (site: TestSite) =>
  (
    await site.db.raw<{ action: string; object: string; after: unknown; result: string; cname: string }>(
      site.db.sql,
      `SELECT cname, action, object, object_id, after, result FROM journal WHERE action = 'call' ORDER BY id`,
    )
  ).rows

const withHelmet = async () => {
  const site = await createTestSite({}, undefined, { jobs: everySecond })
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  await site.makeHat('100', { sipId: '30100', deptId: mill })
  const operator = (name: string, deptId: string) =>
    site.makeUser({ name, deptId, scope: 'own', permissions: ['call:place', 'trackRealMgmt'] })
  return { site, mill, kiln, miller: await operator('miller', mill), burner: await operator('burner', kiln) }
}
/** A console that says whatever it likes. */
const rawConsoleOf = async (site: Pick<TestSite, 'origin'>, client: Client) => {
  const account = (await client.ask(telephonyCalls.getSipAccount, undefined)) ?? expect.fail('no account')
  const { ticket } = await client.ask(sessionCalls.createHelmetTicket, undefined)
  return { account, raw: await registeredRaw(site, account, [`${ticketHeader}: ${ticket}`]) }
}
/** Takes the tables of telephony away until what it returns is called. */
const withoutBindings = async ({ db }: TestSite) => {
  await db.raw(db.sql, 'ALTER TABLE sip_binding RENAME TO sip_binding_away; ALTER TABLE sip_account RENAME TO sip_account_away')
  return () =>
    db.raw(db.sql, 'ALTER TABLE sip_binding_away RENAME TO sip_binding; ALTER TABLE sip_account_away RENAME TO sip_account')
}
const upCall = async (site: TestSite, client: Client) => {
  const [desk, helmet] = [await consoleOf(site, client), await helmetPhoneOf(site, '100')]
  const { session } = desk.call('30100')
  await expect.poll(() => helmet.calls).toHaveLength(1)
  await helmet.calls[0]?.accept()
  await expect.poll(() => isUp(session)).toBe(true)
  return { desk, helmet, session, call: helmet.calls[0] ?? expect.fail('no call') }
}

describe('a helmet that means harm', () => {
  it('leaves nothing behind by a call that cannot be written, and has no more under way than one who telephones', async () => {
    const { site, miller } = await withHelmet()
    const raw = await registeredRaw(site, await sipOfHelmet(site, '100'))
    const odd = [`Call-ID: ${'x'.repeat(3_000)}`, 'Call-ID: a b']
    for (const callId of odd) expect((await raw.say('INVITE', '8000', [callId], '30100'))[0]).toBe(400)
    expect((await raw.say('INVITE', '8000%00', [], '30100'))[0]).toBe(404)
    const { account, raw: desk } = await rawConsoleOf(site, miller.client)
    const ringing = Array.from({ length: 4 }, () => raw.say('INVITE', account.sip_id, [], '30100'))
    await expect.poll(() => desk.answers.filter((text) => text.startsWith('INVITE'))).toHaveLength(4)
    expect(await raw.say('INVITE', account.sip_id, [], '30100')).toEqual([503, expect.stringContaining('Retry-After')])
    raw.socket.terminate()
    await Promise.allSettled(ringing)
    await expect.poll(async () => (await logOf(site.admin)).map(({ outcome }) => outcome)).toEqual(Array(4).fill('cancelled'))
  })

  it('places no more calls in a minute than somebody could', async () => {
    const { site } = await withHelmet()
    const raw = await registeredRaw(site, await sipOfHelmet(site, '100'))
    for (let time = 0; time < 60; time += 1) expect((await raw.say('INVITE', '39999', [], '30100'))[0]).toBe(404)
    expect((await raw.say('INVITE', '39999', [], '30100'))[0]).toBe(503)
  })

  it('ends no call of others in the log, by a call that is called as theirs is', async () => {
    const { site, miller } = await withHelmet()
    const { session } = await upCall(site, miller.client)
    await site.makeHat('200', { sipId: '30200' })
    const raw = await registeredRaw(site, await sipOfHelmet(site, '200'))
    const { callId } = session.request
    expect((await raw.say('INVITE', '39999', [`Call-ID: ${callId}`], '30200'))[0]).toBe(404)
    expect((await raw.say('INVITE', '8000', [`Call-ID: ${callId}`], '30200'))[0]).toBe(482)
    expect(await logOf(site.admin)).toMatchObject([{ outcome: 'connected', endedAt: null }])
    await session.bye()
    await expect.poll(() => logOf(site.admin)).toMatchObject([{ outcome: 'completed' }])
  })

  it('is believed nothing of who calls, and has no telephone answer by itself', async () => {
    const { site, miller } = await withHelmet()
    const raw = await registeredRaw(site, await sipOfHelmet(site, '100'))
    const { account, raw: desk } = await rawConsoleOf(site, miller.client)
    const lies = ['P-Asserted-Identity', 'Remote-Party-ID', 'Alert-Info', 'Call-Info', 'Replaces', 'Join', 'Answer-Mode']
    const asked = raw.say('INVITE', account.sip_id, [...lies.map((name) => `${name}: <sip:8001@x>;auto`), 'X-Else: 1'], '30100')
    const invite = () => desk.answers.find((text) => text.startsWith('INVITE'))
    await expect.poll(invite).toContain('X-Else: 1')
    expect(invite()?.match(/^P-Asserted-Identity.*$/gm)).toEqual([expect.stringContaining('<sip:30100@vigil.local>')])
    for (const name of lies.slice(1)) expect(invite()).not.toContain(name)
    raw.socket.terminate()
    await Promise.allSettled([asked])
  })

  it('has no way to somebody once their call is another', async () => {
    const { site, miller } = await withHelmet()
    const raw = await registeredRaw(site, await sipOfHelmet(site, '100'))
    const { account, raw: desk } = await rawConsoleOf(site, miller.client)
    const asked = raw.say('INVITE', account.sip_id, [], '30100')
    const route = () => /^Record-Route: (.*)\r$/m.exec(desk.answers.find((text) => text.startsWith('INVITE')) ?? '')?.[1]
    await expect.poll(route).toBeDefined()
    expect((await desk.say('MESSAGE', '30100', [`Route: ${route() ?? ''}`], account.sip_id))[0]).toBe(403)
    raw.socket.terminate()
    await Promise.allSettled([asked])
  })

  it('places no calls once it is not registered any more, and stands by one line at one place', async () => {
    const { site } = await withHelmet()
    const account = await sipOfHelmet(site, '100')
    const raw = await registeredRaw(site, account)
    const bindings = async () => (await site.db.raw<{ id: string }>(site.db.sql, 'SELECT id FROM sip_binding')).rows.length
    const register = async (expires = 600) => {
      const [, challenge] = await raw.say('REGISTER', '30100')
      return (await raw.say('REGISTER', '30100', [authorization(challenge, account)], '30100', expires))[0]
    }
    expect([await register(), await register()]).toEqual([200, 200])
    expect(await bindings()).toBe(1)
    for (let others = 0; others < 7; others += 1) await registeredRaw(site, account)
    const ninth = await rawOf(site)
    const [, challenge] = await ninth.say('REGISTER', '30100')
    expect((await ninth.say('REGISTER', '30100', [authorization(challenge, account)]))[0]).toBe(403)
    expect(await register(0)).toBe(200)
    expect((await raw.say('INVITE', '8000', [], '30100'))[0]).toBe(403)
  })

  it('that reads nothing is let go', async () => {
    const { site } = await withHelmet()
    const raw = await registeredRaw(site, await sipOfHelmet(site, '100'))
    raw.socket.pause()
    let isClosed = false
    raw.socket.once('close', () => (isClosed = true))
    const subject = `Call-ID: ${'x'.repeat(40_000)}`
    const asking = setInterval(() => {
      for (let time = 0; time < 4; time += 1)
        if (raw.socket.readyState === raw.socket.OPEN)
          raw.socket.send(
            `OPTIONS sip:vigil.local SIP/2.0\r\nVia: SIP/2.0/WS x;branch=z9hG4bK${randomUUID()}\r\n${subject}\r\n\r\n`,
          )
    }, 100)
    onTestFinished(() => clearInterval(asking))
    const status = async () => (await site.admin.ask(telephonyCalls.getZdCallCount, {})) >= 0
    expect(await status()).toBe(true)
    await expect.poll(async () => (await site.db.raw(site.db.sql, 'SELECT FROM sip_binding')).rows.length).toBe(0)
    raw.socket.resume()
    await expect.poll(() => isClosed).toBe(true)
  })
})

describe('who talks', () => {
  it('hangs up, and acknowledges, while nothing can be read', async () => {
    const { site, miller } = await withHelmet()
    const { session, call } = await upCall(site, miller.client)
    const back = await withoutBindings(site)
    await session.bye()
    await expect.poll(() => isOver(call)).toBe(true)
    await back()
    await expect.poll(() => logOf(site.admin)).toMatchObject([{ outcome: 'completed' }])
  })

  it('is told that nothing can be done for him while nothing can be read, and calls after that', async () => {
    const { site, miller } = await withHelmet()
    const [desk, helmet] = [await consoleOf(site, miller.client), await helmetPhoneOf(site, '100')]
    const back = await withoutBindings(site)
    const failed = desk.call('30100')
    await expect.poll(() => failed.heard).toEqual([100, 503])
    expect(await desk.register()).toBe(503)
    await back()
    desk.call('30100')
    await expect.poll(() => helmet.calls).toHaveLength(1)
  })

  it('and may reach the helmet no more can but hang up', async () => {
    const { site, miller, kiln } = await withHelmet()
    const { session, call } = await upCall(site, miller.client)
    const heard: string[] = []
    call.delegate = { onInfo: (info) => void info.accept().then(() => heard.push('info')) }
    const tell = () =>
      new Promise<number>((resolve, reject) => {
        const done = ({ message }: { message: { statusCode?: number | undefined } }): void => resolve(message.statusCode ?? 0)
        session
          .info({
            requestDelegate: { onAccept: done, onReject: done },
            requestOptions: { body: { contentDisposition: 'render', contentType: 'text/plain', content: 'x' } },
          })
          .catch(reject)
      })
    expect(await tell()).toBe(200)
    await site.db.raw(site.db.sql, `UPDATE person SET dept_id = ${kiln} WHERE cname = 'miller'`)
    await expect.poll(tell).toBe(403)
    await session.bye()
    await expect.poll(() => isOver(call)).toBe(true)
  })
})

it('whom a console calls, or called in vain, stands in the system log', async () => {
  const { site, miller, burner } = await withHelmet()
  await upCall(site, miller.client)
  const far = await consoleOf(site, burner.client)
  const { heard } = far.call('30100')
  await expect.poll(() => heard).toEqual([100, 404])
  await expect
    .poll(() => journalOf(site))
    .toMatchObject([
      { cname: 'miller', object: 'zdCall', after: { dialled: '30100' }, result: 'success' },
      { cname: 'burner', object: 'zdCall', object_id: '30100', result: 'notFound' },
    ])
})

it('what a server that was killed held is given up, and its calls with it', async () => {
  const { site, miller } = await withHelmet()
  const { session } = await upCall(site, miller.client)
  await session.bye()
  const run = (text: string) => site.db.raw(site.db.sql, text)
  await expect.poll(() => logOf(site.admin)).toMatchObject([{ outcome: 'completed' }])
  await run(`UPDATE sip_binding SET server = 'killed'`)
  await run(`UPDATE sip_call SET ended_at = NULL, outcome = 'connected', answered_at = answered_at - interval '2 minutes'`)
  await expect.poll(() => logOf(site.admin)).toMatchObject([{ outcome: 'lost' }])
  expect((await run('SELECT FROM sip_binding')).rows).toHaveLength(0)
})
