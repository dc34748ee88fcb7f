import { randomUUID } from 'node:crypto'
import type { Alarm, AlarmStep } from '@vigil/contract/alarms/entities.ts'
import { deviceType } from '@vigil/contract/devices/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import type { Device, DeviceService } from '../devices/index.ts'
import { what, type AlarmContext, type Body } from './context.ts'
import { changesOf, whoAsks } from './handle.ts'
import { requireOpen } from './progress.ts'

/** Devices, and the way to say something to one. */
export type SpokenTo = Pick<DeviceService, 'commands' | 'registry'>

/** The helmet, or the terminal of the vehicle, that an alarm came from: nothing else shows or says words. */
const speakerOf = ({ registry }: SpokenTo, { objectId }: Alarm): Device => {
  const device = objectId === null ? undefined : registry.get(objectId)
  if (device?.kind === deviceType.code.hat || device?.kind === deviceType.code.car) return device
  throw invalid('id', what, {
    zh: '的来源不是安全帽或车辆，不能接收消息',
    en: 'came from no helmet and no vehicle, so nothing can be sent to it',
  })
}

/**
 * Says something to the helmet or vehicle of an alarm. Who handles the alarm may, whosever it is; what became of it at first is a step, also
 * where it did not arrive: what was tried belongs to the story.
 */
export const message = async (
  { kernel, store }: AlarmContext,
  devices: SpokenTo,
  { id, message: words }: Body<'messageAlarmSource'>,
  asked: Asked,
): Promise<AlarmStep> => {
  const alarm = await store.one(id, asked)
  if (!alarm) throw new Refusal('notFound', { what })
  requireOpen(alarm)
  const { kind, code } = speakerOf(devices, alarm)
  // Before anything is locked: a device may take ten seconds.
  const reason = await devices.commands.send(kind, code, { name: 'text', messageId: randomUUID(), message: words })
  return kernel.transaction(async (trx, after) => {
    const at = new Date(kernel.clock.now())
    const [step] = await store.addSteps(trx, [{ alarmId: id, kind: 'messaged', at, by: whoAsks(asked), reason, note: words }])
    after(() => kernel.bus.publish(recordsChanged, changesOf([id])))
    await kernel.journal.write(trx, asked, {
      module: 'alarms',
      action: 'handle',
      object: 'alarm',
      objectId: id,
      after: { message: words, receipt: reason },
    })
    return step as AlarmStep
  })
}

/** That something was said to many because of an alarm is a step of it, in the transaction that has it said. */
export const noteSaid = async (
  { kernel, store }: AlarmContext,
  trx: Trx,
  { alarmId, text }: { readonly alarmId: string; readonly text: string },
  asked: Asked,
  after: (then: () => void | Promise<void>) => void,
): Promise<void> => {
  await store.addSteps(trx, [{ alarmId, kind: 'messaged', at: new Date(kernel.clock.now()), by: whoAsks(asked), note: text }])
  after(() => kernel.bus.publish(recordsChanged, changesOf([alarmId])))
}
