/** Gates that are opened from here, say what they are told, and list whom the site lets in, by the interfaces of their makers. */
import { z } from 'zod'
import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { mayAsk } from '../../kernel/caller.ts'
import { declareModule } from '../../kernel/module.ts'
import { served } from '../../kernel/serve.ts'
import { createPlateListStore } from './lists.store.ts'
import { createPlateLists } from './lists.ts'
import { createControlService } from './service.ts'
import { createControlStore } from './store.ts'

const target = /^(?:\[[0-9a-f:]+\](?::\d{1,5})?|[0-9a-f.:]+)$/i
const noTarget =
  '须为逗号分隔的 IP 地址或 地址:端口，例如 127.0.0.1:8081 / must be IP addresses or address:port apart by commas, e.g. 127.0.0.1:8081'

export const domain = declareModule({
  name: 'gatecontrol',
  needs: ['gates', 'penalties'],
  variables: {
    VIGIL_ALLOW_TARGETS: z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .refine((list) => list.every((entry) => entry === '' || target.test(entry)), noTarget)
      .default([]),
  },
  create: (kernel, doors, _site, { VIGIL_ALLOW_TARGETS: allowed }) => {
    const store = createControlStore(kernel)
    const context = {
      kernel,
      store,
      lists: createPlateListStore(kernel),
      gates: doors.gates,
      penalties: doors.penalties,
      allowed: new Set(allowed.filter((entry) => entry !== '')),
    }
    const service = createControlService(context)
    const lists = createPlateLists(context)
    return {
      served: served(gateControlCalls, {
        getBsBarrierGateControl: ({ id }, asked) => service.get(id, asked),
        saveBsBarrierGateControl: (body, asked) => service.save(body, asked),
        deleteBsBarrierGateControl: ({ id }, asked) => service.remove(id, asked),
        listOpenableGates: (_, asked) => service.openable(asked),
        commandGate: (body, asked) => service.command(body, asked),
        speakAtGate: (body, asked) => service.speak(body, asked),
        listGateCommand: (body, asked) => service.list(body, asked),
        listGateListState: (_, asked) => lists.states(asked),
        listGatePlate: (body, asked) => lists.plates(body, asked),
      }),
      logged: {
        gateControl: async (ids, asked) =>
          mayAsk(asked.caller, gateControlCalls.getBsBarrierGateControl.needs) ? service.seen(ids, asked) : new Set(),
        gateCommand: async (ids, asked) =>
          mayAsk(asked.caller, gateControlCalls.listGateCommand.needs) ? store.seen(ids, asked) : new Set(),
        gateList: async (ids, asked) =>
          mayAsk(asked.caller, gateControlCalls.listGatePlate.needs) ? lists.seen(ids, asked) : new Set(),
      },
      jobs: [
        { name: 'gate commands', of: 'site', pattern: '*/10 * * * * *', run: service.settleForsaken },
        { name: 'gate lists', of: 'site', pattern: '11 * * * * *', longest: 15 * 60_000, run: lists.keepAll },
      ],
      stop: lists.stop,
    }
  },
})
