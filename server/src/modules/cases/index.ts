/** Evidence: what is kept of an alarm, whatever becomes of it. */
import { caseCalls } from '@vigil/contract/cases/calls.ts'
import { mayAsk } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Doors, type Module } from '../../kernel/module.ts'
import type { CaseContext } from './context.ts'
import { caseDownloads } from './downloads.ts'
import { caseRoutes } from './routes.ts'
import { createCaseService } from './service.ts'

const createCases = (kernel: Kernel, doors: CaseContext['doors'] & Pick<Doors, 'session'>): Module => {
  const service = createCaseService(kernel, doors)
  return {
    served: caseRoutes(service),
    logged: {
      evidenceCase: async (ids, asked) =>
        mayAsk(asked.caller, caseCalls.getZdCaseById.needs) ? service.seen(ids, asked) : new Set(),
    },
    jobs: [{ name: 'evidence', of: 'site', pattern: '*/5 * * * * *', run: () => service.followAlarms() }],
    addresses: (fastify) => caseDownloads(fastify, kernel, service, doors.session.authenticate),
  }
}

export const domain = declareModule({
  name: 'cases',
  needs: ['alarms', 'devices', 'files', 'hazards', 'positions', 'session', 'telephony', 'traffic'],
  create: createCases,
})
