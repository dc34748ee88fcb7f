import type { Party, SipAccount } from '@vigil/contract/telephony/entities.ts'
import { telephonySettings } from '@vigil/contract/telephony/settings.ts'
import { may, type Asked, type Caller } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { deptOfDevice, type Device } from '../devices/index.ts'
import { createAccountStore, type StoredAccount } from './accounts.store.ts'
import { relayLogin, type Engine } from './engine.ts'

/** Somebody who has a number: who it is, and which department decides who may call him; of a person none does. */
export interface Known {
  readonly party: Party
  readonly password: string
  readonly deptId: string | null
  /** Of a helmet: by which it reports. */
  readonly code: string | null
}

/** Who has which number, and with what he shows that it is his. */
export const createAccounts = (
  kernel: Kernel,
  { devices, session }: Pick<Doors, 'devices' | 'session'>,
  { domain, url, stun, turn }: Engine,
) => {
  const { clock, journal, log, settings } = kernel
  const accounts = createAccountStore(kernel)
  const controlNumber = (): string => settings.get(telephonySettings.controlNumber)
  const accountWith = ({ number, password }: Pick<StoredAccount, 'number' | 'password'>): SipAccount => ({
    sip_id: number,
    sip_host: domain,
    wss_url: url,
    sip_pwd: password,
    stun_host: stun,
    ...relayLogin(turn, number, clock.now()),
    control_number: controlNumber(),
    strip_g722: settings.get(telephonySettings.stripG722),
    media_first: settings.get(telephonySettings.mediaFirst),
  })
  const helmetOf = ({ number, ownerId, password }: StoredAccount): Known | null => {
    const device = devices.registry.get(Number(ownerId))
    if (device?.kind !== 'hat' || !device.enabled || device.sipId !== number) return null
    const party = { kind: 'hat', id: ownerId, number, name: device.personName ?? device.label } as const
    return { party, password, deptId: deptOfDevice(device), code: device.code }
  }
  const personOf = async ({ number, ownerId, password }: StoredAccount): Promise<Known | null> => {
    const caller = await session.callerOf(ownerId)
    if (!caller || !may(caller, 'call:place')) return null
    return { party: { kind: 'user', id: ownerId, number, name: caller.cname }, password, deptId: null, code: null }
  }

  return {
    controlNumber,
    secret: accounts.secret,
    /** Who has a number and may be called by it; null for nobody. */
    find: async (number: string): Promise<Known | null> => {
      const account = await accounts.byNumber(number)
      if (!account) return null
      return account.kind === 'hat' ? helmetOf(account) : personOf(account)
    },
    /** The account of a helmet, of a number that its record says; null where that is empty or somebody else's. */
    accountOfHelmet: async (device: Pick<Device, 'id' | 'sipId'>): Promise<SipAccount | null> => {
      const { id, sipId } = device
      if (sipId === '' || sipId === controlNumber()) return null
      const taken = await accounts.byNumber(sipId)
      // The helmet that had the number has another by now.
      if (taken?.kind === 'hat' && taken.ownerId !== String(id) && helmetOf(taken) === null) await accounts.drop(sipId)
      const made = await accounts.makeHelmet(String(id), sipId)
      if (!made) log.warn({ number: sipId, device: id }, 'a helmet has the SIP number of somebody else: it cannot be called')
      return made && accountWith(made)
    },
    /** Null for who may not place calls. */
    accountOf: async (caller: Caller): Promise<SipAccount | null> =>
      may(caller, 'call:place') ? accountWith(await accounts.makeConsole(caller.userId, controlNumber())) : null,
    notePasswordShown: async (asked: Asked): Promise<null> => {
      // Who has no account has seen no password.
      if (!may(asked.caller, 'call:place')) return null
      const { number } = await accounts.makeConsole(asked.caller.userId, controlNumber())
      await kernel.transaction((trx) =>
        journal.write(trx, asked, {
          module: 'telephony',
          action: 'look',
          object: 'sipAccount',
          objectId: number,
          after: { number },
        }),
      )
      return null
    },
  }
}
