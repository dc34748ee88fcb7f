import type { Module } from '../../kernel/module.ts'
import { sessionRoutes } from './routes.ts'
import type { SessionService } from './service.ts'

/** Its service is made before the kernel, which asks it who somebody is. */
export const createSessions = (service: SessionService): Module => ({
  served: sessionRoutes(service),
  jobs: [
    { name: 'sessions', of: 'site', pattern: '41 13 * * * *', run: service.sweep },
    { name: 'own addresses', of: 'server', pattern: '*/30 * * * * *', run: service.learnAddresses },
  ],
  start: service.learnAddresses,
})
