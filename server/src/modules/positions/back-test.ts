import { setTimeout } from 'node:timers/promises'
import type { BackTest } from '@vigil/contract/hazards/back-test.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import type { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import { offlineAfter } from '@vigil/contract/devices/settings.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { degreeScale } from '@vigil/contract/positions/frame.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { mayAsk, type Asked } from '../../kernel/caller.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { rest } from '../../kernel/rest.ts'
import type { AlarmService } from '../alarms/index.ts'
import type { Device } from '../devices/index.ts'
import { judgesWays, shapeOf, type HazardService } from '../hazards/index.ts'
import { replayPresence, replayWays, type Replay } from './back-test.replay.ts'
import { createTally } from './back-test.tally.ts'
import { dayMs, hourMs, hourOf } from './fix.ts'
import type { Bounds } from './inside.rules.ts'
import { JudgedSubject } from './judged-row.ts'
import { futureLimit } from './rules.ts'
import type { PositionContext } from './service.context.ts'
import { devicesSeen } from './tracks.ts'

/** How a fence would have done; see docs/decisions/back-test.md. */

type Body = BodyOf<typeof hazardCalls.backTestBsDangArea>
interface Deps {
  readonly context: PositionContext
  readonly hazards: Pick<HazardService, 'watchAsIf'>
  readonly alarms: Pick<AlarmService, 'openBetween' | 'countOfFence'>
}

/** Devices whose fixes of an hour are read at a time. */
const atOnce = 40
/** Fixes that may wait at a time for those of others before they are judged: some 150 MB. */
const mostHeld = 1_000_000
const tooMany = {
  zh: '围栏范围内的定位过多，请缩小围栏或改选部门',
  en: 'covers more positions than can be judged: make the fence smaller, or choose a department',
}
/** ms in which somebody who has gone is missed. */
const noticedWithin = 500
/** Back-tests of one server at a time. */
const most = 2
/** Degrees around a fence that asks who is inside: hours spent further off tell nothing of it, but that a fix may be kilometres wrong. */
const around = 0.003

const boxOf = ({ box: [west, south, east, north] }: ReturnType<typeof shapeOf>, margin: number): Bounds => [
  Math.floor((west - margin) * degreeScale),
  Math.floor((south - margin) * degreeScale),
  Math.ceil((east + margin) * degreeScale),
  Math.ceil((north + margin) * degreeScale),
]

interface Job {
  readonly fence: Fence
  readonly devices: readonly Device[]
  readonly to: number
  readonly breathe: () => Promise<void>
}

/** ms before the period that are judged as well: what began by then is nothing new within it. */
const leadOf = ({ stayLimit, stillLimit }: Fence): number => hourMs + Math.max(stayLimit ?? 0, stillLimit ?? 0) * 60_000

const run = async (
  { store }: PositionContext,
  { fence, devices, to, breathe }: Job,
  start: number,
  replay: Replay,
): Promise<void> => {
  const ids = devices.map(({ id }) => id)
  const byId = new Map(devices.map((device) => [device.id, device]))
  const box = boxOf(shapeOf(fence), judgesWays(fence) ? 0 : around)
  for (let hour = start; hour < to + futureLimit; hour += hourMs) {
    // What is received by then was measured before the next hour, unless its clock is further ahead than is believed.
    const until = Math.min(to, hour + hourMs - futureLimit)
    const wanted = [...replay.toRead(await store.tracks.hours.reaching(ids, hour, box))]
    for (let first = 0; first < wanted.length; first += atOnce) {
      const found = await store.tracks.hours.read(wanted.slice(first, first + atOnce), hour)
      for (const [id, fixes] of found) {
        const device = byId.get(id)
        if (device) replay.feed(device, fixes, until)
        if (replay.held() > mostHeld) throw invalid('points', { zh: '围栏', en: 'The fence' }, tooMany)
        await breathe()
      }
    }
    await replay.until(until)
    await breathe()
  }
  await replay.until(to)
}

const backTest = async ({ context, hazards, alarms }: Deps, { days, ...body }: Body, asked: Asked): Promise<BackTest> => {
  const { kernel, registry } = context
  const { clock } = kernel
  const { fence, watch } = await hazards.watchAsIf(body, asked)
  const { name, type, shape, points, radius, halfWidth } = fence
  const to = clock.now()
  const from = to - days * dayMs
  await kernel.transaction((trx) =>
    kernel.journal.write(trx, asked, {
      module: 'positions',
      action: 'look',
      object: 'backTest',
      objectId: body.id ?? '',
      after: { name, type, days, shape, points, radius, halfWidth },
    }),
  )
  const devices = devicesSeen(context, asked).filter((device) => device.enabled && watch.concerns(new JudgedSubject(device)))
  let since = performance.now()
  const breathe = async (): Promise<void> => {
    const before = since
    since = await rest(since)
    if (since !== before && asked.hasGone?.() === true) throw new Refusal('notReady')
  }
  const start = hourOf(from - leadOf(fence))
  const tally = createTally({ clock, language: asked.language, from, to, deviceOf: registry.get })
  const deps = { watch, take: tally.take, breathe }
  const replay = judgesWays(fence)
    ? replayWays(deps)
    : replayPresence(deps, {
        devices,
        start,
        offlineAfter: ({ kind }) => kernel.settings.get(offlineAfter(kind)) * 1_000,
        silent: fence.type === 'still' ? await alarms.openBetween(alarmType.code.silent, start, to) : [],
      })
  await run(context, { fence, devices, to, breathe }, start, replay)
  // Who came when, and for how long, is what a track says.
  const named = mayAsk(asked.caller, positionCalls.listHisInside.needs)
  const seesAlarms = mayAsk(asked.caller, alarmCalls.listRealAlarmData.needs)
  return {
    startTime: clock.toWire(from),
    endTime: clock.toWire(to),
    looked: devices.length,
    ...tally.told(),
    ...(named ? {} : { sources: [], alarms: [] }),
    named,
    raised:
      body.id === undefined || !seesAlarms
        ? null
        : await alarms.countOfFence(body.id, { from: new Date(from), to: new Date(to) }, asked),
  }
}

/** Answers back-tests: one of each person at a time, and few in all, since each reads days of everybody. */
export const createBackTests = (deps: Deps) => {
  const running = new Map<string, Promise<unknown>>()
  return async (body: Body, asked: Asked): Promise<BackTest> => {
    const { userId } = asked.caller
    const mine = running.get(userId)
    // Who broke his off may begin the next at once, though that was not noticed yet.
    if (mine) await Promise.race([mine, setTimeout(noticedWithin)])
    if (running.has(userId))
      throw new Refusal('busy', { reason: { zh: '你有一个回测正在进行', en: 'A back-test of yours is under way' } })
    if (running.size >= most)
      throw new Refusal('busy', { reason: { zh: '已有其他回测正在进行', en: 'Other back-tests are under way' } })
    const answered = (async () => {
      try {
        return await backTest(deps, body, asked)
      } finally {
        running.delete(userId)
      }
    })()
    running.set(
      userId,
      answered.catch(() => undefined),
    )
    return answered
  }
}
