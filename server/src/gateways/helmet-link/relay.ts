import type { Receipt } from '@vigil/contract/devices/command.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Doors } from '../../kernel/module.ts'
import type { DeviceCommand } from '../../modules/devices/index.ts'
import { helmetDid, plainInfo, vendorHelmets, vendorLine, type FarHelmet } from '../shared/helmet-did.ts'
import type { Say } from './link.ts'
import { deedsIn, isYes, type Active, type Said } from './messages.ts'
import type { Who } from './who.ts'
import { createWords } from './words.ts'

/** What our consoles and a vendor's helmets have to do with each other: who is on the line, what they push, and words for them. */

/** Helmets of which consoles are told; each of their pages saves as many. */
const toldAtMost = 5_000

interface RelayDeps {
  readonly bus: Bus
  readonly now: () => number
  readonly codeOf: Who['codeOf']
  readonly devices: Pick<Doors['devices'], 'commands' | 'registry'>
}

export const createRelay = ({ bus, now, codeOf, devices: { commands, registry } }: RelayDeps) => {
  /** Those that the service has on its line, by the codes by which they are registered, where they are. */
  let onLine: ReadonlyMap<string, Active> = new Map()
  const words = createWords(now)
  /** Ends that this server says who is on the line, and takes words for them. */
  let release: readonly (() => void)[] = []
  const registered = (code: string): string => registry.find('hat', code)?.code ?? code

  /** Says something to a helmet that no gateway holds itself; one that is not on this line either is offline. */
  const carry = (code: string, command: DeviceCommand): Promise<Receipt> => {
    if (command.name !== 'text') return Promise.resolve('failed')
    const userId = onLine.get(code)?.names.userId
    if (userId === undefined) return Promise.resolve('offline')
    return userId === '' ? Promise.resolve('failed') : words.send(userId, command.message)
  }
  const tell = (): Promise<FarHelmet[]> =>
    Promise.resolve([...onLine].slice(0, toldAtMost).map(([code, { info }]) => ({ code, info: plainInfo(info ?? {}) })))

  return {
    learn: (active: readonly Active[]): void => {
      onLine = new Map(active.map((one) => [registered(one.code), one]))
    },
    hear: (message: Said): void => {
      if (message.cmd === 'ma_sending_message') words.hear(isYes(message.status))
      for (const { names, did } of deedsIn(message)) void bus.publish(helmetDid, { ...did, code: registered(codeOf(names)) })
    },
    /** The line stands, or has ended: null. */
    stands: (say: Say | null): void => {
      words.stands(say)
      for (const end of release) end()
      release = say ? [commands.relay('hat', carry), bus.answer(vendorHelmets, vendorLine, tell)] : []
      if (!say) onLine = new Map()
    },
  }
}
