import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { handoverCalls } from '@vigil/contract/handovers/calls.ts'
import { noData, call as makeCall, nothing, type Call } from '@vigil/contract/kernel/call.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { heavyRoom } from '../src/kernel/lines.ts'
import { serve, served } from '../src/kernel/serve.ts'
import { createTestSite, type TestSite } from './site.ts'

/** While it does what it is given, nobody reads an alarm or a handover. */
const whileHeld = <T>(site: TestSite, work: () => Promise<T>): Promise<T> =>
  site.db.transaction(async (trx) => {
    const { rows } = await site.db.raw<{ name: string }>(
      trx,
      `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relname ~ '^(alarm|shift_handover)'`,
    )
    await site.db.raw(trx, `LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ACCESS EXCLUSIVE MODE`)
    return work()
  })
/** Whose statements wait for what is held. */
const heldUp = async (site: TestSite): Promise<number> =>
  (
    await site.db.raw(
      site.db.sql,
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() AND query ILIKE '%alarm%'`,
    )
  ).rows.length
const post = (site: TestSite, token: string, { path }: Call, body: object = {}) =>
  fetch(`${site.origin}/api${path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const { atOnce, waiting, comeBackAfter } = heavyRoom

it('heavy calls of one account wait for each other, in a line that has an end, and keep nobody and nothing else waiting', async () => {
  const site = await createTestSite({}, undefined, { jobs: () => [] })
  const [li, wang] = [
    await site.makeUser({ name: 'li', permissions: ['alarmHisMgmt'] }),
    await site.makeUser({ name: 'wang', permissions: ['alarmHisMgmt', 'shiftHandoverMgmt'] }),
  ]
  const count = (token: string, nth: number) => post(site, token, alarmCalls.listHandledCount, { keyword: String(nth) })
  const answers = await whileHeld(site, async () => {
    const all = Array.from({ length: atOnce + waiting }, (_, nth) => count(li.token, nth))
    await expect.poll(() => heldUp(site)).toBe(atOnce)
    const last = await count(li.token, atOnce + waiting)
    expect([last.status, last.headers.get('retry-after'), await last.json()]).toMatchObject([
      429,
      String(comeBackAfter),
      { code: 'tooManyRequests' },
    ])
    // His own are looked up no sooner for that; what another asks is, and what he does himself.
    expect(await heldUp(site)).toBe(atOnce)
    all.push(count(wang.token, 0))
    await expect.poll(() => heldUp(site)).toBe(atOnce + 1)
    expect((await li.client.send(sessionCalls.openWall, undefined)).code).toBe('200')
    return all
  })
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses).toEqual(Array.from({ length: atOnce + waiting + 1 }, () => 200))
})

it.each(
  Object.entries({
    listHandledPage: alarmCalls.listHandledPage,
    listAlarmStood: alarmCalls.listAlarmStood,
    listAlarmStaNumberByArea: alarmCalls.listAlarmStaNumberByArea,
    listAlarmStaNumberByType: alarmCalls.listAlarmStaNumberByType,
    getAlarmStatistics: alarmCalls.getAlarmStatistics,
    getShiftFacts: handoverCalls.getShiftFacts,
    listZdHandoverPage: handoverCalls.listZdHandoverPage,
  }),
)('%s is one of them', async (name, call) => {
  const site = await createTestSite({}, undefined, { jobs: () => [] })
  const body = name === 'listAlarmStood' ? { startTime: '2026-01-01 08:00:00', endTime: '2026-01-01 08:30:00', by: 'fix' } : {}
  const before = await post(site, site.adminToken, call, body)
  expect(await before.json()).toMatchObject({ code: '200' })
  const answers = await whileHeld(site, async () => {
    let refused = 0
    const all = Array.from({ length: atOnce + waiting + 2 }, async () => {
      const { status } = await post(site, site.adminToken, call, body)
      if (status === 429) refused += 1
      return status
    })
    await expect.poll(() => refused).toBe(2)
    return all
  })
  expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(atOnce + waiting)
})

it('what changes something is never one of them', () => {
  const calls = {
    write: makeCall({ path: '/write', describe: { zh: '写', en: 'Write' }, needs: 'signedIn', body: nothing, data: noData }),
  }
  const part = served(calls, { write: () => Promise.resolve(null) }, { heavy: ['write'] })
  const [app, deps] = [{}, {}] as [Parameters<typeof serve>[0], Parameters<typeof serve>[1]]
  expect(() => serve(app, deps, part)).toThrow('/write changes something')
})
