import { describe, expect, it } from 'vitest'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { CallFailed, paged, type Client } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { readTrack, trackLimits } from '@vigil/contract/positions/track-columns.ts'
import { figuresOf } from '@vigil/contract/positions/track-rules.ts'
import { housekeepingOf, placesOf } from '../../../test/housekeeping.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'

const hour = 3_600_000
const thisHour = Math.floor(Date.now() / hour) * hour
const hourAgo = (hours: number): number => thisHour - hours * hour
const wire = (time: number): string => new Date(time + 8 * hour).toISOString().slice(0, 19).replace('T', ' ')
const degree = (value: number): number => Math.round(value * 1e7)

/** A walk to the east, a fix in ten seconds. */
const walk = (imei: string, from: number, steps: number, more: Record<string, unknown> = {}) =>
  Array.from({ length: steps }, (_, step) => ({
    deviceType: 'hat',
    deviceId: imei,
    time: new Date(from + step * 10_000).toISOString(),
    ...at(step * 10, 0),
    ...(step % 2 === 0 ? { speed: 3.6 } : {}),
    course: 90,
    ...more,
  }))
const bodyOf = (from: number, to: number, ...codes: string[]) => ({
  devices: codes.map((deviceId) => ({ deviceType: 'hat' as const, deviceId })),
  startTime: wire(from),
  endTime: wire(to),
})
const oneOf = (from: number, to: number, deviceId: string) => ({
  deviceType: 'hat' as const,
  deviceId,
  startTime: wire(from),
  endTime: wire(to),
})
const ask = async (site: TestSite, from: number, to: number, ...codes: string[]) => {
  const { startAt, tracks } = await site.admin.ask(positionCalls.listHisTracks, bodyOf(from, to, ...codes))
  return tracks.map(({ columns, ...device }) => ({
    ...device,
    startAt,
    track: readTrack(Uint8Array.from(Buffer.from(columns, 'base64')).buffer),
  }))
}

describe('tracks of several devices', () => {
  it('are the same packed, as they came and half of each, cut to the time asked for', async () => {
    const site = await createTestSite()
    for (const imei of ['100', '200', '300']) await site.makeHat(imei)
    const begin = hourAgo(6)
    await site.report([...walk('100', begin + hour / 2, 300), ...walk('200', begin, 100)])
    const asked = () => ask(site, begin + hour / 2 + 60_000, begin + 4 * hour, '100', '200', '300')
    const before = await asked()
    expect(before.map(({ deviceId, track }) => [deviceId, track.count])).toEqual([
      ['100', 294],
      ['200', 0],
      ['300', 0],
    ])
    const [first] = before
    expect(first?.startAt).toBe(begin + hour / 2 + 60_000)
    expect(Array.from(first?.track.time.subarray(0, 3) ?? [])).toEqual([0, 10_000, 20_000])
    expect([first?.track.lng[0], first?.track.lat[0]]).toEqual([degree(at(60, 0).lng), degree(at(60, 0).lat)])
    expect(Array.from(first?.track.speed.subarray(0, 2) ?? [])).toEqual([36, 65_535])
    expect(figuresOf(first?.track ?? readTrack(new ArrayBuffer(0))).metres).toBeCloseTo(2_930, -1)

    const house = housekeepingOf(site.db)
    await house.run()
    expect([await placesOf(site.db), house.faults]).toEqual([{ raw: 0, hours: 3, packed: 400 }, []])
    expect(await asked()).toEqual(before)

    // Stragglers of an hour that is packed, one of which is known already.
    await site.report([
      ...walk('100', begin + hour / 2 + 70_000, 1, at(70, 0)),
      ...walk('100', begin + hour / 2 + 65_000, 1, at(65, 0)),
    ])
    const [late] = await asked()
    expect(Array.from(late?.track.time.subarray(0, 4) ?? [])).toEqual([0, 5_000, 10_000, 20_000])
  })

  it('are those of whom the reader sees by the department they have now; others are as if they were not there', async () => {
    const site = await createTestSite()
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    await site.makeHat('100', { deptId: mill })
    await site.makeHat('200', { deptId: kiln })
    const begin = hourAgo(2)
    await site.report([...walk('100', begin, 3), ...walk('200', begin, 3)])
    const miller = await site.makeUser({ name: 'miller', permissions: ['trackHisMgmt'], scope: 'own', deptId: mill })
    const seen = await miller.client.ask(positionCalls.listTrackDevices, undefined)
    expect(seen.map(({ deviceId }) => deviceId)).toEqual(['100'])
    const body = bodyOf(begin, begin + hour, '200', '100', '999', '100')
    const { tracks } = await miller.client.ask(positionCalls.listHisTracks, body)
    expect(tracks.map(({ deviceId, label }) => [deviceId, label])).toEqual([['100', 'H-100']])
    // Who looked at whom is written down for each, and nothing of those he did not see.
    const { list } = paged(
      await site.admin.ask(journalCalls.listSysLogByCondition, {
        pageNum: 1,
        pageSize: 50,
        module: 'positions',
        keyword: 'miller',
      }),
    )
    expect(list.map(({ object, objectId, action }) => [object, objectId, action])).toEqual([['track', 'hat:100', 'look']])

    const { code } = await site
      .clientOf((await site.makeUser({ name: 'watcher', permissions: ['trackRealMgmt'] })).token)
      .send(positionCalls.listHisTracks, body)
    expect(code).toBe('forbidden')
  })

  it('are written down under the code of the device, however it was typed', async () => {
    const site = await createTestSite()
    await site.makeHat('A100')
    const begin = hourAgo(2)
    for (const typed of ['Ａ１００', 'A100']) {
      await site.admin.ask(positionCalls.listHisGpsByDevId, oneOf(begin, begin + hour, typed))
      await ask(site, begin, begin + hour, typed)
    }
    const { list } = paged(
      await site.admin.ask(journalCalls.listSysLogByCondition, { pageNum: 1, pageSize: 9, module: 'positions' }),
    )
    expect(list.map(({ object, objectId }) => `${object} ${objectId}`)).toEqual(Array.from({ length: 4 }, () => 'track hat:A100'))
  })

  it('are refused where the time ends before it begins, is too long, or asks for too much at once', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const begin = hourAgo(2)
    const codes = Array.from({ length: trackLimits.devices + 1 }, (_, at) => String(at))
    const ofOne = async (to: number) => await site.admin.send(positionCalls.listHisGpsByDevId, oneOf(begin, to, '100'))
    expect((await ofOne(begin + 7 * 24 * hour)).msg).toBe('success')
    expect(await ofOne(begin + 7 * 24 * hour + 1_000)).toMatchObject({
      code: 'invalidInput',
      msg: '结束时间距开始时间不能超过 7 天',
      data: { field: 'endTime' },
    })
    const refusal = async (body: ReturnType<typeof bodyOf>): Promise<string> =>
      (await site.admin.send(positionCalls.listHisTracks, body)).msg
    expect(await refusal(bodyOf(begin, begin - 2_000, '100'))).toBe('结束时间须晚于开始时间')
    expect(await refusal(bodyOf(begin, begin + 7 * 24 * hour, '100'))).toBe('success')
    expect(await refusal(bodyOf(begin, begin + 7 * 24 * hour + 1_000, '100'))).toBe('结束时间距开始时间不能超过 7 天')
    expect(await refusal(bodyOf(begin, begin + 25 * hour - 1_000, ...codes.slice(1)))).toBe(
      '设备过多：20 台 × 25 小时，一次最多 480 台时',
    )
    expect(await refusal(bodyOf(begin, begin + 24 * hour, ...codes.slice(1)))).toBe('success')
    for (const devices of [[], codes]) expect(await refusal(bodyOf(begin, begin + hour, ...devices))).not.toBe('success')
    expect(await refusal({ ...bodyOf(begin, begin + hour, '100'), startTime: '2026-02-30 00:00:00' })).not.toBe('success')
  })

  it('wait for each other, so many at one time, and beyond a line of them are refused and not written down', async () => {
    const site = await createTestSite()
    await site.makeHat('100')
    const begin = hourAgo(6)
    const [li, wang] = [
      await site.makeUser({ name: 'li', permissions: ['trackHisMgmt'] }),
      await site.makeUser({ name: 'wang', permissions: ['trackHisMgmt'] }),
    ]
    const written = async (): Promise<number> =>
      (
        await site.admin
          .ask(journalCalls.listSysLogByCondition, { pageNum: 1, pageSize: 100, module: 'positions' })
          .then((page) => paged(page).list)
      ).filter(({ object }) => object === 'track').length
    let refused = 0
    const askMany = (client: Client, count: number) =>
      Array.from({ length: count }, (_, nth) =>
        // One device alone is looked up through the same gate.
        (nth % 2 === 0
          ? client.send(positionCalls.listHisTracks, bodyOf(begin, begin + hour, '100'))
          : client.send(positionCalls.listHisGpsByDevId, oneOf(begin, begin + hour, '100'))
        ).then(
          ({ code }) => code,
          (error: unknown) => {
            refused += 1
            return error instanceof CallFailed ? `${error.status} ${error.message}` : String(error)
          },
        ),
      )
    const answers = await site.db.transaction(async (trx) => {
      // Whoever looks stands at the writing down of it.
      await site.db.raw(trx, 'SELECT FROM journal_head FOR UPDATE')
      const ofLi = askMany(li.client, 3 + 24 + 5)
      await expect.poll(() => refused).toBe(5)
      const ofWang = askMany(wang.client, 24 + 5)
      await expect.poll(() => refused).toBe(10)
      const ofAdmin = askMany(site.admin, 1)
      await expect.poll(() => refused).toBe(11)
      return [...ofLi, ...ofWang, ...ofAdmin]
    })
    const codes = await Promise.all(answers)
    expect(codes.filter((code) => code === '200')).toHaveLength(51)
    // Ten are too many of one person; the line is full for everybody else.
    expect(codes.filter((code) => code === '429 请求过于频繁，请稍后再试')).toHaveLength(10)
    expect(codes.at(-1)).toBe('503 正在查询轨迹的人过多，请稍后再试')
    expect(await written()).toBe(51)
  })
})
