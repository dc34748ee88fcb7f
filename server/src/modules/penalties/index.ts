/** What follows for vehicles from what somebody confirmed: warnings, points, the black list. */
import { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { mayAsk } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Doors, type Module } from '../../kernel/module.ts'
import { served } from '../../kernel/serve.ts'
import { createPenaltyLists } from './lists.store.ts'
import { createPenaltyService } from './service.ts'
import { createPenaltyStore } from './store.ts'

interface PenaltyDoor {
  /** Plates of the vehicles that are barred now, in the form in which plates are compared (`plateForm`). */
  readonly barredPlates: () => Promise<ReadonlySet<string>>
  /** Hears, after the commit, that these may be others by now, whichever server changed them. */
  readonly onBarsChanged: (hear: () => void | Promise<void>) => void
}

declare module '../../kernel/module.ts' {
  interface Doors {
    penalties: PenaltyDoor
  }
}

const createPenalties = (
  kernel: Kernel,
  { alarms, traffic }: Pick<Doors, 'alarms' | 'traffic'>,
): Module & { readonly door: PenaltyDoor } => {
  const lists = createPenaltyLists(kernel)
  const { follow, revoke, bar, endBars, blackList, barredPlates, onBarsChanged } = createPenaltyService(
    kernel,
    createPenaltyStore(kernel),
    lists,
    alarms,
  )
  traffic.onConfirmed(follow)
  traffic.onBlackList(blackList)
  return {
    door: { barredPlates, onBarsChanged },
    served: served(penaltyCalls, {
      listZdPenaltyVehicle: (body, asked) => lists.vehicles(body, asked),
      listZdPenaltyStep: (body, asked) => lists.steps(body, asked),
      listZdPenaltyOfRecord: (body, asked) => lists.steps(body, asked),
      revokeZdPenaltyStep: (body, asked) => revoke(body, asked),
      barZdPenaltyVehicle: (body, asked) => bar(body, asked),
    }),
    logged: {
      penaltyStep: async (ids, { caller }) =>
        mayAsk(caller, penaltyCalls.listZdPenaltyStep.needs) ? lists.seen(ids, caller.scope) : new Set(),
    },
    jobs: [{ name: 'penalties', of: 'site', pattern: '*/5 * * * * *', run: endBars }],
  }
}

export const domain = declareModule({ name: 'penalties', needs: ['alarms', 'traffic'], create: createPenalties })
