/** Shifts handed over and taken by name, with how the site stood. */
import { handoverCalls } from '@vigil/contract/handovers/calls.ts'
import { declareModule } from '../../kernel/module.ts'
import { served } from '../../kernel/serve.ts'
import { createHandoverService } from './service.ts'
import { createHandoverStore } from './store.ts'

export const domain = declareModule({
  name: 'handovers',
  needs: ['alarms', 'hazards', 'health', 'session'],
  create: (kernel, others) => {
    const handovers = createHandoverService(kernel, createHandoverStore(kernel), others)
    return {
      served: served(
        handoverCalls,
        {
          getShiftFacts: (_, asked) => handovers.facts(asked),
          listZdHandoverPage: (body, asked) => handovers.page(body, asked),
          giveZdHandover: (body, asked) => handovers.give(body, asked),
          takeZdHandover: (body, asked) => handovers.take(body, asked),
          withdrawZdHandover: (body, asked) => handovers.withdraw(body, asked),
        },
        { heavy: ['getShiftFacts', 'listZdHandoverPage'] },
      ),
      logged: { shiftHandover: handovers.seen },
    }
  },
})
