import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { createClient, type Client } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import type { Permission } from '@vigil/contract/menu/routes.ts'
import { createDatabase, type Database } from '../../../server/src/kernel/db.ts'
import { createLog } from '../../../server/src/kernel/log.ts'
import type { Kernel } from '../../../server/src/kernel/kernel.ts'
import { createAlarmService, createAlarmStore, type AlarmIntent } from '../../../server/src/modules/alarms/index.ts'
import { crowdedSite, startCrowdedSite } from '../crowded-site.ts'
import { budget, createDelays, plain, spreadOf } from '../measure.ts'
import type { PartDeps, Part } from '../part.ts'
import type { Site } from '../site.ts'
import { ago, clock, days, fillAlarms } from '../year-of-alarms.ts'

const alarms = { full: 1_000_000, quick: 200_000 } as const
const permissions: Permission[] = ['alarmRealMgmt', 'alarmHisMgmt', 'alarmStatisticMgmt', 'alarm:handle']

/** Somebody of these departments alone. */
const readerOf = async ({ origin, token }: Site, name: string, deptIds: string[]): Promise<Client> => {
  const admin = createClient({ origin, token: () => token })
  const role = await admin.ask(accountCalls.saveRole, { name, scope: 'chosen', deptIds, permissions })
  const [first, later] = ['first-Pass-9182', 'later-Pass-7731']
  await admin.ask(accountCalls.saveUser, {
    userName: name,
    cname: name,
    workNum: name,
    canLogin: true,
    password: first,
    roleIds: [role.id],
  })
  const own = await createClient({ origin }).ask(sessionCalls.login, { userName: name, password: first })
  const client = createClient({ origin, token: () => own })
  await client.ask(sessionCalls.updatePassword, { oldPassword: first, newPassword: later })
  return client
}

interface Question {
  readonly what: string
  readonly call: Call
  readonly body: unknown
}
const first = { pageNum: 1, pageSize: 20 }
const filters: readonly (readonly [string, Record<string, unknown>])[] = [
  ['all', {}],
  ['a person', { keyword: '人员4711' }],
  ['a device', { keyword: 'AQM-012345' }],
  ['a plate', { keyword: '皖B00123' }],
  ['a fence', { keyword: '禁入区77' }],
  ['two characters', { keyword: '窑尾' }],
  ['one character', { keyword: '磨' }],
  ['nearly everything', { keyword: 'aqm' }],
  ['nothing', { keyword: '查无此人' }],
  ['a type', { alarmType: 13 }],
  ['a level', { alarmLevel: 1 }],
  ['an area', { areaId: '1007' }],
  ['a department', { deptId: '77' }],
  ['a month', { startTime: ago(30), endTime: ago(0) }],
  ['a month, two characters', { startTime: ago(60), endTime: ago(30), keyword: '窑尾' }],
]
const listCalls = [alarmCalls.listHandledPage, alarmCalls.listUnHandledPage]
const filtered = (call: Call, more: Record<string, unknown>): Question[] =>
  filters.map(([what, filter]) => ({ what, call, body: { ...filter, ...more } }))

const questions: Readonly<
  Record<'first pages' | 'deep pages' | 'counts' | 'statistics' | 'screens of statistics', readonly Question[]>
> = {
  'first pages': [
    ...listCalls.flatMap((call) => filtered(call, first)),
    { what: 'open', call: alarmCalls.listRealAlarmData, body: undefined },
    { what: 'newest', call: alarmCalls.getNewestAlarm, body: undefined },
  ],
  'deep pages': [
    ...[0.1, 0.5, 0.99].map((share) => ({
      what: `at ${share}`,
      call: alarmCalls.listHandledPage,
      body: { pageSize: 20, share },
    })),
    { what: 'at 0.9', call: alarmCalls.listUnHandledPage, body: { pageSize: 20, share: 0.9 } },
    { what: 'at 0.9, two characters', call: alarmCalls.listHandledPage, body: { pageSize: 20, share: 0.9, keyword: '窑尾' } },
  ],
  counts: [{ what: 'badge', call: alarmCalls.listUnHandleCount, body: undefined }, ...filtered(alarmCalls.listHandledCount, {})],
  statistics: [alarmCalls.listAlarmStaNumberByType, alarmCalls.listAlarmStaNumberByArea].flatMap((call) => [
    { what: 'today', call, body: {} },
    { what: 'a month', call, body: { startTime: ago(30), endTime: clock.toWire(new Date()) } },
    { what: 'a month, cut within the hour', call, body: { startTime: ago(31).replace('00:00', '20:17'), endTime: ago(1) } },
  ]),
  // Everything that is said of a period at once, quantiles and sources among it, which no sum tells.
  'screens of statistics': [
    { what: 'a week', call: alarmCalls.getAlarmStatistics, body: { interval: 2, day: ago(20).slice(0, 10) } },
    { what: 'a month', call: alarmCalls.getAlarmStatistics, body: { interval: 3, day: ago(40).slice(0, 10) } },
  ],
}
/** Milliseconds. */
const atMost: Readonly<Record<string, number>> = { 'screens of statistics': 500 }

/** A page so far into what a question finds. */
const placed = async (client: Client, call: Call, body: unknown): Promise<unknown> => {
  if (typeof body !== 'object' || body === null || !('share' in body)) return body
  const { share, ...rest } = body
  const { total } = (await client.ask(call, rest)) as { total: number }
  return { ...rest, pageNum: Math.max(1, Math.floor((total / 20) * Number(share))) }
}

/** What three in four answers to the slowest of these questions took at most, whoever of them asked it. */
const slowestOf = async (
  deps: PartDeps,
  people: Readonly<Record<string, Client>>,
  group: readonly Question[],
): Promise<number> => {
  const asks = deps.quick ? 4 : 8
  let slowest = 0
  for (const [who, client] of Object.entries(people)) {
    for (const { what, call, body } of group) {
      const asked = await placed(client, call, body)
      const delays = createDelays()
      for (let ask = 0; ask < asks; ask += 1) {
        const from = performance.now()
        await client.ask(call, asked)
        delays.add(performance.now() - from)
      }
      const took = delays.quantile(0.75)
      if (took > 100) deps.say(`${who}: ${call.path.split('/').at(-1)} ${what} ${took} ms`)
      slowest = Math.max(slowest, took)
    }
  }
  return slowest
}

/** Alarms raised one after the other, as a report raises them, and a bare row committed beside each; milliseconds. */
const raise = async (db: Database, deps: PartDeps): Promise<{ raised: number[]; bare: number[] }> => {
  const service = createAlarmService({ db, clock } as unknown as Kernel, createAlarmStore({ db, clock }))
  await db.raw(db.sql, 'CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY, said text)')
  const intentOf = (index: number): AlarmIntent => ({
    kind: 'raise',
    alarm: {
      conditionKey: `bench/${index}`,
      source: { kind: 'device', id: String(1 + index), label: `AQM-${index}（人员${index}）` },
      device: { id: 1 + index, type: 'hat', code: `D${1 + index}` },
      alarmType: 4,
      alarmLevel: 1,
      alarmName: 'SOS',
      facts: { device: `AQM-${index}`, person: `人员${index}` },
      findTime: new Date(),
      startTime: new Date(),
      areaId: String(1000 + (index % 20)),
      areaName: `煤磨${index % 20}`,
      ruleId: null,
      deptId: String(1 + (index % crowdedSite.departments)),
      deptName: '部门',
      userName: `人员${index}`,
      plateNumber: '',
      lng: 118.36,
      lat: 31.17,
      floor: null,
      quiet: false,
      deviceTime: null,
    },
  })
  const [raised, bare]: [number[], number[]] = [[], []]
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const each = deps.quick ? 100 : 400
  for (let round = 0; round < deps.rounds; round += 1) {
    const took: [number[], number[]] = [[], []]
    for (let index = round * each; index < (round + 1) * each; index += 1) {
      took[0].push(await timed(() => db.transaction((trx) => service.apply(trx, [intentOf(index)]))))
      took[1].push(await timed(() => db.transaction((trx) => db.raw(trx, 'INSERT INTO bare (said) VALUES ($1)', ['x']))))
    }
    raised.push(spreadOf(took[0]).median)
    bare.push(spreadOf(took[1]).median)
  }
  return { raised, bare }
}

const milliseconds = (figure: number): string => `${plain(figure)} ms`

export const part: Part = {
  about: `Lists, counts and statistics of ${plain(alarms.full)} alarms over ${days} days by HTTP, for who sees all, a half of the departments, one with those below it, and a single one: three in four answers to the slowest question; and the raising of an alarm beside them.`,
  order: 66,
  once: true,
  run: async (deps) => {
    const count = deps.quick ? alarms.quick : alarms.full
    const { url, ...site } = await startCrowdedSite(deps, { ...crowdedSite, journal: 50_000 })
    const db = createDatabase(url, createLog('warn'), { max: 2, statement: 0, answer: 600_000 })
    deps.onEnd(db.close)
    const from = performance.now()
    await fillAlarms(db, count, crowdedSite.departments, crowdedSite.devices)
    deps.say(`${plain(count)} alarms filled in within ${plain((performance.now() - from) / 1_000)} s`)
    const people = {
      everything: createClient({ origin: site.origin, token: () => site.token }),
      half: await readerOf(
        site,
        'half',
        Array.from({ length: 20 }, (_, index) => String(1 + index)),
      ),
      works: await readerOf(site, 'works', ['7']),
      section: await readerOf(site, 'section', ['77']),
    }
    const bareQuestion = createDelays()
    for (let ask = 0; ask < 100; ask += 1) {
      const begun = performance.now()
      await db.raw(db.sql, 'SELECT count(*) FROM device')
      bareQuestion.add(performance.now() - begun)
    }
    const rows = []
    for (const [group, asked] of Object.entries(questions)) {
      rows.push(
        budget({
          what: `the slowest of ${asked.length * Object.keys(people).length} ${group}, p75`,
          ours: [await slowestOf(deps, people, asked)],
          calibration: `counting ${plain(crowdedSite.devices)} devices: ${bareQuestion.quantile(0.5)} ms`,
          unit: 'ms',
          limit: { atMost: atMost[group] ?? 300 },
        }),
      )
    }
    const { raised, bare } = await raise(db, deps)
    rows.push(
      budget({
        what: 'raising an alarm, median',
        ours: raised,
        calibration: `a bare row committed: ${milliseconds(spreadOf(bare).median)}`,
        unit: 'ms',
        limit: { atMost: 20 },
      }),
    )
    return rows
  },
}
