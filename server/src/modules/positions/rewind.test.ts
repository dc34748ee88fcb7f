import { expect, it } from 'vitest'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { readTrack, rewindLimits, type KnownBy } from '@vigil/contract/positions/track-columns.ts'
import { packAll } from '../../../test/housekeeping.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'

const minute = 60_000
const hour = 60 * minute
const wire = (time: number): string => new Date(time + 8 * hour).toISOString().slice(0, 19).replace('T', ' ')
const hoursAgo = 4 * hour
const begin = Math.floor((Date.now() - hoursAgo) / minute) * minute

const bodyOf = (from: number, to: number, by: KnownBy = 'fix') => ({ startTime: wire(from), endTime: wire(to), by })
const look = async (client: TestSite['admin'], ...asked: Parameters<typeof bodyOf>) => {
  const { startAt, tracks } = await client.ask(positionCalls.listHisRewind, bodyOf(...asked))
  return tracks.map(({ deviceId, columns }) => ({
    deviceId,
    times: Array.from(readTrack(Uint8Array.from(Buffer.from(columns, 'base64')).buffer).time, (since) => startAt + since - begin),
  }))
}

it('tells where everybody was whom the reader sees, as it was and as it was known, packed or not, and is written down', async () => {
  const site = await createTestSite()
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  await site.makeHat('100', { deptId: mill })
  await site.makeHat('200', { deptId: kiln })
  await site.makeHat('300', { deptId: kiln })
  // Hours late: known now, not then.
  const report = (deviceId: string, ...minutes: number[]) =>
    minutes.map((at_) => ({
      deviceType: 'hat',
      deviceId,
      time: new Date(begin + at_ * minute).toISOString(),
      ...at(at_, 0),
    }))
  await site.report([...report('100', 0, 5, 8, 11), ...report('200', 9)])
  const asked = () => look(site.admin, begin + 7 * minute, begin + 10 * minute)
  const found = [
    { deviceId: '100', times: [5 * minute, 8 * minute] },
    { deviceId: '200', times: [9 * minute] },
  ]
  expect(await asked()).toEqual(found)
  // What was hours old when it came was nobody's place any more.
  const now = Date.now()
  expect(await look(site.admin, begin, begin + hour, 'receipt')).toEqual([])
  expect(await look(site.admin, now - minute, now + minute, 'receipt')).toEqual([])
  // What was ten minutes old was known from its receipt on.
  const late = now - 10 * minute
  await site.report([{ deviceType: 'hat', deviceId: '300', time: new Date(late).toISOString(), ...at(3, 0) }])
  const of300 = async (...period: Parameters<typeof bodyOf>) =>
    (await look(site.admin, ...period)).filter(({ deviceId }) => deviceId === '300').map(({ times }) => times.length)
  expect(await of300(late - minute, late + minute)).toEqual([1])
  expect(await of300(late - minute, late + minute, 'receipt')).toEqual([])
  expect(await of300(now - minute, now + minute, 'receipt')).toEqual([1])

  await packAll(site.db, 1)
  expect(await asked()).toEqual(found)

  const miller = await site.makeUser({ name: 'miller', permissions: ['incidentRewindMgmt'], scope: 'own', deptId: mill })
  expect((await look(miller.client, begin, begin + 10 * minute)).map(({ deviceId }) => deviceId)).toEqual(['100'])
  const { list } = paged(
    await site.admin.ask(journalCalls.listSysLogByCondition, { pageNum: 1, pageSize: 9, module: 'positions', keyword: 'miller' }),
  )
  expect(list.map(({ object, action }) => [object, action])).toEqual([['rewind', 'look']])
  const watcher = await site.makeUser({ name: 'watcher', permissions: ['trackHisMgmt'] })
  expect((await watcher.client.send(positionCalls.listHisRewind, bodyOf(begin, begin + minute))).code).toBe('forbidden')

  const refusal = async (from: number, to: number): Promise<string> =>
    (await site.admin.send(positionCalls.listHisRewind, bodyOf(from, to))).msg
  expect(await refusal(begin, begin - 2_000)).toBe('结束时间须晚于开始时间')
  const most = begin + rewindLimits.minutes * minute
  expect([await refusal(begin, most), await refusal(begin, most + 1_000)]).toEqual([
    'success',
    '结束时间距开始时间不能超过 60 分钟',
  ])
})
