import { rewindLimits, type KnownBy } from '@vigil/contract/positions/track-columns.ts'
import type { Asked } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/refusal.ts'
import { rest } from '../../kernel/rest.ts'
import { columnsOfFixes, fixesOf, noFixes } from './fix-columns.ts'
import { seenBetween } from './rewind.rules.ts'
import type { Body, PositionContext } from './service.context.ts'
import { periodOf } from './track.ts'
import { devicesSeen, told, wireColumns } from './tracks.ts'

/** Devices whose fixes are held at a time. */
const atOnce = 10
/** ms by which a clock may be ahead: such a fix counts from its receipt on. */
const ahead = 5 * 60_000
const minute = 60_000

const endTime = { zh: '结束时间', en: 'The end time' }

interface Span {
  readonly from: number
  readonly to: number
  readonly by: KnownBy
}

const gather = async (context: PositionContext, { from, to, by }: Span, asked: Asked) => {
  const { store } = context
  const startAt = from - rewindLimits.before
  const devices = devicesSeen(context, asked)
  const tracks = []
  let fixes = 0
  let since = performance.now()
  for (let first = 0; first < devices.length; first += atOnce) {
    const part = devices.slice(first, first + atOnce)
    const found = await store.tracks.many(
      part.map(({ id }) => id),
      startAt,
      by === 'receipt' ? to + ahead : to,
    )
    for (const device of part) {
      since = await rest(since)
      const seen = seenBetween(fixesOf(found.get(device.id) ?? noFixes), by, { since: startAt, from, to })
      fixes += seen.length
      if (fixes > rewindLimits.fixes)
        throw invalid('endTime', endTime, {
          zh: `太晚：这段时间的定位超过 ${rewindLimits.fixes} 条，请缩短时间`,
          en: `is too late: there are more than ${rewindLimits.fixes} positions until then, choose less time`,
        })
      if (seen.length > 0)
        tracks.push({
          ...told(device),
          columns: wireColumns(columnsOfFixes(seen), startAt, by === 'fix' ? 'fixTime' : 'recvTime'),
        })
    }
  }
  return { startAt, tracks }
}

/** Where everybody was over some minutes, of all whom the caller sees; that somebody looked is journalled. */
export const rewind = async (context: PositionContext, { startTime, endTime: end, by }: Body<'listHisRewind'>, asked: Asked) => {
  const { kernel } = context
  const { from, to } = periodOf(kernel.clock, startTime, end)
  // The last second is in it: an hour is as many minutes as it says.
  if (to - 1_000 - from > rewindLimits.minutes * minute)
    throw invalid('endTime', endTime, {
      zh: `距开始时间不能超过 ${rewindLimits.minutes} 分钟`,
      en: `must be within ${rewindLimits.minutes} minutes of the start time`,
    })
  await kernel.transaction((trx) =>
    kernel.journal.write(trx, asked, {
      module: 'positions',
      action: 'look',
      object: 'rewind',
      objectId: '',
      after: { startTime, endTime: end, by },
    }),
  )
  return gather(context, { from, to, by }, asked)
}
