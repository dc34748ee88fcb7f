import { Cron } from 'croner'
import { expect, it } from 'vitest'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { createLog } from '../log.ts'
import type { Job } from './job.ts'
import { createJobStore } from './job.store.ts'
import { createSiteJobs } from './site-jobs.ts'
import { dueAt } from './start-jobs.ts'

const due = (minute: number): Date => new Date(Date.UTC(2026, 0, 5, 8, minute))

/** Three servers of a site that have one job. */
const serversWith = (site: TestSite, run: (server: string) => Promise<void>) => {
  const store = createJobStore(site.db)
  const serverCalled = (server: string) => {
    const job: Job = { name: 'sweep', of: 'site', pattern: '0 * * * * *', run: () => run(server) }
    const jobs = createSiteJobs([job], { store, log: createLog('silent'), server })
    return { run: (minute: number) => jobs.run(job, due(minute)), takeOver: jobs.takeOver }
  }
  const state = async () => (await store.list()).find(({ name }) => name === 'sweep')
  return { a: serverCalled('a'), b: serverCalled('b'), c: serverCalled('c'), state }
}
const fallSilent = (site: TestSite) =>
  site.db.raw(site.db.sql, `UPDATE job SET heard_at = heard_at - interval '1 minute' WHERE name = 'sweep'`)

it('a job is due at the same time for servers whose clocks differ, or that come late', () => {
  const pattern = new Cron('0 */10 * * * *', { paused: true, timezone: 'Asia/Shanghai' })
  const time = due(20).getTime()
  expect([-1, 0, 1, 999, 3_000].map((late) => dueAt(pattern, time + late))).toEqual([20, 20, 20, 20, 20].map(due))
})

it('a job of the site runs once for each time it is due, on one of the servers, and says what came of it', async () => {
  const site = await createTestSite()
  const ran: string[] = []
  let failure: Error | null = null
  const { a, b, c, state } = serversWith(site, async (server) => {
    ran.push(server)
    if (failure) throw failure
    await Promise.resolve()
  })
  await Promise.all([a.run(10), b.run(10), c.run(10)])
  // One whose timer came late, when it was done long ago.
  await c.run(10)
  expect(ran).toHaveLength(1)
  expect(await state()).toMatchObject({ due: due(10), server: ran[0], running: false, outcome: 'done', error: '' })

  failure = new Error('x'.repeat(5_000))
  await Promise.all([a.run(20), b.run(20), c.run(20)])
  expect(ran).toHaveLength(2)
  expect(await state()).toMatchObject({ due: due(20), outcome: 'failed', error: 'x'.repeat(2_000) })

  failure = null
  await b.run(30)
  expect(await state()).toMatchObject({ due: due(30), server: 'b', outcome: 'done', error: '' })
  expect((await state())?.duration).toBeGreaterThanOrEqual(0)

  // The clock of one is a day ahead: the others go on by theirs.
  await site.db.raw(site.db.sql, `UPDATE job SET due = now() + interval '1 day'`)
  await a.run(40)
  expect(ran).toHaveLength(4)
})

it('a job of a server that falls silent is taken over once, and what comes of it there later is not believed', async () => {
  const site = await createTestSite()
  const ran: string[] = []
  const hanging = Promise.withResolvers<void>()
  const { a, b, c, state } = serversWith(site, (server) => {
    ran.push(server)
    return server === 'a' ? hanging.promise : Promise.resolve()
  })
  const running = a.run(10)
  await expect.poll(() => ran).toEqual(['a'])
  await Promise.all([b.takeOver(), b.run(11)])
  expect(ran).toEqual(['a'])
  expect(await state()).toMatchObject({ server: 'a', running: true, outcome: null })

  await fallSilent(site)
  await Promise.all([b.takeOver(), c.takeOver()])
  expect(ran).toHaveLength(2)
  const taken = await state()
  expect(taken).toMatchObject({ due: due(10), server: ran[1], running: false, outcome: 'done' })
  hanging.reject(new Error('too late'))
  await running
  expect(await state()).toEqual(taken)
})

it('who has a job shows that he lives, until another has it, and one alone takes it over', async () => {
  const site = await createTestSite()
  const store = createJobStore(site.db)
  const held = await store.claim('sweep', due(10), 'a')
  if (!held) throw new Error('it was nobody’s')
  expect(await store.show(held)).toBe(true)
  await fallSilent(site)
  expect(await store.takeOver(['sweep'], 'b')).toMatchObject([{ name: 'sweep', from: 'a' }])
  expect(await store.show(held)).toBe(false)
  expect(await store.takeOver(['sweep'], 'c')).toEqual([])
})
