import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { afterFile } from '../../../test/ends.ts'
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
} = gateControlCalls
const login = { userName: 'admin', password: 'Tor-4711-zu' }

let site: TestSite
const settling = byHand('gate commands')
beforeAll(async () => {
  site = await createTestSite({ variables: { VIGIL_ALLOW_TARGETS: ['127.0.0.1'] } }, afterFile, settling.company)
})

interface Heard {
  readonly method: string
  readonly url: string
  readonly body: string
}
type Answer = (response: ServerResponse, heard: Heard) => void
const says =
  (status: number, text: string): Answer =>
  (response) =>
    void response.writeHead(status).end(text)
const done = says(200, '<ResponseStatus><statusCode>1</statusCode><statusString>OK</statusString></ResponseStatus>')

/** A gate's own HTTP server, which asks for Digest; what it carried out, and how often it was asked by whom it knows and whom not. */
const device = async (
  answer: Answer,
  { algorithm = 'MD5', qop = true }: { algorithm?: 'MD5' | 'SHA-256'; qop?: boolean } = {},
) => {
  const carriedOut: Heard[] = []
  let asked = 0
  let wrong = 0
  const knows = (request: IncomingMessage): boolean => {
    const header = request.headers.authorization ?? ''
    const part = (name: string): string => new RegExp(`\\b${name}="?([^",]+)`).exec(header)?.[1] ?? ''
    const of = (text: string): string => hash(algorithm === 'MD5' ? 'md5' : 'sha256', text)
    const [ha1, ha2] = [of(`${login.userName}:IP Device:${login.password}`), of(`${request.method}:${request.url}`)]
    const expected = qop ? of(`${ha1}:n0nce:${part('nc')}:${part('cnonce')}:auth:${ha2}`) : of(`${ha1}:n0nce:${ha2}`)
    return part('response') === expected
  }
  const http = createServer((request, response) => {
    asked += 1
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      if (knows(request)) {
        const heard = { method: request.method ?? '', url: request.url ?? '', body: Buffer.concat(pieces).toString() }
        carriedOut.push(heard)
        answer(response, heard)
        return
      }
      if (request.headers.authorization !== undefined) wrong += 1
      const challenge = `Digest realm="IP Device", nonce="n0nce", algorithm=${algorithm}${qop ? ', qop="auth,auth-int"' : ''}, opaque=""`
      response.writeHead(401, { 'www-authenticate': challenge }).end()
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  const { port } = http.address() as AddressInfo
  return { port, carriedOut, counts: () => ({ asked, wrong }), close: () => new Promise((closed) => http.close(closed)) }
}

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
