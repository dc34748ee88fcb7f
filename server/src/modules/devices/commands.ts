import { z } from 'zod'
import { receipt, type Receipt } from '@vigil/contract/devices/command.ts'
import { terminalAnswer, type TerminalAnswer } from '@vigil/contract/devices/terminal-parameter.ts'
import { question, subject } from '../../kernel/bus/subject.ts'
import { AnswerLate, NobodyAnswers } from '../../kernel/bus/transport.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/** What devices can be asked to do: the name of each command and what it carries, declared by the domain whose command it is. */
export interface DeviceCommands {}

export type DeviceCommand = {
  readonly [Name in keyof DeviceCommands]: { readonly name: Name } & DeviceCommands[Name]
}[keyof DeviceCommands]

/** Milliseconds within which a device has to say that it got a command. */
const answerWithin = 10_000

/** What a gateway says of a command: how far it came, or with that what its device said. */
const said = z.union([receipt.schema, terminalAnswer])
export type Said = Receipt | TerminalAnswer

const commanded = question('devices.command', z.looseObject({ name: z.string() }) as unknown as z.ZodType<DeviceCommand>, said)
/** The same of a device that no gateway holds itself, asked of whoever has a way to devices of its kind through somebody else's service. */
const relayed = question('devices.relayed', z.object({ code: z.string(), command: commanded.asked }), said)
/** What a device said of a command later than the first receipt, by the id that the command carried. */
const saidLater = subject(
  'devices.receipt',
  z.object({ kind: z.string(), code: z.string(), messageId: z.string(), receipt: receipt.schema }),
)
export type LaterReceipt = z.output<typeof saidLater.payload>

const keyOf = (kind: string, code: string): string => `${kind}:${code}`

/**
 * Commands to devices, of the kinds and by the numbers under which gateways hold them, whichever gateway of whichever server holds them.
 * What becomes of one is a sequence: the first receipt answers `send`, and a device may say more of it whenever it likes.
 */
export interface Commands {
  /** What became of it at first; a device that no gateway holds is `offline`. */
  readonly send: (kind: string, code: string, command: DeviceCommand) => Promise<Receipt>
  /** The same of a command that a terminal answers with more than a receipt. */
  readonly ask: (kind: string, code: string, command: DeviceCommand) => Promise<TerminalAnswer>
  /** A gateway holds a device, and carries commands to it until what this returns is called. */
  readonly hold: (kind: string, code: string, carry: (command: DeviceCommand) => Promise<Said>) => () => void
  /** A gateway reaches devices of a kind through another's service: what no gateway holds itself is asked of it, `offline` of what it does not know. */
  readonly relay: (kind: string, carry: (code: string, command: DeviceCommand) => Promise<Said>) => () => void
  /** A device said more of what was sent to it. */
  readonly say: (later: LaterReceipt) => void
  /** Hears what devices say later, at whichever server; whoever sent something knows it by device and id. */
  readonly follow: (hear: (later: LaterReceipt) => void | Promise<void>) => void
}

const ask = async (
  { bus, log }: Pick<Kernel, 'bus' | 'log'>,
  kind: string,
  code: string,
  command: DeviceCommand,
): Promise<TerminalAnswer> => {
  const became = (how: Receipt): TerminalAnswer => ({ receipt: how, fault: null, parameters: [] })
  /** A device's own line goes before anybody else's. */
  const carried = async (): Promise<Said> => {
    try {
      return await bus.ask(commanded, keyOf(kind, code), command, answerWithin)
    } catch (error) {
      if (!(error instanceof NobodyAnswers)) throw error
      return bus.ask(relayed, kind, { code, command }, answerWithin)
    }
  }
  try {
    const answer = await carried()
    return typeof answer === 'string' ? became(answer) : answer
  } catch (error) {
    if (error instanceof NobodyAnswers) return became('offline')
    if (error instanceof AnswerLate) return became('timedOut')
    log.warn({ err: error, device: keyOf(kind, code) }, 'a command to a device failed')
    return became('failed')
  }
}

export const createCommands = ({ bus, log }: Pick<Kernel, 'bus' | 'log'>): Commands => ({
  send: async (kind, code, command) => (await ask({ bus, log }, kind, code, command)).receipt,
  ask: (kind, code, command) => ask({ bus, log }, kind, code, command),
  hold: (kind, code, carry) =>
    bus.answer(commanded, keyOf(kind, code), async (command) => {
      try {
        return await carry(command)
      } catch (error) {
        // Said here, since a server that asks hears no error, but silence.
        log.warn({ err: error, device: keyOf(kind, code) }, 'a command to a device failed')
        return 'failed'
      }
    }),
  relay: (kind, carry) =>
    bus.answer(relayed, kind, async ({ code, command }) => {
      try {
        return await carry(code, command)
      } catch (error) {
        log.warn({ err: error, device: keyOf(kind, code) }, 'a command could not be handed on')
        return 'failed'
      }
    }),
  say: (later) => void bus.publish(saidLater, later),
  follow: (hear) => bus.subscribe(saidLater, hear),
})
