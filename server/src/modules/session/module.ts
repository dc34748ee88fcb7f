import type { Kernel } from '../../kernel/kernel.ts'
import type { Module } from '../../kernel/module.ts'
import { sessionRoutes } from './routes.ts'
import { createSessionService, type SessionService } from './service.ts'
import { createSessionStore } from './store.ts'
import { createSessionsOfPerson } from './of-person.store.ts'

export interface SessionDoor extends SessionService {
  readonly ofPerson: ReturnType<typeof createSessionsOfPerson>
}

export const createSessions = (kernel: Kernel): Module & { readonly door: SessionDoor } => {
  const service = createSessionService(kernel, createSessionStore(kernel.db))
  service.onChange(kernel.live.sessionsChanged)
  return {
    door: { ...service, ofPerson: createSessionsOfPerson(kernel) },
    served: sessionRoutes(service),
    jobs: [
      { name: 'sessions', of: 'site', pattern: '41 13 * * * *', run: service.sweep },
      { name: 'own addresses', of: 'server', pattern: '*/30 * * * * *', run: service.learnAddresses },
    ],
    start: service.learnAddresses,
  }
}
