import { may, type Caller } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { createAccounts } from './accounts.service.ts'
import { createBindingStore, engine as engineServer } from './bindings.store.ts'
import { createCallLog } from './call-log.service.ts'
import type { Engine } from './engine.ts'
import { createRooms } from './rooms.service.ts'

/** Milliseconds after which a server has heard of all others, several times over. */
const knowsOthersAfter = 10_000

export const createTelephonyService = (kernel: Kernel, doors: Pick<Doors, 'devices' | 'session'>, engine: Engine) => {
  const { bus } = kernel
  const { session } = doors
  const since = performance.now()
  const [bindings, calls] = [createBindingStore(kernel), createCallLog(kernel)]
  const accounts = createAccounts(kernel, doors, engine)
  const rooms = createRooms(kernel, doors, calls, async (caller) => (await accounts.accountOf(caller))?.sip_id ?? '')
  return {
    domain: engine.domain,
    engine,
    rooms,
    bindings,
    ...accounts,
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
    ...calls,
    /** Whose session is over, or who may not call any more, is not registered any more through a proxy of its own. */
    endSignedOut: async (): Promise<void> => {
      for (const { connection, mark } of await bindings.ofEngine()) {
        const caller = mark === null ? null : await session.authenticateMark(mark)
        if (mark !== null && !(caller && may(caller, 'call:place'))) await bindings.drop(engineServer, connection)
      }
    },
    endForsaken: async (): Promise<void> => {
      await bindings.dropExpired()
      // A server that was killed told nobody that it goes. Who began just now has yet to hear of the others.
      if (performance.now() - since > knowsOthersAfter) {
        const servers = [bus.server, ...bus.others()]
        await bindings.dropOfOthers(servers)
        await rooms.endForsaken(servers)
      }
      await calls.endForsaken()
    },
  }
}
export type TelephonyService = ReturnType<typeof createTelephonyService>
