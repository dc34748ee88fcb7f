import { degreeScale } from '@vigil/contract/positions/frame.ts'
import { insideLimits } from '@vigil/contract/positions/track-columns.ts'
import type { Asked } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/refusal.ts'
import type { Device } from '../devices/index.ts'
import { crossesItself, shapeOf, type Shape } from '../hazards/index.ts'
import { hourMs } from './fix.ts'
import type { Bounds } from './inside.rules.ts'
import type { Body, PositionContext } from './service.context.ts'
import { createStays, type Stay } from './stays.ts'
import { periodOf } from './track.ts'
import { devicesSeen, told } from './tracks.ts'

/** Devices that are asked for at a time; while one such part is gone through the next one is read. */
const atOnce = 20

const endTime = { zh: '结束时间', en: 'The end time' }

const wholeSecond = (time: number): number => Math.round(time / 1_000) * 1_000

/** In the units of hours' bounds, and no smaller for that. */
const boxOf = ({ box: [west, south, east, north] }: Shape): Bounds => [
  Math.floor(west * degreeScale),
  Math.floor(south * degreeScale),
  Math.ceil(east * degreeScale),
  Math.ceil(north * degreeScale),
]

/** What is read for each part, in their order, two at a time: the database is at the next one while one is unpacked. */
async function* oneAhead<Part, Read>(
  parts: readonly Part[],
  read: (part: Part) => Promise<Read>,
): AsyncGenerator<readonly [Part, Read]> {
  const coming: Promise<Read>[] = []
  const begin = (part: Part | undefined): void => {
    if (part === undefined) return
    const reading = read(part)
    // Whoever waits for it hears that it failed; while nobody does yet, it is no fault.
    reading.catch(() => undefined)
    coming.push(reading)
  }
  begin(parts[0])
  for (const [at, part] of parts.entries()) {
    begin(parts[at + 1])
    yield [part, (await coming.shift()) as Read]
  }
}

/** Who was inside a shape between two times, of all whom the caller sees; that somebody asked is journalled. */
export const inside = async (
  context: PositionContext,
  { area, startTime, endTime: end }: Body<'listHisInside'>,
  asked: Asked,
) => {
  const { kernel, store } = context
  const { clock } = kernel
  const { from, to } = periodOf(clock, startTime, end)
  // The last second is in it: from eight to eight is as many hours as it says.
  const hours = Math.ceil((to - 1_000 - from) / hourMs)
  if (hours > insideLimits.hours)
    throw invalid('endTime', endTime, {
      zh: `距开始时间不能超过 ${insideLimits.hours} 小时`,
      en: `must be within ${insideLimits.hours} hours of the start time`,
    })
  const devices = devicesSeen(context, asked)
  if (devices.length * hours > insideLimits.deviceHours)
    throw invalid('endTime', endTime, {
      zh: `太晚：${devices.length} 台 × ${hours} 小时，一次最多 ${insideLimits.deviceHours} 台时`,
      en: `is too late: ${devices.length} × ${hours} hours, ${insideLimits.deviceHours} device-hours at most at a time`,
    })
  if (area.shape === 'polygon' && crossesItself(area.points))
    throw invalid('area', { zh: '形状', en: 'The shape' }, { zh: '的边相互交叉', en: 'crosses itself' })
  const shape = shapeOf(
    area.shape === 'circle'
      ? { shape: 'circle', points: [area.centre], radius: area.radius, halfWidth: null }
      : { shape: 'polygon', points: area.points, radius: null, halfWidth: null },
  )
  await kernel.transaction((trx) =>
    kernel.journal.write(trx, asked, {
      module: 'positions',
      action: 'look',
      object: 'placeSearch',
      objectId: '',
      after: { ...area, startTime, endTime: end },
    }),
  )
  const box = boxOf(shape)
  const written = ({ from, to, entryKnown, exitKnown }: Stay) => ({
    enterTime: clock.toWire(wholeSecond(from)),
    leaveTime: clock.toWire(wholeSecond(to)),
    seconds: Math.round((to - from) / 1_000),
    entryKnown,
    exitKnown,
  })
  const parts = Array.from({ length: Math.ceil(devices.length / atOnce) }, (_, at) =>
    devices.slice(at * atOnce, (at + 1) * atOnce),
  )
  const staysOf = async (part: readonly Device[]): Promise<ReadonlyMap<number, ReturnType<typeof createStays>>> => {
    const found = new Map(part.map(({ id }) => [id, createStays(shape)]))
    await store.tracks.eachPlaces({ deviceIds: [...found.keys()], from, to, box }, (id, places) => found.get(id)?.add(places))
    return found
  }
  const list = []
  for await (const [part, found] of oneAhead(parts, staysOf)) {
    for (const device of part) {
      const stays = found.get(device.id)?.end() ?? []
      if (stays.length > 0) list.push({ ...told(device), stays: stays.map(written) })
    }
  }
  return { looked: devices.length, list }
}
