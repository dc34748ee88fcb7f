/** What is wrong with devices: found, seen to by somebody, over by itself. */
import { healthCalls } from '@vigil/contract/health/calls.ts'
import { declareModule } from '../../kernel/module.ts'
import { served } from '../../kernel/serve.ts'
import { createJudgeStore } from './judge.store.ts'
import { createJudge } from './judge.ts'
import { createHealthService, type HealthService } from './service.ts'
import { createHealthStore } from './store.ts'

export type { HealthService } from './service.ts'
export type { DeviceFault } from './store.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    health: Pick<HealthService, 'list'>
  }
}

/** Milliseconds that a fault is kept after it ended. */
const keptFor = 365 * 24 * 3_600_000

export const domain = declareModule({
  name: 'health',
  needs: ['alarms', 'devices', 'positions', 'session'],
  create: (kernel, { alarms, session }) => {
    const faults = createJudgeStore(kernel)
    const health = createHealthService(kernel, createHealthStore(kernel), session)
    return {
      door: health,
      served: served(healthCalls, {
        listBsDeviceFaultByDeptId: (body, asked) => health.list(body, asked),
        countBsDeviceFaultByDeptId: (body, asked) => health.counts(body, asked),
        assignBsDeviceFault: (body, asked) => health.assign(body, asked),
      }),
      logged: { deviceFault: health.seen },
      jobs: [
        // Each server asks whose turn it is: a row that one has locked is none of another's, so that nobody waits for one that died.
        { name: 'device health', of: 'server', pattern: '*/10 * * * * *', run: createJudge(kernel, faults, alarms) },
        {
          name: 'device faults',
          of: 'site',
          pattern: '41 53 3 * * *',
          run: () => faults.forget(new Date(kernel.clock.now() - keptFor)),
        },
      ],
    }
  },
})
