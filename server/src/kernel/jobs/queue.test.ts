import { expect, it, onTestFinished } from 'vitest'
import { queuePace } from '../../../test/jobs.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { createBus } from '../bus/bus.ts'
import { createLog } from '../log.ts'
import type { Claim } from './job.ts'
import { createQueue } from './queue.ts'

const name = 'sweep'
const log = createLog('silent')

/** A server of the site that works on what is queued under a name. */
const serverOf = async (site: TestSite, run: (claim: Claim) => Promise<void>) => {
  const queue = createQueue(site.db, createBus(site.network.connect(), log), log, queuePace)
  onTestFinished(queue.stop)
  await queue.start([{ name, atOnce: 1, run }])
  return queue
}
const queued = async (site: TestSite) =>
  (
    await site.db.raw<{ state: string; times: number }>(
      site.db.sql,
      'SELECT state, retry_count + 1 AS times FROM pgboss.job WHERE name = $1',
      [name],
    )
  ).rows
const fallSilent = (site: TestSite) =>
  site.db.raw(site.db.sql, `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute' WHERE name = '${name}'`)
const send = (site: TestSite, queue: Awaited<ReturnType<typeof serverOf>>) => {
  const then: (() => void)[] = []
  return site.db
    .transaction((trx) => queue.send(trx, name, { what: 'dust' }, (told) => void then.push(told)))
    .then(() => then.forEach((told) => told()))
}

for (const [how, end] of [
  ['ends', (hanging: PromiseWithResolvers<void>) => hanging.resolve()],
  ['fails', (hanging: PromiseWithResolvers<void>) => hanging.reject(new Error('too late'))],
] as const)
  it(`what another server has taken over is its own, though the first one ${how} with it`, async () => {
    const site = await createTestSite()
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const taken: [string, number][] = []
    const stopped = Promise.withResolvers<void>()
    const queue = await serverOf(site, async ({ attempt }) => {
      taken.push(['first', attempt])
      await first.promise.finally(() => stopped.resolve())
    })
    await send(site, queue)
    await expect.poll(() => taken).toEqual([['first', 1]])
    await fallSilent(site)
    await serverOf(site, async ({ attempt }) => {
      taken.push(['second', attempt])
      await second.promise
    })
    await expect
      .poll(() => taken)
      .toEqual([
        ['first', 1],
        ['second', 2],
      ])
    end(first)
    await stopped.promise
    // It comes to its end there: what it did to the queue is done by then.
    await queue.stop()
    expect(await queued(site)).toEqual([{ state: 'active', times: 2 }])
    second.resolve()
    await expect.poll(() => queued(site)).toEqual([])
    expect(taken).toHaveLength(2)
  })

it('work that throws leaves nothing of what it wrote and is done once more; what was not committed is never done', async () => {
  const site = await createTestSite()
  await site.db.raw(site.db.sql, 'CREATE TABLE swept (attempt integer)')
  const seen: [unknown, number][] = []
  const queue = await serverOf(site, ({ payload, attempt }) =>
    site.db.transaction(async (trx) => {
      await site.db.raw(trx, 'INSERT INTO swept VALUES ($1)', [attempt])
      seen.push([payload, attempt])
      if (attempt === 1) throw new Error('the broom broke')
    }),
  )
  const refused = site.db.transaction(async (trx) => {
    await queue.send(trx, name, { what: 'nothing' }, () => undefined)
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  await send(site, queue)
  await expect.poll(() => queued(site)).toEqual([])
  expect(seen).toEqual([
    [{ what: 'dust' }, 1],
    [{ what: 'dust' }, 2],
  ])
  expect((await site.db.raw(site.db.sql, 'SELECT attempt FROM swept')).rows).toEqual([{ attempt: 2 }])
})
