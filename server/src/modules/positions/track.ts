import { trackLimits } from '@vigil/contract/positions/track-columns.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { maySee } from '../../kernel/scope.ts'
import { deptOfDevice } from '../devices/index.ts'
import { dayMs } from './fix.ts'
import { isOnline, positionOf } from './latest.ts'
import type { Body, PositionContext } from './service.context.ts'

/** ms since 1970, the end without; refused where it comes first. */
export const periodOf = (
  clock: Pick<Kernel['clock'], 'fromWire' | 'endOf'>,
  startTime: string,
  endTime: string,
): { readonly from: number; readonly to: number } => {
  const [from, to] = [clock.fromWire(startTime).getTime(), clock.endOf(endTime).getTime()]
  if (to <= from) {
    throw invalid('endTime', { zh: '结束时间', en: 'The end time' }, { zh: '须晚于开始时间', en: 'must be after the start time' })
  }
  return { from, to }
}

/** Refuses more days than are looked up at a time: they are asked for in parts. */
export const requireDays = (from: number, to: number): void => {
  // The last second is in it: a week is seven days, as it says.
  if (to - 1_000 - from <= trackLimits.days * dayMs) return
  throw invalid(
    'endTime',
    { zh: '结束时间', en: 'The end time' },
    { zh: `距开始时间不能超过 ${trackLimits.days} 天`, en: `must be within ${trackLimits.days} days of the start time` },
  )
}

/** A track; that somebody looked it up is journalled. */
export const track = async (
  context: PositionContext,
  { deviceType: kind, deviceId, startTime, endTime, ...paging }: Body<'listHisGpsByDevId'>,
  asked: Asked,
) => {
  const { kernel, store, registry, pipeline } = context
  const { clock } = kernel
  const device = registry.find(kind, deviceId)
  if (!device || !maySee(asked.caller.scope, deptOfDevice(device))) {
    throw new Refusal('notFound', { what: { zh: '设备', en: 'The device' } })
  }
  const { from, to } = periodOf(clock, startTime, endTime)
  requireDays(from, to)
  await kernel.transaction((trx) =>
    kernel.journal.write(trx, asked, {
      module: 'positions',
      action: 'look',
      object: 'track',
      // As it is called, however it was typed: what is looked for in the log is one device.
      objectId: `${kind}:${device.code}`,
      after: { name: device.label, startTime, endTime },
    }),
  )
  const online = isOnline(context, kind, pipeline.states.get(device.id))
  return store.tracks.list(device.id, from, to, paging, (fix) => positionOf(context, device, fix, online))
}
