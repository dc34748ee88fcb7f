import type { Outcome } from './incoming.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import type { Device } from '../devices/index.ts'
import type { FenceWatch } from '../hazards/index.ts'
import type { NumberedEvent } from '../../kernel/event-stream.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { HelpCall } from './admission.ts'
import type { HelpStore } from './help.store.ts'

export interface HelpDeps {
  readonly kernel: Kernel
  readonly store: HelpStore
  readonly findDevice: (kind: HelpCall['deviceType'], code: string) => Device | undefined
  readonly noteUnknown: (kind: string, code: string) => void
  /** Its clock is ahead by so many milliseconds. */
  readonly noteClock: (device: Device, skew: number, isSetAside: boolean) => void
  readonly watch: Pick<FenceWatch, 'areaAt'>
  /** The conditions of devices that nobody registered which stand open. */
  readonly openStrangers: (trx: Trx) => Promise<Set<string>>
  readonly applyAlarms: (trx: Trx, intents: readonly AlarmIntent[]) => Promise<NumberedEvent[]>
  readonly lastFix: (
    deviceId: number,
  ) => { readonly fixTime: number; readonly lng: number; readonly lat: number; readonly floor: number | null } | undefined
}

export interface Asking {
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

export interface PendingCall {
  readonly call: HelpCall
  /** Null of one that nobody registered. */
  readonly device: Device | null
  /** Who waits for it, with those who said the same meanwhile. None where all were told to come again. */
  readonly asking: Set<Asking>
}

/** The calls for help that are under way at one server. */
export interface HelpContext {
  readonly deps: HelpDeps
  /**
   * What waits of each line, in the order of their turns. A line has one transaction at a time: they would wait for each other. A device has
   * a line of its own; all that nobody registered share one, so that whoever invents them holds up no device of the site.
   */
  readonly waiting: Map<number, PendingCall[]>
  readonly busy: Set<number>
  readonly running: Set<Promise<void>>
}

/** No device has this number. */
const strangers = 0
export const lineOf = (device: Device | null): number => device?.id ?? strangers

/** What may be pressed: which device, for what. */
export const buttonOf = ({ call, device }: PendingCall): string =>
  `${device?.id ?? `${call.deviceType}/${call.deviceId}`}:${call.kind}`

/** Calls with the same key are one to the table. */
export const keyOf = (pending: PendingCall): string => `${buttonOf(pending)}:${pending.call.claimed ?? pending.call.recv}`
