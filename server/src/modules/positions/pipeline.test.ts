import { expect, it, onTestFinished } from 'vitest'
import { at } from '../../../test/places.ts'
import { createTestSite, deviceKey, type TestSite } from '../../../test/site.ts'

const metricsKey = 'a-key-for-the-metrics'
/** Reports that may wait in a lane. */
const limit = 60_000
const atOnce = 2_000

/** Positions are not stored until the answer is called. */
const holdStorage = async (site: TestSite): Promise<() => Promise<void>> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: holds } = Promise.withResolvers<void>()
  // By sleeping and not by a lock, for which no report waits so long.
  await site.db.raw(
    site.db.sql,
    `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       WHILE NOT pg_try_advisory_xact_lock_shared(1) LOOP PERFORM pg_sleep(0.01); END LOOP; RETURN NULL; END $$`,
  )
  await site.db.raw(site.db.sql, 'CREATE TRIGGER hold BEFORE INSERT ON position FOR EACH STATEMENT EXECUTE FUNCTION hold()')
  const holding = site.db.transaction(async (trx) => {
    await site.db.raw(trx, 'SELECT pg_advisory_xact_lock(1)')
    holds()
    await released
  })
  await held
  const letGo = () => {
    release()
    return holding
  }
  onTestFinished(letGo)
  return letGo
}
const waiting = async (site: TestSite): Promise<number> => {
  const response = await fetch(`${site.origin}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } })
  return Number(/^vigil_reports_waiting (\d+)$/m.exec(await response.text())?.[1])
}
const hat = (imei: string, more: Record<string, unknown> = {}) => ({
  deviceType: 'hat',
  deviceId: imei,
  time: new Date().toISOString(),
  ...at(1, 1),
  ...more,
})
const post = async (site: TestSite, reports: readonly unknown[]) => {
  const response = await fetch(`${site.origin}/ingest/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-key': deviceKey },
    body: JSON.stringify({ reports }),
  })
  const answer = (await response.json()) as { code: string; data: { accepted: number; rejected: unknown[] } | null }
  return { status: response.status, code: answer.code, data: answer.data }
}

it('as many reports wait as there is room for, and a device that comes with more is told to come again', async () => {
  const site = await createTestSite({ metricsKey })
  await site.makeHat('100')
  const release = await holdStorage(site)
  const first = post(site, [hat('100')])
  await expect.poll(() => waiting(site)).toBe(1)
  // Of nobody's device they wait like all others, and cost nothing once they are judged.
  const many = Array.from({ length: atOnce }, () => hat('999'))
  const posts = Array.from({ length: limit / atOnce + 1 }, () => post(site, many))
  const refused = await Promise.any(
    posts.map(async (one) => {
      const answer = await one
      return answer.status === 503 ? answer : Promise.reject(new Error('taken'))
    }),
  )
  expect(refused).toEqual({ status: 503, code: 'notReady', data: null })
  await expect.poll(() => waiting(site)).toBe(limit + 1)
  await release()

  expect(await first).toMatchObject({ status: 200, data: { accepted: 1 } })
  const taken = (await Promise.all(posts)).filter(({ status }) => status === 200)
  expect(taken.map(({ data }) => data?.rejected.length)).toEqual(Array.from({ length: limit / atOnce }, () => atOnce))
  expect(await post(site, [hat('100')])).toMatchObject({ status: 200, data: { accepted: 1 } })
})

it('a report that the database refuses costs nobody who reported beside it', async () => {
  const site = await createTestSite({ metricsKey })
  const imeis = ['100', '101', '102', '103']
  for (const imei of imeis) await site.makeHat(imei)
  await site.db.raw(site.db.sql, 'ALTER TABLE position ADD CONSTRAINT poison CHECK (battery <> 13)')
  const release = await holdStorage(site)
  const first = post(site, [hat('100')])
  await expect.poll(() => waiting(site)).toBe(1)
  // What waits goes into one transaction.
  const posts = imeis.map((imei) => post(site, [hat(imei, { battery: imei === '102' ? 13 : 80 })]))
  await expect.poll(() => waiting(site)).toBe(1 + imeis.length)
  await release()

  await first
  const answers = await Promise.all(posts)
  expect(answers.map(({ status, data }) => [status, data?.accepted])).toEqual([
    [200, 1],
    [200, 1],
    [500, undefined],
    [200, 1],
  ])
  const { rows } = await site.db.raw<{ imei: string }>(
    site.db.sql,
    'SELECT DISTINCT code AS imei FROM position JOIN device ON device.id = device_id ORDER BY 1',
  )
  expect(rows.map(({ imei }) => imei)).toEqual(['100', '101', '103'])
})

it('a report whose transaction waited with another in a circle is stored by its next try', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  // A sequence goes on, whatever is taken back.
  await site.db.raw(site.db.sql, 'CREATE SEQUENCE tries')
  await site.db.raw(
    site.db.sql,
    `CREATE FUNCTION circle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF nextval('tries') = 1 THEN RAISE EXCEPTION 'in a circle' USING ERRCODE = '40P01'; END IF; RETURN NULL; END $$`,
  )
  await site.db.raw(site.db.sql, 'CREATE TRIGGER circle BEFORE INSERT ON position FOR EACH STATEMENT EXECUTE FUNCTION circle()')
  expect(await post(site, [hat('100')])).toMatchObject({ status: 200, data: { accepted: 1 } })
  const { rows } = await site.db.raw<{ tries: string }>(site.db.sql, 'SELECT last_value AS tries FROM tries')
  expect([rows[0]?.tries, (await site.db.raw(site.db.sql, 'SELECT FROM position')).rows.length]).toEqual(['2', 1])
})
