import { hat } from '@vigil/contract/devices/hat.ts'
import type { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import { deptOfDevice } from '../devices/index.ts'

/**
 * What the helmet-broadcast page is to play to the helmet of an alarm: the words as they stand, once it is known that they are its to say.
 * `notFound` for an alarm or a helmet that the asker does not see, `forbidden` for one that is not his to speak to.
 */
export const sayOfAlarm = async (
  { kernel, alarms, devices }: { readonly kernel: Kernel } & Pick<Doors, 'alarms' | 'devices'>,
  { deviceId, alarmId, text }: BodyOf<typeof broadcastCalls.saveBroadCastString>,
  asked: Asked,
): Promise<{ text: string }> => {
  const device = devices.registry.find('hat', deviceId)
  if (!device) throw new Refusal('notFound', { what: hat.word })
  requireWrite(asked.caller.scope, deptOfDevice(device), hat.word)
  const { alarm } = await alarms.whole(alarmId, asked, { before: 0, after: 0 })
  if (alarm.objectId !== device.id)
    throw invalid('alarmId', hat.word, { zh: '不是这台安全帽的报警', en: 'is no alarm of this helmet' })
  await kernel.transaction((trx) =>
    kernel.journal.write(trx, asked, {
      module: 'broadcasts',
      action: 'broadcast',
      object: 'alarm',
      objectId: alarmId,
      after: { message: text },
    }),
  )
  return { text }
}
