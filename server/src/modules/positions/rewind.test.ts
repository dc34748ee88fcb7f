import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { readTrack, rewindLimits, type KnownBy } from '@vigil/contract/positions/track-columns.ts'
import { packAll } from '../../../test/housekeeping.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'

const minute = 60_000
const { listAlarmStood } = alarmCalls
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

it('tells of each moment which alarms stood, and how, as it was known then and as it was', async () => {
  const site = await createTestSite()
  const query = (text: string, values: readonly unknown[] = []) => site.db.raw<{ id: string }>(site.db.sql, text, values)
  const now = Math.floor(Date.now() / 1_000) * 1_000
  const first = now - 100 * hour
  // The same on every run.
  let dice = 7
  const random = (): number => {
    dice = (Math.imul(dice, 1_103_515_245) + 12_345) >>> 0
    return dice / 2 ** 32
  }
  const some = (most: number): number => Math.floor(random() * most)
  /** What happens to an alarm, as those on duty would tell it: when it happened, when they knew, how it stands from then on. */
  interface Told {
    readonly kind: string
    readonly happened: number
    readonly known: number
    readonly how: string
  }
  const histories = new Map<string, Told[]>()
  for (let number = 0; number < 120; number += 1) {
    const found = first + some(90 * 60) * minute
    const began = found - some(3) * minute
    const told: Told[] = [{ kind: 'raised', happened: began, known: found, how: 'waits' }]
    let [hands, lasts, aside, at] = [0, true, false, found]
    for (let steps = some(8); steps > 0 && hands !== 2; steps -= 1) {
      at += (1 + some(40 * 60)) * minute
      const kind =
        ['taken', 'reopened', 'confirmed', 'shelved', 'unshelved', lasts ? 'returned' : 'repeated', 'noted'][some(7)] ?? ''
      if (kind === 'taken' || kind === 'reopened' || kind === 'confirmed') aside = false
      if (kind === 'taken') hands = 1
      if (kind === 'reopened') hands = 0
      if (kind === 'confirmed') hands = 2
      if (kind === 'shelved') [hands, aside] = [0, true]
      if (kind === 'unshelved') aside = false
      if (kind === 'returned') lasts = false
      if (kind === 'repeated') lasts = true
      const how = hands === 2 ? (lasts ? 'goes on' : 'over') : `${hands} ${lasts} ${aside}`
      told.push({ kind, happened: at, known: at, how })
    }
    // Somebody handled it while it lasted: it stood until it was over, if it ever was.
    if (hands === 2 && lasts && random() < 0.5) {
      at += (1 + some(20 * 60)) * minute
      told.push({ kind: 'returned', happened: at, known: at, how: 'over' })
    }
    const past = told.filter(({ known }) => known < now)
    const is = (kind: string) => past.findLast((one) => one.kind === kind)?.happened
    const lastHand = past.findLast(({ kind }) => ['taken', 'reopened', 'confirmed'].includes(kind))
    const returned = past.findLast(({ kind }) => kind === 'returned' || kind === 'repeated')
    const lastOfAll = past.findLast(({ kind }) => ['taken', 'reopened', 'confirmed', 'shelved'].includes(kind))?.kind
    const status = lastOfAll === 'confirmed' ? 2 : lastOfAll === 'taken' ? 1 : 0
    const isBack = returned?.kind === 'returned'
    const { rows } = await query(
      `INSERT INTO alarm (condition_key, source_kind, source_id, source_label, device_type, device_code, device_name, alarm_type,
         alarm_level, alarm_name, find_time, start_time, last_time, end_time, condition, status, handle_time)
       VALUES ($1, 'fence', $1, $1, 'fence', $1, $1, 1, 2, $1, $2, $3, $3, $4, $5, $6, $7) RETURNING id`,
      [
        `a${number}`,
        new Date(found),
        new Date(began),
        isBack ? new Date(is('returned') ?? 0) : null,
        isBack ? 'returned' : 'active',
        status,
        lastHand ? new Date(lastHand.known) : null,
      ],
    )
    const id = rows[0]?.id ?? ''
    histories.set(id, past)
    for (const { kind, happened } of past.slice(1))
      await query(`INSERT INTO alarm_step (alarm_id, at, kind) VALUES ($1, $2, $3)`, [id, new Date(happened), kind])
  }
  /** Of a moment, from the telling alone. */
  const oracle = (moment: number, by: KnownBy): string[] =>
    [...histories].flatMap(([id, told]) => {
      const of = (one: Told): number => (by === 'receipt' ? one.known : one.happened)
      const last = told.findLast((one) => of(one) <= moment)
      if (!last || last.how === 'over') return []
      if (last.how === 'goes on' && !told.some((one) => of(one) > moment && one.how === 'over')) return []
      return [`${id} ${last.how === 'waits' ? '0 true false' : last.how === 'goes on' ? '2 true false' : last.how}`]
    })
  let seen = 0
  for (let looks = 0; looks < 40; looks += 1) {
    const moment = first + some(99 * 60) * minute
    const by = looks % 2 === 0 ? 'receipt' : 'fix'
    const { list, cut } = await site.admin.ask(listAlarmStood, { startTime: wire(moment), endTime: wire(moment), by })
    const found = list.flatMap(({ alarm: { id }, stretches }) =>
      stretches.map(({ status, condition, shelved }) => `${id} ${status} ${condition === 'active'} ${shelved}`),
    )
    const expected = oracle(moment, by)
    expect([found.toSorted(), cut], `${by} ${wire(moment)}`).toEqual([expected.toSorted(), false])
    seen += expected.length
  }
  expect(seen).toBeGreaterThan(400)
})
