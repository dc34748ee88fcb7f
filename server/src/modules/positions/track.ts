import type { Asked } from '../../kernel/caller.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { maySee } from '../../kernel/scope.ts'
import { deptOfDevice } from '../devices/index.ts'
import { isOnline, positionOf } from './latest.ts'
import type { Body, PositionContext } from './service.context.ts'

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
  const [from, to] = [clock.fromWire(startTime), clock.endOf(endTime)]
  if (to <= from) {
    throw invalid('endTime', { zh: '结束时间', en: 'The end time' }, { zh: '须晚于开始时间', en: 'must be after the start time' })
  }
  await kernel.transaction((trx) =>
    kernel.journal.write(trx, asked, {
      module: 'positions',
      action: 'look',
      object: 'track',
      objectId: `${kind}:${deviceId}`,
      after: { startTime, endTime },
    }),
  )
  const online = isOnline(context, kind, pipeline.states.get(device.id))
  return store.tracks.list(device.id, from.getTime(), to.getTime(), paging, (fix) => positionOf(context, device, fix, online))
}
