import { describe, expect, it } from 'vitest'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { packAll } from '../../../test/housekeeping.ts'
import { at, square } from '../../../test/places.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'

const hour = 3_600_000
const begin = Math.floor(Date.now() / hour) * hour - 6 * hour
const wire = (time: number): string => new Date(time + 8 * hour).toISOString().slice(0, 19).replace('T', ' ')
const area = { shape: 'polygon' as const, points: square(0, 0, 95) }
const asked = (more: object = {}) => ({ area, startTime: wire(begin), endTime: wire(begin + 4 * hour), ...more })

/** From west to east over half an hour, a fix in ten seconds, from so many minutes after the beginning on. */
const crossing = (imei: string, minutes: number, north = 0) =>
  Array.from({ length: 181 }, (_, step) => ({
    deviceType: 'hat',
    deviceId: imei,
    time: new Date(begin + minutes * 60_000 + step * 10_000).toISOString(),
    ...at(-900 + step * 10, north),
    accuracy: 3,
  }))
const inside = async (site: TestSite) => {
  const { looked, list } = await site.admin.ask(positionCalls.listHisInside, asked())
  return { looked, list: list.map(({ deviceId, stays }) => ({ deviceId, stays })) }
}

describe('who was inside a shape', () => {
  it('is told with entry and exit, whether hours are packed or not', async () => {
    const site = await createTestSite()
    for (const imei of ['100', '200', '300']) await site.makeHat(imei)
    // The first comes in within an hour and goes out in the next, the second passes by, the third stays where its fixes end.
    await site.report([...crossing('100', 45), ...crossing('200', 45, 500), ...crossing('300', 100).slice(0, 91)])
    const before = await inside(site)
    const stay = (from: number, to: number, exitKnown: boolean) => [
      { enterTime: wire(begin + from), leaveTime: wire(begin + to), seconds: (to - from) / 1_000, entryKnown: true, exitKnown },
    ]
    expect(before).toEqual({
      looked: 3,
      list: [
        { deviceId: '100', stays: stay(45 * 60_000 + 805_000, 45 * 60_000 + 995_000, true) },
        { deviceId: '300', stays: stay(100 * 60_000 + 805_000, 100 * 60_000 + 900_000, false) },
      ],
    })
    await packAll(site.db)
    expect(await inside(site)).toEqual(before)
    // Hours that were packed before bounds were written down.
    await site.db.raw(site.db.sql, 'UPDATE packed_position SET west = NULL WHERE device_id % 2 = 0')
    expect(await inside(site)).toEqual(before)

    const circle = { shape: 'circle' as const, centre: [at(0, 0).lng, at(0, 0).lat] as [number, number], radius: 95 }
    const { list } = await site.admin.ask(positionCalls.listHisInside, asked({ area: circle }))
    expect(list.map(({ deviceId, stays }) => [deviceId, stays[0]?.seconds])).toEqual([
      ['100', 190],
      ['300', 95],
    ])
  })

  it('knows nothing of whom the caller does not see, and says in the log who asked', async () => {
    const site = await createTestSite()
    const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
    await site.makeHat('100', { deptId: mill })
    await site.makeHat('200', { deptId: kiln })
    await site.report([...crossing('100', 10), ...crossing('200', 10)])
    const miller = await site.makeUser({ name: 'miller', permissions: ['trackHisMgmt'], scope: 'own', deptId: mill })
    const { looked, list } = await miller.client.ask(positionCalls.listHisInside, asked())
    expect([looked, list.map(({ deviceId }) => deviceId)]).toEqual([1, ['100']])
    const log = paged(
      await site.admin.ask(journalCalls.listSysLogByCondition, {
        pageNum: 1,
        pageSize: 50,
        module: 'positions',
        keyword: 'miller',
      }),
    )
    expect(log.list.map(({ object, action }) => [object, action])).toEqual([['placeSearch', 'look']])

    // Others are answered, however many look-ups one account begins.
    const statusOf = async (token: string): Promise<number> => {
      const headers = { authorization: token, 'content-type': 'application/json' }
      const url = `${site.origin}/api${positionCalls.listHisInside.path}`
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(asked()) })).status
    }
    let refused = 0
    const answers = await site.db.transaction(async (trx) => {
      // Whoever looks stands at the writing down of it.
      await site.db.raw(trx, 'SELECT FROM journal_head FOR UPDATE')
      const ofMiller = Array.from({ length: 14 }, async () => {
        const status = await statusOf(miller.token)
        if (status === 429) refused += 1
        return status
      })
      await expect.poll(() => refused).toBe(12)
      return [...ofMiller, statusOf(site.adminToken)]
    })
    const statuses = await Promise.all(answers)
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([3, 200])
  })

  it('is not looked for in too much, in no time, and in what is no shape', async () => {
    const site = await createTestSite()
    const refusal = async (body: ReturnType<typeof asked>): Promise<string> =>
      (await site.admin.send(positionCalls.listHisInside, body)).msg
    expect(await refusal(asked())).toBe('success')
    expect(await refusal(asked({ endTime: wire(begin - 2_000) }))).toBe('结束时间须晚于开始时间')
    expect(await refusal(asked({ endTime: wire(begin + 24 * hour) }))).toBe('success')
    expect(await refusal(asked({ endTime: wire(begin + 24 * hour + 1_000) }))).toBe('结束时间距开始时间不能超过 24 小时')
    const [a, b, c, d] = square(0, 0, 100)
    expect(await refusal(asked({ area: { shape: 'polygon', points: [a, c, b, d] } }))).toBe('形状的边相互交叉')
    for (const other of [
      { shape: 'polygon', points: [a, b] },
      { shape: 'circle', centre: a },
      { shape: 'circle', centre: a, radius: 0 },
    ])
      expect(await refusal(asked({ area: other }))).not.toBe('success')
  })
})
