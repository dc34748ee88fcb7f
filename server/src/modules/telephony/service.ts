import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import { sipPath, type CallOutcome, type Party, type SipAccount } from '@vigil/contract/telephony/entities.ts'
import { telephonySettings } from '@vigil/contract/telephony/settings.ts'
import { may, theSystem, type Asked, type Caller } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { deptOfDevice, type Device } from '../devices/index.ts'
import { createAccountStore, type StoredAccount } from './accounts.store.ts'
import { createBindingStore } from './bindings.store.ts'
import { createCallLogStore, type ChangedCall, type NewCall } from './call-log.store.ts'

/** Somebody who has a number: who it is, and which department decides who may call him; of a person none does. */
export interface Known {
  readonly party: Party
  readonly password: string
  readonly deptId: string | null
  /** Of a helmet: by which it reports. */
  readonly code: string | null
}

/** Milliseconds after which a call of which nobody is there any more is over: one whose line broke is back by then. */
const forsakenAfter = 90_000

/** Milliseconds after which a server has heard of all others, several times over. */
const knowsOthersAfter = 10_000

type Filter = NonNullable<BodyOf<typeof telephonyCalls.listZdCall>>

export const createTelephonyService = (
  kernel: Kernel,
  { devices, session }: Pick<Doors, 'devices' | 'session'>,
  domain: string,
) => {
  const { bus, clock, journal, log, settings } = kernel
  const accountWith = ({ number, password }: Pick<StoredAccount, 'number' | 'password'>): SipAccount => ({
    sip_id: number,
    sip_host: domain,
    wss_url: sipPath,
    sip_pwd: password,
    stun_host: '',
    turn_host: '',
    turn_user: '',
    turn_pwd: '',
    control_number: controlNumber(),
    strip_g722: settings.get(telephonySettings.stripG722),
    media_first: settings.get(telephonySettings.mediaFirst),
  })
  const since = performance.now()
  const [accounts, bindings, calls] = [createAccountStore(kernel), createBindingStore(kernel), createCallLogStore(kernel)]
  const controlNumber = (): string => settings.get(telephonySettings.controlNumber)

  const tell = (changed: readonly ChangedCall[]): Promise<void> =>
    bus.publish(
      recordsChanged,
      changed.map(({ id, deptId }) => ({ kind: 'zdCall', id, deptIds: [deptId] })),
    )
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
    domain,
    bindings,
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
      may(caller, 'call:place') ? accountWith(await accounts.makeConsole(caller.userId)) : null,
    notePasswordShown: async (asked: Asked): Promise<null> => {
      // Who has no account has seen no password.
      if (!may(asked.caller, 'call:place')) return null
      const { number } = await accounts.makeConsole(asked.caller.userId)
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
    /** Consoles that may be rung for somebody of that department. */
    consolesFor: async (sees: (caller: Caller) => boolean) => {
      const all = await bindings.ofConsoles()
      const callers = new Map<string, Caller | null>()
      for (const { userId } of all) if (!callers.has(userId)) callers.set(userId, await session.callerOf(userId))
      return all.filter(({ userId }) => {
        const caller = callers.get(userId)
        return caller !== null && caller !== undefined && may(caller, 'call:place') && sees(caller)
      })
    },
    /** The id of its row; null where one is called so already. `asked` is of who called by a console, whose calls stand in the journal. */
    begin: async (call: NewCall, asked: Asked | null): Promise<string | null> => {
      const begun = await kernel.transaction(async (trx) => {
        const row = await calls.begin(trx, call)
        const { dialled, callee, alarmId } = call
        const after = { dialled, ...(callee ? { name: callee.name } : {}), ...(alarmId === null ? {} : { alarmId }) }
        if (row && asked)
          await journal.write(trx, asked, { module: 'telephony', action: 'call', object: 'zdCall', objectId: row.id, after })
        return row
      })
      if (begun) await tell([begun])
      return begun?.id ?? null
    },
    answered: async (id: string, by: Party, binding: string): Promise<void> => tell(await calls.answer(id, by, binding)),
    ended: async (id: string, outcome: CallOutcome): Promise<void> => tell(await calls.end(id, outcome)),
    /** Somebody called whom he does not reach, or nobody. */
    refused: (asked: Asked, number: string): Promise<void> =>
      journal.refused(asked, 'zdCall', 'notFound', { module: 'telephony', action: 'call', objectId: number }),
    /** Rejects while it is not written down yet who answered. */
    hungUp: async (callId: string, between: readonly [string, string]): Promise<void> => {
      const ended = await calls.hangUp(callId, between)
      if (ended.length === 0 && (await calls.isUnanswered(callId))) throw new Error('a call is hung up that nobody answered')
      await tell(ended)
    },
    /** Removes what is over after so many days. */
    keepFor: async (days: number): Promise<void> => {
      const before = new Date(clock.now() - days * 86_400_000)
      const dropSome = (): Promise<boolean> =>
        kernel.transaction(async (trx) => {
          const dropped = await calls.dropBefore(trx, before)
          if (!dropped) return false
          const { calls: count, from, to } = dropped
          await journal.write(trx, theSystem(clock.now()), {
            module: 'telephony',
            action: 'delete',
            object: 'zdCall',
            before: { calls: count, from: clock.toWire(from), to: clock.toWire(to) },
          })
          return true
        })
      for (;;) if (!(await dropSome())) return
    },
    seen: calls.seen,
    endForsaken: async (): Promise<void> => {
      await bindings.dropExpired()
      // A server that was killed told nobody that it goes. Who began just now has yet to hear of the others.
      if (performance.now() - since > knowsOthersAfter) await bindings.dropOfOthers([bus.server, ...bus.others()])
      await tell(await calls.endForsaken(new Date(clock.now() - forsakenAfter)))
    },
    list: (filter: Filter, asked: Asked) => calls.list(filter, asked),
    count: (filter: Filter, asked: Asked) => calls.count(filter, asked),
  }
}
export type TelephonyService = ReturnType<typeof createTelephonyService>
