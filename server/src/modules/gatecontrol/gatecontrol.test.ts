import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { afterFile } from '../../../test/ends.ts'
import { device, deviceLogin as login, says } from '../../../test/gate-device.ts'
import { byHand } from '../../../test/jobs.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { challengeIn } from './digest.ts'
import { mayReach } from './targets.ts'

const {
  commandGate,
  saveBsBarrierGateControl,
  getBsBarrierGateControl,
  deleteBsBarrierGateControl,
  listGateCommand,
  listOpenableGates,
  speakAtGate,
} = gateControlCalls

let site: TestSite
const settling = byHand('gate commands')
beforeAll(async () => {
  site = await createTestSite({ variables: { VIGIL_ALLOW_TARGETS: ['127.0.0.1'] } }, afterFile, settling.company)
})

const done = says(200, '<ResponseStatus><statusCode>1</statusCode><statusString>OK</statusString></ResponseStatus>')

let made = 0
const makeGate = async (kind: 'vehicle' | 'turnstile', deptId: string | null = null) => {
  made += 1
  return site.admin.ask(gateCalls.saveBsBarrierGate, { name: `闸${made}`, code: `G-${made}`, kind, direction: 3, deptId })
}
const controlled = async (
  port: number,
  {
    make = 'hikvision',
    kind = 'vehicle',
    deptId = null,
    password = login.password,
  }: { make?: 'hikvision' | 'dahua'; kind?: 'vehicle' | 'turnstile'; deptId?: string | null; password?: string } = {},
) => {
  const { id } = await makeGate(kind, deptId)
  const form = { id, make, scheme: 'http' as const, host: '127.0.0.1', port, channel: 1, userName: login.userName, password }
  await site.admin.ask(saveBsBarrierGateControl, form)
  return { id, form }
}
const open = (client: Client, gateId: string, commandId = randomUUID()) =>
  client.ask(commandGate, { commandId, gateId, act: 'open', reason: '送货车辆' })
const journalOf = async (objectId: string) =>
  (
    await site.db.raw<{ action: string; before: unknown; after: unknown }>(
      site.db.sql,
      `SELECT action, before, after FROM journal WHERE object_id = $1 ORDER BY id`,
      [objectId],
    )
  ).rows

describe('opening a gate', () => {
  it.each([
    ['hikvision', 'vehicle', 'PUT', '/ISAPI/Parking/channels/1/barrierGate', /<ctrlMode>open</, done],
    ['hikvision', 'turnstile', 'PUT', '/ISAPI/AccessControl/RemoteControl/door/1', /<cmd>open</, done],
    [
      'dahua',
      'vehicle',
      'GET',
      '/cgi-bin/trafficSnap.cgi?action=openStrobe&channel=1&info.openType=Normal&info.plateNumber=',
      /^$/,
      says(200, 'OK\r\n'),
    ],
    ['dahua', 'turnstile', 'GET', '/cgi-bin/accessControl.cgi?action=openDoor&channel=1&Type=Remote', /^$/, says(200, 'OK')],
  ] as const)('by the words of %s, a %s', async (make, kind, method, url, body, answer) => {
    const gate = await device(answer, make === 'dahua' ? { algorithm: 'SHA-256' } : { qop: false })
    const { id } = await controlled(gate.port, { make, kind })
    const command = await open(site.admin, id)
    expect(command).toMatchObject({ gateId: id, act: 'open', outcome: 'done', said: '', reason: '送货车辆' })
    expect(gate.carriedOut).toEqual([{ method, url, body: expect.stringMatching(body) as string }])
    expect((await journalOf(command.id)).map(({ action }) => action)).toEqual(['create', 'update'])
    expect(((await site.admin.ask(listGateCommand, { gateId: id })) as { id: string }[]).map((one) => one.id)).toEqual([
      command.id,
    ])
  })

  it('is done once, however often the same is said', async () => {
    const gate = await device(done)
    const { id } = await controlled(gate.port)
    const commandId = randomUUID()
    const [one, other] = await Promise.all([open(site.admin, id, commandId), open(site.admin, id, commandId)])
    expect(new Set([one.id, other.id])).toEqual(new Set([commandId]))
    expect((await open(site.admin, id, commandId)).outcome).toBe('done')
    expect(gate.carriedOut).toHaveLength(1)
    // Another gate is not told by an id that was used.
    const another = await controlled(gate.port)
    expect((await site.admin.send(commandGate, { commandId, gateId: another.id, act: 'open' })).code).toBe('notFound')
    expect(gate.carriedOut).toHaveLength(1)
  })

  it('tells a device that says no apart from one that is not there, and tries no password twice', async () => {
    const refusing = await device(
      says(200, '<ResponseStatus><statusCode>4</statusCode><subStatusCode>notSupport</subStatusCode></ResponseStatus>'),
    )
    expect(await open(site.admin, (await controlled(refusing.port)).id)).toMatchObject({
      outcome: 'refused',
      said: 'HTTP 200 notSupport',
    })
    const error = await device(says(200, 'Error\r\nBad Request'))
    expect(await open(site.admin, (await controlled(error.port, { make: 'dahua' })).id)).toMatchObject({
      outcome: 'refused',
      said: 'HTTP 200 Error Bad Request',
    })
    const locked = await device(done)
    expect(await open(site.admin, (await controlled(locked.port, { password: 'wrong' })).id)).toMatchObject({
      outcome: 'refused',
      said: 'HTTP 401',
    })
    expect(locked.counts()).toEqual({ asked: 2, wrong: 1 })
    const gone = await device(done)
    const { id } = await controlled(gone.port)
    await gone.close()
    expect(await open(site.admin, id)).toMatchObject({ outcome: 'unreachable', said: 'ECONNREFUSED' })
    // It was told, and may have done it.
    const cut = await device((response) => response.destroy())
    expect(await open(site.admin, (await controlled(cut.port)).id)).toMatchObject({ outcome: 'unknown', said: 'ECONNRESET' })
    expect(cut.carriedOut).toHaveLength(1)
    const broken = await device((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('<')
      setImmediate(() => response.destroy())
    })
    expect(await open(site.admin, (await controlled(broken.port)).id)).toMatchObject({ outcome: 'unknown' })
    const moved = await device((response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end())
    expect(await open(site.admin, (await controlled(moved.port)).id)).toMatchObject({ outcome: 'refused', said: 'HTTP 302' })
  })

  it('says of one that hangs that it did not answer, and of one whose server is gone that nobody knows', async () => {
    const hanging = await device(() => undefined)
    const { id } = await controlled(hanging.port)
    expect(await open(site.admin, id)).toMatchObject({ outcome: 'timedOut' })
    expect(hanging.carriedOut).toHaveLength(1)
    const forsaken = randomUUID()
    await site.db.raw(
      site.db.sql,
      `INSERT INTO gate_command (id, gate_id, gate_name, act, reason, by_name, at) VALUES ($1, $2, '闸', 'open', '', '甲', now() - interval '1 minute')`,
      [forsaken, id],
    )
    await settling.run()
    const list = (await site.admin.ask(listGateCommand, { gateId: id })) as { id: string; outcome: string }[]
    expect(list.map(({ outcome }) => outcome).toSorted()).toEqual(['timedOut', 'unknown'])
    expect(hanging.carriedOut).toHaveLength(1)
  })

  it('takes what a gate answers after all for the outcome, in the place of that nobody knows it', async () => {
    let answer = (): void => undefined
    const late = await device((response, heard) => (answer = () => done(response, heard)))
    const { id } = await controlled(late.port)
    const opening = open(site.admin, id)
    await expect.poll(() => late.carriedOut).toHaveLength(1)
    // As if its server had stood still for a while.
    await site.db.raw(site.db.sql, `UPDATE gate_command SET at = at - interval '1 minute' WHERE gate_id = $1`, [id])
    await settling.run()
    const outcomes = async () =>
      ((await site.admin.ask(listGateCommand, { gateId: id })) as { outcome: string }[]).map(({ outcome }) => outcome)
    expect(await outcomes()).toEqual(['unknown'])
    answer()
    expect(await opening).toMatchObject({ outcome: 'done' })
    expect(await outcomes()).toEqual(['done'])
  })

  it('is for those who may, in their department, and at gates that somebody said how to reach', async () => {
    const gate = await device(done)
    const [mine, other] = [await site.makeDept('东门班'), await site.makeDept('西门班')]
    const own = await controlled(gate.port, { deptId: mine })
    const foreign = await controlled(gate.port, { deptId: other })
    const bare = await makeGate('vehicle', mine)
    const guard = await site.makeUser({
      name: 'gateguard',
      permissions: ['guardDeskMgmt', 'gate:open'],
      scope: 'own',
      deptId: mine,
    })
    const clerk = await site.makeUser({ name: 'gateclerk', permissions: ['barrierGateMgmt', 'barrierGateMgmt:edit'] })
    const ask = async (client: Client, gateId: string): Promise<string> =>
      (await client.send(commandGate, { commandId: randomUUID(), gateId, act: 'open' })).code
    expect([await ask(guard.client, own.id), await ask(guard.client, foreign.id), await ask(guard.client, bare.id)]).toEqual([
      '200',
      'notFound',
      'invalidInput',
    ])
    expect(await ask(clerk.client, own.id)).toBe('forbidden')
    expect((await guard.client.ask(listOpenableGates, undefined)).map(({ id }) => id)).toEqual([own.id])
    await open(site.admin, foreign.id)
    const told = async (gateId: string): Promise<number> =>
      ((await guard.client.ask(listGateCommand, { gateId })) as unknown[]).length
    expect([await told(own.id), await told(foreign.id)]).toEqual([1, 0])
    expect((await guard.client.send(getBsBarrierGateControl, { id: own.id })).code).toBe('forbidden')
    expect((await guard.client.send(saveBsBarrierGateControl, own.form)).code).toBe('forbidden')
    expect(gate.carriedOut).toHaveLength(2)
  })
})

describe('a text at a gate', () => {
  const say = (client: Client, gateId: string, text: string, where: 'speaker' | 'screen' = 'speaker', commandId = randomUUID()) =>
    client.send(speakAtGate, { commandId, gateId, where, text })
  const refusal = (statusCode: number) => says(200, `{"statusCode":${statusCode},"subStatusCode":"notSupport"}`)

  it('is spoken or shown once, and stands among the commands with what became of it', async () => {
    const gate = await device(done)
    const { id } = await controlled(gate.port)
    const commandId = randomUUID()
    const text = '皖B·7K362 <请> & 停车'
    const [one, other] = await Promise.all([
      say(site.admin, id, text, 'speaker', commandId),
      say(site.admin, id, text, 'speaker', commandId),
    ])
    expect([one.code, other.code, (await say(site.admin, id, text, 'speaker', commandId)).code]).toEqual(['200', '200', '200'])
    expect(await say(site.admin, id, '请减速', 'screen')).toMatchObject({
      data: { act: 'screen', text: '请减速', outcome: 'done' },
    })
    expect(gate.carriedOut).toEqual([
      {
        method: 'PUT',
        url: '/ISAPI/Parking/channels/1/voiceBroadcastInfo',
        body: expect.stringContaining('<TTSInfo>皖B·7K362 &lt;请&gt; &amp; 停车</TTSInfo>') as string,
      },
      {
        method: 'PUT',
        url: '/ISAPI/Parking/channels/1/LEDConfigurations/multiScene/1?format=json',
        body: expect.stringContaining('"customValue":"请减速"') as string,
      },
    ])
    // The same id is no other text, and no other act.
    expect((await say(site.admin, id, '别的', 'speaker', commandId)).code).toBe('notFound')
    expect((await say(site.admin, id, text, 'screen', commandId)).code).toBe('notFound')
    const list = (await site.admin.ask(listGateCommand, { gateId: id })) as { act: string; text: string; outcome: string }[]
    expect(list.map(({ act, outcome }) => `${act} ${outcome}`).toSorted()).toEqual(['screen done', 'speaker done'])
    expect(await journalOf(commandId)).toMatchObject([
      { action: 'create', after: { act: '喊话', text } },
      { action: 'update', after: { outcome: 'done' } },
    ])
    const refusing = await controlled((await device(refusal(4))).port)
    expect(await say(site.admin, refusing.id, '请停车')).toMatchObject({
      data: { outcome: 'refused', said: 'HTTP 200 notSupport' },
    })
    const gone = await device(done)
    const down = await controlled(gone.port)
    await gone.close()
    expect(await say(site.admin, down.id, '请停车')).toMatchObject({ data: { outcome: 'unreachable' } })
  })

  it('is for those who may open it there, of so many characters, and not where the interface has none', async () => {
    const gate = await device(done)
    const [mine, other] = [await site.makeDept('南门班'), await site.makeDept('北门班')]
    const [own, foreign] = [await controlled(gate.port, { deptId: mine }), await controlled(gate.port, { deptId: other })]
    const mute = [
      await controlled(gate.port, { deptId: mine, make: 'dahua' }),
      await controlled(gate.port, { deptId: mine, kind: 'turnstile' }),
    ]
    const may = { permissions: ['guardDeskMgmt', 'gate:open'], scope: 'own' as const, deptId: mine }
    const guard = await site.makeUser({ name: 'speaker', ...may })
    const clerk = await site.makeUser({ name: 'speakclerk', permissions: ['barrierGateMgmt', 'barrierGateMgmt:edit'] })
    const codes = [
      await say(guard.client, own.id, '啊'.repeat(60)),
      await say(guard.client, own.id, '啊'.repeat(61)),
      await say(guard.client, own.id, '  '),
      await say(guard.client, foreign.id, '请停车'),
      await say(clerk.client, own.id, '请停车'),
      ...(await Promise.all(mute.map(({ id }) => say(guard.client, id, '请停车')))),
    ].map(({ code }) => code)
    expect(codes).toEqual(['200', 'invalidInput', 'invalidInput', 'notFound', 'forbidden', 'invalidInput', 'invalidInput'])
    expect(gate.carriedOut).toHaveLength(1)
    const listed = await guard.client.ask(listOpenableGates, undefined)
    expect(new Map(listed.map(({ id, speaks }) => [id, speaks.length]))).toEqual(
      new Map([[own.id, 2], ...mute.map(({ id }) => [id, 0] as const)]),
    )
  })
})

describe('how a gate is reached', () => {
  it('keeps its password to itself: no answer and no row of the log has it, and it goes to no other address', async () => {
    const gate = await device(done)
    const { id, form } = await controlled(gate.port)
    const { password: _password, ...without } = form
    expect(await site.admin.ask(getBsBarrierGateControl, { id })).toMatchObject({ host: '127.0.0.1', hasPassword: true })
    // Left out it stays.
    await site.admin.ask(saveBsBarrierGateControl, { ...without, channel: 2 })
    expect(await open(site.admin, id)).toMatchObject({ outcome: 'done' })
    expect(gate.carriedOut[0]?.url).toBe('/ISAPI/Parking/channels/2/barrierGate')
    expect(await site.admin.ask(saveBsBarrierGateControl, { ...without, port: gate.port + 1 })).toMatchObject({
      hasPassword: false,
    })
    const { rows } = await site.db.raw<{ text: string }>(
      site.db.sql,
      `SELECT row_to_json(journal)::text AS text FROM journal WHERE module = 'gatecontrol'`,
    )
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.map(({ text }) => text).join('\n')).not.toContain(login.password)
    await site.admin.ask(deleteBsBarrierGateControl, { id })
    expect(await site.admin.ask(getBsBarrierGateControl, { id })).toBeNull()
    expect((await site.admin.send(deleteBsBarrierGateControl, { id })).code).toBe('notFound')
  })

  it.each([
    '127.0.0.2',
    '169.254.169.254',
    '0.0.0.0',
    '::1',
    'fe80::1',
    '::ffff:169.254.1.1',
    '224.0.0.1',
    'gate.example',
    'fd00:ec2::254',
  ])('is nowhere like %s', async (host) => {
    const { id } = await makeGate('vehicle')
    const form = { id, make: 'dahua' as const, scheme: 'http' as const, host, port: 80, channel: 1, userName: 'a', password: 'b' }
    expect((await site.admin.send(saveBsBarrierGateControl, form)).code).toBe('invalidInput')
    expect(await site.admin.ask(getBsBarrierGateControl, { id })).toBeNull()
  })

  it('may be on this machine where whoever runs it says so, with or without the port', () => {
    const own = new Set(['10.1.2.3'])
    const at = (host: string, port: number, ...allowed: string[]): boolean =>
      mayReach({ host, port }, { own, allowed: new Set(allowed) })
    expect([at('10.1.2.3', 80), at('10.1.2.4', 80), at('10.1.2.3', 80, '10.1.2.3')]).toEqual([false, true, true])
    expect([at('127.0.0.1', 80, '127.0.0.1:81'), at('127.0.0.1', 81, '127.0.0.1:81'), at('::1', 9, '[::1]:9')]).toEqual([
      false,
      true,
      true,
    ])
  })
})

it('takes the best challenge that it understands', () => {
  const of = (algorithm: string, qop = 'auth') => `Digest realm="a", nonce="${algorithm}", algorithm=${algorithm}, qop="${qop}"`
  expect(challengeIn([of('MD5'), of('SHA-256')])).toMatchObject({ algorithm: 'SHA-256', nonce: 'SHA-256', hasQop: true })
  expect(challengeIn(['Digest realm="a", nonce="x"'])).toMatchObject({ algorithm: 'MD5', hasQop: false })
  expect(challengeIn([of('MD5', 'auth-int'), 'Basic realm="a"', of('SHA-512-256')])).toBeNull()
})
