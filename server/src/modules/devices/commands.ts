import { z } from 'zod'
import { receipt, type Receipt } from '@vigil/contract/devices/command.ts'
import { question } from '../../kernel/bus/subject.ts'
import { AnswerLate, NobodyAnswers } from '../../kernel/bus/transport.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/** What devices can be asked to do: the name of each command and what it carries, declared by the domain whose command it is. */
export interface DeviceCommands {}

export type DeviceCommand = {
  readonly [Name in keyof DeviceCommands]: { readonly name: Name } & DeviceCommands[Name]
}[keyof DeviceCommands]

/** Milliseconds within which a device has to say that it got a command. */
const answerWithin = 10_000

const commanded = question(
  'devices.command',
  z.looseObject({ name: z.string() }) as unknown as z.ZodType<DeviceCommand>,
  receipt.schema,
)
const keyOf = (kind: string, code: string): string => `${kind}:${code}`

/** Commands to devices, of the kinds and by the numbers under which gateways hold them, whichever gateway of whichever server holds them. */
export interface Commands {
  /** What became of it; a device that no gateway holds is `offline`. */
  readonly send: (kind: string, code: string, command: DeviceCommand) => Promise<Receipt>
  /** A gateway holds a device, and carries commands to it until what this returns is called. */
  readonly hold: (kind: string, code: string, carry: (command: DeviceCommand) => Promise<Receipt>) => () => void
}

export const createCommands = ({ bus, log }: Pick<Kernel, 'bus' | 'log'>): Commands => ({
  send: async (kind, code, command) => {
    try {
      return await bus.ask(commanded, keyOf(kind, code), command, answerWithin)
    } catch (error) {
      if (error instanceof NobodyAnswers) return 'offline'
      if (error instanceof AnswerLate) return 'timedOut'
      log.warn({ err: error, device: keyOf(kind, code) }, 'a command to a device failed')
      return 'failed'
    }
  },
  hold: (kind, code, carry) => bus.answer(commanded, keyOf(kind, code), carry),
})
