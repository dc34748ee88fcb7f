import { expect, it } from 'vitest'
import type { Job } from '../src/kernel/jobs/job.ts'
import { createTestSite, neighbourOf, type TestSite } from './site.ts'

const everySecond = '* * * * * *'
const names = ['a', 'b'] as const
type Name = (typeof names)[number]

const rowOf = async ({ db }: TestSite) =>
  (await db.raw<{ due: string; run: string }>(db.sql, `SELECT due::text, run FROM job WHERE name = 'sweep'`)).rows[0]

/** Two whole servers of a site with a job of the site, and one of their own by which they show that its time has come. */
const serversWith = async (site: TestSite, sweep: (name: Name) => Promise<void>) => {
  const times = { a: 0, b: 0 }
  const serverCalled = (name: Name) => {
    const jobs: readonly Job[] = [
      { name: 'sweep', of: 'site', pattern: everySecond, run: () => sweep(name) },
      {
        name: 'clock',
        of: 'server',
        pattern: everySecond,
        run: () => {
          times[name] += 1
          return Promise.resolve()
        },
      },
    ]
    return neighbourOf(site, undefined, { jobs: () => jobs })
  }
  const [a, b] = [await serverCalled('a'), await serverCalled('b')]
  /** Its time has come again and again, for both. */
  const timesPassed = async (): Promise<void> => {
    const since = { ...times }
    await expect.poll(() => names.every((name) => times[name] > since[name] + 2)).toBe(true)
  }
  return { servers: { a, b }, timesPassed }
}

it('what is done for the site is done by one of two servers for each time it is due, and by the other once that one is gone', async () => {
  const site = await createTestSite()
  const done: { readonly by: Name; readonly due: string | undefined }[] = []
  const first = Promise.withResolvers<void>()
  const { servers, timesPassed } = await serversWith(site, async (by) => {
    done.push({ by, due: (await rowOf(site))?.due })
    await first.promise
  })
  await expect.poll(() => done.length).toBeGreaterThan(0)
  await timesPassed()
  // One has it still, and the other lets it.
  expect(done).toHaveLength(1)
  first.resolve()
  await expect.poll(() => done.length).toBeGreaterThan(2)

  const gone = done.at(-1)?.by ?? 'a'
  const left = gone === 'a' ? 'b' : 'a'
  await servers[gone].stop()
  const before = done.length
  await expect.poll(() => done.length).toBeGreaterThan(before + 1)
  await servers[left].stop()
  expect(new Set(done.slice(before).map(({ by }) => by))).toEqual(new Set([left]))
  // As often as it was taken, each time for another time.
  expect(Number((await rowOf(site))?.run)).toBe(done.length)
  expect(new Set(done.map(({ due }) => due)).size).toBe(done.length)
})
