import { randomUUID } from 'node:crypto'
import type { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { Receipt } from '@vigil/contract/devices/command.ts'
import { hat } from '@vigil/contract/devices/hat.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import type { Commands } from './commands.ts'
import type { DeviceRegistry } from './registry.ts'
import { deptOfDevice } from './store.ts'

interface Reach {
  readonly registry: DeviceRegistry
  readonly commands: Commands
}

/**
 * Says something to one helmet, and what became of it: of the helmet, its line and its service, nobody's alarm. `notFound` for what is no
 * helmet that the asker may see, `forbidden` for one that is not his to say something to.
 */
export const testHelmet = async (
  kernel: Kernel,
  { registry, commands }: Reach,
  { id, message }: BodyOf<typeof deviceCalls.testBsHatById>,
  asked: Asked,
): Promise<{ receipt: Receipt }> => {
  const device = registry.get(Number(id))
  if (device?.kind !== 'hat') throw new Refusal('notFound', { what: hat.word })
  requireWrite(asked.caller.scope, deptOfDevice(device), hat.word)
  const note = (after: Readonly<Record<string, string>>): Promise<void> =>
    kernel.transaction((trx) =>
      kernel.journal.write(trx, asked, { module: 'devices', action: 'broadcast', object: 'hat', objectId: id, after }),
    )
  // Nobody is spoken to without a word of it in the journal; and nothing is locked meanwhile, since a device may take ten seconds.
  await note({ message })
  const became = await commands.send('hat', device.code, { name: 'text', messageId: randomUUID(), message })
  await note({ receipt: became })
  return { receipt: became }
}
