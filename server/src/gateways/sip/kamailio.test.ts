import { createSocket } from 'node:dgram'
import { describe, expect, it, onTestFinished } from 'vitest'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import type { CallRecord } from '@vigil/contract/telephony/entities.ts'
import { freePort } from '../../../../e2e/support/product.ts'
import { missingPrograms, startSipEngine } from '../../../../e2e/support/sip-engine.ts'
import { consoleOf, isOver, isUp, phoneOf, sipOfHelmet } from '../../../test/phone.ts'
import { authorization, rawOf, registeredRaw } from '../../../test/raw-sip.ts'
import { createTestSite } from '../../../test/site.ts'

const missing = missingPrograms(['kamailio', 'rtpengine'])
if (missing.length > 0)
  console.log(
    `未运行：经 Kamailio 的信令，未安装 / did not run: signalling through Kamailio, not installed: ${missing.join(' ')}`,
  )

/** A site whose calls Kamailio carries, with helmet 30100 of the mill, an operator of the mill and one of the kiln. */
const withKamailio = async () => {
  const [wsPort, key] = [await freePort(), 'k'.repeat(40)]
  const site = await createTestSite({ variables: { VIGIL_SIP_URL: `ws://127.0.0.1:${wsPort}`, VIGIL_SIP_KEY: key } })
  const engine = await startSipEngine({ at: new URL(site.origin).host, key, wsPort })
  onTestFinished(engine.end)
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  await site.makeHat('100', { sipId: '30100', deptId: mill })
  await site.makeHat('200', { sipId: '30200', deptId: kiln })
  const operator = (name: string, deptId: string) =>
    site.makeUser({ name, deptId, scope: 'own', permissions: ['call:place', 'trackRealMgmt'] })
  const at = { origin: `http://127.0.0.1:${wsPort}` }
  const helmet = async (imei: string) => {
    const { sip_id: number, sip_pwd: password } = await sipOfHelmet(site, imei)
    const phone = await phoneOf(at, { number, password })
    expect(await phone.register()).toBe(200)
    return phone
  }
  const [miller, burner] = [await operator('miller', mill), await operator('burner', kiln)]
  const log = async () => (await site.admin.ask(telephonyCalls.listZdCall, {})) as CallRecord[]
  return { site, engine, at, helmet, miller, burner, log }
}

/** A datagram to the port of plain devices, and what comes back; null where nothing does. */
const datagram = async (port: number, text: string): Promise<string | null> => {
  const socket = createSocket('udp4')
  try {
    const answer = new Promise<string>((done) => socket.once('message', (data) => done(data.toString())))
    socket.send(text, port, '127.0.0.1')
    return await Promise.race([answer, new Promise<null>((done) => setTimeout(() => done(null), 1_000))])
  } finally {
    socket.close()
  }
}
const request = (method: string, uri: string, headers: readonly string[] = []): string =>
  [
    `${method} ${uri} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK${Math.random()};rport`,
    'Max-Forwards: 70',
    'From: <sip:30100@vigil.local>;tag=1',
    `Call-ID: ${Math.random()}`,
    `CSeq: 1 ${method}`,
    'Contact: <sip:x@127.0.0.1:9>',
    ...headers,
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n')

describe.skipIf(missing.length > 0)('Kamailio as deploy/ has it', () => {
  it('carries calls, what is said within them and words, and tells the log', async () => {
    const { at, helmet, miller, burner, log } = await withKamailio()
    const [desk, far, phone] = [await consoleOf(at, miller.client), await consoleOf(at, burner.client), await helmet('100')]
    const { session, heard } = desk.call('30100')
    await expect.poll(() => phone.calls).toHaveLength(1)
    const [call] = phone.calls
    expect(call?.request.getHeader('P-Asserted-Identity')).toBe(`"miller" <sip:${desk.number}@vigil.local>`)
    await call?.accept()
    await expect.poll(() => isUp(session)).toBe(true)
    const answers: string[] = []
    const info = { contentDisposition: 'render', contentType: 'application/dtmf-relay', content: 'Signal=1' }
    await session.info({ requestOptions: { body: info }, requestDelegate: { onAccept: () => void answers.push('info') } })
    await expect.poll(() => answers).toEqual(['info'])
    await session.invite({ requestDelegate: { onAccept: () => void answers.push('held') } })
    await expect.poll(() => answers).toEqual(['info', 'held'])
    await call?.bye()
    await expect.poll(() => isOver(session)).toBe(true)
    await expect.poll(async () => (await log()).map(({ outcome }) => outcome)).toEqual(['completed'])
    expect(heard.at(-1)).toBe(200)

    // The control room rings where the helmet is seen, and only there; who gives up is heard.
    const asked = phone.call('8000')
    await expect.poll(() => desk.calls).toHaveLength(1)
    await expect.poll(() => asked.heard).toContain(180)
    await asked.session.cancel()
    await expect.poll(() => desk.calls[0]?.state).toBe('Terminated')
    expect(far.calls).toEqual([])
    const refused = desk.call('30100')
    await expect.poll(() => phone.calls).toHaveLength(2)
    await phone.calls[1]?.reject({ statusCode: 486 })
    await expect.poll(() => refused.heard).toContain(486)
    const outcomes = async () => (await log()).map(({ outcome }) => outcome)
    await expect.poll(outcomes).toEqual(['busy', 'cancelled', 'completed'])
    expect([await desk.tell('30100', '请回电'), await far.tell('30100', 'x')]).toEqual([200, 404])
    expect(phone.messages).toEqual([{ from: desk.number, text: '请回电' }])
    const [nobody, unseen] = [desk.call('39999'), far.call('30100')]
    await expect.poll(() => [nobody.heard.at(-1), unseen.heard.at(-1)]).toEqual([404, 404])
  })

  it('knows nobody without his password, his connection and his part in a call', async () => {
    const { site, engine, at, helmet, miller } = await withKamailio()
    const account = await sipOfHelmet(site, '100')
    const stranger = await rawOf(at)
    const [first, challenge] = await stranger.say('REGISTER', '30100')
    expect(first).toBe(401)
    expect((await stranger.say('REGISTER', '30100', [authorization(challenge, { ...account, sip_pwd: 'guessed' })]))[0]).toBe(403)
    // A console's password without a ticket of its session.
    const desk = (await miller.client.ask(telephonyCalls.getSipAccount, undefined)) ?? expect.fail('no account')
    const [, again] = await stranger.say('REGISTER', desk.sip_id)
    expect((await stranger.say('REGISTER', desk.sip_id, [authorization(again, desk)]))[0]).toBe(403)
    expect((await stranger.say('INVITE', '8000', [], '30100'))[0]).toBe(407)
    // Registered by one connection, and gone with it.
    const raw = await registeredRaw(at, account)
    const bound = async () =>
      (await site.db.raw<{ number: string }>(site.db.sql, 'SELECT number FROM sip_binding')).rows.map(({ number }) => number)
    expect(await bound()).toEqual(['30100'])
    // What was answered once is no answer any more.
    const [, asked] = await raw.say('REGISTER', '30100')
    expect((await raw.say('REGISTER', '30100', [authorization(asked, account)]))[0]).toBe(200)
    expect((await stranger.say('REGISTER', '30100', [authorization(asked, account)]))[0]).toBe(401)
    raw.socket.terminate()
    await expect.poll(bound).toEqual([])

    const [console, phone] = [await consoleOf(at, miller.client), await helmet('100')]
    const { session } = console.call('30100')
    await expect.poll(() => phone.calls).toHaveLength(1)
    await phone.calls[0]?.accept()
    await expect.poll(() => isUp(session)).toBe(true)
    const callId = session.request.callId
    const route = `Route: <sip:127.0.0.1:${engine.sipPort};lr>`
    const elsewhere = createSocket('udp4')
    onTestFinished(() => void elsewhere.close())
    await new Promise<void>((done) => elsewhere.bind(0, '127.0.0.1', () => done()))
    const led: string[] = []
    elsewhere.on('message', (data) => void led.push(data.toString()))
    const there = `sip:x@127.0.0.1:${elsewhere.address().port}`
    for (const method of ['BYE', 'INFO', 'INVITE']) {
      const said = request(method, there, [route, 'To: <sip:8000@vigil.local>;tag=2']).replace(
        /Call-ID: .*/,
        `Call-ID: ${callId}`,
      )
      expect(await datagram(engine.sipPort, said)).toMatch(/^SIP\/2\.0 (?:100[^]*|403)/)
    }
    expect(await datagram(engine.sipPort, request('INVITE', there, ['To: <sip:x@x.invalid>']))).toMatch(/^SIP\/2\.0 40[47]/)
    expect(await datagram(engine.sipPort, request('REFER', 'sip:8000@vigil.local', ['To: <sip:8000@vigil.local>']))).toMatch(
      / 405/,
    )
    expect(await datagram(engine.sipPort, 'GARBAGE\r\n\r\n')).toBeNull()
    expect([led, isUp(session)]).toEqual([[], true])
    await session.bye()
    await expect.poll(() => phone.calls[0] && isOver(phone.calls[0])).toBe(true)
  })
})
