/** Who is called by which number, where he is reached, and what was called. */
import { z } from 'zod'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import { telephonySettings } from '@vigil/contract/telephony/settings.ts'
import { mayAsk } from '../../kernel/caller.ts'
import { declareModule } from '../../kernel/module.ts'
import { served } from '../../kernel/serve.ts'
import { createTelephonyService, type TelephonyService } from './service.ts'
export type { Known } from './accounts.service.ts'
export type { TelephonyService } from './service.ts'
export type { Comer, Rooms } from './rooms.service.ts'
export type { OpenRoom } from './rooms.store.ts'
export type { Binding } from './bindings.store.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    telephony: TelephonyService
  }
}

const noDomain = '须为主机名，例如 sip.example.com / must be a host name, e.g. sip.example.com'

export const domain = declareModule({
  name: 'telephony',
  needs: ['devices', 'session'],
  variables: {
    VIGIL_SIP_DOMAIN: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/, noDomain)
      .default('vigil.local'),
  },
  create: (kernel, doors, _site, { VIGIL_SIP_DOMAIN }) => {
    const service = createTelephonyService(kernel, doors, VIGIL_SIP_DOMAIN)
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
