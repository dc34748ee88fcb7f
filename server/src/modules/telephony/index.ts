/** Who is called by which number, where he is reached, and what was called. */
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import { telephonySettings } from '@vigil/contract/telephony/settings.ts'
import { mayAsk } from '../../kernel/caller.ts'
import { declareModule } from '../../kernel/module.ts'
import { served } from '../../kernel/serve.ts'
import { engineOf, engineVariables } from './engine.ts'
import { createTelephonyService, type TelephonyService } from './service.ts'
export type { Known } from './accounts.service.ts'
export type { TelephonyService } from './service.ts'
export type { Comer, Rooms } from './rooms.service.ts'
export type { OpenRoom } from './rooms.store.ts'
export { engine as engineServer } from './bindings.store.ts'
export type { Binding, EngineBinding } from './bindings.store.ts'
export type { Engine } from './engine.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    telephony: TelephonyService
  }
}

export const domain = declareModule({
  name: 'telephony',
  needs: ['devices', 'session'],
  variables: engineVariables,
  create: (kernel, doors, _site, told) => {
    const engine = engineOf(told)
    const service = createTelephonyService(kernel, doors, engine)
    kernel.bus.onGone((server) => {
      Promise.all([service.bindings.dropOfServer(server), service.rooms.endOfServer(server)]).catch((error: unknown) =>
        kernel.log.warn({ err: error, server }, 'who was reached through a server that is gone could not be dropped'),
      )
    })
    return {
      door: service,
      served: served(telephonyCalls, {
        getZdCallCount: (body, asked) => service.count(body ?? {}, asked),
        listZdCall: (body, asked) => service.list(body ?? {}, asked),
        saveCallRoom: (body, asked) => service.rooms.open(body, asked),
        addToCallRoom: (body, asked) => service.rooms.invite(body, asked),
        getSipAccount: (_, { caller }) => service.accountOf(caller),
        saveSipPasswordShown: (_, asked) => service.notePasswordShown(asked),
      }),
      logged: {
        zdCall: (ids, asked) =>
          mayAsk(asked.caller, telephonyCalls.listZdCall.needs) ? service.seen(ids, asked) : Promise.resolve(new Set()),
        // One's own, and the administrators'.
        sipAccount: (ids, { caller }) => Promise.resolve(caller.administrator ? new Set(ids) : new Set()),
      },
      jobs: [
        ...(engine.key === null
          ? []
          : [{ name: 'signed out of calls', of: 'site', pattern: '*/4 * * * * *', run: service.endSignedOut } as const]),
        { name: 'calls', of: 'site', pattern: '*/15 * * * * *', run: service.endForsaken },
        {
          name: 'call log',
          of: 'site',
          pattern: '23 47 * * * *',
          run: () => service.keepFor(kernel.settings.get(telephonySettings.callDays)),
        },
      ],
    }
  },
})
