import { car } from '@vigil/contract/devices/car.ts'
import type { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { receipt } from '@vigil/contract/devices/command.ts'
import { terminalFault, type TerminalAnswer, type TerminalSettings } from '@vigil/contract/devices/terminal-parameter.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import type { Commands } from './commands.ts'
import type { DeviceRegistry } from './registry.ts'
import { deptOfDevice, type Device } from './store.ts'

declare module './commands.ts' {
  interface DeviceCommands {
    /** The parameters of a vehicle's terminal, by their numbers; all of them where there is no list. */
    readParameters: { readonly ids?: readonly number[] | undefined }
    setParameters: { readonly values: TerminalSettings }
  }
}

interface Reach {
  readonly registry: Pick<DeviceRegistry, 'get'>
  readonly commands: Pick<Commands, 'ask'>
}

/** The vehicle, for whoever may change it: what its terminal keeps may be a secret of its department, and what it is told moves it. */
const writable = ({ registry }: Reach, id: string, { caller }: Asked): Device => {
  const device = registry.get(Number(id))
  if (device?.kind !== 'car') throw new Refusal('notFound', { what: car.word })
  requireWrite(caller.scope, deptOfDevice(device), car.word)
  return device
}

/** Asks a vehicle's terminal what it goes by. */
export const readTerminal = async (
  reach: Reach,
  { id, parameterIds }: BodyOf<typeof deviceCalls.readBsCarTerminalById>,
  asked: Asked,
): Promise<TerminalAnswer> =>
  reach.commands.ask('car', writable(reach, id, asked).code, {
    name: 'readParameters',
    ...(parameterIds ? { ids: [...new Set(parameterIds)] } : {}),
  })

/**
 * Tells a vehicle's terminal what to go by. Who told it what is written down before it is sent, since a server that ends meanwhile may
 * have sent it all the same; what became of it is a row of its own.
 */
export const setTerminal = async (
  kernel: Kernel,
  reach: Reach,
  { id, ...values }: BodyOf<typeof deviceCalls.setBsCarTerminalById>,
  asked: Asked,
): Promise<Pick<TerminalAnswer, 'receipt' | 'fault'>> => {
  const { code, label } = writable(reach, id, asked)
  const note = (after: object): Promise<void> =>
    kernel.transaction((trx) =>
      kernel.journal.write(trx, asked, {
        module: 'devices',
        action: 'update',
        object: 'carTerminal',
        objectId: id,
        after: { vehicle: label, ...after },
      }),
    )
  await note(values)
  const became = await reach.commands.ask('car', code, { name: 'setParameters', values })
  await note({
    receipt: receipt.name(became.receipt, 'zh'),
    ...(became.fault === null ? {} : { fault: terminalFault.name(became.fault, 'zh') }),
  })
  return { receipt: became.receipt, fault: became.fault }
}
