import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import type { CallRecord } from '@vigil/contract/telephony/entities.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { sipOfHelmet } from '../../../test/phone.ts'
import { createTestSite } from '../../../test/site.ts'

const key = 'a-key-of-the-proxy-of-calls-of-a-site'
const variables = { VIGIL_SIP_URL: 'wss://calls.example/sip', VIGIL_SIP_KEY: key }
const at = (port: number, transport = 'ws'): string => `sip:127.0.0.1:${port};transport=${transport}`

/** A site whose helmet 30100 is of the mill, an operator of the mill and one of the kiln, and what the proxy asks. */
const withEngine = async () => {
  const site = await createTestSite({ variables })
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  await site.makeHat('100', { sipId: '30100', deptId: mill })
  await site.makeHat('200', { sipId: '30200', deptId: mill })
  const operator = (name: string, deptId: string) =>
    site.makeUser({ name, deptId, scope: 'own', permissions: ['call:place', 'trackRealMgmt'] })
  const send = (what: string, said: Readonly<Record<string, string>>, with_ = key) =>
    fetch(`${site.origin}/sip/engine`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`vigil:${with_}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: [
        `what=${what}`,
        ...Object.entries(said).map(([name, value]) => `${name}=${Buffer.from(value).toString('hex')}`),
      ].join('&'),
    })
  const ask = async (what: string, said: Readonly<Record<string, string>>): Promise<string[]> =>
    (await (await send(what, said)).text()).split('\n').filter((line, index) => index === 0 || line !== '')
  const enter = (number: string, source: string, more: Readonly<Record<string, string>> = {}) =>
    ask('enter', { number, source, contact: `<sip:x@${number}.invalid;transport=ws>`, callId: `of ${number}`, ...more })
  const enterConsole = async (client: Client, source: string) => {
    const account = (await client.ask(telephonyCalls.getSipAccount, undefined)) ?? expect.fail('no account')
    const { ticket } = await client.ask(sessionCalls.createHelmetTicket, undefined)
    return { number: account.sip_id, answer: await enter(account.sip_id, source, { ticket }) }
  }
  const enterHelmet = async (imei: string, source: string) => {
    const { sip_id: number } = await sipOfHelmet(site, imei)
    return enter(number, source)
  }
  return {
    site,
    send,
    ask,
    enter,
    enterConsole,
    enterHelmet,
    miller: await operator('miller', mill),
    burner: await operator('burner', kiln),
  }
}
const logOf = async (client: Client): Promise<CallRecord[]> => (await client.ask(telephonyCalls.listZdCall, {})) as CallRecord[]

describe('a proxy of its own', () => {
  it('is known by its key alone, and says of nobody who nobody knows', async () => {
    const { site, send, ask } = await withEngine()
    const { sip_pwd: password, wss_url: url } = await sipOfHelmet(site, '100')
    expect(url).toBe('wss://calls.example/sip')
    for (const wrong of ['', 'wrong', `${key}x`]) expect((await send('secret', { number: '30100' }, wrong)).status).toBe(401)
    const ha1 = createHash('md5').update(`30100:vigil.local:${password}`).digest('hex')
    expect(await ask('secret', { number: '30100' })).toEqual(['200', ha1])
    expect(await ask('secret', { number: '39999' })).toEqual(['404'])
    expect(await ask('invented', {})).toEqual(['503', 'Service Unavailable'])
    const told = (await site.admin.ask(siteCalls.listGatewayAll, undefined)).find(({ name }) => name === 'sip')
    expect(told).toMatchObject({ listening: true, errors: 3 })
  })

  it('takes a console only with a ticket of its session, and no longer than that session lasts', async () => {
    const { site, ask, enter, enterConsole, enterHelmet, miller } = await withEngine()
    await enterHelmet('100', at(4100))
    const { number, answer } = await enterConsole(miller.client, at(4001))
    expect(answer).toEqual(['200', 'OK', `Contact: <sip:x@${number}.invalid;transport=ws>;expires=600`])
    expect(await enter(number, at(4002))).toEqual(['403', 'Forbidden'])
    const { ticket } = await site.admin.ask(sessionCalls.createHelmetTicket, undefined)
    expect(await enter(number, at(4002), { ticket })).toEqual(['403', 'Forbidden'])
    const call = { number, source: at(4001), dialled: '30100' }
    expect((await ask('call', { ...call, callId: 'one' }))[0]).toBe('200')
    await miller.client.ask(sessionCalls.logout, undefined)
    expect((await ask('call', { ...call, callId: 'two' }))[0]).toBe('403')
    const left = () => site.db.raw(site.db.sql, `SELECT FROM sip_binding WHERE number = $1`, [number])
    await expect.poll(async () => (await left()).rows).toEqual([])
  })

  it('carries a call between whom it may be: from where they are registered, to where they are, and into the log', async () => {
    const { site, ask, enterConsole, enterHelmet, miller, burner } = await withEngine()
    await enterHelmet('100', at(5100, 'udp'))
    await enterHelmet('200', at(5200, 'udp'))
    const { number } = await enterConsole(miller.client, at(4001))
    const { number: far } = await enterConsole(burner.client, at(4002))
    const call = { number, source: at(4001), dialled: '30100', callId: 'one', video: '1' }
    // Nobody calls from where he is not registered, nor whom he does not see.
    expect((await ask('call', { ...call, source: at(4009) }))[0]).toBe('403')
    expect((await ask('call', { ...call, number: far }))[0]).toBe('403')
    expect((await ask('call', { ...call, number: far, source: at(4002) }))[0]).toBe('404')
    expect((await ask('call', { ...call, number: '30200', source: at(5200, 'udp') }))[0]).toBe('404')
    const [status, row = '', asserted, ...targets] = await ask('call', call)
    expect([status, asserted]).toEqual(['200', `"miller" <sip:${number}@vigil.local>`])
    expect(targets).toEqual(['sip:x@30100.invalid;transport=ws', at(5100, 'udp')])
    expect((await ask('call', call))[0]).toBe('482')
    // Before anybody answered there is nothing within it.
    const within = (source: string, method = 'INFO') => ask('within', { callId: 'one', source, method })
    expect((await within(at(4001)))[0]).toBe('481')
    expect(await ask('answered', { row, status: '200', source: at(5100, 'udp') })).toEqual(['200', 'OK'])
    expect(await logOf(miller.client)).toMatchObject([{ outcome: 'connected', hasVideo: true, callee: { number: '30100' } }])
    expect(await logOf(burner.client)).toEqual([])
    expect(await within(at(4001))).toEqual(['200', 'OK', at(5100, 'udp')])
    expect(await within(at(5100, 'udp'))).toEqual(['200', 'OK', at(4001)])
    for (const stranger of [at(4002), at(5200, 'udp'), at(4009)]) expect((await within(stranger, 'BYE'))[0]).toBe('403')
    // Whose line broke is the same party by another.
    await enterHelmet('100', at(5101, 'udp'))
    expect(await within(at(4001), 'BYE')).toEqual(['200', 'OK', at(5101, 'udp')])
    await expect.poll(() => logOf(site.admin)).toMatchObject([{ outcome: 'completed', caller: { name: 'miller' } }])
  })

  it('writes down what a call came to, rings the control room, and says who is not there', async () => {
    const { site, ask, enterConsole, enterHelmet, miller, burner } = await withEngine()
    await enterHelmet('100', at(5100, 'udp'))
    const control = { number: '30100', source: at(5100, 'udp'), dialled: '8000' }
    expect((await ask('call', { ...control, callId: 'none' }))[0]).toBe('480')
    await enterConsole(miller.client, at(4001))
    await enterConsole(burner.client, at(4002))
    const [, row = '', , ...targets] = await ask('call', { ...control, callId: 'one' })
    expect(targets.filter((_, index) => index % 2 === 1)).toEqual([at(4001)])
    expect((await ask('tell', { ...control, callId: 'two' })).at(-1)).toBe(at(4001))
    await ask('answered', { row, status: '603', source: at(4001) })
    await expect.poll(async () => (await logOf(site.admin)).map(({ outcome }) => outcome)).toEqual(['rejected', 'unavailable'])
    await ask('leave', { source: at(4001) })
    expect((await ask('call', { ...control, callId: 'three' }))[0]).toBe('480')
    const again = (callId: string) => ask('call', { ...control, callId })
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async (_, index) => (await again(`many ${index}`.replace(' ', '-')))[0]),
    )
    expect(statuses.filter((one) => one === '503').length).toBeGreaterThan(9)
  })
})
