import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { pushingCalls } from '@vigil/contract/pushing/calls.ts'
import { afterFile } from '../../../test/ends.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import type { Asked } from '../../kernel/caller.ts'
import { createJournal } from '../../kernel/journal.ts'
import { transactionsOf } from '../../kernel/kernel.ts'
import { createLog } from '../../kernel/log.ts'
import { createSiteClock } from '../../kernel/time.ts'
import type { PlaceOfPasses } from '../traffic/index.ts'
import { createPushLogins, ha1Of } from './logins.ts'
import { createReceiving } from './places.ts'
import { createPushingStore } from './store.ts'
import { createUnknown } from './unknown.ts'

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({}, afterFile)
})
const clock = createSiteClock('Asia/Shanghai')
const storeOf = () => createPushingStore({ db: site.db, ingest: site.db, clock })

describe('a login of a device', () => {
  const place = (deptId: string | null): PlaceOfPasses => ({
    kind: 'barrierGate',
    id: '9',
    place: '东门',
    ip: '',
    deptId,
    limit: null,
    lng: null,
    lat: null,
  })
  const loginsFor = (found: PlaceOfPasses | null) => {
    const transaction = transactionsOf(site.db, createLog('silent'))
    const kernel = { transaction, journal: createJournal(site.db, Date.now), clock }
    return createPushLogins(kernel, storeOf(), (kind, by) =>
      Promise.resolve(kind === 'barrierGate' && by.id === '9' ? found : null),
    )
  }
  const askedBy = (scope: Asked['caller']['scope']): Asked => {
    const caller = { userId: '1', cname: '甲', deptName: '', scope }
    return { caller, ip: '', userAgent: '', since: Date.now() } as unknown as Asked
  }
  const everybody = askedBy({ all: true })
  const journalled = async (): Promise<unknown[]> =>
    (
      await site.db.raw<Record<string, unknown>>(
        site.db.sql,
        `SELECT action, object_id, before, after FROM journal WHERE module = 'pushing' ORDER BY id`,
      )
    ).rows
  beforeEach(async () => {
    await site.db.raw(site.db.sql, 'DELETE FROM push_login')
  })

  it('is shown once, renewed and revoked, each journalled without the password', async () => {
    const logins = loginsFor(place(null))
    expect(await logins.get('barrierGate', '9', everybody)).toBeNull()
    const first = await logins.renew('barrierGate', '9', everybody)
    expect(first).toEqual({ userName: 'gate-9', password: expect.stringMatching(/^[\w]{16}$/) })
    const { password } = await logins.renew('barrierGate', '9', everybody)
    expect(password).not.toBe(first.password)
    expect(await storeOf().loginCalled('gate-9')).toMatchObject({ kind: 'barrierGate', id: '9', ha1: ha1Of('gate-9', password) })
    expect(await logins.get('barrierGate', '9', everybody)).toMatchObject({ userName: 'gate-9', lastUsedAt: null })
    await storeOf().noteUsed('gate-9')
    expect(await logins.get('barrierGate', '9', everybody)).toMatchObject({ lastUsedAt: expect.any(String) })
    await logins.revoke('barrierGate', '9', everybody)
    expect(await logins.get('barrierGate', '9', everybody)).toBeNull()
    await expect(logins.revoke('barrierGate', '9', everybody)).rejects.toMatchObject({ codeName: 'notFound' })
    const rows = await journalled()
    const told = { userName: 'gate-9', place: '东门' }
    expect(rows).toMatchObject([
      { action: 'create', object_id: 'barrierGate 9', before: null, after: told },
      { action: 'create', after: told },
      { action: 'delete', before: told, after: null },
    ])
    expect(JSON.stringify(rows)).not.toContain(password)
  })

  it('is that of a record that is there', async () => {
    await expect(loginsFor(null).renew('barrierGate', '9', everybody)).rejects.toMatchObject({ codeName: 'notFound' })
    await expect(loginsFor(place(null)).renew('speedCamera', '9', everybody)).rejects.toMatchObject({ codeName: 'notFound' })
  })

  it('is seen and made by who sees and writes the record', async () => {
    const own = askedBy({ all: false, deptIds: new Set(['5']) })
    const [ofAll, ofOwn, ofOthers] = [loginsFor(place(null)), loginsFor(place('5')), loginsFor(place('6'))]
    expect(await ofAll.get('barrierGate', '9', own)).toBeNull()
    await expect(ofAll.renew('barrierGate', '9', own)).rejects.toMatchObject({ codeName: 'forbidden' })
    await expect(ofAll.revoke('barrierGate', '9', own)).rejects.toMatchObject({ codeName: 'forbidden' })
    for (const done of ['get', 'renew', 'revoke'] as const)
      await expect(ofOthers[done]('barrierGate', '9', own)).rejects.toMatchObject({ codeName: 'notFound' })
    expect(await ofOwn.renew('barrierGate', '9', own)).toMatchObject({ userName: 'gate-9' })
  })

  it('is asked for by its own permission', async () => {
    const { client } = await site.makeUser({ name: 'cameras', permissions: ['speedOverMgmt', 'speedOverMgmt:edit'] })
    // There is no such camera, which is all that he is told of it.
    expect(await client.send(pushingCalls.renewBsSpeedOverPushLogin, { id: '9' })).toMatchObject({ code: 'notFound' })
    expect(await client.send(pushingCalls.renewBsBarrierGatePushLogin, { id: '9' })).toMatchObject({ code: 'forbidden' })
  })
})

describe('an unknown device that pushes', () => {
  const push = (body: string) => fetch(`${site.origin}/ingest/anpr`, { method: 'POST', body })
  const listed = async (client: Client = site.admin) => {
    const found = await client.ask(pushingCalls.listUnknownPushAll, {})
    return Array.isArray(found) ? found : found.list
  }

  it('is listed with what it said last, until somebody forgets it', async () => {
    for (const plateNumber of ['沪A1', '沪A2']) {
      const answer = await push(JSON.stringify({ plateNumber, tab: 'a\tb\u0000' }))
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('Digest realm="Vigil"'),
      ])
    }
    await expect.poll(async () => (await listed()).map(({ count }) => count)).toEqual([2])
    expect(await listed()).toMatchObject([
      { way: 'anpr', address: '127.0.0.1', reason: 'unregistered', said: '沪A2 · {"plateNumber":"沪A2","tab":"a\\tb\\u0000"}' },
    ])

    const gone = { way: 'anpr', address: '127.0.0.1' } as const
    const deptId = await site.makeDept('mill')
    const permissions = ['speedOverMgmt', 'speedOverMgmt:edit']
    const { client } = await site.makeUser({ name: 'own', permissions, scope: 'own', deptId })
    expect(await listed(client)).toHaveLength(1)
    expect(await client.send(pushingCalls.forgetUnknownPush, gone)).toMatchObject({ code: 'forbidden' })
    await site.admin.ask(pushingCalls.forgetUnknownPush, gone)
    expect(await listed()).toEqual([])
    expect(await site.admin.send(pushingCalls.forgetUnknownPush, gone)).toMatchObject({ code: 'notFound' })
  })

  it('is forgotten once it is let in, and whoever was seen last is kept', async () => {
    const store = storeOf()
    const unknown = createUnknown(store, { clock })
    const noted = (address: string) => unknown.note({ way: 'gate', address, reason: 'unregistered', said: '' })
    for (const at of Array(250).keys()) noted(`10.0.0.${at}`)
    await unknown.flush()
    expect(await listed()).toHaveLength(200)
    const [{ address } = { address: '' }] = await listed()
    await unknown.letIn('gate', address)
    expect((await listed()).map((one) => one.address)).not.toContain(address)
    // What it says without its login first is not written down at all.
    noted(address)
    await unknown.letIn('gate', address)
    await unknown.flush()
    expect((await listed()).map((one) => one.address)).not.toContain(address)
    // What another server wrote meanwhile goes with the next time.
    noted(address)
    await unknown.flush()
    await unknown.letIn('gate', address)
    expect((await listed()).map((one) => one.address)).not.toContain(address)
  })

  it('is kept for a month', async () => {
    await site.db.raw(site.db.sql, `UPDATE unknown_push SET last_seen = now() - interval '31 days'`)
    await storeOf().forgetOld()
    expect(await listed()).toEqual([])
  })
})

it('whoever takes nothing that devices push has them come again', async () => {
  const { receivers } = createReceiving()
  expect(await receivers.find('speedCamera', { id: '1' })).toBeNull()
  expect(await receivers.at('10.0.0.1')).toEqual([])
  await expect(receivers.see({} as never)).rejects.toMatchObject({ name: 'NotReady' })
  await expect(receivers.pass({} as never)).rejects.toMatchObject({ name: 'NotReady' })
})
